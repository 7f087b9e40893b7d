export { checkRules } from './check-rules.ts';
export { formatProblem, InvalidRules, REPOSITORY_RULES } from './rule-source.ts';
export type { RuleProblem } from './rule-types.ts';
export { withOwnRules } from './with-own-rules.ts';
