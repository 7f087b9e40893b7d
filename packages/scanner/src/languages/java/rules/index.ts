import type { TextRule } from '../../../rules/text-rule.ts';
import { javaWebRules } from './java-web-rules.ts';
import { jvmAccessRules } from './jvm-access-rules.ts';
import { jvmCryptoRules } from './jvm-crypto-rules.ts';
import { jvmFrameworkRules, jvmFrameworkTransportRules } from './jvm-framework-rules.ts';
import { jvmParserRules } from './jvm-parser-rules.ts';
import { jvmPlainHabitRules } from './jvm-plain-habit-rules.ts';
import { jvmRules } from './jvm-rules.ts';
import { jvmSessionRules } from './jvm-session-rules.ts';
import { jvmTlsRules } from './jvm-tls-rules.ts';

/** The rules of the access control agent. */
export const access: readonly TextRule[] = [
  ...jvmSessionRules,
  ...jvmAccessRules,
  ...jvmFrameworkRules,
  ...javaWebRules,
  ...jvmRules,
  ...jvmPlainHabitRules,
];

/** The rules of the cryptography and transport agent. */
export const crypto: readonly TextRule[] = [...jvmCryptoRules, ...jvmTlsRules, ...jvmFrameworkTransportRules];

/** The rules of the injection agent, in addition to the flows. */
export const injection: readonly TextRule[] = [...jvmParserRules];
