import type { ReadinessKind } from '@trivium/scanner';
import type { Generated, Kysely, Transaction } from 'kysely';

export type ApplicationStatus =
  | 'analyzing'
  | 'analyzed'
  | 'analysis_failed'
  | 'approved'
  | 'rejected'
  | 'archived';

export type ReviewStatus =
  | 'queued'
  | 'running'
  | 'verifying'
  | 'completed'
  | 'completed_with_errors'
  | 'failed'
  | 'timed_out';

export type AgentStatus = 'pending' | 'running' | 'completed' | 'failed' | 'skipped';

export type Maturity = 'experimental' | 'incubating' | 'stable' | 'mature' | 'deprecated';

export interface ApplicationsTable {
  id: string;
  org_id: string;
  name: string;
  filename: string;
  size_bytes: number;
  sha256: string;
  archive_key: string;
  status: ApplicationStatus;
  error_code: string | null;
  error_message: string | null;
  skipped_entries: string;
  uncompressed_bytes: number;
  /** Size of the files that an analysis reads. */
  work_bytes: number;
  report: string | null;
  index_key: string | null;
  lines_code: number | null;
  overall_score: number | null;
  /** The version of the code, such as a commit. */
  revision: string | null;
  vulnerabilities: number | null;
  latest_review_id: string | null;
  correlation_id: string;
  created_at: Date;
  updated_at: Date;
  analysis_started_at: Date | null;
  analysis_completed_at: Date | null;
  tries: Generated<number>;
}

export interface ReadinessTable {
  application_id: string;
  org_id: string;
  kind: ReadinessKind;
  score: number;
  grade: string;
  checklist: string;
  computed_at: Date;
}

export interface ReviewsTable {
  id: string;
  org_id: string;
  application_id: string;
  origin: 'agents' | 'sarif';
  status: ReviewStatus;
  categories: string[];
  generate_patches: boolean;
  baseline_review_id: string | null;
  min_severity: number | null;
  time_limit_seconds: number;
  estimated_seconds: number;
  correlation_id: string;
  workflow_depth: number | null;
  /** The organization's rules when it began. */
  rules_sha256: string | null;
  /** The gate for the change, and its verdict. */
  gate: string | null;
  gate_verdict: string | null;
  fixed_findings: number | null;
  created_at: Date;
  updated_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
  scores: string | null;
  findings: string | null;
  dropped: string | null;
  coverage: string | null;
  top_actions: string | null;
  llm: string | null;
  patches_generated: number;
  tries: Generated<number>;
  error_code: string | null;
  error_message: string | null;
}

export interface AgentsTable {
  review_id: string;
  org_id: string;
  agent_id: string;
  category: string;
  is_listed: boolean;
  status: AgentStatus;
  driver: string;
  started_at: Date | null;
  completed_at: Date | null;
  duration_ms: number | null;
  findings: number[];
  dropped: number;
  tries: Generated<number>;
  reason: string | null;
  /** Usage of a language model, JSON. */
  llm: string | null;
  error_code: string | null;
  error_message: string | null;
}

export interface FindingsTable {
  review_id: string;
  org_id: string;
  fingerprint: string;
  agent_id: string;
  category: string;
  severity: number;
  confidence: number;
  file: string;
  line: number;
  rule_id: string;
  is_existing: boolean;
  finding: string;
}

export interface DroppedTable {
  review_id: string;
  org_id: string;
  ordinal: number;
  reason: string;
  dropped: string;
}

export interface SuppressionsTable {
  id: string;
  org_id: string;
  fingerprint: string;
  reason: string;
  created_at: Date;
  expires_at: Date | null;
}

export interface ComponentsTable {
  id: string;
  org_id: string;
  application_id: string;
  key: string;
  name: string;
  path: string;
  version: string | null;
  maturity: Maturity;
  reusability_score: number;
  details: string;
  findings: number[];
  promoted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface PromotionsTable {
  component_id: string;
  org_id: string;
  ordinal: number;
  version: string | null;
  previous_version: string | null;
  maturity: Maturity;
  previous_maturity: Maturity;
  reason: string | null;
  promoted_at: Date;
}

export interface PackagesTable {
  application_id: string;
  org_id: string;
  ordinal: number;
  package: string;
}

export interface GapsTable {
  application_id: string;
  org_id: string;
  ordinal: number;
  status: 'partial' | 'skipped';
  gap: string;
}

export interface RuleSetsTable {
  org_id: string;
  sha256: string;
  rules: string;
  rule_count: number;
  created_at: Date;
}

export interface RulesTable {
  org_id: string;
  sha256: string;
  updated_at: Date;
}

export interface ReviewTables {
  review_applications: ApplicationsTable;
  review_readiness: ReadinessTable;
  review_reviews: ReviewsTable;
  review_agents: AgentsTable;
  review_findings: FindingsTable;
  review_dropped: DroppedTable;
  review_suppressions: SuppressionsTable;
  review_components: ComponentsTable;
  review_promotions: PromotionsTable;
  review_packages: PackagesTable;
  review_gaps: GapsTable;
  review_rule_sets: RuleSetsTable;
  review_rules: RulesTable;
}

/** The database, or a transaction. */
export type ReviewDatabase = Kysely<ReviewTables>;
export type ReviewTransaction = Transaction<ReviewTables>;
