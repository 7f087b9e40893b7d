import type { Category, RuleProblem, Severity } from '@trivium/scanner';

/** An organization's rules, parsed. */
export interface CheckedRules {
  rules: CheckedRule[];
  problems: RuleProblem[];
  settings: RuleChoices;
  repositories: Record<string, RuleChoices>;
}

export interface CheckedRule {
  /** As in findings. */
  ruleId: string;
  languages: string[];
  message: string;
  severity: Severity;
  category: Category;
  mode: 'search' | 'taint';
}

/** Rules that are switched off, and rules with another severity, by id. */
export interface RuleChoices {
  disabled: string[];
  severity: Record<string, Severity>;
}
