import type { TextRule } from '../../../rules/text-rule.ts';
import { dartAccessRules, dartCryptoRules, dartPageRules } from './dart-rules.ts';

/** What the agent of access control judges by. */
export const access: readonly TextRule[] = [...dartAccessRules, ...dartPageRules];

/** What the agent of cryptography and transport judges by. */
export const crypto: readonly TextRule[] = dartCryptoRules;
