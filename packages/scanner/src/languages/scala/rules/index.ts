import type { TextRule } from '../../../rules/text-rule.ts';
import { scalaAccessRules, scalaCryptoRules } from './scala-rules.ts';

/** What the agent of access control judges by. */
export const access: readonly TextRule[] = scalaAccessRules;

/** What the agent of cryptography and transport judges by. */
export const crypto: readonly TextRule[] = scalaCryptoRules;
