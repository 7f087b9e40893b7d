import type { TextRule } from '../../../rules/text-rule.ts';
import { goApplicationHabits } from './go-application-habits.ts';
import { goConcurrencyRules } from './go-concurrency-rules.ts';
import { goCryptoRules } from './go-crypto-rules.ts';
import { goErrorRules } from './go-error-rules.ts';
import { goExposureRules } from './go-exposure-rules.ts';
import { goFileRules } from './go-file-rules.ts';
import { goFrameworkRules } from './go-framework-rules.ts';
import { goHandlerRules } from './go-handler-rules.ts';
import { goResourceRules } from './go-resource-rules.ts';
import { goSecretRules } from './go-secret-rules.ts';
import { goSessionRules } from './go-session-rules.ts';
import { goTlsRules } from './go-tls-rules.ts';
import { goWebSettingRules } from './go-web-setting-rules.ts';

/** The rules of the access control agent. */
export const access: readonly TextRule[] = [
  ...goApplicationHabits,
  ...goSessionRules,
  ...goExposureRules,
  ...goFrameworkRules,
  ...goSecretRules,
  ...goFileRules,
  ...goResourceRules,
  ...goErrorRules,
  ...goHandlerRules,
  ...goConcurrencyRules,
  ...goWebSettingRules,
];

/** The rules of the cryptography and transport agent. */
export const crypto: readonly TextRule[] = [...goCryptoRules, ...goTlsRules];
