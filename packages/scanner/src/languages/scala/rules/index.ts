import type { TextRule } from '../../../rules/text-rule.ts';
import { scalaAccessRules, scalaCryptoRules } from './scala-rules.ts';

/** The rules of the access control agent. */
export const access: readonly TextRule[] = scalaAccessRules;

/** The rules of the cryptography and transport agent. */
export const crypto: readonly TextRule[] = scalaCryptoRules;
