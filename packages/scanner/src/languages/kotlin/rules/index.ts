import type { TextRule } from '../../../rules/text-rule.ts';
import { kotlinFrameworkRules, kotlinFrameworkTransportRules } from './kotlin-framework-rules.ts';

/** The rules of the access control agent. */
export const access: readonly TextRule[] = [...kotlinFrameworkRules];

/** The rules of the cryptography and transport agent. */
export const crypto: readonly TextRule[] = [...kotlinFrameworkTransportRules];
