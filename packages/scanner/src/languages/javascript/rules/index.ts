import type { TextRule } from '../../../rules/text-rule.ts';
import { clientShellRules } from './client-shell-rules.ts';
import { scriptAccessRules } from './script-access-rules.ts';
import { scriptAllowListRules } from './script-allow-list-rules.ts';
import { scriptApplicationHabits } from './script-application-habits.ts';
import { scriptBindingRules } from './script-binding-rules.ts';
import { scriptCryptoRules } from './script-crypto-rules.ts';
import { scriptExposureRules } from './script-exposure-rules.ts';
import { scriptHabitRules } from './script-habit-rules.ts';
import { scriptLimitRules } from './script-limit-rules.ts';
import { scriptMarkupRules } from './script-markup-rules.ts';
import { scriptModelToolRules } from './script-model-tool-rules.ts';
import { scriptObjectRules } from './script-object-rules.ts';
import { scriptOriginRules } from './script-origin-rules.ts';
import { scriptParserRules } from './script-parser-rules.ts';
import { scriptPlainHabitRules } from './script-plain-habit-rules.ts';
import { scriptRecordRules } from './script-record-rules.ts';
import { scriptSessionRules } from './script-session-rules.ts';
import { scriptSettingRules } from './script-setting-rules.ts';
import { scriptSignInRules } from './script-sign-in-rules.ts';
import { scriptSigningKeyRules } from './script-signing-key-rules.ts';
import { scriptTlsRules } from './script-tls-rules.ts';
import { scriptTransportRules } from './script-transport-rules.ts';
import { scriptWebRules } from './script-web-rules.ts';
import { stackRules } from './stack-rules.ts';

/** The rules of the access control agent. */
export const access: readonly TextRule[] = [
  ...scriptApplicationHabits,
  ...scriptSessionRules,
  ...scriptAccessRules,
  ...scriptHabitRules,
  ...scriptExposureRules,
  ...scriptAllowListRules,
  ...scriptModelToolRules,
  ...scriptSigningKeyRules,
  ...scriptSignInRules,
  ...scriptWebRules,
  ...clientShellRules,
  ...scriptOriginRules,
  ...scriptRecordRules,
  ...scriptBindingRules,
  ...scriptLimitRules,
  ...scriptPlainHabitRules,
  ...scriptSettingRules,
  ...stackRules,
];

/** The rules of the cryptography and transport agent. */
export const crypto: readonly TextRule[] = [...scriptCryptoRules, ...scriptTlsRules, ...scriptTransportRules];

/** The rules of the injection agent, in addition to the flows. */
export const injection: readonly TextRule[] = [
  ...scriptParserRules,
  ...scriptMarkupRules,
  ...scriptObjectRules,
];
