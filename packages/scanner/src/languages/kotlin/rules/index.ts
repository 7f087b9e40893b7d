import type { TextRule } from '../../../rules/text-rule.ts';
import { kotlinFrameworkRules, kotlinFrameworkTransportRules } from './kotlin-framework-rules.ts';

/** What the agent of access control judges by. */
export const access: readonly TextRule[] = [...kotlinFrameworkRules];

/** What the agent of cryptography and transport judges by. */
export const crypto: readonly TextRule[] = [...kotlinFrameworkTransportRules];
