import type { TextRule } from '../../../rules/text-rule.ts';
import { phpAccessRules } from './php-access-rules.ts';
import { phpAllowListRules } from './php-allow-list-rules.ts';
import { phpApplicationHabits } from './php-application-habits.ts';
import { phpComparisonRules } from './php-comparison-rules.ts';
import { phpCryptoRules } from './php-crypto-rules.ts';
import { phpFileRules } from './php-file-rules.ts';
import { phpFrameworkRules } from './php-framework-rules.ts';
import { phpPagePartRules } from './php-page-part-rules.ts';
import { phpParserRules } from './php-parser-rules.ts';
import { phpPlainHabitRules } from './php-plain-habit-rules.ts';
import { phpRecordRules } from './php-record-rules.ts';
import { phpSessionRules } from './php-session-rules.ts';
import { phpSignInRules } from './php-sign-in-rules.ts';
import { phpTlsRules } from './php-tls-rules.ts';
import { phpWebSettingRules } from './php-web-setting-rules.ts';

/** The rules of the access control agent. */
export const access: readonly TextRule[] = [
  ...phpApplicationHabits,
  ...phpSessionRules,
  ...phpAccessRules,
  ...phpFileRules,
  ...phpAllowListRules,
  ...phpSignInRules,
  ...phpFrameworkRules,
  ...phpComparisonRules,
  ...phpPagePartRules,
  ...phpRecordRules,
  ...phpPlainHabitRules,
  ...phpWebSettingRules,
];

/** The rules of the cryptography and transport agent. */
export const crypto: readonly TextRule[] = [...phpCryptoRules, ...phpTlsRules];

/** The rules of the injection agent, in addition to the flows. */
export const injection: readonly TextRule[] = [...phpParserRules];
