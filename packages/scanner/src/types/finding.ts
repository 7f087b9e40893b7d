export const categories = [
  'security',
  'architecture',
  'quality',
  'testing',
  'performance',
  'documentation',
  'meta',
] as const;

export type Category = (typeof categories)[number];

export const severities = ['critical', 'high', 'medium', 'low'] as const;

export type Severity = (typeof severities)[number];

export interface Evidence {
  file: string;
  line: number;
  role: 'source' | 'step' | 'sink';
  snippet: string;
}

export interface FindingPackage {
  ecosystem: string;
  name: string;
  version: string;
  fixedVersion: string | null;
  advisories: string[];
  /** Whether the code imports it; null if unknown. */
  imported: boolean | null;
}

export interface PatchChecks {
  applies: boolean;
  parses: boolean;
  resolves: boolean;
  noNew: boolean;
}

export interface Finding {
  /** SHA-256, hex, of rule, path, enclosing symbol, normalized sink tokens and ordinal; no line numbers. */
  fingerprint: string;
  /** The agent that reported it, such as `security.injection`. */
  agent: string;
  /** After merging, all agents that reported it; before, `[agent]`. */
  agents: string[];
  category: Category;
  /** Such as `injection/sql`. */
  ruleId: string;
  /** The rule's name in the catalogue, and the subject: `Use after free: buffer`. */
  title: string;
  severity: Severity;
  /** From 0 to 1, two decimals. */
  confidence: number;
  cwe: string[];
  file: string;
  line: number;
  endLine: number;
  column: number;
  snippet: string;
  description: string;
  recommendation: string;
  patch: string | null;
  patchChecks: PatchChecks | null;
  evidence: Evidence[];
  package: FindingPackage | null;
  references: string[];
  /** The category in which an application counts it as a vulnerability; null if it is none. */
  source: 'code' | 'secrets' | 'dependencies' | 'config' | null;
  /** Only for findings of a language model: a second call tried to refute it, and could not. */
  driver?: 'llm';
}

export type DropReason = 'false_positive' | 'duplicate' | 'unanchored' | 'disabled';

export interface DroppedFinding {
  fingerprint: string;
  ruleId: string;
  file: string;
  line: number;
  reason: DropReason;
  /** The reason, in a sentence. */
  detail: string;
}
