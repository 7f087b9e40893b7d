import type { RuleProblem } from './rule-types.ts';

/** Where a repository keeps its own rules, as a file of the archive. */
export const REPOSITORY_RULES = '.trivium/rules.yml';

/** Rules that cannot be used, with each reason. */
export class InvalidRules extends Error {
  readonly problems: readonly RuleProblem[];

  constructor(problems: readonly RuleProblem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.name = 'InvalidRules';
    this.problems = problems;
  }
}

export function formatProblem({ line, field, message }: RuleProblem): string {
  return `line ${line}${field === '' ? '' : `, ${field}`}: ${message}`;
}
