import type { Category, RuleProblem, Severity } from '@trivium/scanner';

/** What an organization says of rules, as it was read. */
export interface CheckedRules {
  rules: CheckedRule[];
  problems: RuleProblem[];
  settings: RuleChoices;
  repositories: Record<string, RuleChoices>;
}

export interface CheckedRule {
  /** As findings name it. */
  ruleId: string;
  languages: string[];
  message: string;
  severity: Severity;
  category: Category;
  mode: 'search' | 'taint';
}

/** What is switched off, and what is rated otherwise, by ids of rules. */
export interface RuleChoices {
  disabled: string[];
  severity: Record<string, Severity>;
}
