import type { TextRule } from '../../../rules/text-rule.ts';
import { contractRules } from './contract-rules.ts';

/** What the agent of access control judges by. */
export const access: readonly TextRule[] = [...contractRules];
