import type { CallerSetting } from '../types/caller-setting.ts';
import type { Category, Severity } from '../types/finding.ts';

/** Where in a file of rules something stands, and what is wrong there. */
export interface RuleProblem {
  /** From 1. */
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
  /** Only the match itself, not what stands in it. */
  isExact: boolean;
}

export interface TaintRule {
  sources: TaintPart[];
  sinks: TaintPart[];
  sanitizers: TaintPart[];
}

/** A rule that somebody wrote for code of their own. */
export interface OwnRule {
  id: string;
  /** Languages as the index names them. */
  languages: string[];
  message: string;
  severity: Severity;
  /** 0 to 1. */
  confidence: number;
  cwe: string[];
  owasp: string[];
  references: string[];
  category: Category;
  /** What takes the place of a match; metavariables stand for what they hold. */
  fix: string | null;
  /** What is changed in a match, by a regular expression. */
  fixRegex: { regex: string; replacement: string; count: number } | null;
  paths: { include: string[]; exclude: string[] };
  search: Formula | null;
  taint: TaintRule | null;
  /** Whose rule it is, as findings say it: `organization`, `repository`, or a name. */
  owner: string;
}

/** Rules that are not to tell anything, and severities other than the rule's own, by id; for built-in rules too. */
export interface RuleSettings {
  disabled: string[];
  severity: Record<string, Severity>;
  /** Whether arguments that callers give to exported functions count as data of others; missing where nothing is said. */
  callers?: CallerSetting;
}

export interface RuleFile extends RuleSettings {
  rules: OwnRule[];
  /** Of an organization: what holds for single repositories besides, by name. */
  repositories: Record<string, RuleSettings>;
}
