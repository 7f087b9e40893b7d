import type { TextRule } from '../../../rules/text-rule.ts';
import { rustCookieRules } from './rust-cookie-rules.ts';
import { rustFrameworkRules, rustFrameworkTransportRules } from './rust-framework-rules.ts';
import { rustGuardRules } from './rust-guard-rules.ts';
import { rustHabitRules } from './rust-habit-rules.ts';
import { rustInputRules } from './rust-input-rules.ts';
import { rustMemoryRules } from './rust-memory-rules.ts';
import { rustRules } from './rust-rules.ts';
import { rustTlsRules } from './rust-tls-rules.ts';

/** The rules of the access control agent. */
export const access: readonly TextRule[] = [
  ...rustFrameworkRules,
  ...rustCookieRules,
  ...rustRules,
  ...rustMemoryRules,
  ...rustInputRules,
  ...rustHabitRules,
  ...rustGuardRules,
];

/** The rules of the cryptography and transport agent. */
export const crypto: readonly TextRule[] = [...rustTlsRules, ...rustFrameworkTransportRules];
