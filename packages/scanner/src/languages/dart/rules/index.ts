import type { TextRule } from '../../../rules/text-rule.ts';
import { dartAccessRules, dartCryptoRules, dartPageRules } from './dart-rules.ts';

/** The rules of the access control agent. */
export const access: readonly TextRule[] = [...dartAccessRules, ...dartPageRules];

/** The rules of the cryptography and transport agent. */
export const crypto: readonly TextRule[] = dartCryptoRules;
