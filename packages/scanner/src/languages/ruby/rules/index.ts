import type { TextRule } from '../../../rules/text-rule.ts';
import { rubyAccessRules } from './ruby-access-rules.ts';
import { rubyApplicationHabits } from './ruby-application-habits.ts';
import { rubyCryptoRules } from './ruby-crypto-rules.ts';
import { rubyFrameworkRules } from './ruby-framework-rules.ts';
import { rubyPagePartRules } from './ruby-page-part-rules.ts';
import { rubyPlainHabitRules } from './ruby-plain-habit-rules.ts';
import { rubyRecordRules } from './ruby-record-rules.ts';
import { rubySessionRules } from './ruby-session-rules.ts';
import { rubySignInRules } from './ruby-sign-in-rules.ts';
import { rubyTlsRules } from './ruby-tls-rules.ts';
import { rubyWebSettingRules } from './ruby-web-setting-rules.ts';

/** The rules of the access control agent. */
export const access: readonly TextRule[] = [
  ...rubyApplicationHabits,
  ...rubySessionRules,
  ...rubyAccessRules,
  ...rubySignInRules,
  ...rubyFrameworkRules,
  ...rubyPagePartRules,
  ...rubyRecordRules,
  ...rubyPlainHabitRules,
  ...rubyWebSettingRules,
];

/** The rules of the cryptography and transport agent. */
export const crypto: readonly TextRule[] = [...rubyCryptoRules, ...rubyTlsRules];
