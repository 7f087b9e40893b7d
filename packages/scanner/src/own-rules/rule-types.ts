import type { CallerSetting } from '../types/caller-setting.ts';
import type { Category, Severity } from '../types/finding.ts';

/** A problem in a file of rules, with its place. */
export interface RuleProblem {
  /** Starts at 1. */
  line: number;
  /** Such as `rules[2].patterns[0].pattern-inside`. */
  field: string;
  message: string;
}

export type Formula =
  | { op: 'pattern'; text: string; line: number; field: string }
  | { op: 'regex'; regex: string; line: number; field: string }
  | { op: 'all'; of: Formula[]; conditions: Condition[]; focus: string[][] }
  | { op: 'either'; of: Formula[] }
  | { op: 'not'; of: Formula }
  | { op: 'inside'; of: Formula };

export type Condition =
  | { is: 'regex'; metavariable: string; regex: string }
  | { is: 'formula'; metavariable: string; formula: Formula; language: string | null }
  | { is: 'comparison'; metavariable: string; than: Comparison; number: number };

export type Comparison = '<' | '<=' | '>' | '>=' | '==' | '!=';

export interface TaintPart {
  formula: Formula;
  /** Only the match itself, not the expressions in it. */
  isExact: boolean;
}

export interface TaintRule {
  sources: TaintPart[];
  sinks: TaintPart[];
  sanitizers: TaintPart[];
}

/** A rule that users wrote for their own code. */
export interface OwnRule {
  id: string;
  /** Languages by the index's names. */
  languages: string[];
  message: string;
  severity: Severity;
  /** From 0 to 1. */
  confidence: number;
  cwe: string[];
  owasp: string[];
  references: string[];
  category: Category;
  /** Replaces a match. Metavariables are replaced with their values. */
  fix: string | null;
  /** A replacement in the match by a regular expression. */
  fixRegex: { regex: string; replacement: string; count: number } | null;
  paths: { include: string[]; exclude: string[] };
  search: Formula | null;
  taint: TaintRule | null;
  /** The owner of the rule, as shown in findings: `organization`, `repository`, or a name. */
  owner: string;
}

/** Disabled rules, and severities that override the rule's own, by id; also for built-in rules. */
export interface RuleSettings {
  disabled: string[];
  severity: Record<string, Severity>;
  /** Whether arguments of exported functions count as untrusted; missing if not set. */
  callers?: CallerSetting;
}

export interface RuleFile extends RuleSettings {
  rules: OwnRule[];
  /** For an organization: additional settings for single repositories, by name. */
  repositories: Record<string, RuleSettings>;
}
