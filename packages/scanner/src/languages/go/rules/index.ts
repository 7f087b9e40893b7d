import type { TextRule } from '../../../rules/text-rule.ts';
import { goApplicationHabits } from './go-application-habits.ts';
import { goConcurrencyRules } from './go-concurrency-rules.ts';
import { goCryptoRules } from './go-crypto-rules.ts';
import { goExposureRules } from './go-exposure-rules.ts';
import { goFrameworkRules } from './go-framework-rules.ts';
import { goHabitRules } from './go-habit-rules.ts';
import { goHandlerRules } from './go-handler-rules.ts';
import { goRules } from './go-rules.ts';
import { goSessionRules } from './go-session-rules.ts';
import { goTlsRules } from './go-tls-rules.ts';
import { goWebSettingRules } from './go-web-setting-rules.ts';

/** What the agent of access control judges by. */
export const access: readonly TextRule[] = [
  ...goApplicationHabits,
  ...goSessionRules,
  ...goExposureRules,
  ...goFrameworkRules,
  ...goRules,
  ...goHandlerRules,
  ...goConcurrencyRules,
  ...goHabitRules,
  ...goWebSettingRules,
];

/** What the agent of cryptography and transport judges by. */
export const crypto: readonly TextRule[] = [...goCryptoRules, ...goTlsRules];
