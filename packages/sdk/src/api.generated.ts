// Generated from openapi.json by `npm run docs`; not to be edited.

export type AcceptedDeployment = {
  /** `dep_…` */
  deployment_id: string;
  /** It is signed and stored; read the deployment for the outcome. */
  status: "pending";
  /** Hash of the transaction, 0x-prefixed hex. */
  transaction_hash: string;
  estimated_cost: EstimatedCost;
  /** `ctr_…` */
  contract_id: string;
  /** The version that is deployed. */
  version: string;
  /** The network. */
  network: string;
  /** The future address of the contract, which follows from sender and nonce. */
  address: string;
  /** Confirmations until it is `active`, its own block included. */
  confirmations_required: number;
  /** When the deployment is expected to be active. */
  estimated_confirmation: string;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
};

export type AcceptedExecution = {
  /** `exe_…` */
  execution_id: string;
  /** It is signed and stored; read the execution for the outcome. */
  status: "pending";
  /** Hash of the transaction, 0x-prefixed hex. */
  transaction_hash: string;
  /** When the confirmation is expected. */
  estimated_confirmation: string;
  /** As it was sent; null for none. */
  idempotency_key: string | null;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
};

export type Acknowledgement = {
  /** Who has seen it. */
  by: Somebody;
  /** When it was seen. */
  at: string;
  /** Who is working on it; null if nobody is. */
  assignee: Somebody | null;
  /** Null if there is none. */
  note: string | null;
};

export type ActionResult = {
  /** Its name in the workflow. */
  id: string;
  /** What it does, such as `events.publish`. */
  action: string;
  /** `skipped`: its `when` was not met. `not_run`: an action before it ended the run. */
  status: "succeeded" | "skipped" | "failed" | "retrying" | "not_run";
  /** Its input; null if there was none. */
  input: unknown;
  /** Its result. */
  result: Record<string, unknown> | null;
  /** Why it failed. */
  error: ActionResultError | null;
  /** When it ended. */
  finished_at: string | null;
};

export type ActionResultError = {
  /** A stable code. */
  code: string;
  /** What happened, in a sentence. */
  message: string;
  /** The field of the input that it is about; absent for none. */
  field?: string;
  details: ActionResultErrorDetails;
};

/** Details for programs. */
export type ActionResultErrorDetails = {
  /** The page of the code, relative to the address of the service. */
  doc_url: string;
};

export type AgentExecution = {
  /** `agx_…` */
  execution_id: string;
  /** `agt_…` */
  agent_id: string;
  /** `blocked`: a rule or a budget stopped it. `error` explains every status but `succeeded`. */
  status: "succeeded" | "failed" | "blocked" | "timed_out";
  /** Fits the agent's `output_schema`. */
  output: Record<string, unknown> | null;
  metadata: AgentExecutionMetadata;
  /** When it began. */
  started_at: string;
  /** When it ended. */
  completed_at: string;
  /** Why it failed. */
  error: Record<string, unknown> | null;
};

/** How it reached its output. */
export type AgentExecutionMetadata = {
  /** What did the work: `rules` or `llm`. */
  engine: string;
  /** The model that was asked; null when none was. */
  model: string | null;
  /** `llm` if the rules replaced the model; null if they did not. */
  fallback_from: string | null;
  /** Why, such as `model_timeout`, `model_unsupported_answer` or `budget_exceeded`. */
  fallback_reason: string | null;
  /** Duration. */
  duration_ms: number;
  usage: AgentExecutionMetadataUsage;
  /** What the tokens cost, by the prices that are set; 0 for rules. */
  cost_usd: number;
  /** Number of tool calls. */
  tool_calls: number;
  /** Its trace, 32 hex digits. */
  trace_id: string;
  /** Its span in the trace, 16 hex digits. */
  span_id: string;
};

/** Tokens of the language model; 0 for rules. */
export type AgentExecutionMetadataUsage = {
  /** Input tokens, including cached ones. */
  input_tokens: number;
  /** Input tokens that the provider read from its cache. */
  cached_input_tokens: number;
  /** Output tokens, including reasoning. */
  output_tokens: number;
  /** Output tokens that were used for reasoning. */
  reasoning_tokens: number;
};

export type AgentRole = "icp_researcher" | "enricher" | "scorer" | "copywriter" | "compliance_guard" | "sequencer" | "reply_classifier" | "meeting_scheduler";

export type Alert = {
  /** `alr_…` */
  alert_id: string;
  /** `rul_…` */
  rule_id: string;
  /** Name of the rule when it fired. */
  rule_name: string;
  /** What was measured. */
  metric: string;
  /** How it was compared. */
  operator: string;
  /** In the unit of the metric. */
  threshold: number;
  /** The value that crossed the threshold. */
  value: number;
  /** `info`, `warning` or `critical`. */
  severity: string;
  /** `resolved` once the condition is no longer met. */
  status: "firing" | "resolved";
  /** What happened, in a sentence. */
  message: string;
  /** When it fired. */
  triggered_at: string;
  /** Null while it fires. */
  resolved_at: string | null;
  /** The execution that caused it; null when there is not exactly one. */
  execution_id: string | null;
  /** Its transaction. */
  transaction_hash: string | null;
};

export type AlertRule = {
  /** The id of the rule, `rul_…`; the same as rule_id. */
  alert_id: string;
  /** `rul_…` */
  rule_id: string;
  /** `ctr_…` */
  contract_id: string;
  /** For people to read. */
  rule_name: string;
  condition: AlertRuleCondition;
  /** What happens when it fires, in addition to the event `alert.triggered`. */
  actions: AlertRuleAction[];
  /** `info`, `warning` or `critical`; also part of the event. */
  severity: string;
  /** Seconds after it fired during which it does not fire again; 0 for none. */
  cooldown_seconds: number;
  /** A rule that came with a restore is inactive: it watches nothing. */
  status: "active" | "inactive";
  /** Whether its condition is met now. */
  state: "ok" | "firing";
  /** Who has acknowledged that it fires; null if nobody has since it began. */
  acknowledged: Acknowledgement | null;
  /** Null when it never fired. */
  last_fired_at: string | null;
  /** When it was made. */
  created_at: string;
};

export type AlertRuleAction = {
  /** `webhook`, `email` or `event`. */
  type: string;
  /** Where a `webhook` goes; absent for others. */
  url?: string;
  /** The webhook subscription that carries the action, `whs_…`: its log, pause and secret. */
  subscription_id?: string;
  /** Shown once, if it was generated for the rule. */
  secret?: string;
  /** Who gets the `email`; absent for others. */
  recipients?: string[];
  /** What an `event` publishes in addition to `alert.triggered`; absent for others. */
  event_type?: string;
};

/** The condition that makes it fire. */
export type AlertRuleCondition = {
  /** What is measured; the request to create a rule lists the metrics. */
  metric: string;
  /** The full name, such as `greater_than`, even if the request had `>`. */
  operator: string;
  /** In the unit of the metric; rates are fractions from 0 to 1. */
  threshold: number;
  /** Null if there is none. */
  window_minutes: number | null;
  /** Null for all. */
  event: string | null;
};

export type AnalysisGap = {
  /** Path in the archive. */
  path: string;
  /** `partial`: some of the file was read. */
  status: "partial" | "skipped";
  /** Such as `binary`, `too_large`, `minified`, `syntax_errors`, `invalid_utf8`, `symlink`. */
  reason: string;
};

export type ApiDescription = Record<string, unknown>;

export type ApiKey = {
  /** `key_…` */
  id: string;
  /** For people to read. */
  name: string;
  /** The start and the last four characters of the newest secret. */
  key_hint: string;
  /** What it may do, such as `events:read`. */
  scopes: string[];
  /** What it sees and changes: contracts, workflows and their runs belong to one. */
  environment: string;
  /** The addresses and networks that it may be used from; null for everywhere. */
  allowed_addresses: string[] | null;
  /** When the key was made. */
  created_at: string;
  /** When the key ends; null for never. */
  expires_at: string | null;
  /** The last use, exact to about ten seconds; null for none. */
  last_used_at: string | null;
  /** Until when an earlier secret also works or worked; null when the key was never rotated. */
  previous_expires_at: string | null;
};

export type ApiRequest = {
  /** `req_…`, the `X-Request-Id` of the answer and the `request_id` of an error. */
  id: string;
  /** When it arrived. For a group: the first. */
  asked_at: string;
  /** The key or the person who asked. */
  actor: Somebody;
  /** The environment of the key. */
  environment: string;
  /** HTTP method. */
  method: string;
  /** The path as the API knows it, such as `/v1/keys/:id`. */
  route: string;
  /** The requested path, without its query; null for a group. */
  path: string | null;
  /** Status of the response. */
  status: number;
  /** The code of the error; null if there was none. */
  code: string | null;
  /** The field that the error names; null if it names none. */
  field: string | null;
  /** Time until the response was handed over. For a group: the slowest. */
  duration_ms: number;
  /** Number of requests in the group. Successful reads and publishes are grouped by key, route and minute. */
  requests: number;
  /** The address of the client. Only shown to the scope `admin`; null for others, and if it is unknown. */
  address: string | null;
};

export type ApiRequestList = {
  /** Those of this page. */
  requests: ApiRequest[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ApiScope = "contracts:read" | "contracts:write" | "outreach:read" | "outreach:write" | "review:read" | "review:write" | "events:read" | "events:write" | "webhooks:read" | "webhooks:write" | "admin";

export type Application = {
  /** `app_…` */
  id: string;
  /** Uploads of the same application share it; reviews are compared by it. */
  name: string;
  /** Revision of the code, as given with the upload; null if none was given. */
  revision: string | null;
  /** Name of the archive, as it was sent. */
  filename: string;
  /** Size of the archive. */
  size_bytes: number;
  /** SHA-256 of the archive, hex. */
  sha256: string;
  /** `analyzed`: it can be reviewed. `approved`, `rejected` and `archived` are decisions of people. */
  status: "analyzing" | "analyzed" | "analysis_failed" | "approved" | "rejected" | "archived";
  /** Why the analysis failed; null otherwise. */
  error: Failure | null;
  /** When it was uploaded. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** When the analysis began. */
  analysis_started_at: string | null;
  /** When it ended. */
  analysis_completed_at: string | null;
  /** In the events of this application. The events of a review that a workflow requested have the id of the workflow’s event. */
  correlation_id: string;
  /** The review that was asked for last, `rev_…`. */
  latest_review_id: string | null;
  /** Null until the analysis has completed. */
  source: ApplicationSource | null;
  /** Language with most code; null when none was recognised. */
  primary_language: string | null;
  /** Null until the analysis has completed. */
  languages: Language[] | null;
  /** Null until the analysis has completed. */
  complexity: ApplicationComplexity | null;
  /** Null until the analysis has completed. */
  architecture: ApplicationArchitecture | null;
  /** Null until the analysis has completed. */
  tests: ApplicationTests | null;
  /** Null until the analysis has completed. */
  dependencies: ApplicationDependencies | null;
  /** Null until the analysis has completed. */
  vulnerabilities: ApplicationVulnerabilities | null;
  /** Null until the analysis has completed. */
  readiness: ApplicationReadiness | null;
  /** Null until the analysis has completed. */
  metrics: ApplicationMetrics | null;
};

export type ApplicationArchitecture = {
  /** Files in the module graph. */
  modules: number;
  /** Imports between them. */
  edges: number;
  /** Import cycles: groups of files that import each other in a circle. */
  cycles: number;
  /** Files in such a group. */
  cyclic_modules: number;
  /** Imports against the direction of the layers. */
  layer_violations: number;
  /** Mean of outgoing over all imports of a file, 0 to 1. */
  avg_instability: number;
};

export type ApplicationComplexity = {
  /** Functions. */
  functions: number;
  cyclomatic: ApplicationComplexityCyclomatic;
  cognitive: ApplicationComplexityCognitive;
  /** Deepest nesting. */
  nesting_max: number;
  /** Functions with a cyclomatic complexity over 10. */
  functions_over_10: number;
  /** Functions with a cyclomatic complexity over 20. */
  functions_over_20: number;
  /** 0 to 100; null without functions. */
  maintainability_index: number | null;
  /** Share of lines that are duplicated elsewhere, percent. */
  duplication_percent: number;
  /** Pieces of code that occur in several places. */
  clones: number;
  /** The most complex functions, worst first; at most 20. */
  hotspots: ApplicationComplexityHotspot[];
};

/** Cognitive complexity of a function: nested branches count more. */
export type ApplicationComplexityCognitive = {
  /** Mean. */
  avg: number;
  /** 95th percentile. */
  p95: number;
  /** Largest. */
  max: number;
};

/** Cyclomatic complexity of a function: branches plus one. */
export type ApplicationComplexityCyclomatic = {
  /** Mean. */
  avg: number;
  /** Median. */
  median: number;
  /** 95th percentile. */
  p95: number;
  /** Largest. */
  max: number;
};

export type ApplicationComplexityHotspot = {
  /** Path in the archive. */
  file: string;
  /** First line, from 1. */
  line: number;
  /** Last line. */
  end_line: number;
  /** Its name; `<anonymous>` or the like without one. */
  function: string;
  /** Cyclomatic complexity: branches plus one. */
  cyclomatic: number;
  /** Cognitive complexity: nested branches count more. */
  cognitive: number;
};

export type ApplicationDependencies = {
  /** Paths of dependency manifests. */
  manifests: string[];
  /** Paths of lockfiles. */
  lockfiles: string[];
  /** Direct dependencies. */
  direct: number;
  /** Dependencies of dependencies. */
  transitive: number;
  /** Direct dependencies without a fixed version. */
  unpinned: number;
  /** Number of packages for each licence, according to their manifests. */
  licenses: ApplicationDependenciesLicense[];
  advisory_db: ApplicationDependenciesAdvisoryDb;
};

/** The source of known vulnerabilities of packages. */
export type ApplicationDependenciesAdvisoryDb = {
  /** The source of known vulnerabilities. `seed` knows few: an empty result means unknown. */
  source: "seed" | "store" | "online";
  /** Advisories in it. */
  advisories: number;
  /** Days since its newest advisory; null when unknown. */
  age_days: number | null;
  /** Packages that the source does not know: an empty result means unknown. */
  unknown_packages: number;
  /** Why the database on the network did not answer, or not for all packages. */
  problem: string | null;
};

export type ApplicationDependenciesLicense = {
  /** As in the manifest; an SPDX identifier if it is known. */
  license: string;
  /** Number of packages with it. */
  packages: number;
};

export type ApplicationMetrics = {
  /** Duration of the analysis. */
  duration_ms: number;
  /** Lines of code per second. */
  loc_per_second: number;
  /** Version of the analyser. Another version may read the same files differently. */
  engine_version: string;
  /** Version of the rules. Another version may find other things in the same files. */
  rules_version: string;
  /** Files analysed in full. */
  files_analyzed: number;
  /** Files analysed in part. */
  files_partial: number;
  /** Files not analysed, including entries of the archive that are not files. */
  files_skipped: number;
  /** Files with syntax that could not be read. */
  parse_errors: number;
  /** Files that did not change since the last upload of this name, and were not analysed again. */
  files_reused?: number;
};

export type ApplicationReadiness = {
  cloud: Grade;
  /** Readiness as a library: exports, documentation, versions. */
  library: Grade;
  /** Readiness for a service mesh: contracts, timeouts, traces. */
  mesh: Grade;
  /** Rounded mean of the three. */
  overall: number;
};

export type ApplicationSource = {
  /** Files of the archive that the analysis read. */
  files: number;
  /** Their unpacked size. */
  uncompressed_bytes: number;
  /** Binary files among them. */
  binary_files: number;
  /** Generated files. */
  generated_files: number;
  /** Copies of other projects' code. */
  vendored_files: number;
  /** What was not analysed; the first 100. */
  skipped: ApplicationSourceSkipped[];
  /** How many were not analysed. */
  skipped_total: number;
  /** Number of files for each reason. */
  skipped_by_reason: Record<string, number>;
};

export type ApplicationSourceSkipped = {
  /** Path in the archive. */
  path: string;
  /** Such as `binary`, `too_large` or `symlink`. */
  reason: string;
};

export type ApplicationTests = {
  /** Test frameworks that were recognised; empty for none. */
  frameworks: string[];
  /** Test files. */
  files: number;
  /** Test cases. */
  cases: number;
  /** Lines of tests over lines of other code. */
  test_to_code_ratio: number;
  /** Null when the archive holds no coverage report. */
  coverage: ApplicationTestsCoverage | null;
};

export type ApplicationTestsCoverage = {
  /** The coverage report that the figures come from. */
  source: string;
  /** Lines covered, percent. */
  line_percent: number;
};

export type ApplicationVulnerabilities = {
  /** Critical findings. */
  critical: number;
  /** High findings. */
  high: number;
  /** Medium findings. */
  medium: number;
  /** Low findings. */
  low: number;
  /** All vulnerabilities. */
  total: number;
  by_source: ApplicationVulnerabilitiesBySource;
};

/** Vulnerabilities by place. */
export type ApplicationVulnerabilitiesBySource = {
  /** Vulnerabilities in code. */
  code: number;
  /** Committed secrets. */
  secrets: number;
  /** Vulnerable dependencies. */
  dependencies: number;
  /** Vulnerabilities in configuration. */
  config: number;
};

export type ArchiveApplicationBody = {
  /** Why. */
  reason?: string | null;
};

export type Argument = string | number | boolean | Record<string, unknown> | ArgumentElement[];

export type ArgumentElement = string | number | boolean | Record<string, unknown> | unknown[];

/** Failures by cause. */
export type AttemptFailures = {
  /** The response did not arrive in time. */
  timeout: number;
  /** The host name has no address. */
  dns: number;
  /** The connection was refused or closed. */
  connection: number;
  /** The certificate is not valid, or the TLS handshake failed. */
  tls: number;
  /** The response was not HTTP. */
  protocol: number;
  /** Redirects, which are not followed. */
  '3xx': number;
  /** Responses with 400 to 499. */
  '4xx': number;
  /** Responses with 500 to 599. */
  '5xx': number;
  /** Addresses that must not be sent to. */
  blocked_address: number;
  /** Any other cause. */
  other: number;
};

export type AuditEntry = {
  /** The event of the change, which can be proven like any other. */
  event_id: string;
  /** Type of that event. */
  type: string;
  /** When it was done. */
  timestamp: string;
  /** Who did it; null for somebody who did not get in. */
  actor: Somebody | null;
  /** What was done: `created`, `changed`, `deleted`, `paused`, `resumed`, `role_changed` and so on. */
  action: string;
  /** The kind of thing that it was done to. */
  thing: "alert_rule" | "api_key" | "application" | "booking_webhook" | "campaign" | "component" | "contract" | "event_subscription" | "finding" | "finding_suppression" | "ingestion_rule" | "invitation" | "lead" | "mailbox" | "organization" | "person" | "portal_link" | "review_rules" | "scaling_policy" | "spend_limit" | "suppression" | "template" | "webhook_subscription" | "workflow";
  /** Null if there is only one per organization. */
  thing_id: string | null;
  /** Its name at that time; for people and keys, their current name. */
  name: string | null;
  /** The fields that changed, by their names in the API. Values are not included. */
  fields: string[];
  /** What it belongs to; null if it belongs to nothing. */
  part_of: string | null;
  /** The payload of the event. */
  data: Record<string, unknown>;
};

export type AuditPage = {
  /** Events of this page, newest first. Fewer than `limit` does not mean the end: see `has_more`. */
  entries: AuditEntry[];
  /** How many were found so far, including earlier pages. */
  total: number;
  /** Maximum number of entries on a page. */
  limit: number;
  /** Number of matches before this page. */
  offset: number;
  /** There is more to search: follow `next_cursor`. */
  has_more: boolean;
  /** Asks for the next page; absent on the last. */
  next_cursor?: string;
  coverage: SearchCoverage;
};

export type Backup = {
  /** `bkp_…` */
  backup_id: string;
  /** Expired: its bytes are deleted. */
  status: "in_progress" | "completed" | "failed" | "expired";
  /** `full`, or the changes: `incremental` since the last backup, `differential` since the last full one. */
  backup_type: string;
  /** Whether the stored bytes are encrypted. */
  encryption: boolean;
  /** Whether they are compressed. */
  compression: boolean;
  /** Days that it is kept after it is completed. */
  retention_days: number;
  /** The backup that it holds the changes since; null for a full one. */
  base_backup_id: string | null;
  /** When it was asked for. */
  started_at: string;
  /** The same. */
  created_at: string;
  /** When it ended; null before. */
  completed_at: string | null;
  /** When it is deleted; null before it is completed. */
  expires_at: string | null;
  /** The moment whose state it holds; null before it is completed. */
  covers_until: string | null;
  /** The estimate when it was requested. */
  estimated_size_mb: number;
  /** Size of the stored bytes; null before it is completed. */
  size_mb: number | null;
  /** Number of records, or of changes of records. */
  records: number | null;
  /** SHA-256 of the stored bytes; null before it is completed. */
  checksum: string | null;
  /** Why it failed; null if it did not. */
  error: Failure | null;
};

export type BeginSecondFactorAnswer = {
  /** To be typed into the app, in base 32. */
  secret: string;
  /** The same as a link that apps open, `otpauth://…`. */
  uri: string;
};

export type BeginSecondFactorBody = {
  /** The password, again. */
  password: string;
};

export type BookMeetingBody = {
  /** The lead to meet. Needed unless `email` is given. */
  lead_id?: string | null;
  /** The address of the lead; a missing lead is created. */
  email?: string | null;
  /** The campaign that led to it. */
  campaign_id?: string | null;
  /** When it begins. */
  meeting_time: string;
  /** Its length. */
  duration_minutes?: number | null;
  /** Who meets the lead. It must not contain line breaks or other control characters. */
  sales_rep: string;
  /** Send the lead an invitation (iCalendar). */
  send_invitation?: boolean | null;
};

export type BookingSecret = {
  /** Part of `url`. */
  id: string;
  /** Where the calendar posts its bookings. */
  url: string;
  /** Signs them: HMAC-SHA256 over the raw body, in `X-Signature`. Shown only now. */
  secret?: string;
  /** Only in the answer to a repeat: why it does not contain the secret. */
  notice?: string;
};

export type CallContractBody = {
  /** Network identifier, such as `devnet` or `ethereum_mainnet`. */
  network?: string | null;
  /** A name, or a full signature such as `set(uint256,uint256)` where several functions share the name. */
  function: string;
  /** Arguments in the order of the function. As text (`"5"`, `"true"`, `"0x…"`), JSON text for arrays and tuples, or native JSON. At most 786,432 bytes as JSON. */
  args?: Argument[] | null;
  /** Who calls. Default: the account that executions are sent from. It must be an address: 0x and 40 hex digits. */
  from?: string | null;
  /** What is paid with the call: whole wei as text, or an amount such as `0.1 ether`. */
  value?: string | null;
  /** The state to call on. Default: `latest`. */
  block?: ("latest" | "pending") | number | null;
};

export type CallResult = {
  /** `ctr_…` */
  contract_id: string;
  /** The network of the call. */
  network: string;
  /** The called deployment, EIP-55. */
  address: string;
  /** The full signature. */
  function: string;
  /** Each value that the function returns, in its order. */
  outputs: NamedValue[];
  /** The value of a single output, or the list of several. */
  result: unknown;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
};

export type Campaign = {
  /** `cmp_…` */
  id: string;
  /** The same as `id`. */
  campaign_id: string;
  /** For people to read. */
  name: string;
  /** What it is about; empty if not given. */
  description: string;
  /** `launching`: leads are being chosen. `completed`: every lead is through its steps. `failed`: the launch failed. */
  status: "draft" | "launching" | "active" | "paused" | "completed" | "cancelled" | "failed";
  /** Why it paused: `manual`, `budget`, `slo`, `bounce_rate`, `complaint_rate`, `compliance` or `no_mailbox`. Null unless it is paused. */
  pause_reason: string | null;
  /** The requested channels; `channel_support` says which are used. */
  channels: string[];
  /** Which of the channels have a transport. */
  channel_support: ChannelSupport[];
  /** The agents that work for it. */
  agent_squad: SquadMember[];
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Its first launch; null before. */
  launched_at: string | null;
  /** When the last lead completed its steps; null before. */
  completed_at: string | null;
  /** The ideal customer profile that it was given; `{}` for none. */
  icp: Record<string, unknown>;
  /** Its sequence of mails, send window and rules, as it was given. */
  messaging_strategy: Record<string, unknown>;
  /** Settings of its agents, as they were given. */
  agent_config: Record<string, unknown>;
};

export type CampaignDetail = {
  /** `cmp_…` */
  id: string;
  /** The same as `id`. */
  campaign_id: string;
  /** For people to read. */
  name: string;
  /** What it is about; empty if not given. */
  description: string;
  /** `launching`: leads are being chosen. `completed`: every lead is through its steps. `failed`: the launch failed. */
  status: "draft" | "launching" | "active" | "paused" | "completed" | "cancelled" | "failed";
  /** Why it paused: `manual`, `budget`, `slo`, `bounce_rate`, `complaint_rate`, `compliance` or `no_mailbox`. Null unless it is paused. */
  pause_reason: string | null;
  /** The requested channels; `channel_support` says which are used. */
  channels: string[];
  /** Which of the channels have a transport. */
  channel_support: ChannelSupport[];
  /** The agents that work for it. */
  agent_squad: SquadMember[];
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Its first launch; null before. */
  launched_at: string | null;
  /** When the last lead completed its steps; null before. */
  completed_at: string | null;
  /** The ideal customer profile that it was given; `{}` for none. */
  icp: Record<string, unknown>;
  /** Its sequence of mails, send window and rules, as it was given. */
  messaging_strategy: Record<string, unknown>;
  /** Settings of its agents, as they were given. */
  agent_config: Record<string, unknown>;
  /** Its launches, the newest first. */
  executions: CampaignExecution[];
  budget: CampaignDetailBudget;
  /** Most messages a day (UTC); null for no limit of its own. */
  daily_send_limit: number | null;
  /** Thresholds that pause it, as they were given. */
  slo: Record<string, unknown>;
  metrics: CampaignMetrics;
};

/** Its budget and what was spent. */
export type CampaignDetailBudget = {
  /** Maximum total cost; null for no limit. */
  limit_usd: number | null;
  /** Cost so far. */
  spent_usd: number;
  /** Reserved for work in progress; it is spent or released when that ends. */
  reserved_usd: number;
  /** What remains of the limit; null for no limit. */
  remaining_usd: number | null;
  /** Spent divided by limit; 0 without a limit. */
  spent_fraction: number;
};

export type CampaignExecution = {
  /** `cex_…`: one launch. */
  execution_id: string;
  /** Its state, as the `status` of a campaign. */
  status: string;
  /** Maximum number of leads to select; null for all. */
  test_cohort_size: number | null;
  /** Leads that it selected. */
  leads_targeted: number;
  /** When its first step was due. */
  start_at: string;
  /** When it was asked for. */
  created_at: string;
};

export type CampaignExplanation = {
  /** `cmp_…` */
  campaign_id: string;
  /** Status of the campaign. */
  status: string;
  /** Whether something is due and may be sent now. */
  is_sending: boolean;
  /** When something is next considered for sending; null if nothing is planned. */
  next_at: string | null;
  /** What stops messages; empty while it sends. */
  reasons: CampaignExplanationReason[];
};

export type CampaignExplanationReason = {
  /** A stable code, such as `send_window`, `budget` or `campaign_paused`. */
  reason: string;
  /** The same in a sentence. */
  detail: string;
  /** How many messages wait for it; null if it stops everything. */
  messages: number | null;
  /** When it ends by itself; null if somebody has to act. */
  until: string | null;
};

export type CampaignLaunch = {
  /** `cex_…`: this launch. */
  execution_id: string;
  /** `cmp_…` */
  campaign_id: string;
  /** `launching`: leads are being selected; then the campaign is `active`. */
  status: string;
  cost_estimate: CampaignLaunchCostEstimate;
  projected_counts: CampaignLaunchProjectedCounts;
  limits: CampaignLaunchLimits;
  /** What to check before much is sent; empty for nothing. */
  warnings: string[];
};

/** The estimated cost. */
export type CampaignLaunchCostEstimate = {
  /** Cost of language models; 0 if rules do the work. */
  ai_inference_usd: number;
  /** Cost of bought data; 0 if none is bought. */
  data_enrichment_usd: number;
  /** Cost of mails, at the price set for one. */
  channel_costs_usd: number;
  /** The most likely sum. */
  total_usd: number;
  /** The sum if every lead answers the first mail. */
  low_usd: number;
  /** The sum if no lead answers. */
  high_usd: number;
  /** `total_usd` per lead. */
  per_lead_usd: number;
  /** What the figures are based on. */
  basis: string;
};

/** The limits of this launch. */
export type CampaignLaunchLimits = {
  /** Maximum number of leads; null for all. */
  test_cohort_size: number | null;
  /** Maximum cost of the campaign; null for no limit. */
  budget_limit_usd: number | null;
  /** Maximum messages a day (UTC); null for no limit. */
  daily_send_limit: number | null;
};

/** The projected results. */
export type CampaignLaunchProjectedCounts = {
  /** The selected leads: the campaign's own, those that its `icp` fits, or every lead. */
  audience: "campaign" | "icp" | "all";
  /** Leads that may be written to. */
  leads_eligible: number;
  /** Leads that it writes to: all of them, or the test cohort. */
  leads_targeted: number;
  /** Left out: suppressed addresses. */
  leads_suppressed: number;
  /** Left out by the `exclusions` of the `icp`. */
  leads_excluded: number;
  /** Mails if no lead answers: leads times steps. */
  emails_planned: number;
  /** Days until the last mail, within the limits of the mailboxes. */
  estimated_days: number;
  /** When the last mail would be sent. */
  estimated_completion_at: string;
  /** Null while the organization has no history. */
  projected_replies: number | null;
  /** Null while the organization has no history. */
  projected_meetings: number | null;
};

/** The present leads that meet all of this; `{}` means all of them. */
export type CampaignLeads = {
  /** Only leads in this state. */
  status?: "new" | "enriched" | "scored" | "contacted" | "replied" | "meeting_booked" | "unsubscribed" | "bounced" | "suppressed";
  /** Only leads in this country. */
  country?: string;
  /** Only leads with this tag. */
  tag?: string;
  /** Only leads whose address, name or company holds this. */
  q?: string;
};

export type CampaignLink = {
  /** The target URL. */
  url: string;
  /** How often people followed it; machines are not counted. */
  clicks: number;
  /** Number of messages in which it was followed. */
  messages: number;
  /** When it was followed first. */
  first_clicked_at: string;
  /** When it was followed last. */
  last_clicked_at: string;
};

/** The results so far. */
export type CampaignMetrics = {
  /** Leads that its launches selected. */
  leads_targeted: number;
  /** Mails that a mail server accepted. */
  emails_sent: number;
  /** Accepted mails that did not bounce. */
  delivered: number;
  /** Opens by people. */
  opens: number;
  /** Opens by scanners and mail proxies. */
  opens_machine: number;
  /** Mails that a person opened. */
  unique_opens: number;
  /** Clicks by people, including repeated ones. */
  clicks: number;
  /** Replies, without automatic ones. */
  replies: number;
  /** Replies with a positive classification. */
  positive_replies: number;
  /** Automatic replies, such as out of office; they do not stop a sequence. */
  auto_replies: number;
  /** Mails that bounced. */
  bounces: number;
  /** Recipients who marked a mail as spam. */
  complaints: number;
  /** Recipients who unsubscribed. */
  unsubscribes: number;
  /** Mails that the compliance guard held back. */
  blocked: number;
  /** Mails that were not sent, for any reason. */
  failed: number;
  /** Meetings that are not cancelled. */
  meetings_booked: number;
  /** Leads who opened, as a share of those reached; 0 to 1. */
  open_rate: number;
  /** Leads who replied, as a share of those reached; 0 to 1. */
  reply_rate: number;
  /** Meetings, as a share of the targeted leads; 0 to 1. */
  booking_rate: number;
  /** Bounces, as a share of the mails tried; 0 to 1. */
  bounce_rate: number;
  /** Cost so far: mails, data and language models. */
  spend_usd: number;
  /** Maximum total cost; null for no limit. */
  budget_usd: number | null;
  /** Cost per reply; null before the first reply. */
  cost_per_reply_usd: number | null;
  /** Cost per meeting; null before the first meeting. */
  cost_per_meeting_usd: number | null;
  /** The same for each step of the sequence. */
  by_step: CampaignMetricsByStep[];
  /** The same for each variant of a step. */
  by_variant: CampaignMetricsByVariant[];
};

export type CampaignMetricsByStep = {
  /** From 1. */
  step: number;
  /** Mails that a mail server accepted. */
  emails_sent: number;
  /** Accepted mails that did not bounce. */
  delivered: number;
  /** Opens by people. */
  opens: number;
  /** Opens by scanners and mail proxies. */
  opens_machine: number;
  /** Mails that a person opened. */
  unique_opens: number;
  /** Clicks by people, including repeated ones. */
  clicks: number;
  /** Replies, without automatic ones. */
  replies: number;
  /** Replies with a positive classification. */
  positive_replies: number;
  /** Automatic replies, such as out of office; they do not stop a sequence. */
  auto_replies: number;
  /** Mails that bounced. */
  bounces: number;
  /** Recipients who marked a mail as spam. */
  complaints: number;
  /** Recipients who unsubscribed. */
  unsubscribes: number;
  /** Mails that the compliance guard held back. */
  blocked: number;
  /** Mails that were not sent, for any reason. */
  failed: number;
  /** Meetings that are not cancelled. */
  meetings_booked: number;
};

export type CampaignMetricsByVariant = {
  /** From 1. */
  step: number;
  /** Name in the sequence. */
  variant: string;
  /** Mails that a mail server accepted. */
  emails_sent: number;
  /** Accepted mails that did not bounce. */
  delivered: number;
  /** Opens by people. */
  opens: number;
  /** Opens by scanners and mail proxies. */
  opens_machine: number;
  /** Mails that a person opened. */
  unique_opens: number;
  /** Clicks by people, including repeated ones. */
  clicks: number;
  /** Replies, without automatic ones. */
  replies: number;
  /** Replies with a positive classification. */
  positive_replies: number;
  /** Automatic replies, such as out of office; they do not stop a sequence. */
  auto_replies: number;
  /** Mails that bounced. */
  bounces: number;
  /** Recipients who marked a mail as spam. */
  complaints: number;
  /** Recipients who unsubscribed. */
  unsubscribes: number;
  /** Mails that the compliance guard held back. */
  blocked: number;
  /** Mails that were not sent, for any reason. */
  failed: number;
  /** Meetings that are not cancelled. */
  meetings_booked: number;
};

export type CampaignSummary = {
  /** `cmp_…` */
  id: string;
  /** The same as `id`. */
  campaign_id: string;
  /** For people to read. */
  name: string;
  /** What it is about; empty if not given. */
  description: string;
  /** `launching`: leads are being chosen. `completed`: every lead is through its steps. `failed`: the launch failed. */
  status: "draft" | "launching" | "active" | "paused" | "completed" | "cancelled" | "failed";
  /** Why it paused: `manual`, `budget`, `slo`, `bounce_rate`, `complaint_rate`, `compliance` or `no_mailbox`. Null unless it is paused. */
  pause_reason: string | null;
  /** The requested channels; `channel_support` says which are used. */
  channels: string[];
  /** Which of the channels have a transport. */
  channel_support: ChannelSupport[];
  /** The agents that work for it. */
  agent_squad: SquadMember[];
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Its first launch; null before. */
  launched_at: string | null;
  /** When the last lead completed its steps; null before. */
  completed_at: string | null;
  /** The ideal customer profile that it was given; `{}` for none. */
  icp: Record<string, unknown>;
  /** Its sequence of mails, send window and rules, as it was given. */
  messaging_strategy: Record<string, unknown>;
  /** Settings of its agents, as they were given. */
  agent_config: Record<string, unknown>;
  /** Leads that its launches selected. */
  leads_targeted: number;
  /** Mails that a mail server accepted. */
  emails_sent: number;
  /** Mails that a person opened. */
  unique_opens: number;
  /** Replies, without automatic ones. */
  replies: number;
  /** Mails that bounced. */
  bounces: number;
  /** Meetings that are not cancelled. */
  meetings_booked: number;
};

export type CancelTransaction = {
  /** Why; the record keeps it. */
  reason?: string | null;
};

export type ChainFailure = {
  /** `revert`, `panic`, `custom_error`, `out_of_gas`, `dropped` or `unknown`. */
  type: string;
  /** The decoded reason. */
  reason: string;
  /** What the failed transaction used; 0 when none was mined. */
  gas_used: number;
  [field: string]: unknown;
};

export type ChangeCampaignBody = {
  /** Name of the campaign. */
  name?: string;
  /** What it is about. */
  description?: string;
  icp?: IdealCustomer;
  /** Channels it wants; only `email` has a transport. Default: `["email"]`. */
  channels?: Channel[];
  messaging_strategy?: MessagingStrategy;
  slo?: ServiceLevels;
  /** Leads of the campaign. */
  lead_ids?: string[];
  /** The leads of this import. */
  import_job_id?: string;
  filter?: CampaignLeads;
};

export type ChangeMailboxBody = {
  /** Name of the sender, as recipients see it. It must not contain line breaks or other control characters. */
  name?: string;
  /** Postal address of the sender; many countries require it in each mail. */
  postal_address?: string | null;
  /** A paused mailbox sends nothing new. */
  status?: "active" | "paused";
  /** Maximum messages a day (UTC). Null: no limit. */
  daily_limit?: number | null;
  /** Maximum messages an hour. Null: no limit. */
  hourly_limit?: number | null;
  /** Minimum time between two messages. */
  min_gap_seconds?: number;
  /** Messages on the first day, and how many are added each day. Null: no warm-up. */
  warmup?: null | NewWarmup;
};

export type ChangePasswordBody = {
  /** The current password. */
  current_password: string;
  /** At least 12 characters. */
  new_password: string;
};

export type ChangeUserRoleBody = {
  /** `owner`: everything; `operator`: read and change all platforms; `developer`: read all, change all but outreach; `viewer`: read. */
  role: "owner" | "operator" | "developer" | "viewer";
};

export type Channel = "email" | "linkedin" | "sms" | "phone";

export type ChannelSupport = {
  /** The name in `channels`. */
  channel: string;
  /** Whether messages can be sent on it. */
  supported: boolean;
};

export type CheckedReviewRule = {
  /** Its id in findings, such as `organization/no-legacy-client`. */
  rule_id: string;
  /** Severity of its findings. */
  severity: "critical" | "high" | "medium" | "low";
  /** Category of its findings. */
  category: string;
  /** `taint`: it follows data from sources to sinks. */
  mode: "search" | "taint";
  /** Languages that it covers. */
  languages: string[];
  /** Message of its findings. */
  message: string;
};

export type Checkpoint = {
  /** Events in the log when it was signed. */
  tree_size: number;
  /** The root of the tree. SHA-256, in base64. */
  root_hash: string;
  /** The signed tree head (C2SP tlog-checkpoint). Keep a copy. */
  checkpoint: string;
  /** When it was signed. */
  created_at: string;
  /** The name of the log: the first line of each of its checkpoints. */
  origin: string;
  /** Keys that sign for the log, newest first. */
  public_keys: string[];
};

export type CircuitBreaker = {
  /** Consecutive failed attempts. */
  failures: number;
  /** How long nothing is sent. */
  cooldown_seconds: number;
};

export type Cluster = {
  /** Every node that is alive, or gone for less than an hour. */
  nodes: ClusterNode[];
  /** The listed nodes: alive, or gone for less than an hour. */
  total_nodes: number;
  /** The listed nodes that do work. */
  active_nodes: number;
  /** Balanced while the CPU of active nodes differs by at most 30 points. */
  load_distribution: "balanced" | "unbalanced";
};

export type ClusterNode = {
  /** `node_…` */
  node_id: string;
  /** Draining: it finishes its work and leaves. Inactive: it died; other nodes took over its work. */
  status: "active" | "draining" | "inactive";
  /** `degraded`: its heartbeat is late, or CPU or memory is nearly used up. `unhealthy`: it died. */
  health: "healthy" | "degraded" | "unhealthy";
  /** A worker serves no API. */
  role: "api" | "worker";
  /** Name of the machine, pod or container. */
  host: string;
  metrics: ClusterNodeMetrics;
  /** When it joined. */
  started_at: string;
  /** Heartbeats are sent every second. */
  last_heartbeat: string;
};

/** Reported with its last heartbeat. */
export type ClusterNodeMetrics = {
  /** Percent of one core, over the last second. */
  cpu_utilization: number;
  /** Percent of the memory that the process may use. */
  memory_utilization: number;
  /** Bytes received and sent, without those of the database. */
  active_connections: number;
  /** Deliveries that wait or are in progress on it, and jobs in progress. */
  queue_size: number;
};

export type Communication = {
  /** `com_…` */
  id: string;
  /** The same as `id`. */
  communication_id: string;
  /** `cmp_…`; null for a mail outside of campaigns. */
  campaign_id: string | null;
  /** `led_…`; null if the lead is not known. */
  lead_id: string | null;
  /** The mailbox that it is sent from, `mbx_…`. */
  mailbox_id: string;
  /** Always `email`. */
  channel: string;
  /** The step of the sequence, from 1; null for a mail outside of campaigns. */
  step: number | null;
  /** The variant of the step; null if it has only one. */
  variant: string | null;
  /** The address that it goes to. */
  to: string;
  /** As it is sent. */
  subject: string;
  /** The text as it is sent, with its footer. */
  body: string;
  /** `processing`: it is being handed to the mail server. `sent`: the mail server accepted it. `failed`: see `failure_code`. */
  status: "pending" | "processing" | "sent" | "failed";
  /** Such as `compliance_blocked`, `suppressed`, `hard_bounce`, `rejected`, `cancelled`, or `delivery_unknown`: it cannot be known whether it was sent, and it is not sent again. Null unless it failed. */
  failure_code: string | null;
  /** The same in a sentence, or in the mail server’s words. */
  failure_detail: string | null;
  /** What else it waits for, such as `send_window` or `mailbox_daily_limit`; null if it only waits for its time. */
  waiting_for: string | null;
  /** The time that was requested. */
  scheduled_at: string;
  /** The same as `scheduled_at`. */
  scheduled_send_time: string;
  /** When it is next considered for sending. */
  next_attempt_at: string | null;
  /** Attempts so far. */
  attempts: number;
  /** The `Message-ID` of its header; replies name it. */
  message_id: string;
  /** As it was sent; null for none. */
  idempotency_key: string | null;
  /** The latest verdict of the compliance guard. */
  compliance: Compliance;
  /** Trace of the campaign and the lead, 32 hex digits. */
  trace_id: string;
  /** When it was queued. */
  created_at: string;
  /** When the mail server accepted it; null before. */
  sent_at: string | null;
  /** When the mail server accepted it, which is all that mail reports about delivery; null before. */
  delivered_at: string | null;
  /** When a person first opened it; null if nobody has. Machines do not count. */
  opened_at: string | null;
  /** When a person first followed a link; null if nobody has. */
  clicked_at: string | null;
  /** The first reply that is not automatic; null for none. */
  replied_at: string | null;
  /** When it bounced; null if it did not. */
  bounced_at: string | null;
};

/** What the compliance guard says of it. */
export type Compliance = {
  /** `blocked` when one of the checks is. */
  decision: "allowed" | "blocked";
  /** All checks, in their order. */
  checks: ComplianceCheck[];
};

export type ComplianceCheck = {
  /** What was checked. */
  rule: "suppression" | "unsubscribe_link" | "one_click_header" | "postal_address" | "honest_subject" | "honest_from" | "legal_basis" | "unresolved_variables" | "claims_without_evidence" | "header_injection" | "quiet_hours";
  /** `blocked` stops the mail; a `warning` does not. */
  result: "passed" | "warning" | "blocked";
  /** `low`, `medium` or `high`. */
  severity: string;
  /** The finding, in a sentence. */
  detail: string;
};

export type Component = {
  /** `cpt_…` */
  id: string;
  /** `app_…` */
  application_id: string;
  /** As its manifest, or its folder, says. */
  name: string;
  /** Its type, derived from its manifest and files. */
  kind: "package" | "module" | "service" | "ui";
  /** Its folder; empty for the root of the archive. */
  path: string;
  /** Language with most code in it. */
  language: string | null;
  /** As its manifest, or the last promotion, says. */
  version: string | null;
  /** 0 to 100: the weighted sum of `score_factors`. */
  reusability_score: number;
  score_factors: ComponentScoreFactors;
  /** Computed at first; then what the last promotion said. */
  maturity: "experimental" | "incubating" | "stable" | "mature" | "deprecated";
  dependencies: ComponentDependencies;
  /** Without blank lines and comments. */
  lines_code: number;
  /** As its manifest says; null when unknown. */
  license: string | null;
  /** Whether test files belong to it. */
  has_tests: boolean;
  /** Whether it has a README, or documents what it exports. */
  has_docs: boolean;
  /** Whether others import it through an entry point of its own. */
  in_cycle: boolean;
  /** Percent; null without a coverage report. */
  line_coverage: number | null;
  /** Lines of tests over lines of other code. */
  test_to_code_ratio: number;
  /** Findings in its files, by severity. */
  findings: SeverityCounts;
  /** Last promotion; null if there was none. */
  promoted_at: string | null;
  /** When it was found. */
  created_at: string;
  /** Oldest first. */
  promotion_history: ComponentPromotionHistory[];
};

/** Its dependencies and dependents. */
export type ComponentDependencies = {
  /** Components that it imports from, as `kind:path`. */
  internal: string[];
  /** Packages that it imports. */
  external: ComponentDependenciesExternal[];
  /** Components that import from it, as `kind:path`. */
  dependents: string[];
};

export type ComponentDependenciesExternal = {
  /** As named in its ecosystem. */
  name: string;
  /** Version; null if nothing fixes it. */
  version: string | null;
};

export type ComponentPromotionHistory = {
  /** The new version. */
  version: string | null;
  /** The earlier version. */
  previous_version: string | null;
  /** The new level. */
  maturity_level: "experimental" | "incubating" | "stable" | "mature" | "deprecated";
  /** The earlier level. */
  previous_maturity_level: "experimental" | "incubating" | "stable" | "mature" | "deprecated";
  /** Why; null if no reason was given. */
  reason: string | null;
  /** When. */
  at: string;
};

/** Each 0 to 100. */
export type ComponentScoreFactors = {
  /** Few imports of other components; weighs 0.25. */
  isolation: number;
  /** Small, documented exports; 0.20. */
  api_clarity: number;
  /** Line coverage, else lines of tests to lines of code; 0.20. */
  tests: number;
  /** README and documented exports; 0.15. */
  docs: number;
  /** Low complexity of its functions; 0.10. */
  simplicity: number;
  /** Components that use it; 0.10. */
  adoption: number;
};

export type ConfirmSecondFactorAnswer = {
  /** Each works once, instead of a code of the app. Keep them on paper. */
  recovery_codes: string[];
};

export type ConfirmSecondFactorBody = {
  /** The second factor: the six digits that the app shows, or a recovery code. */
  code: string;
};

export type ConsistencyProof = {
  /** The older size, in events. */
  from: number;
  /** The newer size, in events. */
  to: number;
  /** The root at the older size. SHA-256, in base64. */
  from_root_hash: string;
  /** The root at the newer size. SHA-256, in base64. */
  to_root_hash: string;
  /** RFC 9162, section 2.1.4; each in base64. */
  consistency_proof: string[];
};

export type Contract = {
  /** `ctr_…` */
  id: string;
  /** A name for people to read; it may differ from the name in the code. */
  name: string;
  /** The version that deploy takes. */
  version: string;
  /** `deployed` once a deployment of it has its confirmations on any network. */
  status: "created" | "deployed";
  /** When it was registered. */
  created_at: string;
  /** For people to read; null for none. */
  description: string | null;
  /** The network for deployments and executions, unless a request names another. */
  network: string;
  /** The template that it was made from; null for code of your own. */
  template_id: string | null;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
  /** The newest 20 that were sent to a chain; all of them by their own list. */
  deployments: DeploymentEntry[];
  health: ContractHealthSummary;
};

export type ContractDetail = {
  /** `ctr_…` */
  id: string;
  /** A name for people to read; it may differ from the name in the code. */
  name: string;
  /** The version that deploy takes. */
  version: string;
  /** `deployed` once a deployment of it has its confirmations on any network. */
  status: "created" | "deployed";
  /** When it was registered. */
  created_at: string;
  /** For people to read; null for none. */
  description: string | null;
  /** The network for deployments and executions, unless a request names another. */
  network: string;
  /** The template that it was made from; null for code of your own. */
  template_id: string | null;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
  /** The newest 20 that were sent to a chain; all of them by their own list. */
  deployments: DeploymentEntry[];
  health: ContractHealthSummary;
  /** The interface in the JSON form of Solidity: functions, events and errors. */
  abi: unknown[];
  /** What a deployment sends, 0x-prefixed hex; null for a contract that was registered by address. */
  bytecode: string | null;
  /** Solidity as it was sent; null if the code was given compiled. */
  source_code: string | null;
};

export type ContractHealth = {
  /** `ctr_…` */
  contract_id: string;
  /** By the last hour, or by everything if nothing was executed in it: degraded above 5 % failures, unhealthy above 25 % or when the network does not answer, unknown while nothing is settled. */
  status: "healthy" | "degraded" | "unhealthy" | "unknown";
  metrics: ContractHealthMetrics;
  /** The same figures for sliding windows, by their length. */
  windows: ContractHealthWindow[];
  /** Alerts that fire or were resolved within a day; newest first, at most 100. */
  alerts: Alert[];
};

/** Over all its executions. */
export type ContractHealthMetrics = {
  /** Executions, pending ones included. */
  execution_count: number;
  /** Executions with all their confirmations. */
  success_count: number;
  /** Executions that failed, including before sending. */
  failure_count: number;
  /** Share of the settled executions that succeeded; 1 if there are none. */
  success_rate: number;
  /** Mean over the mined executions. */
  avg_gas_used: number;
  /** Mean time from sending to the last confirmation. */
  avg_execution_time_ms: number;
};

/** Statistics of its executions. */
export type ContractHealthSummary = {
  /** `healthy`, `degraded` or `unhealthy`. */
  status: string;
  /** When it was last executed; null if never. */
  last_execution: string | null;
  /** Executions whose outcome is known. */
  execution_count: number;
  /** Share of `execution_count` that failed; 0 before the first. */
  failure_rate: number;
};

export type ContractHealthWindow = {
  /** Executions sent within this many minutes. */
  window_minutes: number;
  /** Executions, pending ones included. */
  execution_count: number;
  /** Executions with all their confirmations. */
  success_count: number;
  /** Executions that failed, including before sending. */
  failure_count: number;
  /** Share of the settled executions that succeeded; 1 if there are none. */
  success_rate: number;
  /** Mean over the mined executions. */
  avg_gas_used: number;
  /** Mean time from sending to the last confirmation. */
  avg_execution_time_ms: number;
};

export type ContractTemplate = {
  /** What `template_id` of a new contract may be. */
  template_id: string;
  /** For people to read. */
  name: string;
  /** What it is for. */
  description: string;
  /** Name of the contract in the source code. */
  contract_name: string;
  /** Solidity. It may import only what the service has. */
  source_code: string;
};

export type ContractVersion = {
  /** SemVer. */
  version: string;
  /** Release notes for people; null if none were given. */
  changes: string | null;
  /** The interface in the JSON form of Solidity: functions, events and errors. */
  abi: unknown[];
  /** What a deployment sends, 0x-prefixed hex; null for a contract that was registered by address. */
  bytecode: string | null;
  /** Solidity as it was sent; null if the code was given compiled. */
  source_code: string | null;
  /** Compiler, contract and settings; null if the code was given compiled. */
  compilation: Record<string, unknown> | null;
  /** Whether a deployment without `version` takes it. */
  is_current: boolean;
  /** When it was added. */
  created_at: string;
};

/** The sum of the groups, of what belongs to no group, and of the rest. */
export type CostTotals = {
  /** USD, exact to the millionth. */
  ai_inference_usd: number;
  /** USD, exact to the millionth. */
  data_enrichment_usd: number;
  /** USD, exact to the millionth. */
  channel_costs_usd: number;
  /** USD, exact to the millionth. */
  total_usd: number;
};

export type Costs = {
  /** Earliest time, inclusive. */
  from: string;
  /** Latest time, exclusive. */
  to: string;
  /** The currency of all amounts. */
  currency: "USD";
  /** The grouping. */
  group_by: "agent" | "campaign" | "day";
  totals: CostTotals;
  /** The costliest first; of days the oldest first. */
  groups: CostsGroup[];
  /** Cost of no agent or campaign. */
  unattributed: CostTotals;
  rest: CostsRest;
};

export type CostsGroup = {
  /** The id of the agent or campaign, or the day. */
  key: string;
  /** `agt_…`, where groups are of agents. */
  agent_id?: string;
  /** `cmp_…`, where groups are of campaigns. */
  campaign_id?: string;
  /** The day (UTC), where groups are of days. */
  date?: string;
  /** USD, exact to the millionth. */
  ai_inference_usd: number;
  /** USD, exact to the millionth. */
  data_enrichment_usd: number;
  /** USD, exact to the millionth. */
  channel_costs_usd: number;
  /** USD, exact to the millionth. */
  total_usd: number;
};

/** Groups beyond the first 1000, summed. */
export type CostsRest = {
  /** Number of groups in this sum. */
  groups: number;
  /** USD, exact to the millionth. */
  ai_inference_usd: number;
  /** USD, exact to the millionth. */
  data_enrichment_usd: number;
  /** USD, exact to the millionth. */
  channel_costs_usd: number;
  /** USD, exact to the millionth. */
  total_usd: number;
};

export type CreateBackupBody = {
  /** `full`: everything. `incremental`: the changes since the last backup. `differential`: the changes since the last full one. */
  backup_type?: ("full" | "incremental" | "differential") | null;
  /** AES-256-GCM with its own key, which is encrypted with ENCRYPTION_KEY. */
  encryption?: boolean | null;
  /** Zstandard. */
  compression?: boolean | null;
  /** When the backup is deleted. A backup that others build on stays as long as they do. */
  retention_days?: number | null;
};

export type CreateCampaignBody = {
  /** Name of the campaign. */
  name: string;
  /** What it is about. */
  description?: string | null;
  /** The ideal customer. It chooses the leads of a campaign that has none of its own: those that are known to meet every criterion given here. At most 262,144 bytes as JSON. */
  icp?: IdealCustomer | null;
  /** Channels it wants; only `email` has a transport. Default: `["email"]`. */
  channels?: Channel[] | null;
  /** Contents and timing. At most 1,000,000 bytes as JSON. */
  messaging_strategy?: MessagingStrategy | null;
  /** Objectives of the campaign. If they are not met, `slo.violated` is published. */
  slo?: ServiceLevels | null;
  /** Leads of the campaign. */
  lead_ids?: string[] | null;
  /** The leads of this import. */
  import_job_id?: string | null;
  /** The present leads that meet all of this; `{}` means all of them. */
  filter?: CampaignLeads | null;
  /** How the agents work on it. At most 65,536 bytes as JSON. */
  agent_config?: CreateCampaignBodyAgentConfig | null;
};

export type CreateCampaignBodyAgentConfig = {
  /** Roles that work on the campaign. Default: all. The compliance guard always works. */
  agents?: AgentRole[];
  /** `rules` asks no language model; `llm`, the default, asks the model of the service if there is one. */
  engine?: "rules" | "llm";
  /** Stored with the campaign. The operator sets which model is used. */
  model?: string;
  /** Settings for the language model. */
  temperature?: number;
  /** Maximum cost of agents per lead. */
  max_cost_per_lead_usd?: number;
  /** Messages cannot be approved one by one: a campaign that asks for it cannot be launched. */
  require_approval?: boolean;
  [field: string]: unknown;
};

export type CreateContractBody = {
  /** Name of the contract. */
  name: string;
  /** What it is for. */
  description?: string | null;
  /** The JSON ABI: an array as the compiler wrote it, of at most 2,000 items with 5,000 parameters in all. At most 786,432 bytes as JSON. */
  abi?: unknown;
  /** Creation bytecode, hexadecimal with 0x, all libraries linked. */
  bytecode?: string | null;
  /** Solidity; compiled here when `abi` or `bytecode` is left out. It may import `@openzeppelin/contracts/…`. */
  source_code?: string | null;
  /** Network identifier, such as `devnet` or `ethereum_mainnet`. */
  network?: string | null;
  /** The template that ABI and bytecode are taken from (see `GET /v1/contracts/templates`). With an `abi` or `source_code` in the request, it may be your own label, which is stored and can be filtered by. */
  template_id?: string | null;
};

export type CreateContractVersionBody = {
  /** The new version, SemVer. It must be a SemVer version such as 1.2.0. */
  version: string;
  /** What changed. */
  changes?: string | null;
  /** The JSON ABI: an array as the compiler wrote it, of at most 2,000 items with 5,000 parameters in all. At most 786,432 bytes as JSON. */
  abi?: unknown;
  /** Creation bytecode, hexadecimal with 0x, all libraries linked. */
  bytecode?: string | null;
  /** Solidity; compiled here when `abi` or `bytecode` is left out. It may import `@openzeppelin/contracts/…`. */
  source_code?: string | null;
};

export type CreateEventSubscriptionBody = {
  /** Event types or patterns: `contract.created`, `contract.*` (one or more segments below), `a.*.c` (one segment), `*` (all). Notices of the service, such as `webhook.subscription.disabled`, go to patterns that do not begin with `*`. */
  eventTypes: string[];
  /** Where deliveries go: https, without credentials, on the public internet. */
  webhookUrl: string;
  /** Signs every delivery. It is stored encrypted and never shown. */
  secret: string;
  /** For people to read. */
  description?: string | null;
  ordering?: DeliveryOrdering;
  /** With `ordering`, what becomes of later deliveries of a key when all attempts of one failed. `block`, the default: they wait until it is sent again with success, or dropped from the dead letters. `skip`: they are sent. */
  onFailure?: ("block" | "skip") | null;
};

export type CreateFindingCommentBody = {
  /** The text of the comment. */
  text: string;
};

export type CreateIngestionJobBody = {
  /** Where the data comes from. */
  source_id: string;
  /** The data. At most 1,048,576 bytes as JSON. */
  data: Record<string, unknown>;
  /** Applied in order. `trim_strings`: White space around every text is removed. `lowercase_keys`: Every key is written in lower case; two keys that become the same are refused. `normalize_timestamps`: Dates with a time become ISO 8601 in UTC with milliseconds, and so do Unix times under keys such as created_at, time or date. `to_wei`: Amounts such as "1.5 ether" or "3 gwei" become whole wei, as text. `to_checksum_address`: Addresses are written with their EIP-55 checksum. `hash_payload`: Adds payload_hash: Keccak-256 of the canonical JSON (RFC 8785) of the data so far. `drop_nulls`: Fields whose value is null are removed. `pick:<path>`: Only what stands at the path, such as pick:order.customer. `rename:<a>:<b>`: What stands at the first path is moved to the second. `map_args:<path>,<path>`: The values at the paths, in this order, become the arguments of the triggered function (args). */
  transformation_rules?: string[] | null;
  /** The contract to call with the result, `ctr_…`. */
  trigger_contract?: string | null;
  /** The function to call: a name or a full signature. Left out, the field `function` of the transformed data names it. Its field `args` holds the arguments. */
  trigger_function?: string | null;
  /** Default: `normal`. Jobs with a higher priority run first, then in the order of arrival. */
  priority?: ("critical" | "high" | "normal" | "low") | null;
  /** Links the events that the job causes. */
  correlation_id?: string | null;
};

export type CreateIngestionRuleBody = {
  /** Its name in `transformation_rules`. It must be 1 to 63 of a-z, 0-9, _ and -, beginning with a letter. */
  name: string;
  /** JSONata. Its input is the data so far; its result replaces the data. It has half a second. */
  expression: string;
  /** For people to read. */
  description?: string | null;
};

export type CreateKeyBody = {
  /** Tells people what the key is for. */
  name: string;
  /** What the key may do. `admin` grants everything. A key cannot grant what it lacks. */
  scopes: ApiScope[];
  /** When the key expires; null or left out: never. A key cannot create one that outlives it. */
  expires_at?: string | null;
  /** Which environment of the organization the key reads and writes. It must be 1 to 63 of a-z, 0-9, _ and -, beginning with a letter or digit. */
  environment?: string | null;
  /** The addresses and networks (CIDR, IPv4 and IPv6) that it may be used from; null or left out: everywhere. A key that is limited itself cannot create a key for other addresses. */
  allowed_addresses?: string[] | null;
};

export type CreateMailboxBody = {
  /** The address that mails come from. */
  address: string;
  /** Name of the sender, as recipients see it. It must not contain line breaks or other control characters. */
  name?: string | null;
  /** Postal address of the sender; many countries require it in each mail. */
  postal_address?: string | null;
  /** A paused mailbox sends nothing new. */
  status?: ("active" | "paused") | null;
  /** Maximum messages a day (UTC). Null: no limit. */
  daily_limit?: number | null;
  /** Maximum messages an hour. Null: no limit. */
  hourly_limit?: number | null;
  /** Minimum time between two messages. */
  min_gap_seconds?: number | null;
  /** Messages on the first day, and how many are added each day. Null: no warm-up. */
  warmup?: null | NewWarmup;
};

export type CreateOrganizationAnswer = {
  /** `org_…` */
  id: string;
  /** For people; unique. */
  name: string;
  /** Whether it is the one of the operator. */
  is_operator: boolean;
  /** When it was made. */
  created_at: string;
  /** Since when its keys and people are refused; null if they are not. */
  suspended_at: string | null;
  /** When all its data was erased; null if it was not. */
  erased_at: string | null;
  /** Progress of its erasure; null if none was requested. */
  erasure: ("running" | "completed" | "failed") | null;
  /** Its first API key, with the scope `admin`. It is shown only now. */
  key?: string;
  /** Only in the answer to a repeat: why it does not contain the secret. */
  notice?: string;
};

export type CreateOrganizationBody = {
  /** Name of the organization; unique. */
  name: string;
};

export type CreatePortalLinkBody = {
  /** How long the link works. */
  expires_in_seconds?: number | null;
  /** Whether its holder may move the subscription to another address and give it another secret. */
  may_change?: boolean | null;
  /** Types and patterns that its holder may choose from; it needs `may_change`. Other `events` of the subscription stay. Left out: its holder cannot change them. */
  event_types?: string[] | null;
  /** How the portal looks. */
  appearance?: PortalAppearance | null;
};

export type CreateScalingPolicyBody = {
  /** Below this number, nodes are added at once. */
  min_nodes: number;
  /** Maximum number of nodes. */
  max_nodes: number;
  /** Target CPU in percent. */
  target_cpu?: number | null;
  /** Target memory in percent. */
  target_memory?: number | null;
  /** Mean CPU or memory above it, in percent, adds nodes. */
  scale_up_threshold?: number | null;
  /** Mean CPU and memory below it remove nodes. */
  scale_down_threshold?: number | null;
  /** How long after a change the thresholds cause no other change. */
  cooldown_minutes?: number | null;
};

export type CreateSuppressionBody = {
  /** An address that is never written to. Give this or `domain`. */
  email?: string | null;
  /** A domain with its subdomains that is never written to. */
  domain?: string | null;
  /** The reason, for people to read. */
  reason: string;
  /** Only this campaign stops writing; left out: all of them. It must be the id of a campaign, `cmp_…`. */
  campaign_id?: string | null;
  /** When it ends; left out or null: never. */
  expires_at?: string | null;
};

export type CreateTemplateBody = {
  /** What the template is for. */
  name: string;
  /** The subject, one line; a Liquid template. */
  subject: string;
  /** The text; a Liquid template such as `Hello {{ first_name | default: "there" }}`. */
  body: string;
  /** The text as HTML. If omitted, it is made from `body`. */
  html?: string | null;
};

export type CreateWebhookSubscriptionBody = {
  /** For people to read. */
  name: string;
  /** Where deliveries go: https, without credentials, on the public internet. */
  url: string;
  /** Event types of any catalogue, your own types, or patterns: `contract.*` (one or more segments below), `a.*.c` (one segment), `*` (all). Notices of the service, such as `webhook.subscription.disabled`, go to patterns that do not begin with `*`. */
  events: string[];
  /** Signs every delivery. It is stored encrypted and never shown. */
  secret: string;
  /** Only events of this platform; null for any. */
  platform?: ("contracts" | "outreach" | "application_review") | null;
  /** Conditions on the payload, in the query form of MongoDB: `{"amount": {"$gte": 100}, "customer.country": {"$in": ["CH", "AT"]}}`. Operators: $and, $or, $nor, $not, $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $exists. An event whose lists would require more than 5,000 comparisons does not match. */
  filter?: Record<string, unknown> | null;
  /** Attempts under way at once, on each node. */
  max_concurrency?: number | null;
  /** Attempts per second, on each node. */
  rate_per_second?: number | null;
  ordering?: DeliveryOrdering;
  /** With `ordering`, what becomes of later deliveries of a key when all attempts of one failed. `block`, the default: they wait until it is sent again with success, or dropped from the dead letters. `skip`: they are sent. */
  on_failure?: ("block" | "skip") | null;
  /** After this many failures in a row, nothing is sent during the cooldown. */
  circuit_breaker?: CircuitBreaker | null;
  /** The receiver's own retries; null for the service's. What is left out in it is the service's. `Retry-After` puts the next attempt off (a day at most), 429 lets the receiver rest, and 410 ends the delivery and disables the subscription. */
  retry?: RetrySchedule | null;
  /** Sent with every delivery, in addition to those of the service. Stored encrypted and never shown; null for none. */
  headers?: Record<string, string> | null;
  auth?: NewReceiverAuth;
  /** `hmac_ed25519`: `webhook-signature` also has `v1a`, by a key of this subscription whose public half is published. */
  signature?: SignatureScheme | null;
  /** What a delivery looks like: the service's own body, or CloudEvents 1.0, as one JSON object or with its attributes in `ce-` headers. */
  format?: DeliveryFormat | null;
  /** A JSONata expression over the service's own body that makes the body, or the data of a CloudEvent; null for none. What selects nothing, or fails, is an attempt that failed. */
  transform?: string | null;
  /** Several events in one request, whose body is an array of bodies, with one signature; null for one request each. Failed events are retried in a batch, and the last attempt of each event on its own. */
  batch?: DeliveryBatching | null;
  /** Matching events logged since then are also delivered, in the background. */
  backfill_from?: string | null;
};

export type CreateWorkflowBody = {
  /** For people to read. */
  name: string;
  /** For people to read; null for none. */
  description?: string | null;
  /** Whether events start runs. */
  enabled?: boolean | null;
  trigger: NewWorkflowTrigger;
  /** Executed in this order. */
  actions: NewWorkflowAction[];
};

export type CreatedAlertRule = {
  /** The id of the rule, `rul_…`; the same as rule_id. */
  alert_id: string;
  /** `rul_…` */
  rule_id: string;
  /** `ctr_…` */
  contract_id: string;
  /** For people to read. */
  rule_name: string;
  condition: AlertRuleCondition;
  /** What happens when it fires, in addition to the event `alert.triggered`. */
  actions: AlertRuleAction[];
  /** `info`, `warning` or `critical`; also part of the event. */
  severity: string;
  /** Seconds after it fired during which it does not fire again; 0 for none. */
  cooldown_seconds: number;
  /** A rule that came with a restore is inactive: it watches nothing. */
  status: "active" | "inactive";
  /** Whether its condition is met now. */
  state: "ok" | "firing";
  /** Who has acknowledged that it fires; null if nobody has since it began. */
  acknowledged: Acknowledgement | null;
  /** Null when it never fired. */
  last_fired_at: string | null;
  /** When it was made. */
  created_at: string;
  /** Only in the answer to a repeat: why it does not contain the secret. */
  notice?: string;
};

export type CreatedContract = {
  /** `ctr_…` */
  id: string;
  /** A name for people to read; it may differ from the name in the code. */
  name: string;
  /** The version that deploy takes. */
  version: string;
  /** `deployed` once a deployment of it has its confirmations on any network. */
  status: "created" | "deployed";
  /** When it was registered. */
  created_at: string;
  /** For people to read; null for none. */
  description: string | null;
  /** The network for deployments and executions, unless a request names another. */
  network: string;
  /** The template that it was made from; null for code of your own. */
  template_id: string | null;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
};

export type CreatedVersion = {
  /** `ctr_…` */
  contract_id: string;
  /** SemVer; now the current version. */
  version: string;
  /** Release notes for people; null if none were given. */
  changes: string | null;
  /** Nothing is on a chain yet: deploy it. */
  status: "created";
  /** When it was added. */
  created_at: string;
};

export type DeadLetter = {
  /** `evt_…` */
  event_id: string;
  /** `whs_…`, or `sub_…` for one of the Events API. */
  subscription_id: string;
  /** `dlv_…` */
  delivery_id: string;
  /** The name under which the subscriber knows the event. */
  event: string;
  /** When the last attempt failed. */
  failed_at: string;
  /** Number of attempts. */
  attempts: number;
  /** Null when no response head arrived. */
  last_response_code: number | null;
  /** Why the last attempt failed. */
  last_error: string;
};

export type Decision = {
  /** Why. */
  reason?: string | null;
  /** The review that the decision rests on, `rev_…`. */
  review_id?: string | null;
};

export type Delivery = {
  /** `dlv_…` */
  delivery_id: string;
  /** `whs_…`, or `sub_…` for one of the Events API. */
  subscription_id: string;
  /** The name under which the subscriber knows the event. */
  event: string;
  /** Null for a test delivery. */
  event_id: string | null;
  /** `pending`: an attempt is under way or will follow. */
  status: "pending" | "success" | "failed";
  /** Whether it can be replayed. */
  dead_lettered: boolean;
  /** When the next attempt is due; while pending. */
  next_attempt_at?: string;
  /** Oldest first; at most the latest 20 attempts. */
  attempts: DeliveryAttempt[];
};

export type DeliveryAttempt = {
  /** `dlv_…`; the same for all its attempts. */
  delivery_id: string;
  /** The name under which the subscriber knows the event. */
  event: string;
  /** `success`: the answer came whole and in time, with a status from 200 to 299. */
  status: "success" | "failed";
  /** Null when no response head arrived. */
  response_code: number | null;
  /** From the DNS look-up to the last byte. */
  response_time_ms: number;
  /** When the answer was complete; on success. */
  delivered_at?: string;
  /** When the attempt began. */
  last_attempt_at: string;
  /** When the next attempt was due. A failed attempt without it went to the dead letters. */
  next_retry_at?: string;
  /** The number of the attempt, from 1. */
  attempt: number;
  /** Why it failed. */
  error?: string;
  /** Sent by the test route. */
  test: boolean;
  request: DeliveryAttemptRequest;
  /** Null when no response head arrived. */
  response: DeliveryAttemptResponse | null;
};

/** What was sent. */
export type DeliveryAttemptRequest = {
  /** The URL at that time, also if the subscription was changed since. */
  url: string;
  /** Headers by name, as they were sent, without the credentials of the receiver. */
  headers: Record<string, string>;
  /** The exact text; its UTF-8 bytes are what was sent and signed. */
  body: string;
};

export type DeliveryAttemptResponse = {
  /** HTTP status. */
  status: number;
  /** Headers by name, in lower case. */
  headers: Record<string, string>;
  /** The first 16 KiB of the body. */
  body: string;
  /** `base64` if the bytes are not UTF-8. */
  body_encoding: "utf-8" | "base64";
};

export type DeliveryBatching = {
  /** In one request. */
  max_events: number;
  /** How long an event waits for others at most. */
  max_seconds: number;
};

/** What a delivery looks like: the service's own body, or CloudEvents 1.0, as one JSON object or with its attributes in `ce-` headers. */
export type DeliveryFormat = "standard" | "cloudevents_structured" | "cloudevents_binary";

export type DeliveryLogEntry = {
  /** `dlv_…`; the same for all its attempts. */
  delivery_id: string;
  /** The name under which the subscriber knows the event. */
  event: string;
  /** `success`: the answer came whole and in time, with a status from 200 to 299. */
  status: "success" | "failed";
  /** Null when no response head arrived. */
  response_code: number | null;
  /** From the DNS look-up to the last byte. */
  response_time_ms: number;
  /** When the answer was complete; on success. */
  delivered_at?: string;
  /** When the attempt began. */
  last_attempt_at: string;
  /** When the next attempt was due. A failed attempt without it went to the dead letters. */
  next_retry_at?: string;
  /** The number of the attempt, from 1. */
  attempt: number;
  /** Why it failed. */
  error?: string;
  /** Sent by the test route. */
  test: boolean;
};

/** Sends deliveries with the same key one after another, in the order of the log: `{"key": "data.order_id"}`; `"all"` for all of them. An event whose key is missing, null, an empty text, an object or a list is sent without order. Null: no order. A change holds for events published from then on. */
export type DeliveryOrdering = "all" | DeliveryOrderingKey | null;

export type DeliveryOrderingKey = {
  /** Where the key stands in the event: `data`, then up to 16 names, each behind a dot, such as `data.order_id`. */
  key: string;
};

export type DeliveryPreview = {
  /** Whether such an event is sent. */
  matches: boolean;
  /** The first condition that the event does not meet: `pattern`: its type is not subscribed to. `notice`: notices of the service do not match patterns that begin with `*`. Null if it is sent. */
  not_met: ("pattern" | "notice" | "platform" | "filter") | null;
  /** The name of the event for the subscriber. */
  event: string;
  /** The input of a transformation, as JSON text. */
  input: string;
  /** What would be sent now, also if the event does not match; null if it cannot be built. */
  request: DeliveryPreviewRequest | null;
  /** Why it cannot be built. */
  error: string | null;
};

export type DeliveryPreviewRequest = {
  /** Headers by name. The signatures are of this moment. */
  headers: Record<string, string>;
  /** The exact text. */
  body: string;
};

export type DeliverySearchResult = {
  /** Those of this page. */
  deliveries: FoundDelivery[];
  /** How many match. Exact if `coverage.complete`; otherwise those found so far. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** Number of matches before this page. */
  offset: number;
  /** There are more matches, or more to look through: follow `next_cursor`. */
  has_more: boolean;
  /** Start of the next page; absent on the last page. */
  next_cursor?: string;
  coverage: DeliverySearchResultCoverage;
};

/** How far the search got. One request searches at most 20,000 attempts (5,000 deliveries for `pending` and `dead`) and 32 MiB of payloads. A page may then be short, or empty. */
export type DeliverySearchResultCoverage = {
  /** True when the search reached the end of the log, or of the given range. */
  complete: boolean;
  /** Events accepted since then were searched; null for everything that is kept. */
  from: string | null;
  /** Deliveries that this request looked through. */
  looked_at: number;
};

export type DeliveryStats = {
  /** Length of a bucket. */
  bucket: "minute" | "hour" | "day";
  /** Start of the first bucket. */
  from: string;
  /** End of the last bucket. */
  to: string;
  totals: DeliveryStatsTotals;
  /** Oldest first. Buckets without attempts are left out. */
  buckets: DeliveryStatsPeriod[];
  backlog: DeliveryStatsBacklog;
};

/** What waits now, independent of the range. */
export type DeliveryStatsBacklog = {
  /** Deliveries with an attempt under way or to come. */
  pending: number;
  /** Number of dead letters. */
  dead: number;
  /** When the event of the oldest pending delivery was accepted; null when none waits. */
  oldest_pending_at: string | null;
  /** Age of the oldest pending delivery. */
  oldest_pending_age_seconds: number | null;
};

export type DeliveryStatsPeriod = {
  /** Start of the bucket. */
  starts_at: string;
  /** Attempts that ended; test deliveries are not counted. */
  attempts: number;
  /** Attempts that the receiver answered with 200 to 299 in time. */
  successes: number;
  failures: AttemptFailures;
  /** Unsuccessful responses by status, such as `404`. Rare statuses are only in `failures`, by their class. */
  statuses: Record<string, number>;
  /** Deliveries that became dead letters. */
  dead: number;
  response_time_ms: Percentiles;
  /** From the time of the event to the end of the successful attempt, retries included. In milliseconds, from a histogram. */
  delivery_time_ms: Percentiles;
};

/** Totals of the whole range. */
export type DeliveryStatsTotals = {
  /** Attempts that ended; test deliveries are not counted. */
  attempts: number;
  /** Attempts that the receiver answered with 200 to 299 in time. */
  successes: number;
  failures: AttemptFailures;
  /** Unsuccessful responses by status, such as `404`. Rare statuses are only in `failures`, by their class. */
  statuses: Record<string, number>;
  /** Deliveries that became dead letters. */
  dead: number;
  response_time_ms: Percentiles;
  /** From the time of the event to the end of the successful attempt, retries included. In milliseconds, from a histogram. */
  delivery_time_ms: Percentiles;
};

export type DeployContractBody = {
  /** Network identifier, such as `devnet` or `ethereum_mainnet`. */
  network?: string | null;
  /** Arguments of the constructor, in its order. As text (`"5"`, `"true"`, `"0x…"`), JSON text for arrays and tuples, or native JSON. At most 786,432 bytes as JSON. */
  constructor_args?: Argument[] | null;
  /** Most gas that the transaction may use. Default: 1.2 times the estimate. */
  gas_limit?: number | null;
  /** Price of a unit of gas in gwei, such as `1.5`; makes a legacy transaction. Left out: EIP-1559 fees by the network. */
  gas_price?: string | null;
  /** What is paid with the call: whole wei as text, or an amount such as `0.1 ether`. */
  value?: string | null;
  /** Blocks before the transaction counts: its own block and those after it. */
  confirmations_required?: number | null;
  /** Send even what the check before sending predicts to fail. */
  skip_simulation?: boolean | null;
};

export type Deployment = {
  /** Such as `devnet` or `ethereum_mainnet`. */
  network: string;
  /** Where the contract is, or will be, EIP-55; null when it was never sent. */
  address: string | null;
  /** Null when a check before sending predicted the failure. */
  transaction_hash: string | null;
  /** The block that holds it; null until it is mined. */
  block_number: number | null;
  /** When it became active; null before. */
  deployed_at: string | null;
  /** `pending` until it has its confirmations, then `active`. `superseded`: a later deployment on this network took its place. */
  status: "pending" | "active" | "superseded" | "failed" | "cancelled";
  /** `dep_…` */
  deployment_id: string;
  /** The version of the contract. */
  version: string;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
  /** `ctr_…` */
  contract_id: string;
  /** The account that sends it, EIP-55. */
  from: string;
  /** Confirmations so far, its own block included; 0 until it is mined. */
  confirmations: number;
  /** Number of confirmations after which it becomes `active`. */
  confirmations_required: number;
  /** All signed transactions: replacements with higher fees come after the first. */
  transaction_hashes: string[];
  /** Gas limit; null if a check before sending predicted the failure. */
  gas_limit: number | null;
  /** Null until it is mined. */
  gas_used: number | null;
  /** The price paid per unit of gas; null until it is mined. */
  gas_price_gwei: number | null;
  /** The cost in wei, exactly; null until it is mined. */
  cost_wei: string | null;
  /** The cost in the native coin, as the nearest double. */
  cost_eth: number | null;
  /** The cost in USD; also null if no price of the coin is known. */
  cost_usd: number | null;
  /** Why it failed; null when it did not. */
  error: ChainFailure | null;
  /** When it was asked for. */
  created_at: string;
  /** When its cancellation was requested. `status` says whether it was in time. */
  cancel_requested_at: string | null;
  /** When it was certain that an empty transaction took its place. */
  cancelled_at: string | null;
};

export type DeploymentEntry = {
  /** Such as `devnet` or `ethereum_mainnet`. */
  network: string;
  /** Where the contract is, or will be, EIP-55; null when it was never sent. */
  address: string | null;
  /** Null when a check before sending predicted the failure. */
  transaction_hash: string | null;
  /** The block that holds it; null until it is mined. */
  block_number: number | null;
  /** When it became active; null before. */
  deployed_at: string | null;
  /** `pending` until it has its confirmations, then `active`. `superseded`: a later deployment on this network took its place. */
  status: "pending" | "active" | "superseded" | "failed" | "cancelled";
  /** `dep_…` */
  deployment_id: string;
  /** The version of the contract. */
  version: string;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
};

export type DeprecateComponentBody = {
  /** Why. */
  reason?: string | null;
};

export type DroppedFinding = {
  /** Fingerprint of the finding. */
  fingerprint: string;
  /** The rule that found it. */
  rule_id: string;
  /** Path in the archive. */
  file: string;
  /** From 1. */
  line: number;
  /** `unanchored`: a claim of a language model that quotes no code. `disabled`: its rule is disabled. */
  reason: "false_positive" | "duplicate" | "unanchored" | "disabled";
  /** Why, in a sentence. */
  detail: string;
};

export type EnrichLeadBody = {
  /** Whose budget pays; left out: that of the lead's newest campaign. It must be the id of a campaign, `cmp_…`. */
  campaign_id?: string | null;
  /** Maximum cost of paid providers. Default: 0.1. */
  max_cost_usd?: number | null;
};

export type Enrichment = {
  /** `led_…` */
  lead_id: string;
  /** `enr_…` */
  enrichment_id: string;
  /** `partial` when a provider failed; `providers` says why. */
  status: "completed" | "partial" | "failed";
  company: EnrichmentCompany;
  person: EnrichmentPerson;
  intent_signals: EnrichmentIntentSignals;
  /** The source of every value above. Values without a source are null. */
  provenance: EnrichmentProvenance[];
  /** Why a field is null. */
  not_found: Record<string, string>;
  /** The providers that were asked, in this order. */
  providers: EnrichmentProvider[];
  /** Cost of all providers together. */
  cost_usd: number;
  /** Its trace, 32 hex digits. */
  trace_id: string;
  /** When the run was finished. */
  enriched_at: string;
};

/** What is known of the company. */
export type EnrichmentCompany = {
  /** Name. */
  name: string | null;
  /** Domain. */
  domain: string | null;
  /** The site that was read. */
  website: string | null;
  /** Industry. */
  industry: string | null;
  /** Employees. */
  employee_count: number | null;
  /** Employees, as a range. */
  employee_range: string | null;
  /** Location. */
  location: string | null;
  /** Description. */
  description: string | null;
  /** Technologies of its site; empty if none are known. */
  technologies: string[];
  /** Mail provider. */
  mail_provider: string | null;
  /** Year of foundation. */
  founded_year: number | null;
  /** Company page. */
  linkedin_url: string | null;
};

/** Signs that the company is about to buy. */
export type EnrichmentIntentSignals = {
  /** `detected`, `open_roles`, `roles`, `score`. */
  hiring_activity: Record<string, unknown>;
  /** `detected`, `round`, `amount_usd`, `announced_at`, `score`. */
  recent_funding: Record<string, unknown>;
  /** `detected`, `from`, `to`, `score`. */
  technology_migration: Record<string, unknown>;
};

/** What is known of the person. */
export type EnrichmentPerson = {
  /** Name. */
  full_name: string | null;
  /** Job title. */
  title: string | null;
  /** Seniority. */
  seniority: string | null;
  /** Department. */
  department: string | null;
  /** `unverifiable`, `undeliverable` or `role_account`; whether a mailbox exists is never guessed. */
  email_status: string | null;
  /** Profile. */
  linkedin_url: string | null;
  /** Location. */
  location: string | null;
  /** Time zone. */
  timezone: string | null;
};

export type EnrichmentProvenance = {
  /** The field, such as `company.industry`. */
  field: string;
  /** The provider that supplied it. */
  source: string;
  /** Where to check it. */
  source_url: string | null;
  /** How it was found, such as `column`, `provider` or `model_quote`. */
  method: string;
  /** How sure it is, 0 to 1. */
  confidence: number;
  /** When it was seen. */
  observed_at: string;
};

export type EnrichmentProvider = {
  /** Name of the provider. */
  name: string;
  /** `cached`: an earlier answer is still valid. `skipped`: it is not set up, or the budget was spent. */
  status: "completed" | "cached" | "skipped" | "failed";
  /** Duration. */
  duration_ms: number;
  /** Cost; 0 if free or cached. */
  cost_usd: number;
  /** Why it was skipped or failed. */
  error: string | null;
};

export type EraseOrganizationBody = {
  /** The name of the organization, word for word: it confirms that you mean this one. */
  name: string;
};

export type ErrorBody = {
  error: Refusal;
};

export type EstimateDeploymentAnswer = {
  /** `ctr_…` */
  contract_id: string;
  /** The current version, which would be deployed. */
  version: string;
  /** The network that it would be deployed to. */
  network: string;
  /** The account that it would be sent from. */
  from: string;
  /** Estimated on the current state. */
  would_succeed: boolean;
  /** Why it failed; null when it did not. */
  error: ChainFailure | null;
  /** Expected gas; null if it would fail. */
  estimated_gas: number | null;
  /** Null if it would fail. */
  estimated_cost: EstimatedCost | null;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
};

export type EstimateDeploymentBody = {
  /** Network identifier, such as `devnet` or `ethereum_mainnet`. */
  network?: string | null;
  /** Arguments of the constructor, in its order. As text (`"5"`, `"true"`, `"0x…"`), JSON text for arrays and tuples, or native JSON. At most 786,432 bytes as JSON. */
  constructor_args?: Argument[] | null;
  /** Most gas that the transaction may use. Default: 1.2 times the estimate. */
  gas_limit?: number | null;
  /** Price of a unit of gas in gwei, such as `1.5`; makes a legacy transaction. Left out: EIP-1559 fees by the network. */
  gas_price?: string | null;
  /** What is paid with the call: whole wei as text, or an amount such as `0.1 ether`. */
  value?: string | null;
};

export type EstimateExecutionBody = {
  /** Network identifier, such as `devnet` or `ethereum_mainnet`. */
  network?: string | null;
  /** A name, or a full signature such as `set(uint256,uint256)` where several functions share the name. */
  function: string;
  /** Arguments in the order of the function. As text (`"5"`, `"true"`, `"0x…"`), JSON text for arrays and tuples, or native JSON. At most 786,432 bytes as JSON. */
  args?: Argument[] | null;
  /** Most gas that the transaction may use. Default: 1.2 times the estimate. */
  gas_limit?: number | null;
  /** Price of a unit of gas in gwei, such as `1.5`; makes a legacy transaction. Left out: EIP-1559 fees by the network. */
  gas_price?: string | null;
  /** What is paid with the call: whole wei as text, or an amount such as `0.1 ether`. */
  value?: string | null;
};

/** What it will cost at most, and most likely. */
export type EstimatedCost = {
  /** The most gas that it can use. */
  gas_limit: number;
  /** The most that a unit of gas can cost. */
  gas_price_gwei: number;
  /** The most that it can cost, `gas_limit` times `gas_price_gwei`, in the native coin of the network. A rollup adds what it pays to the chain below. */
  total_eth: number;
  /** The same in USD. Null when no price of the coin is known. */
  total_usd: number | null;
  /** What it is expected to use. */
  expected_gas: number;
  /** What a unit of gas costs just now. */
  expected_gas_price_gwei: number;
  /** What it is expected to cost, in the native coin. */
  expected_eth: number;
  /** The same in USD. Null when no price of the coin is known. */
  expected_usd: number | null;
};

export type EventCatalog = {
  /** Every name, in the order of names. */
  event_types: EventCatalogEventType[];
  /** How many names the answer has. */
  total: number;
};

export type EventCatalogEventType = {
  /** The event type. */
  name: string;
  /** `contracts`, `outreach`, `application_review` or `system`. */
  platform: string;
  /** The catalogues that hold this name. */
  catalogs: string[];
  /** Other event types of the same fact. */
  aliases: string[];
  /** When it happens. */
  trigger: string;
  /** JSON Schema of `data`. */
  schema: Record<string, unknown>;
  /** A payload that fits the schema; test deliveries send it. */
  sample: Record<string, unknown>;
};

export type EventDeliveries = {
  /** `evt_…` */
  event_id: string;
  /** One for each subscription that gets the event, including resends. */
  deliveries: EventDelivery[];
  /** How many deliveries there are in all. */
  total: number;
  /** How many deliveries a page has at most. */
  limit: number;
  /** Number of entries before this page. */
  offset: number;
  /** There are more: ask again with `offset` plus `limit`. */
  has_more: boolean;
  /** The workflow runs that the event started, at most 100. */
  workflow_runs: EventRun[];
  /** The newest 50. */
  not_matched?: UnmatchedSubscription[];
  /** Number of subscriptions that do not get the event, including those beyond the 50. */
  not_matched_total?: number;
};

export type EventDelivery = {
  /** `dlv_…`; read it with its bytes at `/v1/webhooks/deliveries/{id}`. */
  delivery_id: string;
  /** `whs_…`, or `sub_…` for one of the Events API. */
  subscription_id: string;
  /** The name, or the description of one of the Events API. */
  subscription_name: string | null;
  /** How the subscription is now: `paused` by somebody, `disabled` by the service. Neither is sent to. */
  subscription_status: "active" | "paused" | "disabled";
  /** The name under which the subscriber knows the event. */
  event: string;
  /** `pending`: an attempt is under way or will follow. */
  status: "pending" | "success" | "failed";
  /** Whether it can be replayed. */
  dead_lettered: boolean;
  /** Attempts that have ended. */
  attempts: number;
  /** Status of the response; null if no response head has arrived. */
  last_response_code: number | null;
  /** Why the last attempt failed. */
  last_error: string | null;
  /** Null before the first. */
  last_attempt_at: string | null;
  /** Null when none will follow. */
  next_attempt_at: string | null;
};

export type EventPage = {
  /** Events of this page, newest first. */
  events: EventRecord[];
  /** How many events match, exactly. */
  total: number;
  /** Number of entries before this page. */
  offset: number;
  /** Maximum number of entries on a page. */
  limit: number;
  /** There are more: follow `next_cursor`. */
  has_more: boolean;
  /** The size of the log that this page was taken from. */
  as_of: number;
  /** Asks for the next page; absent on the last. */
  next_cursor?: string;
};

export type EventProof = {
  /** The event, as in every other response. */
  event: EventRecord;
  /** The exact text whose UTF-8 bytes were hashed. */
  record: string;
  /** Its place in the log, from 0. */
  leaf_index: number;
  /** Hash of the byte 0 and the record. SHA-256, in base64. */
  leaf_hash: string;
  /** Size of the log that the proof and its checkpoint refer to. */
  tree_size: number;
  /** The root of the tree of that size. SHA-256, in base64. */
  root_hash: string;
  /** The audit path (RFC 9162), from the leaf’s sibling up; each in base64. */
  inclusion_proof: string[];
  /** The signed tree head (C2SP tlog-checkpoint). */
  checkpoint: string;
  /** The key that verifies it: `name+keyid+base64`. */
  public_key: string;
};

export type EventRecord = {
  /** `evt_…` */
  eventId: string;
  /** What happened, such as `order.created`. Facts of the platforms have the names of the catalogue. */
  type: string;
  /** The publisher's source, or the part of the service, such as `contracts`. */
  source: string;
  /** The organization whose log it is in, `org_…`. */
  orgId: string;
  /** When it was accepted, by the database’s clock; UTC. */
  timestamp: string;
  /** The payload. For facts of the platforms the catalogue has its schema. */
  data: Record<string, unknown>;
  /** What accompanies the payload, such as `correlation_id`; `{}` for nothing. */
  metadata: Record<string, unknown>;
};

export type EventRun = {
  /** `run_…` */
  run_id: string;
  /** `wfl_…` */
  workflow_id: string;
  /** Its name now. */
  workflow_name: string;
  /** `queued`: waiting for its turn or its next attempt. `loop_stopped`: workflows had started each other too often. */
  status: "queued" | "succeeded" | "failed" | "loop_stopped";
  /** Attempts that have ended. */
  attempts: number;
};

export type EventSubscription = {
  /** `sub_…` */
  subscriptionId: string;
  /** Event types or patterns: `contract.created`, `contract.*` (one or more segments below), `a.*.c` (one segment), `*` (all). Notices of the service, such as `webhook.subscription.disabled`, go to patterns that do not begin with `*`. */
  eventTypes: string[];
  /** Where deliveries go. */
  webhookUrl: string;
  /** For people to read; null for none. */
  description: string | null;
  /** `disabled`: the service stopped sending after days with nothing but failures. */
  status: "active" | "paused" | "disabled";
  ordering: DeliveryOrdering;
  /** With `ordering`, what becomes of later deliveries of a key when all attempts of one failed. `block`, the default: they wait until it is sent again with success, or dropped from the dead letters. `skip`: they are sent. */
  onFailure: ("block" | "skip") | null;
  health: EventSubscriptionHealth;
  /** When it was made. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
};

export type EventSubscriptionBlocked = {
  /** Number of keys. */
  keys: number;
  /** When the first of the dead letters failed. */
  since: string;
  /** The keys that have waited longest, at most 20. */
  first: EventSubscriptionBlockedFirst[];
};

export type EventSubscriptionBlockedFirst = {
  /** Empty with `ordering: "all"`; a long key is shown as its hash. */
  key: string;
  /** When the dead letter failed. */
  since: string;
  /** The dead letter: resend it, or replay or drop its event. */
  deliveryId: string;
  /** Its event. */
  eventId: string;
};

/** Its current health. Counts of a long queue may be some seconds old. */
export type EventSubscriptionHealth = {
  /** `failing`: the latest deliveries failed. `blocked`: deliveries wait behind a dead letter. */
  state: "healthy" | "failing" | "blocked" | "paused" | "disabled";
  /** The first failure since the last success. */
  failingSince: string | null;
  /** Why the latest attempt failed; null while deliveries succeed. */
  lastError: string | null;
  /** Deliveries with an attempt under way or to come. */
  pending: number;
  /** Number of dead letters. */
  dead: number;
  /** Keys whose deliveries wait behind a dead letter; null when none do. */
  blocked: EventSubscriptionBlocked | null;
};

export type ExecuteAgentBody = {
  /** Fits the agent's `input_schema`. At most 262,144 bytes as JSON. */
  input: Record<string, unknown>;
  /** The campaign that it works for. It must be the id of a campaign, `cmp_…`. */
  campaign_id?: string | null;
  /** The lead that it works on. */
  lead_id?: string | null;
  /** `rules` asks no language model; `llm` requires one. Default: what the campaign says, else the model if there is one. */
  engine?: ("rules" | "llm") | null;
  /** Milliseconds after which it is stopped. */
  timeout_ms?: number | null;
  /** A second request with the same key gets the first execution. It does not expire. */
  idempotency_key?: string | null;
};

export type ExecuteContractBody = {
  /** Network identifier, such as `devnet` or `ethereum_mainnet`. */
  network?: string | null;
  /** A name, or a full signature such as `set(uint256,uint256)` where several functions share the name. */
  function: string;
  /** Arguments in the order of the function. As text (`"5"`, `"true"`, `"0x…"`), JSON text for arrays and tuples, or native JSON. At most 786,432 bytes as JSON. */
  args?: Argument[] | null;
  /** Most gas that the transaction may use. Default: 1.2 times the estimate. */
  gas_limit?: number | null;
  /** Price of a unit of gas in gwei, such as `1.5`; makes a legacy transaction. Left out: EIP-1559 fees by the network. */
  gas_price?: string | null;
  /** What is paid with the call: whole wei as text, or an amount such as `0.1 ether`. */
  value?: string | null;
  /** A repeated request with the same key never executes twice. It does not expire. */
  idempotency_key?: string | null;
  /** Blocks before the transaction counts: its own block and those after it. */
  confirmations_required?: number | null;
  /** Send even what the check before sending predicts to fail. */
  skip_simulation?: boolean | null;
};

export type Execution = {
  /** `exe_…` */
  execution_id: string;
  /** `pending` until it has its confirmations. `failed`: it reverted, or was refused before it was sent; see `error`. */
  status: "pending" | "confirmed" | "failed" | "cancelled";
  /** The transaction that was mined, otherwise the one sent last; null if a check before sending predicted the failure. */
  transaction_hash: string | null;
  /** When the confirmation was expected. */
  estimated_confirmation: string | null;
  /** As it was sent; null for none. */
  idempotency_key: string | null;
  /** The block that holds it; null until it is mined. */
  block_number: number | null;
  /** Null until it is mined. */
  gas_used: number | null;
  /** The price that was paid for a unit of gas. */
  gas_price_gwei: number | null;
  /** In the native coin of the network; the nearest double of `cost_wei`. */
  cost_eth: number | null;
  /** By `price`; null when no price is known. */
  cost_usd: number | null;
  /** When it had its confirmations. */
  confirmed_at: string | null;
  /** Confirmations so far, its own block included; 0 until it is mined. */
  confirmations: number;
  /** `ctr_…` */
  contract_id: string;
  /** The version of the deployment that it went to. */
  contract_version: string;
  /** Where it is executed. */
  network: string;
  /** The full signature. */
  function: string;
  /** As they were sent, in the order of the function. */
  args: unknown[];
  /** Wei. */
  value: string;
  /** The account that sends it, EIP-55. */
  from: string;
  /** The address of the contract, EIP-55; null when a check before sending predicted the failure. */
  to: string | null;
  /** Its number among the transactions of the account; null when it was not sent. */
  nonce: number | null;
  /** Gas limit; null if it was not sent. */
  gas_limit: number | null;
  /** Hash of that block; null until it is mined. A reorganization changes it. */
  block_hash: string | null;
  /** All signed transactions: replacements with higher fees come after the first. */
  transaction_hashes: string[];
  /** Every transaction that was signed for the nonce, in order, with what each offered. */
  fee_history: ExecutionFeeHistory[];
  /** Exactly gas_used x price, plus the data fee of a rollup. */
  cost_wei: string | null;
  /** The price of the native coin that `cost_usd` was computed with. */
  price: ExecutionPrice | null;
  /** Number of confirmations after which it becomes `confirmed`. */
  confirmations_required: number;
  /** Why it failed; null when it did not. */
  error: ChainFailure | null;
  /** When it was accepted. */
  created_at: string;
  /** The time of its block. */
  mined_at: string | null;
  /** When the failure was certain. */
  failed_at: string | null;
  /** When its cancellation was requested. `status` says whether it was in time. */
  cancel_requested_at: string | null;
  /** When it was certain that an empty transaction took its place. */
  cancelled_at: string | null;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
};

export type ExecutionCall = {
  /** `CALL`, `DELEGATECALL`, `STATICCALL`, `CREATE` and so on. */
  type: string;
  /** 0 for the transaction itself; one more than that of the calling call. */
  depth: number;
  /** The caller, EIP-55. */
  from: string;
  /** Null if the contract could not be created. */
  to: string | null;
  /** The contract of this environment at the address; null for any other. */
  contract: ExecutionCallContract | null;
  /** Such as `transfer(address,uint256)`, by the ABI of that contract or of the executed one; null if neither has it. */
  function: string | null;
  /** Empty if `function` is null. */
  args: NamedValue[];
  /** The returned values, by the ABI. */
  outputs: NamedValue[];
  /** The value sent with it. */
  value_wei: string;
  /** Including the calls within it. */
  gas_used: number;
  /** Why it failed; null when it did not. */
  error: ChainFailure | null;
  /** Hexadecimal; only the beginning of long data. */
  input: string;
  /** Hexadecimal; only the beginning of long data. */
  output: string;
};

export type ExecutionCallContract = {
  /** `ctr_…` */
  id: string;
  /** The contract’s name. */
  name: string;
  /** The version that is deployed there. */
  version: string;
};

export type ExecutionCallList = {
  /** Those of this page. */
  calls: ExecutionCall[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
  /** Why there are calls, or none: `not_mined`: it is in no block; `not_offered`: the nodes of the network do not offer `debug_traceTransaction`; `not_kept`: they no longer have the state of its block; `too_large`: the trace is longer than 1 MB or 5,000 calls. */
  trace: "traced" | "not_mined" | "not_offered" | "not_kept" | "too_large";
};

export type ExecutionEstimate = {
  /** `ctr_…` */
  contract_id: string;
  /** The version of the deployment that it would be sent to. */
  version: string;
  /** Where it would be executed. */
  network: string;
  /** The account that it would be sent from. */
  from: string;
  /** The address of the contract. */
  to: string;
  /** The full signature. */
  function: string;
  /** Estimated on the current state. */
  would_succeed: boolean;
  /** Why it failed; null when it did not. */
  error: ChainFailure | null;
  /** Expected gas; null if it would fail. */
  estimated_gas: number | null;
  /** Null if it would fail. */
  estimated_cost: EstimatedCost | null;
  /** What would be sent, hexadecimal. */
  data: string;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
};

export type ExecutionFeeHistory = {
  /** Hash of the transaction, 0x-prefixed hex. */
  transaction_hash: string;
  /** The most that it offers for a unit of gas. */
  max_fee_gwei: number;
  /** The part of it for the block’s maker; null of a legacy one. */
  priority_fee_gwei: number | null;
  /** It took the place of what was to be sent, which was given up. */
  is_empty: boolean;
};

export type ExecutionPrice = {
  /** The native coin, such as `ETH`. */
  asset: string;
  /** Price of one coin in USD. */
  usd: number;
  /** Time of the price. */
  as_of: string;
  /** Source of the price. */
  source: string;
};

export type Failure = {
  /** A stable code, such as `storage_full`. */
  code: string;
  /** What happened, in a sentence. */
  message: string;
};

export type Finding = {
  /** Derived from the fingerprint. */
  id: string;
  /** Stays the same while the code does, wherever its lines move. */
  fingerprint: string;
  /** The agent that reports it. */
  agent: string;
  /** All agents that found it. */
  agents: string[];
  /** Only for findings of a language model: a second call tried to refute it, and could not. All others come from rules. */
  driver?: "llm";
  /** The category of that agent. */
  category: "security" | "architecture" | "quality" | "testing" | "performance" | "documentation" | "meta";
  /** The rule; see the catalogue of rules. */
  rule_id: string;
  /** In a few words. */
  title: string;
  /** As rated by the rule, or by your own settings. */
  severity: "critical" | "high" | "medium" | "low";
  /** How sure it is, 0 to 1. */
  confidence: number;
  /** Weaknesses in the catalogue of MITRE, such as `CWE-89`; empty for none. */
  cwe: string[];
  /** Path in the archive. */
  file: string;
  /** First line, from 1. */
  line: number;
  /** Last line. */
  end_line: number;
  /** From 1. */
  column: number;
  /** The code. Secrets in it are masked. */
  snippet: string;
  /** What is wrong, and the possible consequences. */
  description: string;
  /** How to fix it. */
  recommendation: string;
  /** A unified diff that passed all gates; null when there is none. */
  patch: string | null;
  /** The gates of its patch; null if no patch was tried. */
  patch_checks: FindingPatchChecks | null;
  /** How data gets from its source to its sink; empty if it is not about data flow. */
  evidence: FindingEvidence[];
  /** The vulnerable package; null if it is not about a package. */
  package: FindingPackage | null;
  /** Its kind in the counts of vulnerabilities; null if it is none. */
  source: ("code" | "secrets" | "dependencies" | "config") | null;
  /** Further reading. */
  references: string[];
  /** `new`, unless the baseline has it too (`existing`) or somebody suppressed it (`suppressed`). */
  status: "new" | "existing" | "suppressed";
  /** Who has acknowledged it, and who works on it; null if nobody has. */
  acknowledged: Acknowledgement | null;
  /** Number of comments. */
  comments: number;
};

export type FindingComment = {
  /** `cmt_…` */
  comment_id: string;
  /** Fingerprint of the finding; a comment follows it from review to review. */
  fingerprint: string;
  /** Who wrote it. */
  author: Somebody;
  /** As it was written. */
  text: string;
  /** When it was written. */
  created_at: string;
};

export type FindingEvidence = {
  /** Path in the archive. */
  file: string;
  /** From 1. */
  line: number;
  /** `source`: untrusted data enters. `sink`: it is used dangerously. */
  role: "source" | "step" | "sink";
  /** The code. */
  snippet: string;
};

export type FindingPackage = {
  /** Such as `npm` or `PyPI`. */
  ecosystem: string;
  /** As named in its ecosystem. */
  name: string;
  /** The version that is used. */
  version: string;
  /** The fixed version; null if there is none. */
  fixed_version: string | null;
  /** Ids of advisories, such as `GHSA-…` or `CVE-…`. */
  advisories: string[];
  /** Whether the code imports it; null if that is unknown. */
  imported: boolean | null;
};

export type FindingPatchChecks = {
  /** It applies to the files as they are. */
  applies: boolean;
  /** The patched file parses. */
  parses: boolean;
  /** The finding is gone in an analysis of the patched application. */
  resolves: boolean;
  /** That analysis has no new findings. */
  no_new: boolean;
};

export type FindingSuppression = {
  /** `sup_…` */
  id: string;
  /** Fingerprint of the finding, in every review. */
  fingerprint: string;
  /** The reason, for people to read. */
  reason: string;
  /** When it was made. */
  created_at: string;
  /** When the finding counts again; null for never. */
  expires_at: string | null;
};

export type FoundDelivery = {
  /** `dlv_…`; read it with its bytes at `/v1/webhooks/deliveries/{id}`. */
  delivery_id: string;
  /** `whs_…`, or `sub_…` for one of the Events API. */
  subscription_id: string;
  /** The name, or the description of one of the Events API. */
  subscription_name: string | null;
  /** How the subscription is now: `paused` by somebody, `disabled` by the service. Neither is sent to. */
  subscription_status: "active" | "paused" | "disabled";
  /** `evt_…` */
  event_id: string;
  /** The name under which the subscriber knows the event. */
  event: string;
  /** `pending`: an attempt is under way or will follow. */
  status: "pending" | "success" | "failed";
  /** Whether it can be replayed. */
  dead_lettered: boolean;
  /** Attempts that have ended. */
  attempts: number;
  /** Status of the response; null if no response head has arrived. */
  last_response_code: number | null;
  /** Duration of the latest attempt. */
  last_response_time_ms: number | null;
  /** Why the latest attempt failed. */
  last_error: string | null;
  /** Null before the first. */
  last_attempt_at: string | null;
  /** Null when none will follow. */
  next_attempt_at: string | null;
  /** When the event was accepted. */
  created_at: string;
};

export type GetContractStatisticsAnswer = {
  /** `ctr_…` */
  contract_id: string;
  /** Length of a bucket: `minute`, `hour` or `day`. */
  bucket: string;
  /** By the time of sending; oldest first, without gaps. */
  buckets: GetContractStatisticsAnswerBucket[];
};

export type GetContractStatisticsAnswerBucket = {
  /** When it begins. */
  starts_at: string;
  /** Executions, pending ones included. */
  execution_count: number;
  /** Executions with all their confirmations. */
  success_count: number;
  /** Executions that failed, including before sending. */
  failure_count: number;
  /** Share of the settled executions that succeeded; 1 if there are none. */
  success_rate: number;
  /** Mean over the mined executions. */
  avg_gas_used: number;
  /** Mean time from sending to the last confirmation. */
  avg_execution_time_ms: number;
};

export type GetOrganizationQuotasAnswer = {
  /** The quotas that are set; everything else is unlimited. */
  quotas: QuotaUse[];
};

export type GetWalletAnswer = {
  /** The requested network. */
  network: string;
  /** The chain id of EIP-155. */
  chain_id: number;
  /** The native coin. */
  asset: string;
  /** The account that transactions of this environment are sent from. */
  address: string;
  /** The balance, exactly. */
  balance_wei: string;
  /** The balance in the native coin, as the nearest double. */
  balance_eth: number;
  /** The balance in USD; null if no price of the coin is known. */
  balance_usd: number | null;
  /** Number of mined transactions. */
  mined_nonce: number;
  /** Number of transactions, including pending ones. */
  next_nonce: number;
  /** The current price of a unit of gas. */
  gas_price_gwei: number;
};

/** Readiness for a cloud: configuration, health checks, logs, statelessness. */
export type Grade = {
  /** 0 to 100. */
  score: number;
  /** `A` from 90, `B` from 80, `C` from 70, `D` from 60, else `F`. */
  grade: "A" | "B" | "C" | "D" | "F";
};

/** The ideal customer. It chooses the leads of a campaign that has none of its own: those that are known to meet every criterion given here. At most 262,144 bytes as JSON. */
export type IdealCustomer = {
  /** Job titles: the lead has one of them exactly. */
  titles?: string[];
  /** Seniorities. */
  seniorities?: string[];
  /** Departments. */
  departments?: string[];
  /** Industries. */
  industries?: string[];
  /** Minimum number of employees. */
  employee_min?: number;
  /** Maximum number of employees. */
  employee_max?: number;
  /** Countries, ISO 3166 alpha-2. */
  countries?: string[];
  /** Technologies in use. */
  technologies?: string[];
  /** Words that speak for a lead. */
  keywords?: string[];
  exclusions?: IdealCustomerExclusions;
  [field: string]: unknown;
};

/** Leads that the campaign never contacts. */
export type IdealCustomerExclusions = {
  /** Domains. */
  domains?: string[];
  /** Titles. */
  titles?: string[];
  [field: string]: unknown;
};

export type ImportLeadsForm = {
  /** The file, at most 5368709120 bytes. */
  file: string;
  /** The leads join this campaign, including known leads. It must be the id of a campaign, `cmp_…`. */
  campaign_id?: string;
  /** Tags for the leads, separated by commas, including known leads. */
  tags?: string[];
  /** Whether a row that repeats another row or a known lead creates no second lead. */
  deduplicate?: boolean;
  /** What identifies a lead, separated by commas: `email` (always counts), `domain_name` (company domain and whole name), `linkedin_url`, `phone`. */
  dedup_keys?: string[];
  /** What a row does to a known lead that it repeats: nothing, overwrite its fields, or fill only empty fields. */
  dedup_mode?: "skip" | "update" | "merge";
  /** JSON: lead field to column name, such as `{"email": "Kontakt"}`. Fields: email, first_name, last_name, full_name, title, company, domain, phone, linkedin_url, country, timezone. Other columns are mapped by their names; the rest become custom fields. */
  mapping?: string;
  /** Text encoding, such as `windows-1252`. Default: detected from the file. */
  encoding?: string;
  /** One of `,` `;` `|` or tab, or `comma`, `semicolon`, `pipe`, `tab`. Default: detected from the file. */
  delimiter?: string;
  /** Enrich each new lead afterwards. */
  auto_enrich?: boolean;
  /** Score each new lead afterwards. */
  auto_score?: boolean;
  /** Only read and count: the answer says what would happen, and the reject report can be read. */
  dry_run?: boolean;
};

export type ImportSarifForm = {
  /** The file, at most 33554432 bytes. */
  file: string;
};

export type InboundMail = {
  /** `inb_…` */
  id: string;
  /** Its source: `api`, `imap` or `smtp`. */
  source: string;
  /** The address in the header. */
  from: string;
  /** As in its header, decoded. */
  subject: string;
  /** The new text, without what is quoted. */
  text: string;
  /** Its classification. */
  classification: "positive" | "negative" | "question" | "neutral" | "unsubscribe" | "out_of_office" | "auto_reply" | "bounce" | "soft_bounce" | "complaint";
  /** How sure that is, 0 to 1. */
  confidence: number;
  /** The classifier. */
  engine: "rules" | "llm";
  /** When the sender is back from out of office. */
  away_until: string | null;
  /** The message that it answers. */
  communication_id: string | null;
  /** Its campaign. */
  campaign_id: string | null;
  /** Its lead. */
  lead_id: string | null;
  /** The recipient of the message that it answers: a bounce comes from a machine. */
  recipient: string | null;
  /** How the answered message was found. */
  matched_by: string | null;
  /** When the service took it. */
  received_at: string;
};

export type InboundResult = {
  /** `inb_…` */
  inbound_id: string;
  /** What the mail says. After `unsubscribe`, `bounce` and `complaint` the address is suppressed. */
  classification: "positive" | "negative" | "question" | "neutral" | "unsubscribe" | "out_of_office" | "auto_reply" | "bounce" | "soft_bounce" | "complaint";
  /** How sure that is, 0 to 1. */
  confidence: number;
  /** When the sender is back from out of office. */
  away_until: string | null;
  /** The message that it answers; null when none was found. */
  communication_id: string | null;
  /** `verp`, `message_id` or `sender`. */
  matched_by: string | null;
  /** It was handed in before, and changed nothing now. */
  repeated: boolean;
};

export type IngestionJob = {
  /** `ing_…` */
  job_id: string;
  /** `failed`: a rule failed, or the contract could not be called; `error` tells. */
  status: "queued" | "processing" | "completed" | "failed";
  /** Place among the waiting jobs of the environment, from 1; 0 once its turn has come. */
  position: number;
  /** Estimated from earlier jobs; null once its turn has come. */
  estimated_start: string | null;
  /** Where the data comes from, as the request said. */
  source_id: string;
  /** Applied in this order. */
  transformation_rules: string[];
  /** Null if there is none. */
  trigger_contract: string | null;
  /** Null if there is none. */
  trigger_function: string | null;
  /** `critical`, `high`, `normal` or `low`, as the request said. */
  priority: string;
  /** Number of attempts. */
  attempts: number;
  /** When it was accepted. */
  created_at: string;
  /** When it began; null while it waits. */
  started_at: string | null;
  /** When it was completed, or failed; null before. */
  completed_at: string | null;
  /** Null until it has ended. */
  result: IngestionJobResult | null;
  /** Why it failed, or what its last attempt ran into. */
  error: IngestionJobError | null;
};

export type IngestionJobError = {
  /** A stable code, such as `transformation_failed`. */
  code: string;
  /** What happened, in a sentence. */
  message: string;
  /** The rule that failed. */
  rule?: string;
};

export type IngestionJobResult = {
  /** Null when a rule failed. A list leaves out what has more than 16384 bytes: read the job itself. */
  transformed_data: Record<string, unknown> | null;
  /** Whether an execution was accepted. */
  contract_triggered: boolean;
  /** The execution that it caused, `exe_…`. */
  execution_id: string | null;
};

export type IngestionRule = {
  /** `igr_…` */
  rule_id: string;
  /** Its name in `transformation_rules`. */
  name: string;
  /** JSONata. */
  expression: string;
  /** Null if there is none. */
  description: string | null;
  /** When it was made. */
  created_at: string;
};

export type Invitation = {
  /** `inv_…` */
  id: string;
  /** Whether it invites somebody or resets a password. */
  email: string;
  /** `owner`: everything; `operator`: read and change all platforms; `developer`: read all, change all but outreach; `viewer`: read. */
  role: "owner" | "operator" | "developer" | "viewer";
  /** When it was made. */
  created_at: string;
  /** When its link expires. */
  expires_at: string;
};

export type InvitationLink = {
  /** `inv_…` */
  id: string;
  /** Whether it invites somebody or resets a password. */
  email: string;
  /** `owner`: everything; `operator`: read and change all platforms; `developer`: read all, change all but outreach; `viewer`: read. */
  role: "owner" | "operator" | "developer" | "viewer";
  /** When it was made. */
  created_at: string;
  /** When its link expires. */
  expires_at: string;
  /** The link. It works once, and is shown only now. */
  link?: string;
  /** Whether it was sent by mail too. */
  mailed: boolean;
  /** Only in the answer to a repeat: why it does not contain the secret. */
  notice?: string;
};

export type InviteUserBody = {
  /** Address of who is invited. */
  email: string;
  /** `owner`: everything; `operator`: read and change all platforms; `developer`: read all, change all but outreach; `viewer`: read. */
  role: "owner" | "operator" | "developer" | "viewer";
};

export type IssuedApiKey = {
  /** `key_…` */
  id: string;
  /** For people to read. */
  name: string;
  /** The start and the last four characters of the newest secret. */
  key_hint: string;
  /** What it may do, such as `events:read`. */
  scopes: string[];
  /** What it sees and changes: contracts, workflows and their runs belong to one. */
  environment: string;
  /** The addresses and networks that it may be used from; null for everywhere. */
  allowed_addresses: string[] | null;
  /** When the key was made. */
  created_at: string;
  /** When the key ends; null for never. */
  expires_at: string | null;
  /** The last use, exact to about ten seconds; null for none. */
  last_used_at: string | null;
  /** Until when an earlier secret also works or worked; null when the key was never rotated. */
  previous_expires_at: string | null;
  /** The secret, for `Authorization: Bearer`. It is shown this once. */
  key?: string;
  /** Only in the answer to a repeat: why it does not contain the secret. */
  notice?: string;
};

export type JoinOrganizationBody = {
  /** The last part of the link. */
  token: string;
  /** Name of who joins; not needed for a new password. */
  name?: string | null;
  /** At least 12 characters. */
  password: string;
  /** The second factor: the six digits that the app shows, or a recovery code. */
  code?: string | null;
};

export type Language = {
  /** Such as `TypeScript`. */
  name: string;
  /** Files. */
  files: number;
  /** Lines of code. */
  lines_code: number;
  /** Lines of comment. */
  lines_comment: number;
  /** Blank lines. */
  lines_blank: number;
  /** Bytes. */
  bytes: number;
  /** Share of all code, percent. */
  percent: number;
};

export type LaunchCampaignBody = {
  /** Contact only this many leads, chosen by a hash. The rest may be launched later. */
  test_cohort_size?: number | null;
  /** Maximum cost of the campaign. */
  budget_limit_usd?: number | null;
  /** Most messages a day (UTC). */
  daily_send_limit?: number | null;
  /** When the first step is due, at most a year ahead. Default: at once. */
  start_at?: string | null;
  /** `all` launches the campaign at every lead of the organization. Left out: at its own leads; where it has none, at those that meet every criterion of its `icp` by what is known of them. */
  audience?: "all" | null;
  /** A repeated request with the same key gets the first response. */
  idempotency_key?: string | null;
};

export type Lead = {
  /** `led_…` */
  id: string;
  /** The address, in lower case. No two leads share one. */
  email: string;
  /** First name. */
  first_name: string | null;
  /** Last name. */
  last_name: string | null;
  /** Job title. */
  title: string | null;
  /** Company. */
  company: string | null;
  /** The company's domain. */
  domain: string | null;
  /** Phone number as it was given. */
  phone: string | null;
  /** LinkedIn profile. */
  linkedin_url: string | null;
  /** Country as it was given. */
  country: string | null;
  /** IANA time zone. */
  timezone: string | null;
  /** Columns of imports that are not fields above. */
  custom_fields: Record<string, string>;
  /** Its state. `unsubscribed`, `bounced` and similar leads get no mail. */
  status: "new" | "enriched" | "scored" | "contacted" | "replied" | "meeting_booked" | "unsubscribed" | "bounced" | "suppressed";
  /** Score 0 to 100; null before the first. */
  score: number | null;
  /** A to D; null before the first score. */
  tier: string | null;
  /** In lower case, by name. */
  tags: string[];
  /** Campaigns that it is in, `cmp_…`. */
  campaign_ids: string[];
  /** The last enrichment. */
  enriched_at: string | null;
  /** The last message that was sent. */
  last_contacted_at: string | null;
  /** When it was imported. */
  created_at: string;
  /** When one of its fields last changed. */
  updated_at: string;
};

export type LeadImport = {
  /** `imp_…` */
  import_job_id: string;
  /** `uploading` and `queued`: nothing is read yet. `completed_with_errors`: some rows made no lead. */
  status: "uploading" | "queued" | "processing" | "completed" | "completed_with_errors" | "failed" | "cancelled";
  /** Whether it only counts, without creating leads. */
  dry_run: boolean;
  /** The campaign that the leads join. */
  campaign_id: string | null;
  /** Rows read, without empty ones; `valid_row_count + invalid_row_count`. */
  row_count: number;
  /** Usable rows; in the end `inserted_count + updated_count + duplicate_count + suppressed_count`. */
  valid_row_count: number;
  /** Unusable rows. */
  invalid_row_count: number;
  /** Usable rows that create nothing because they repeat another row or a known lead. */
  duplicate_count: number;
  /** Rows that repeat an earlier row of the file. */
  duplicate_in_file_count: number;
  /** Rows that repeat a known lead; with an updating mode they change it. */
  duplicate_existing_count: number;
  /** Usable rows left out because the address is suppressed. */
  suppressed_count: number;
  /** New leads so far. */
  inserted_count: number;
  /** Known leads updated so far. */
  updated_count: number;
  /** Progress of the merge. */
  progress: number;
  /** From upload to completion; null while it runs. */
  rows_per_second: number | null;
  detected: LeadImportDetected;
  /** As named by the client. */
  file_name: string | null;
  /** Size of the file as it was sent. */
  size_bytes: number;
  /** SHA-256 of the file as it was sent, hex. */
  sha256: string;
  /** URL of the rejected rows as CSV; null while there are none. */
  error_report_url: string | null;
  /** Why it failed; null if it did not. */
  error: Record<string, unknown> | null;
  /** When the file was received. */
  created_at: string;
  /** When the merge began. */
  started_at: string | null;
  /** When it ended. */
  completed_at: string | null;
};

/** How the file was read. */
export type LeadImportDetected = {
  /** Such as `utf-8` or `windows-1252`. */
  encoding: string;
  /** The separator of columns. */
  delimiter: string;
  /** Whether the first row names the columns. */
  has_header: boolean;
  /** Names of the columns, in their order. */
  columns: string[];
  /** Lead field to column. */
  mapping: Record<string, string>;
};

export type LeadScore = {
  /** `led_…` */
  lead_id: string;
  /** `round(0.5 fit + 0.3 intent + 0.2 engagement)`. */
  score: number;
  breakdown: LeadScoreBreakdown;
  weights: LeadScoreWeights;
  /** A from 80, B from 60, C from 40, otherwise D. */
  tier: "A" | "B" | "C" | "D";
  /** What to do next, by score and confidence. */
  recommendation: "contact_now" | "enrich_first" | "nurture" | "do_not_contact";
  /** Share of the needed facts that are known. */
  confidence: number;
  /** What gave points, and what cost points. */
  reasons: LeadScoreReason[];
  /** Version of the rules; scores of two versions do not compare. */
  model_version: string;
  /** The campaign whose ideal customer profile was used. */
  campaign_id: string | null;
  /** Its trace, 32 hex digits. */
  trace_id: string;
  /** When it was scored. */
  scored_at: string;
};

/** The three parts of the score, each 0 to 100. */
export type LeadScoreBreakdown = {
  /** How well the lead fits the ideal customer. */
  fit: number;
  /** Signs of an intent to buy; they lose half their value in 45 days. */
  intent: number;
  /** Reactions to what was sent; they lose half their value in 14 days. Opens by machines do not count. */
  engagement: number;
};

export type LeadScoreReason = {
  /** The part of the score that it belongs to. */
  component: "fit" | "intent" | "engagement";
  /** The rule that gave the points. */
  rule: string;
  /** The points of a component sum to its value. */
  points: number;
  /** What the rule saw. */
  evidence: string;
};

/** The weight of each part; their sum is 1. */
export type LeadScoreWeights = {
  /** Weight of `fit`. */
  fit: number;
  /** Weight of `intent`. */
  intent: number;
  /** Weight of `engagement`. */
  engagement: number;
};

export type LeadTag = {
  /** In lower case. */
  tag: string;
  /** Number of leads with it: exactly, unless `leads_is_minimum` is there. */
  leads: number;
  /** At least so many have it: no more than 1,000,000 are counted. */
  leads_is_minimum?: true;
};

export type LimitUse = {
  /** As in the headers `RateLimit` and `RateLimit-Policy`. */
  name: string;
  /** Requests allowed in a window. */
  limit: number;
  /** How long a window is. */
  window_seconds: number;
  /** Requests in the current window, over all nodes. */
  used: number;
  /** Requests that it still allows. */
  remaining: number;
  /** When the window ends; null if none is open. */
  reset_at: string | null;
};

export type ListAgentsAnswer = {
  /** Those of this page. */
  agents: OutreachAgent[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListAnalysisGapsAnswer = {
  /** Those of this page. */
  gaps: AnalysisGap[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListApplicationsAnswer = {
  /** Those of this page. */
  applications: Application[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListBackupsAnswer = {
  /** Those of this page. */
  backups: Backup[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListCampaignLinksAnswer = {
  /** Those of this page. */
  links: CampaignLink[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListCampaignsAnswer = {
  /** Those of this page. */
  campaigns: CampaignSummary[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListCheckpointsAnswer = {
  /** Those of this page. */
  checkpoints: ListedCheckpoint[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListCommunicationsAnswer = {
  /** Those of this page. */
  communications: Communication[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListComponentsAnswer = {
  /** Those of this page. */
  components: Component[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListContractAlertsAnswer = {
  /** Those of this page. */
  alerts: AlertRule[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListContractTemplatesAnswer = {
  /** Those of this page. */
  templates: ContractTemplate[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListContractTransactionsAnswer = {
  /** Executions and deployments of this page, the newest first. */
  transactions: Transaction[];
  /** Number of matches, exactly. */
  total: number;
  /** Maximum number of entries on a page. */
  limit: number;
  /** Number of entries before this page. */
  offset: number;
  /** There are more: follow `next_cursor`. */
  has_more: boolean;
  /** For `cursor`; null on the last page. */
  next_cursor: string | null;
};

export type ListContractVersionsAnswer = {
  /** Those of this page. */
  versions: ContractVersion[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListContractsAnswer = {
  /** Those of this page. */
  contracts: Contract[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListDeadLettersAnswer = {
  /** Those of this page. */
  dead_letters: DeadLetter[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListDeploymentsAnswer = {
  /** Those of this page. */
  deployments: Deployment[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListDroppedFindingsAnswer = {
  /** Those of this page. */
  dropped: DroppedFinding[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListEventSubscriptionsAnswer = {
  /** Those of this page. */
  subscriptions: EventSubscription[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListExecutionEventsAnswer = {
  /** Those of this page. */
  events: ListExecutionEventsAnswerEvent[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListExecutionEventsAnswerEvent = {
  /** The contract that emitted it. */
  address: string;
  /** Null if the ABI of the contract has no such event. */
  name: string | null;
  /** Such as `Transfer(address,address,uint256)`; null with `name`. */
  signature: string | null;
  /** Its arguments in the order of the ABI; empty if `name` is null. */
  args: ListExecutionEventsAnswerEventArg[];
  /** As on the chain, hexadecimal; the first is the hash of `signature`. */
  topics: string[];
  /** Hexadecimal. */
  data: string;
};

export type ListExecutionEventsAnswerEventArg = {
  /** Empty if the ABI has no name for it. */
  name: string;
  /** As in the ABI, such as `uint256`. */
  type: string;
  /** Whether it is in `topics` instead of `data`. */
  indexed: boolean;
  /** Integers are text. For an indexed string, array or tuple: its hash. */
  value: unknown;
};

export type ListFindingCommentsAnswer = {
  /** Those of this page. */
  comments: FindingComment[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListFindingSuppressionsAnswer = {
  /** Those of this page. */
  suppressions: FindingSuppression[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListInboundMailAnswer = {
  /** Those of this page. */
  messages: InboundMail[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListIngestionJobsAnswer = {
  /** Those of this page. */
  jobs: IngestionJob[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListIngestionRulesAnswer = {
  /** Those of this page. */
  rules: IngestionRule[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListInvitationsAnswer = {
  /** Those of this page. */
  invitations: Invitation[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListKeysAnswer = {
  /** Those of this page. */
  keys: ApiKey[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListLeadImportsAnswer = {
  /** Those of this page. */
  imports: LeadImport[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListLeadTagsAnswer = {
  /** Those of this page. */
  tags: LeadTag[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListLeadsAnswer = {
  /** Those of this page. */
  leads: Lead[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListMailboxesAnswer = {
  /** Those of this page. */
  mailboxes: Mailbox[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListMeetingsAnswer = {
  /** Those of this page. */
  meetings: Meeting[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListNetworksAnswer = {
  /** Those of this page. */
  networks: Network[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListOrganizationExportsAnswer = {
  /** Those of this page. */
  exports: OrganizationExport[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListOrganizationsAnswer = {
  /** Those of this page. */
  organizations: OperatedOrganization[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListOutreachEventsAnswer = {
  /** Those of this page. */
  events: OutreachEvent[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
  /** Start of the next page, for `cursor`; null on the last one. */
  next_cursor: string | null;
};

export type ListRestoresAnswer = {
  /** Those of this page. */
  restores: Restore[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListReviewRulesAnswer = {
  /** Those of this page. */
  rules: ReviewRule[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListReviewsAnswer = {
  /** Those of this page. */
  reviews: Review[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListSandboxMessagesAnswer = {
  /** Those of this page. */
  messages: SandboxMail[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListScalingActionsAnswer = {
  /** Those of this page. */
  actions: ScalingAction[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListScalingPoliciesAnswer = {
  /** Those of this page. */
  policies: ScalingPolicy[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListSpendLimitsAnswer = {
  /** Those of this page. */
  spend_limits: SpendLimit[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListSuppressionsAnswer = {
  /** Those of this page. */
  suppressions: Suppression[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListTemplatesAnswer = {
  /** Those of this page. */
  templates: Template[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListUsersAnswer = {
  /** Those of this page. */
  users: User[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListWebhookDeliveriesAnswer = {
  /** Those of this page. */
  deliveries: DeliveryLogEntry[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListWebhookSubscriptionsAnswer = {
  /** Those of this page. */
  subscriptions: WebhookSubscription[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListWorkflowActionsAnswer = {
  /** In the order of their names. */
  actions: WorkflowActionKind[];
  /** Workflows may start each other through events this deep; the next run is stopped. It is 8. */
  max_depth: number;
};

export type ListWorkflowRunsAnswer = {
  /** Those of this page. */
  runs: WorkflowRun[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListWorkflowsAnswer = {
  /** Those of this page. */
  workflows: Workflow[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListedCheckpoint = {
  /** Events in the log when it was signed. */
  tree_size: number;
  /** The root of the tree. SHA-256, in base64. */
  root_hash: string;
  /** The signed tree head (C2SP tlog-checkpoint). Keep a copy. */
  checkpoint: string;
  /** When it was signed. */
  created_at: string;
};

export type LlmUsage = {
  /** The provider, as in `LLM_PROVIDER`. */
  provider: string;
  /** The model, as named by the provider. */
  model: string;
  /** Number of calls. */
  requests: number;
  /** Input tokens, including cached ones. */
  input_tokens: number;
  /** Output tokens. */
  output_tokens: number;
  /** Cost; an interrupted call counts with its maximum. Null in older reviews without a known price. */
  cost_usd: number | null;
};

export type MailPreview = {
  /** The sender, as in the header. */
  from: string;
  /** The address of the lead. */
  to: string;
  /** With the lead’s values put in. */
  subject: string;
  /** The text, with its footer. */
  body: string;
  /** As a mail program shows it; made from the text if no HTML is given. */
  html: string;
  compliance: Compliance;
};

export type Mailbox = {
  /** `mbx_…` */
  id: string;
  /** The address that mails come from. */
  address: string;
  /** Name of the sender, as recipients see it. */
  name: string;
  /** Shown in the footer of each mail; null for none. */
  postal_address: string | null;
  /** `active`, or `paused`: it sends nothing new. */
  status: string;
  /** Whether it sends messages that name no mailbox. */
  is_default: boolean;
  /** Maximum messages a day (UTC); null for no limit. */
  daily_limit: number | null;
  /** The current limit, with warm-up. */
  daily_limit_today: number | null;
  /** Maximum messages an hour; null for no limit. */
  hourly_limit: number | null;
  /** Minimum time between two messages; 0 for none. */
  min_gap_seconds: number;
  /** How the daily limit grows; null for no warm-up. */
  warmup: MailboxWarmup | null;
  /** Messages since midnight (UTC). */
  sent_today: number;
  /** What stops it from sending now; null if nothing does. */
  held_by: string | null;
  /** The DNS record that lets receivers check the signature; null if the operator provides the key. */
  dkim_record: MailboxDkimRecord | null;
  /** When it was made. */
  created_at: string;
};

export type MailboxDkimRecord = {
  /** Name of the record. */
  name: string;
  /** `TXT`. */
  type: string;
  /** What the record says. */
  value: string;
};

export type MailboxWarmup = {
  /** First day of the warm-up, UTC. */
  started_on: string;
  /** Messages on the first day. */
  first_day: number;
  /** Increase on each later day. */
  daily_step: number;
};

export type Meeting = {
  /** `mtg_…` */
  id: string;
  /** `led_…` */
  lead_id: string;
  /** The campaign that it counts for, `cmp_…`; null for none. */
  campaign_id: string | null;
  /** When it begins; UTC. */
  meeting_time: string;
  /** How long it is. */
  duration_minutes: number;
  /** Who meets the lead, as given in the request. */
  sales_rep: string;
  /** A cancelled meeting stays in the list, but no longer counts. */
  status: "booked" | "cancelled";
  /** How it was booked: `api`, `booking_page` or `webhook`. */
  source: string;
  attribution: MeetingAttribution;
  /** When it was booked. */
  created_at: string;
};

/** The mails and replies that led to it. */
export type MeetingAttribution = {
  /** The first of them, such as `email_step_1` or `email_reply`; `direct` for none. */
  first_touch: string;
  /** The last of them. */
  last_touch: string;
  /** Mails sent and replies, according to the event log. */
  touchpoints: number;
};

/** Contents and timing. At most 1,000,000 bytes as JSON. */
export type MessagingStrategy = {
  /** A campaign with one step, in short form. Subject, a Liquid template. */
  subject?: string;
  /** A campaign with one step, in short form. Text, a Liquid template. */
  body?: string;
  /** A campaign with one step, in short form. The text as HTML. Left out, it is made from `body`. */
  html?: string;
  /** Tone. */
  tone?: string;
  /** The offer. Claims in the texts may rest on it. */
  value_proposition?: string;
  /** What the lead is asked to do. */
  call_to_action?: string;
  /** Language, such as `en`. */
  language?: string;
  sender?: MessagingStrategySender;
  /** The steps; or give `subject` and `body` for a single one. Without either, plain steps are made from the strategy. */
  sequence?: MessagingStrategySequence[];
  send_window?: MessagingStrategySendWindow;
  /** Where to book a meeting; left out: the booking page of this service. */
  booking_url?: string;
  booking?: MessagingStrategyBooking;
  legal?: MessagingStrategyLegal;
  frequency_cap?: MessagingStrategyFrequencyCap;
  tracking?: MessagingStrategyTracking;
  [field: string]: unknown;
};

/** Times that the booking page of this service offers. */
export type MessagingStrategyBooking = {
  /** Who meets the lead. Default: the mailbox. */
  sales_rep?: string;
  /** Length of a meeting in minutes. Default: 30. */
  duration_minutes?: number;
  /** A name such as `Europe/Berlin`. Default: UTC. */
  timezone?: string;
  /** Days on which meetings can be booked. Default: Monday to Friday. */
  days?: Weekday[];
  /** Default: 09:00. It must be a time such as 09:00. */
  start?: string;
  /** Default: 17:00. It must be a time such as 09:00. */
  end?: string;
};

/** Maximum number of messages to one lead in a period. */
export type MessagingStrategyFrequencyCap = {
  /** Number of messages. */
  max_messages: number;
  /** Number of hours. */
  per_hours: number;
};

/** Legal requirements. */
export type MessagingStrategyLegal = {
  /** Postal address of the sender. */
  postal_address?: string;
  /** Legal basis, such as `consent` or `legitimate_interest`. */
  basis?: string;
  quiet_hours?: MessagingStrategyLegalQuietHours;
  [field: string]: unknown;
};

/** No message of the campaign is sent between them, in the time zone of the recipient. If left out, the guard warns of mail at night. */
export type MessagingStrategyLegalQuietHours = {
  /** Such as 21:00. It must be a time such as 09:00. */
  start: string;
  /** Such as 08:00, of the next morning. It must be a time such as 09:00. */
  end: string;
};

/** When mails may be sent. Left out: office hours of the recipient; in the sandbox any hour. */
export type MessagingStrategySendWindow = {
  /** Default: Monday to Friday. */
  days?: Weekday[];
  /** Default: 09:00. It must be a time such as 09:00. */
  start?: string;
  /** Default: 17:00. It must be a time such as 09:00. */
  end?: string;
  /** `recipient`, or a name such as `Europe/Berlin`. */
  timezone?: string;
};

/** The sender. */
export type MessagingStrategySender = {
  /** Name in the texts, and of a mailbox that is made for `email`. It must not contain line breaks or other control characters. */
  name?: string;
  /** Address that the mails come from; a missing mailbox is created. Ignored with `mailbox_ids`. */
  email?: string;
  /** Mailboxes that the leads are spread over; each lead keeps its own. */
  mailbox_ids?: string[];
  [field: string]: unknown;
};

export type MessagingStrategySequence = {
  /** Number of the step, from 1. */
  step: number;
  /** Channel; only `email` has a transport. */
  channel?: string;
  /** Delay after the previous step; for the first, after the launch. */
  delay_hours?: number;
  /** If a later step has none, it continues the thread. Subject, a Liquid template. */
  subject?: string;
  /** Text, a Liquid template. */
  body?: string;
  /** The text as HTML. Left out, it is made from `body`. */
  html?: string;
  /** Variants to compare. */
  variants?: MessagingStrategySequenceVariant[];
  /** When the step is sent; a lead that does not meet it continues with the next step. */
  condition?: "always" | "if_opened" | "if_not_opened" | "if_clicked" | "if_not_clicked";
};

export type MessagingStrategySequenceVariant = {
  /** Name of the variant. */
  variant: string;
  /** Share of the leads. */
  weight?: number;
  /** If a later step has none, it continues the thread. Subject, a Liquid template. */
  subject?: string;
  /** Text, a Liquid template. */
  body?: string;
  /** The text as HTML. Left out, it is made from `body`. */
  html?: string;
};

/** What is tracked. */
export type MessagingStrategyTracking = {
  /** Whether opens of mails are tracked. Default: true. */
  opens?: boolean;
  /** Whether clicks on links are tracked. Default: true. */
  clicks?: boolean;
};

export type ModelUsage = {
  month: ModelUsageMonth;
  total: ModelUsageTotal;
  /** Each day with calls, newest first, by agent and model. */
  days: ModelUsageDay[];
};

export type ModelUsageDay = {
  /** UTC, such as `2026-11-26`. */
  day: string;
  /** `review` or `outreach`. */
  area: string;
  /** The agent. */
  agent: string;
  /** The provider, as in `LLM_PROVIDER`. */
  provider: string;
  /** The model, as named by the provider. */
  model: string;
  /** Calls, including failed ones. */
  requests: number;
  /** Calls without a usable answer. */
  failed: number;
  /** Tokens that the model read. */
  input_tokens: number;
  /** Input tokens that the provider read from its cache. */
  cached_input_tokens: number;
  /** Tokens that it wrote. */
  output_tokens: number;
  /** Cost; an interrupted call counts with its maximum. */
  cost_usd: number;
};

/** The budget of the organization. */
export type ModelUsageMonth = {
  /** The running month (UTC), such as `2026-11`. */
  name: string;
  /** Cost, including what is reserved for calls in progress. */
  spent_usd: number;
  /** Limit of the cost: the quota `model_usd_per_month`, otherwise `LLM_MONTHLY_BUDGET_USD`; null if no model is set. */
  limit_usd: number | null;
};

/** Over all these days. */
export type ModelUsageTotal = {
  /** Calls, including failed ones. */
  requests: number;
  /** Calls without a usable answer. */
  failed: number;
  /** Tokens that the model read. */
  input_tokens: number;
  /** Input tokens that the provider read from its cache. */
  cached_input_tokens: number;
  /** Tokens that it wrote. */
  output_tokens: number;
  /** Cost; an interrupted call counts with its maximum. */
  cost_usd: number;
};

export type NamedValue = {
  /** Empty where the ABI gives none. */
  name: string;
  /** As the ABI has it, such as `uint256` or `address[]`. */
  type: string;
  /** Whole numbers are text. */
  value: unknown;
};

export type Network = {
  /** Its name in requests, such as `devnet`. */
  network: string;
  /** The chain id of EIP-155. */
  chain_id: number;
  /** `not_configured` answers 503 until NETWORK_<NAME>_RPC_URL is set. */
  kind: "embedded" | "simulated" | "configured" | "not_configured";
  /** Whether it is simulated on an embedded chain: nothing there has a cost or a value. */
  simulated: boolean;
  /** The native coin. */
  asset: string;
  /** Assumed time between blocks. */
  block_time_seconds: number;
  /** Confirmations, unless a request names a number. */
  confirmations: number;
  /** The account that transactions of this organization and environment are sent from; null before it is known. */
  account: string | null;
};

export type NewAcknowledgement = {
  /** The person of the organization who works on it, `usr_…`. Default: nobody. */
  assignee?: string | null;
  /** A note for people to read, such as what was found so far. */
  note?: string | null;
};

export type NewAlertRule = {
  /** What the rule watches, for people. */
  rule_name: string;
  condition: NewAlertRuleCondition;
  /** What happens when the rule fires, in addition to the event `alert.triggered`. */
  actions: (NewAlertRuleWebhook | NewAlertRuleMail | NewAlertRuleEvent)[];
  /** Default: `warning`. */
  severity?: ("info" | "warning" | "critical") | null;
  /** For this many seconds after it fired, the rule does not fire again. Default: 0. */
  cooldown_seconds?: number | null;
  /** Window in minutes for counts, rates and means, counted from the start of a minute. For measures of one execution: how long after the last one that met the condition the alert is resolved. */
  window_minutes?: number | null;
  /** Name of the contract’s event that event_count counts. Default: all events. */
  event?: string | null;
};

/** When the rule fires. */
export type NewAlertRuleCondition = {
  /** What is measured. For each settled execution: gas_used, gas_price_gwei, cost_eth, cost_usd, execution_time_ms, event_count. Over the window, or over all executions: execution_count, success_count, failure_count, failure_rate, success_rate, avg_gas_used, avg_execution_time_ms. At the moment: consecutive_failures, pending_count, pending_age_seconds, wallet_balance_eth, contract_balance_eth, reorg_depth. */
  metric: "gas_used" | "gas_price_gwei" | "cost_eth" | "cost_usd" | "execution_time_ms" | "event_count" | "execution_count" | "success_count" | "failure_count" | "failure_rate" | "success_rate" | "avg_gas_used" | "avg_execution_time_ms" | "consecutive_failures" | "pending_count" | "pending_age_seconds" | "wallet_balance_eth" | "contract_balance_eth" | "reorg_depth";
  /** Responses use the full name. */
  operator: "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "equals" | "not_equals" | "gt" | "gte" | "lt" | "lte" | "eq" | "ne" | ">" | ">=" | "<" | "<=" | "==" | "!=";
  /** In the unit of the metric; rates are fractions from 0 to 1. */
  threshold: number;
  /** Window in minutes for counts, rates and means, counted from the start of a minute. For measures of one execution: how long after the last one that met the condition the alert is resolved. */
  window_minutes?: number | null;
  /** Name of the contract’s event that event_count counts. Default: all events. */
  event?: string | null;
};

export type NewAlertRuleEvent = {
  /** Publishes an event of your own. */
  type: "event";
  /** Published in addition to `alert.triggered`. It must be an event type such as `budget.alarm`. */
  event_type?: string;
};

export type NewAlertRuleMail = {
  /** Sends a mail. */
  type: "email";
  /** Who gets the mail. */
  recipients: string[];
};

export type NewAlertRuleWebhook = {
  /** Posts to an address. */
  type: "webhook";
  /** Receives the event `alert.triggered` as a signed delivery with retries. */
  url: string;
  /** Signs the deliveries. If omitted, one is generated and shown once. */
  secret?: string;
};

export type NewEvent = {
  /** The event type, in dot notation: `resource.action[.status]`. It must use dot notation: two or more segments of lowercase letters, digits, `_` and `-`, such as `order.created`. */
  type: string;
  /** The service or integration that the event comes from. */
  source: string;
  /** The payload. At most 1,048,576 bytes as JSON. */
  data: Record<string, unknown>;
  /** At most 262,144 bytes as JSON. */
  metadata?: NewEventMetadata | null;
};

/** At most 262,144 bytes as JSON. */
export type NewEventMetadata = {
  /** Links the events of one user action across platforms. */
  correlationId?: string | null;
  /** The user who caused the event. */
  userId?: string | null;
  /** The organization; it must be the API key's own. */
  orgId?: string | null;
  /** Free labels. */
  tags?: string[] | null;
  [field: string]: unknown;
};

/** How the service authenticates to the receiver; null for only the signature. */
export type NewReceiverAuth = NewReceiverAuthBasic | NewReceiverAuthBearer | NewReceiverAuthOauth2 | NewReceiverAuthMtls | null;

export type NewReceiverAuthBasic = {
  type: "basic";
  /** Without a colon. */
  username: string;
  /** Never shown. */
  password: string;
};

export type NewReceiverAuthBearer = {
  type: "bearer";
  /** Never shown. */
  token: string;
};

export type NewReceiverAuthMtls = {
  type: "mtls";
  /** PEM: the client's own first, then the rest of its chain. */
  certificate: string;
  /** PEM, not encrypted. Never shown. */
  private_key: string;
};

export type NewReceiverAuthOauth2 = {
  /** A token is requested, and sent with each delivery. */
  type: "oauth2";
  /** The token endpoint: https, on the public internet. */
  token_url: string;
  /** The client's id. */
  client_id: string;
  /** The requested scopes, separated by blanks. */
  scope?: string;
  /** The audience of the token, if the endpoint needs it. */
  audience?: string;
  /** Where the endpoint expects the client's id and secret. */
  client_authentication?: "basic" | "body";
  /** Never shown. */
  client_secret: string;
};

export type NewWarmup = {
  /** Messages on the first day. */
  first_day: number;
  /** Increase on each later day. */
  daily_step: number;
};

export type NewWorkflowAction = {
  /** Names the result for later actions. Default: `action_1`, `action_2`, … It must be 1 to 63 of a-z, 0-9 and _, beginning with a letter. */
  id?: string;
  /** What to do, such as `events.publish`; see `GET /v1/workflows/actions`. */
  action: string;
  /** The input of the action. A text of the form `{{ expression }}` is replaced by what the JSONata expression selects from `event` and from `results.<id>` of earlier actions; anything else stays as it is. At most 262,144 bytes as JSON. */
  input: Record<string, unknown>;
  /** The action is skipped unless this JSONata expression over `event` and `results` returns true. Null for always. */
  when?: string | null;
  /** Whether later actions continue after this one has failed. */
  on_error?: "stop" | "continue";
};

/** Which events start a run. */
export type NewWorkflowTrigger = {
  /** The event type, or a pattern: `contract.*` (one or more segments below), `a.*.c` (one segment), `*` (all). A platform event is found under each of its names. */
  type: string;
  /** What the event must meet besides its type, in the query form of MongoDB over `type`, `source`, `data` and `metadata`: `{"data.amount": {"$gte": 100}}`. Operators as in the `filter` of a subscription. Null for nothing. */
  condition?: Record<string, unknown> | null;
};

export type OpenInvitation = {
  /** What the person joins. */
  organization_name: string;
  /** The person that the link is for. */
  email: string;
  /** `owner`: everything; `operator`: read and change all platforms; `developer`: read all, change all but outreach; `viewer`: read. */
  role: "owner" | "operator" | "developer" | "viewer";
  /** Whether somebody joins, or sets a new password. */
  kind: "join" | "new_password";
  /** When the link ends. */
  expires_at: string;
};

export type OperatedOrganization = {
  /** `org_…` */
  id: string;
  /** For people; unique. */
  name: string;
  /** Whether it is the one of the operator. */
  is_operator: boolean;
  /** When it was made. */
  created_at: string;
  /** Since when its keys and people are refused; null if they are not. */
  suspended_at: string | null;
  /** When all its data was erased; null if it was not. */
  erased_at: string | null;
  /** Progress of its erasure; null if none was requested. */
  erasure: ("running" | "completed" | "failed") | null;
};

export type Organization = {
  /** `org_…` */
  id: string;
  /** For people to read. */
  name: string;
  /** When the organization was made. */
  created_at: string;
  /** Every rate limit and its use, counted over all nodes. */
  limits: LimitUse[];
  /** The quotas that the operator has set; everything else is unlimited. */
  quotas: QuotaUse[];
  events_subscriptions: OrganizationEventsSubscriptions;
};

export type OrganizationErasure = {
  /** `org_…` */
  organization_id: string;
  /** `failed`: request it again, and it continues where it stopped. */
  status: "running" | "completed" | "failed";
  /** Who asked for it, `usr_…` or `key_…`. */
  requested_by: string;
  /** When it was asked for. */
  requested_at: string;
  /** When everything was erased; null before. */
  completed_at: string | null;
  /** Rows in all tables together. */
  rows_deleted: number;
  /** By table, in the order of their names. */
  deleted: OrganizationErasureDeleted[];
  /** Uploaded files, imports, backups and exports. */
  files_deleted: number;
  /** Background jobs that were waiting. */
  jobs_deleted: number;
  /** Events whose payload was erased. Their positions and leaf hashes stay. */
  events_redacted: number;
  /** What stays, and why. */
  kept: OrganizationErasureKept[];
  /** Why it stopped. */
  error: string | null;
};

export type OrganizationErasureDeleted = {
  /** Name of the table in the database. */
  table: string;
  /** Rows that were deleted. */
  rows: number;
};

export type OrganizationErasureKept = {
  /** Name of the table in the database. */
  table: string;
  /** Why its rows stay. */
  reason: string;
};

/** Active subscriptions of the Events API, and their maximum. */
export type OrganizationEventsSubscriptions = {
  /** Number of active ones. */
  active: number;
  /** Maximum number. */
  limit: number;
};

export type OrganizationExport = {
  /** `oxp_…` */
  id: string;
  /** The organization whose data it contains. */
  organization_id: string;
  /** `expired`: its time is over, and the archive was deleted. */
  status: "queued" | "running" | "completed" | "failed" | "expired";
  /** Who asked for it, `usr_…` or `key_…`. */
  requested_by: string;
  /** When it was asked for. */
  created_at: string;
  /** When it ended; null before. */
  completed_at: string | null;
  /** Until when the archive can be downloaded; null before it is ready. */
  expires_at: string | null;
  /** Size of the archive. */
  size_bytes: number | null;
  /** SHA-256 of the archive, in hexadecimal. */
  sha256: string | null;
  /** Contents of the archive, the same as `manifest.json` in it. */
  files: OrganizationExportFile[] | null;
  /** Why it failed. */
  error: string | null;
};

export type OrganizationExportFile = {
  /** Path in the archive. */
  name: string;
  /** Number of lines of a file of rows; null for an uploaded file. */
  rows: number | null;
  /** Unpacked size. */
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
};

export type OtlpTrace = {
  /** In the JSON form of OTLP, as collectors accept it. */
  resourceSpans: Record<string, unknown>[];
};

export type Outbox = {
  counts: OutboxCounts;
  /** The sum of `counts`. */
  total: number;
  throughput: OutboxThroughput;
  /** Since when the oldest message that is due waits; null when none is due. */
  oldest_pending_age_seconds: number | null;
  /** When the next pending message is due; null for none. */
  next_due_at: string | null;
  /** The same as `counts`, by channel. */
  by_channel: Record<string, unknown>;
  /** Failed messages by their `failure_code`. */
  failures_by_code: Record<string, unknown>;
};

/** Messages by their state. */
export type OutboxCounts = {
  /** Waiting for their time, a limit or a send window. */
  pending: number;
  /** Being handed to a mail server. */
  processing: number;
  /** Accepted by a mail server. */
  sent: number;
  /** Not sent; see `failures_by_code`. */
  failed: number;
};

/** The sending rate. */
export type OutboxThroughput = {
  /** Messages a minute over the window. */
  per_minute: number;
  /** Messages in the last hour. */
  per_hour: number;
  /** The window of `per_minute`. */
  window_seconds: number;
};

export type OutreachAgent = {
  /** `agt_…` */
  id: string;
  /** For people to read. */
  name: string;
  /** Its job, such as `scorer`. Each role has one agent. */
  role: string;
  /** What it does, in a sentence. */
  description: string;
  /** `degraded`: its last execution failed or timed out. `running`: it is working on this node. */
  status: "idle" | "running" | "degraded" | "disabled";
  /** What drives it: `rules`, or `llm` where a language model is set. */
  engine: string;
  /** The model; null for rules. */
  model: string | null;
  /** JSON Schema of what `execute` takes as `input`. */
  input_schema: Record<string, unknown>;
  /** JSON Schema of its `output`. */
  output_schema: Record<string, unknown>;
  metrics: OutreachAgentMetrics;
  /** When it last ran. */
  last_execution_at: string | null;
};

/** Over all its executions. */
export type OutreachAgentMetrics = {
  /** Number of executions. */
  total_executions: number;
  /** Executions that succeeded. */
  success_count: number;
  /** Executions that failed, timed out or were blocked. */
  failure_count: number;
  /** Over all executions; 0 before the first. */
  success_rate: number;
  /** Mean duration; 0 before the first execution. */
  avg_duration_ms: number;
  /** Over the last 1,000 executions. */
  p95_duration_ms: number;
  /** What its language model cost; 0 for rules. */
  total_cost_usd: number;
};

export type OutreachEvent = {
  /** `evt_…` */
  event_id: string;
  /** As the catalogue names it. */
  type: string;
  /** The campaign that it is about. */
  campaign_id: string | null;
  /** The lead that it is about. */
  lead_id: string | null;
  /** The agent that caused it. */
  agent_id: string | null;
  /** The trace that it belongs to. */
  trace_id: string | null;
  /** Links it to other events. */
  correlation_id: string | null;
  /** When it happened. */
  occurred_at: string;
  /** The payload; the catalogue has its schema. */
  data: Record<string, unknown>;
};

/** From the DNS look-up to the last byte of the answer. In milliseconds, from a histogram. */
export type Percentiles = {
  /** Half took no longer; null without attempts. */
  p50: number | null;
  /** 95th percentile took no longer; null without attempts. */
  p95: number | null;
  /** 99th percentile took no longer; null without attempts. */
  p99: number | null;
};

/** How the portal looks. */
export type PortalAppearance = {
  /** The brand of the portal, shown in its header instead of ours. */
  name?: string;
  /** The colour of buttons and of the head, such as `#0b6bcb`. */
  accent?: string;
  /** Light or dark. Left out: as the browser of its holder has it. */
  theme?: "light" | "dark";
};

export type PortalGrant = {
  /** The one subscription that the link reaches. */
  subscription_id: string;
  /** Whether its holder may change address and secret. */
  may_change: boolean;
  /** Types that its holder may choose from; null for none. */
  event_types: PortalGrantEventType[] | null;
  /** Null: the default appearance. */
  appearance: PortalAppearance | null;
  /** When the link ends. */
  expires_at: string;
};

export type PortalGrantEventType = {
  /** A type or a pattern. */
  type: string;
  /** When it happens, where the catalogue knows the type. */
  trigger: string | null;
};

export type PortalLink = {
  /** The only subscription that the link shows, `whs_…`. */
  subscription_id: string;
  /** For the owner of the receiver. The key comes after the `#`, which browsers do not send. */
  url?: string;
  /** Only the key, for `Authorization: Bearer`. It is shown only once. */
  key?: string;
  /** Whether its holder may change address and secret. */
  may_change: boolean;
  /** Types that its holder may choose from; null for none. */
  event_types: string[] | null;
  /** Null: the default appearance. */
  appearance: PortalAppearance | null;
  /** When the link ends. */
  expires_at: string;
  /** Only in the answer to a repeat: why it does not contain the secret. */
  notice?: string;
};

export type PreviewDeliveryBody = {
  /** `evt_…`: any event of the log. */
  event_id: string;
  /** Event types of any catalogue, your own types, or patterns: `contract.*` (one or more segments below), `a.*.c` (one segment), `*` (all). Notices of the service, such as `webhook.subscription.disabled`, go to patterns that do not begin with `*`. */
  events?: string[] | null;
  /** Only events of this platform; null for any. */
  platform?: ("contracts" | "outreach" | "application_review") | null;
  /** Conditions on the payload, in the query form of MongoDB: `{"amount": {"$gte": 100}, "customer.country": {"$in": ["CH", "AT"]}}`. Operators: $and, $or, $nor, $not, $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $exists. An event whose lists would require more than 5,000 comparisons does not match. */
  filter?: Record<string, unknown> | null;
  /** A JSONata expression over the service's own body that makes the body, or the data of a CloudEvent; null for none. What selects nothing, or fails, is an attempt that failed. */
  transform?: string | null;
  /** What a delivery looks like: the service's own body, or CloudEvents 1.0, as one JSON object or with its attributes in `ce-` headers. */
  format?: DeliveryFormat | null;
};

export type PreviewMailBody = {
  messaging_strategy: MessagingStrategy;
  /** The step. */
  step?: number | null;
  /** The variant of the step. Left out: the first. */
  variant?: string | null;
  /** It also says if the recipient has opted out of this campaign. It must be the id of a campaign, `cmp_…`. */
  campaign_id?: string | null;
};

export type PreviewReviewRulesBody = {
  /** YAML: `rules` in the form of Semgrep, `disabled` and `severity` by ids of rules, `repositories` with both for applications of a name. */
  rules: string;
};

export type PreviewWorkflowAnswer = {
  /** `evt_…` */
  event_id: string;
  /** Its type. */
  event_type: string;
  /** Whether such an event starts the workflow. */
  starts: boolean;
  /** The part of the trigger that the event does not meet; null if it starts the workflow. */
  not_met: ("type" | "condition") | null;
  /** What a run would do, as far as it is known before its actions are executed. */
  outcome: "succeeded" | "failed";
  /** Also for an event that does not start it. */
  actions: PreviewWorkflowAnswerAction[];
};

export type PreviewWorkflowAnswerAction = {
  /** The name in the action, or `action_1` and so on. */
  id: string;
  /** What it would do. */
  action: string;
  /** `skipped`: its `when` is not met. `not_run`: an action before it ends the run. */
  status: "would_run" | "skipped" | "failed" | "not_run";
  /** The input that it would get. */
  input: unknown;
  /** Why it cannot be done. */
  error: PreviewWorkflowAnswerActionError | null;
};

export type PreviewWorkflowAnswerActionError = {
  /** The code of the error that would end the run. */
  code: string;
  /** What is wrong, in a sentence. */
  message: string;
  /** The field of the input; absent if it is about none. */
  field?: string;
};

export type PreviewWorkflowBody = {
  /** `evt_…`: any event of the log. */
  event_id: string;
  trigger: NewWorkflowTrigger;
  /** Executed in this order. */
  actions: NewWorkflowAction[];
  /** Assumed results of earlier actions, by their ids: a dry run executes nothing, so actions have no results of their own. Expressions over an omitted result select nothing. At most 786,432 bytes as JSON. */
  results?: Record<string, Record<string, unknown>> | null;
};

export type PromoteComponentBody = {
  /** SemVer, higher than the current one. It must be a SemVer version such as 1.4.0. */
  version: string;
  /** The present level or the next one. Each has gates; a refusal lists them. */
  maturity_level: "experimental" | "incubating" | "stable" | "mature";
  /** Why. */
  reason?: string | null;
};

export type PublishEventBatchAnswer = {
  /** One for each of the request, in the same order. */
  events: PublishedEvent[];
};

export type PublishEventBatchBody = {
  /** The events, in the order in which the log has them. */
  events: NewEvent[];
};

export type PublishedEvent = {
  /** `evt_…`; the same if a request was repeated with its `Idempotency-Key`. */
  eventId: string;
  /** As it was sent. */
  type: string;
  /** When the event was accepted. */
  timestamp: string;
  /** The event is in the log: the response is sent after the commit. */
  status: "published";
  /** Number of workflow runs that the event started. */
  workflowsTriggered: number;
};

export type QueryReviewEventsAnswer = {
  /** Those of this page. */
  events: EventRecord[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type QueueCommunicationBody = {
  /** The campaign that the message belongs to. */
  campaign_id?: string | null;
  /** The lead to write to. Needed unless `to` is given. */
  lead_id?: string | null;
  /** Only `email` has a transport. */
  channel?: ("email" | "linkedin" | "sms" | "phone") | null;
  /** The address to write to; a missing lead is created. */
  to?: string | null;
  /** The subject, one line; a Liquid template. Needed unless a template is named. */
  subject?: string | null;
  /** The text; a Liquid template. Needed unless a template is named. */
  body?: string | null;
  /** The text as HTML. If omitted, it is made from `body`. */
  html?: string | null;
  /** A stored template; `subject`, `body` and `html` override its own. */
  template_id?: string | null;
  /** The mailbox to send from. Left out, that of the campaign, or the default one. */
  mailbox_id?: string | null;
  /** An earlier message to the same address, `com_…`: mail programs show both as one thread. Unless a mailbox is named, that of the earlier one sends. */
  in_reply_to?: string | null;
  /** Variables for the templates, besides the fields of the lead. At most 262,144 bytes as JSON. */
  variables?: Record<string, unknown> | null;
  /** When to send, at most a year ahead. Default: as soon as possible. */
  send_at?: string | null;
  /** The step of the sequence that it is. */
  step?: number | null;
  /** Links the events of the message with others. Left out: the id of its trace. */
  correlation_id?: string | null;
  /** One key sends only one message, ever. The header `Idempotency-Key` does the same. */
  idempotency_key?: string | null;
};

export type QueuedCommunication = {
  /** `com_…` */
  communication_id: string;
  /** `pending`, or `failed` where the compliance guard held it back. */
  status: "pending" | "processing" | "sent" | "failed";
  /** When it is due; throttles and send windows may delay it. */
  scheduled_at: string;
  /** The same as `scheduled_at`. */
  scheduled_send_time: string;
  /** As it was sent; null for none. */
  idempotency_key: string | null;
  compliance: Compliance;
  /** Trace of the campaign and the lead. */
  trace_id: string;
};

export type QuotaUse = {
  /** `events_per_day`: events that clients publish on a day (UTC); `model_usd_per_month`: what language models cost in a month; the others count what there is. */
  name: "subscriptions" | "api_keys" | "people" | "workflows" | "stored_bytes" | "events_per_day" | "model_usd_per_month";
  /** How much it allows. */
  limit: number;
  /** How much is used, or was published today. */
  used: number;
};

export type ReadInvitationBody = {
  /** The last part of the link. */
  token: string;
};

export type Readiness = {
  /** `app_…` */
  application_id: string;
  /** Weighted mean of the factors, then the lowest cap. */
  score: number;
  /** `A` from 90, `B` from 80, `C` from 70, `D` from 60, else `F`. */
  grade: "A" | "B" | "C" | "D" | "F";
  /** `partial` when known vulnerabilities could not be looked up, or files were not read. */
  confidence: "full" | "partial";
  /** How the score was computed. */
  factors: ReadinessFactor[];
  /** Caps that limit the score, whatever the factors are; empty for none. */
  caps: ScoreCap[];
  /** By gain over effort, largest first. */
  recommendations: ReadinessRecommendation[];
  /** When the score was computed. */
  computed_at: string;
};

export type ReadinessFactor = {
  /** What it is about. */
  name: string;
  /** Share of the factor in the score, 0 to 1. */
  weight: number;
  /** 100 x points over weights of the checks that apply; null when none does, and its share is then left out. */
  score: number | null;
  /** The checks that it was computed from. */
  checks: ReadinessFactorCheck[];
};

export type ReadinessFactorCheck = {
  /** A stable name. */
  id: string;
  /** Maximum points. */
  weight: number;
  /** `not_applicable` checks do not count. */
  status: "pass" | "partial" | "fail" | "not_applicable";
  /** 0 to `weight`. */
  points: number;
  /** Where it was seen; empty if it is missing. */
  evidence: ReadinessFactorCheckEvidence[];
  /** What would gain the missing points; null if none are missing. */
  recommendation: string | null;
};

export type ReadinessFactorCheckEvidence = {
  /** Path in the archive. */
  file: string;
  /** From 1. */
  line: number;
};

export type ReadinessRecommendation = {
  /** The check that it is about. */
  id: string;
  /** Points of the score that it would gain. */
  gain: number;
  /** Weighs 1, 4 and 12 in the order. */
  effort: "S" | "M" | "L";
  /** What to do, in a sentence. */
  text: string;
};

export type ReceiveMailBody = {
  /** The whole mail, as text with its headers. */
  raw: string;
};

/** How the service authenticates to the receiver, without the secrets. */
export type ReceiverAuth = ReceiverAuthBasic | ReceiverAuthBearer | ReceiverAuthOauth2 | ReceiverAuthMtls | null;

export type ReceiverAuthBasic = {
  /** `basic`, `bearer`, `oauth2` or `mtls` selects the form. */
  type: "basic";
  /** Sent with the password, which is not shown. */
  username: string;
};

export type ReceiverAuthBearer = {
  /** `basic`, `bearer`, `oauth2` or `mtls` selects the form. */
  type: "bearer";
};

export type ReceiverAuthMtls = {
  /** `basic`, `bearer`, `oauth2` or `mtls` selects the form. */
  type: "mtls";
  /** PEM. */
  certificate: string;
  /** The subject of the certificate. */
  subject: string;
  /** SHA-256 of the certificate, hexadecimal. */
  fingerprint_sha256: string;
  /** When the certificate expires. */
  expires_at: string;
};

export type ReceiverAuthOauth2 = {
  /** A token is requested, and sent with each delivery. */
  type: "oauth2";
  /** The token endpoint: https, on the public internet. */
  token_url: string;
  /** The client's id. */
  client_id: string;
  /** The requested scopes. */
  scope: string | null;
  /** The audience of the token. */
  audience: string | null;
  /** How the client authenticates to the token endpoint: `basic`: in the header; `body`: in the form. */
  client_authentication: "basic" | "body";
};

/** What was refused, and why. */
export type Refusal = {
  /** A stable code; see the table of errors. */
  code: string;
  /** What is wrong and what to do. */
  message: string;
  /** The offending field. */
  field?: string;
  /** Finds the request in the log. */
  request_id: string;
  details: RefusalDetails;
};

/** More for programs: the page of the code, and what a code adds, such as `allowed` values. */
export type RefusalDetails = {
  /** The page of the code, below the address of the service. */
  doc_url: string;
  [field: string]: unknown;
};

export type RemoveSecondFactorBody = {
  /** The second factor: the six digits that the app shows, or a recovery code. */
  code: string;
};

export type Replay = {
  /** `rpl_…` */
  replay_id: string;
  /** `running` while dead letters are put back, in portions; `completed` when all are queued, not when all are delivered. */
  status: "running" | "completed";
  /** Dead letters that matched the request. */
  matched: number;
  /** How many are back in the queue. */
  replayed: number;
  /** When it was asked for. */
  created_at: string;
  /** When the last one was queued; null while it runs. */
  completed_at: string | null;
};

export type ReplayDeadLettersBody = {
  /** Only of this subscription. */
  subscription_id?: string | null;
  /** An event name or pattern. */
  event?: string | null;
  /** Only those whose last attempt failed at or after this time. */
  from?: string | null;
  /** Only those whose last attempt failed before this time. */
  to?: string | null;
  /** True to replay everything; needed when no filter is given. */
  all?: boolean | null;
};

export type ReplayedEvent = {
  /** `evt_…` */
  event_id: string;
  /** Deliveries that are back in the queue. */
  replayed: number;
  /** Those deliveries, `dlv_…`; they keep their ids. */
  delivery_ids: string[];
};

export type RequestReviewBody = {
  /** Categories (security, architecture, quality, testing, performance, documentation, meta), or `all`. Default: all 23 agents. */
  categories?: ReviewCategories | null;
  /** Whether to make patches. Only patches that pass all four gates are shown. */
  generate_patches?: boolean | null;
  /** A review that has ended, or `latest`: the last one of an application of this name. Findings that it also has get the status `existing`, even if their lines, functions or files moved; findings that became more severe are `new`. */
  baseline_review_id?: string | null;
  /** What the change may bring at most; the review says whether it passed. */
  gate?: ReviewGateRequest | null;
  /** Omit findings of a lower severity. */
  min_severity?: ("critical" | "high" | "medium" | "low") | null;
  /** Ends the review if it takes longer. */
  time_limit_seconds?: number | null;
};

export type Resend = {
  /** `rsd_…` */
  resend_id: string;
  /** `limit_reached`: it queued 100,000 deliveries, the most for one resend. For the rest, ask again with `reached` as `to`. */
  status: "running" | "completed" | "limit_reached";
  /** Deliveries that are in the queue again. */
  resent: number;
  /** Replays go from the newest event to the oldest. Progress so far, as the time of an event; null when done. */
  reached: string | null;
  /** When it was asked for. */
  created_at: string;
  /** When the last one was queued; null while it runs. */
  completed_at: string | null;
};

export type ResendResult = {
  /** `dlv_…`: the same delivery, with new attempts. */
  delivery_id: string;
  /** It is sent when its turn comes. */
  status: "queued";
};

export type ResendWebhookDeliveriesBody = {
  /** Only of this subscription. */
  subscription_id?: string | null;
  /** Only of this event, `evt_…`. */
  event_id?: string | null;
  /** An event name or pattern. */
  event?: string | null;
  /** `pending`: an attempt is under way or will follow. `failed`: all attempts failed. `dead`: all attempts failed, and it is in the dead letters. */
  status?: ("success" | "failed" | "pending" | "dead") | null;
  /** The status of the latest answer: `404`, a class such as `5xx`, or `none` for no answer. */
  response_code?: string | null;
  /** A value in the payload: `data.order_id=1001`, `data.items.0.sku=A-7`. Compares text, numbers, `true`, `false` and `null`. `1001` also finds `1001.0` and the text `1001`. Several with ` & ` between: `data.order_id=1001 & data.currency=EUR`. */
  payload?: string | null;
  /** Events accepted since then. */
  from?: string | null;
  /** Events accepted before then. */
  to?: string | null;
  /** True to send everything again; needed when no filter is given. */
  all?: boolean | null;
};

export type Restore = {
  /** `rst_…` */
  restore_id: string;
  /** `bkp_…` */
  backup_id: string;
  /** A restore writes all of it or nothing. */
  status: "in_progress" | "completed" | "failed";
  /** The environment whose records are replaced. */
  target_environment: string;
  /** Null for the moment of the backup. */
  point_in_time: string | null;
  /** Whether the bytes are checked against the checksum before anything is written. */
  verify_integrity: boolean;
  /** Null if there was nothing to check, or no check was requested. */
  integrity: ("verified" | "failed") | null;
  /** The estimate when it was requested. */
  estimated_duration_minutes: number;
  /** Records written, by kind; null before it is completed. */
  restored: Record<string, number> | null;
  /** Why it failed; null if it did not. */
  error: Failure | null;
  /** When it was asked for. */
  started_at: string;
  /** When it ended; null before. */
  completed_at: string | null;
};

export type RestoreBackupBody = {
  /** Where the records go, with their ids. They replace the contracts data of that environment. Read them with a key of that environment. */
  target_environment: "staging" | "production" | "development" | "sandbox";
  /** The moment to restore to: from the `created_at` of the full backup that this one builds on, which stands for the moment whose state it holds, until now. Left out, the moment of the backup. */
  point_in_time?: string | null;
  /** Every stored byte is checked against the checksum before anything is written. */
  verify_integrity?: boolean | null;
};

export type ResumeCampaignBody = {
  /** Maximum cost of the campaign. */
  budget_limit_usd?: number | null;
  /** Most messages a day (UTC). */
  daily_send_limit?: number | null;
};

export type RetriedRuns = {
  /** Runs that are retried. */
  queued: number;
  /** Runs that stay failed, for example because they executed actions that the workflow no longer has. */
  refused: RetriedRunsRefused[];
  /** Use it as `after` to continue; null if there are no more. */
  next: string | null;
};

export type RetriedRunsRefused = {
  /** `run_…` */
  run_id: string;
  /** A stable code. */
  code: string;
  /** Why, in a sentence. */
  message: string;
};

export type RetryFailedWorkflowRunsBody = {
  /** `own`: the workflow as it was when the event was published. `current`: as it is now, for example after a fix; executed actions must still be in their places. */
  revision?: ("own" | "current") | null;
  /** A run, `run_…`: only later runs. Use `next` of the previous response. */
  after?: string | null;
  /** Maximum runs per request, oldest first. */
  limit?: number | null;
};

export type RetrySchedule = {
  /** Seconds before each attempt, counted from the previous one: as many attempts as numbers, 30 days in all at most. */
  delays?: number[] | null;
  /** From the DNS look-up to the last byte of the answer. */
  timeout_seconds?: number | null;
  /** Statuses, and ranges of them, that are a success: `["200-299", "409"]`. */
  success?: string[] | null;
};

export type Review = {
  /** `rev_…` */
  review_id: string;
  /** `app_…` */
  application_id: string;
  /** `verifying`: findings are checked a second time. `completed_with_errors`: an agent failed; the findings of the others are complete. */
  status: "queued" | "running" | "verifying" | "completed" | "completed_with_errors" | "failed" | "timed_out";
  /** Whether patches are made. */
  generate_patches: boolean;
  /** When it was asked for. */
  created_at: string;
  /** `sarif`: imported findings of another tool. */
  origin: "agents" | "sarif";
  /** `mixed`: a language model drove some agents, rules the others. */
  driver: "rules" | "llm" | "mixed";
  progress: ReviewProgress;
  /** Progress of each category. */
  categories: Record<string, ReviewCategory>;
  /** Each agent, in the order of the catalogue. */
  agents: ReviewAgent[];
  /** Use of a language model; null if none was asked. */
  llm: LlmUsage | null;
  /** How much of the files was read; null until the end. */
  coverage: ReviewCoverage | null;
  /** What to do first. */
  top_actions: string[];
  /** The review that it is compared with. */
  baseline_review_id: string | null;
  /** Findings of that review that are gone. Null until the end, and without a baseline. */
  fixed_findings: number | null;
  /** How the change came out; null when no gate was asked for. */
  gate: ReviewGate | null;
  /** Lowest severity that is reported. */
  min_severity: string | null;
  /** Version of the organization’s rules that it uses; null if there were none. */
  rules_sha256: string | null;
  /** Time limit; it ends when it takes longer. */
  time_limit_seconds: number;
  /** The estimate when it was requested. */
  estimated_duration_seconds: number;
  /** Patches that passed all gates. */
  patches_generated: number;
  /** Null until the end. */
  duration_seconds: number | null;
  /** What went wrong. */
  error: Failure | null;
  /** When it last changed. */
  updated_at: string;
  /** When its agents began. */
  started_at: string | null;
  /** When it ended. */
  completed_at: string | null;
};

export type ReviewAgent = {
  /** A stable name, such as `injection`. */
  id: string;
  /** Its category. */
  category: string;
  /** `rules`: a program; `llm`: also a language model. */
  driver: "rules" | "llm";
  /** `skipped`: nothing in the application is for it; see `reason`. */
  status: "pending" | "running" | "completed" | "failed" | "skipped";
  /** When it began; later after a restart of the service. */
  started_at: string | null;
  /** When it ended. */
  completed_at: string | null;
  /** Duration of its work. */
  duration_ms: number | null;
  /** What it reported, by severity. */
  findings: SeverityCounts;
  /** What it found and did not report. */
  dropped: number;
  /** Why it was skipped or saw only a part. With `model_…` the model did not answer, and only the rules' findings exist. */
  reason: string | null;
  /** Use of a language model; null if none was asked. */
  llm: LlmUsage | null;
  /** Why it failed. */
  error: Failure | null;
};

/** Categories (security, architecture, quality, testing, performance, documentation, meta), or `all`. Default: all 23 agents. */
export type ReviewCategories = string | string[];

export type ReviewCategory = {
  /** `completed_with_errors`: some of its agents failed. */
  status: "pending" | "running" | "completed" | "completed_with_errors" | "failed";
  /** Number of agents. */
  agents_total: number;
  /** Agents that have ended well, with those skipped. */
  completed: number;
  /** Agents that failed. */
  failed: number;
  /** completed + failed + remaining = total, always. */
  remaining: number;
  findings: SeverityCounts;
  /** What is left of 100 after its findings, limited by the lowest cap. Null until the review has ended, and if most of its agents had nothing to look at. */
  score: number | null;
  /** Why the score cannot be higher: `unread_code`; for `testing` also `no_tests`, for `documentation` `no_readme`. */
  caps: ScoreCap[];
  /** Letter of the score. */
  grade: ("A" | "B" | "C" | "D" | "F") | null;
};

export type ReviewCoverage = {
  /** Files that were read in full. */
  files_full: number;
  /** Files that were read in part. */
  files_partial: number;
  /** Files that were not read. */
  files_skipped: number;
  /** Number of files that were not read in full, for each reason. */
  reasons: Record<string, number>;
  /** Share of the application’s own code that was read, by bytes; a file read in part counts half. It limits the score of every category. */
  code_read_percent: number;
  /** Whether it has functions but no tests were found; the score of `testing` is then low. */
  is_untested: boolean;
  /** Whether it has code but no README was found; the score of `documentation` is then low. */
  is_undocumented: boolean;
};

export type ReviewGate = {
  /** A review that did not look at everything fails its gate. `pending` until it has ended. */
  status: "pending" | "passed" | "failed";
  /** Most new findings of a severity; one that is left out has no limit. */
  max_new: Record<string, number>;
  /** Whether no readiness score may be below that of the baseline. */
  readiness_not_lower: boolean;
  /** Each with how it came out; empty until the review has ended. */
  conditions: ReviewGateCondition[];
};

export type ReviewGateCondition = {
  /** `complete`, `new_critical` to `new_low`, `readiness_cloud`, `_library` or `_mesh`. */
  condition: string;
  /** Whether it is met. */
  passed: boolean;
  /** What was found against what is allowed, in a sentence. */
  message: string;
};

/** What the change may bring at most; the review says whether it passed. */
export type ReviewGateRequest = {
  max_new?: ReviewGateRequestMaxNew;
  /** Whether no readiness score may be lower than the baseline has. */
  readiness_not_lower?: boolean;
};

/** Most new findings that are so severe or graver, by severity. One that is left out sets no bound. */
export type ReviewGateRequestMaxNew = {
  /** New critical findings. */
  critical?: number;
  /** New findings that are high or graver. */
  high?: number;
  /** New findings that are medium or graver. */
  medium?: number;
  /** New findings of any severity. */
  low?: number;
};

/** Progress of its agents. */
export type ReviewProgress = {
  /** Number of agents. */
  total: number;
  /** Agents that have ended well, with those skipped. */
  completed: number;
  /** Agents that failed. */
  failed: number;
  /** completed + failed + remaining = total, always. */
  remaining: number;
  /** Estimated time of the remaining agents. */
  running: number;
  /** Share of agents that have ended; 100 if there are none. */
  percent: number;
};

export type ReviewRepositoryRules = {
  /** Name of the applications that it applies to. */
  name: string;
  /** Ids of disabled rules. */
  disabled: string[];
  /** Rules with another severity. */
  severities: ReviewRuleRating[];
};

export type ReviewResults = {
  /** `rev_…` */
  review_id: string;
  /** `app_…` */
  application_id: string;
  /** Status of the review. */
  status: "queued" | "running" | "verifying" | "completed" | "completed_with_errors" | "failed" | "timed_out";
  /** False while agents work, if some failed, and if the time limit was reached. */
  complete: boolean;
  summary: ReviewResultsSummary;
  /** The same for each category. */
  by_category: Record<string, SeverityCounts>;
  /** Null until the end. */
  scores: ReviewResultsScores | null;
  /** Most severe first, then by confidence, file and line. */
  findings: Finding[];
  dropped: ReviewResultsDropped;
  /** How much of the files was read; null until the end. */
  coverage: ReviewCoverage | null;
  /** Findings that match, exactly. */
  total: number;
  /** Maximum number of entries on a page. */
  limit: number;
  /** Number of entries before this page. */
  offset: number;
  /** There are more: ask again with `offset` plus `limit`. */
  has_more: boolean;
};

/** What was found and left out, by reason. */
export type ReviewResultsDropped = {
  /** Findings that a second check refuted. */
  false_positive: number;
  /** Findings that repeat another one. */
  duplicate: number;
  /** Findings of disabled rules. */
  disabled: number;
  /** Claims of a language model that quote no code. */
  unanchored: number;
  /** Left out of the summary: the baseline has them too. */
  baseline: number;
  /** Left out of the summary: suppressed. */
  suppressed: number;
  /** Not delivered: less severe than asked for. */
  below_min_severity: number;
};

export type ReviewResultsScores = {
  /** 0 to 100. */
  cloud_readiness: number;
  /** 0 to 100. */
  library_readiness: number;
  /** 0 to 100. */
  mesh_readiness: number;
};

/** New findings by severity. */
export type ReviewResultsSummary = {
  /** Critical findings. */
  critical: number;
  /** High findings. */
  high: number;
  /** Medium findings. */
  medium: number;
  /** Low findings. */
  low: number;
  /** Their sum. */
  total: number;
};

export type ReviewRule = {
  /** As findings, `disabled` and `severity` name it. */
  rule_id: string;
  /** In a few words. */
  name: string;
  /** The highest severity that its findings can have. */
  severity: "critical" | "high" | "medium" | "low";
  /** The CWE id; null if there is none. */
  cwe: string | null;
  /** Its place in the OWASP Top 10 of 2021. */
  owasp: string | null;
  /** Why it has this severity. */
  why: string;
  /** What it finds. */
  description: string;
  /** How to fix it. */
  recommendation: string;
  /** Further reading. */
  references: string[];
  /** The first of `examples`. */
  example: ReviewRuleExample | null;
  /** One for each language that the rule supports. */
  examples: ReviewRuleExample[];
};

export type ReviewRuleExample = {
  /** The path at which the rule finds it. */
  file: string;
  /** Code that the rule finds; several files are shown with their paths. */
  weak: string;
  /** Similar code that the rule does not report. */
  safe: string;
};

export type ReviewRuleProblem = {
  /** From 1. */
  line: number;
  /** Such as `rules[2].patterns[0].pattern`; empty: the whole text. */
  field: string;
  /** What is wrong, in a sentence. */
  message: string;
};

export type ReviewRuleRating = {
  /** Its id in findings, such as `organization/no-legacy-client`. */
  rule_id: string;
  /** Severity of its findings. */
  severity: "critical" | "high" | "medium" | "low";
};

export type ReviewRules = {
  /** YAML: `rules` in the form of Semgrep, `disabled` and `severity` by ids of rules, `repositories` with both for applications of a name. */
  rules: string;
  /** Number of rules in it. */
  rule_count: number;
  /** SHA-256 of the text; each review names the one that it used. Null: no rules are set. */
  sha256: string | null;
  /** When it was set; null: never. */
  updated_at: string | null;
};

export type ReviewRulesCheck = {
  /** Whether they can be set unchanged. */
  valid: boolean;
  /** At most 50, by line. */
  problems: ReviewRuleProblem[];
  /** The rules that are valid. */
  rules: CheckedReviewRule[];
  /** Ids of disabled rules. */
  disabled: string[];
  /** Rules with another severity. */
  severities: ReviewRuleRating[];
  /** Additional settings for applications of a name. */
  repositories: ReviewRepositoryRules[];
};

export type ReviewSubscription = {
  /** `whs_…`; the Webhooks API manages it from here on. */
  subscription_id: string;
  /** For people to read. */
  name: string;
  /** Where deliveries go. */
  url: string;
  /** The names or patterns of the request. */
  events: string[];
  /** Always `application_review`: events of other platforms are not sent. */
  platform: string;
  /** `active`; the Webhooks API shows later changes. */
  status: string;
  /** When it was made. */
  created_at: string;
};

export type ReviewTicket = {
  /** `rev_…` */
  review_id: string;
  /** `app_…` */
  application_id: string;
  /** `verifying`: findings are checked a second time. `completed_with_errors`: an agent failed; the findings of the others are complete. */
  status: "queued" | "running" | "verifying" | "completed" | "completed_with_errors" | "failed" | "timed_out";
  /** Whether patches are made. */
  generate_patches: boolean;
  /** When it was asked for. */
  created_at: string;
  /** What is reviewed. */
  categories: string[];
  /** Number of agents. */
  agents_total: number;
  /** Estimated from the size of the code and earlier reviews. */
  estimated_duration_seconds: number;
};

export type RollBackContractBody = {
  /** A version that the contract has. It must be a SemVer version such as 1.2.0. */
  target_version: string;
  /** Why. */
  reason: string;
};

export type RollbackResult = {
  /** `ctr_…` */
  contract_id: string;
  /** The current version now. */
  version: string;
  /** The current version before. */
  previous_version: string;
  /** The version that was asked for; the same as `version`. */
  target_version: string;
  /** The registry was changed; `on_chain` explains what that means for chains. */
  status: "rolled_back";
  /** As it was given. */
  reason: string;
  /** When. */
  rolled_back_at: string;
  /** What this changes on chains, and what it does not. */
  on_chain: string;
};

export type RotateKeyBody = {
  /** How long the earlier secret also works; 0 ends it at once. */
  overlap_seconds?: number | null;
  /** With an overlap of 0: also leaves the last key with the scope `admin` with nothing but the new secret. */
  force?: boolean | null;
};

export type RotateWebhookSecretBody = {
  /** The new secret. */
  secret: string;
  /** How long the earlier secret also signs; 0 ends it at once. */
  overlap_seconds?: number | null;
};

export type RotateWebhookSigningKeyBody = {
  /** How long the earlier secret also signs; 0 ends it at once. */
  overlap_seconds?: number | null;
};

export type SandboxMail = {
  /** `sbm_…` */
  id: string;
  /** The `Message-ID` of its header; null where it has none. */
  message_id: string | null;
  /** Sender of the SMTP envelope, where bounces go. */
  envelope_from: string;
  /** Recipient of the SMTP envelope. */
  envelope_to: string;
  /** As in its header, decoded. */
  subject: string;
  /** Size of the whole mail. */
  size_bytes: number;
  /** When the sandbox took it. */
  received_at: string;
};

export type SandboxMailDetail = {
  /** `sbm_…` */
  id: string;
  /** The `Message-ID` of its header; null where it has none. */
  message_id: string | null;
  /** Sender of the SMTP envelope, where bounces go. */
  envelope_from: string;
  /** Recipient of the SMTP envelope. */
  envelope_to: string;
  /** As in its header, decoded. */
  subject: string;
  /** Size of the whole mail. */
  size_bytes: number;
  /** When the sandbox took it. */
  received_at: string;
  /** As in its header. */
  from: string;
  /** As in its header. */
  to: string;
  /** The text part. */
  text: string;
  /** The HTML part; null for none. */
  html: string | null;
  /** All headers, in their order. */
  headers: SandboxMailDetailHeader[];
};

export type SandboxMailDetailHeader = {
  /** In lower case. */
  name: string;
  /** Decoded. */
  value: string;
};

export type SarifReport = {
  /** The version of SARIF. */
  version: "2.1.0";
  /** One for each tool, in SARIF's form. */
  runs: Record<string, unknown>[];
  [field: string]: unknown;
};

export type SaveViewBody = {
  /** The list that the filters belong to. */
  list: "answers" | "audit" | "campaigns" | "dead_letters" | "deliveries" | "events" | "findings" | "jobs" | "leads" | "meetings" | "requests" | "transactions";
  /** What it finds, for people to read. */
  name: string;
  /** The filters by name, as in the address of the console’s page. Relative ones, such as `hours`, stay relative. */
  filters: Record<string, string>;
  /** Whether everybody in the organization sees it. Default: only its author. */
  shared?: boolean | null;
};

export type SavedView = {
  /** `viw_…` */
  id: string;
  /** The list that the filters belong to. */
  list: "answers" | "audit" | "campaigns" | "dead_letters" | "deliveries" | "events" | "findings" | "jobs" | "leads" | "meetings" | "requests" | "transactions";
  /** For people to read. */
  name: string;
  /** Filters of the list by their names; all values are text. */
  filters: Record<string, string>;
  /** Whether everybody in the organization sees it. */
  shared: boolean;
  /** Who saved it. */
  owner: Somebody;
  /** Whether the caller saved it, and may change it. */
  own: boolean;
  /** When it was saved. */
  created_at: string;
};

export type SavedViewPage = {
  /** Those of this page. */
  views: SavedView[];
  /** How many there are in all: exactly, unless `total_is_minimum` is there. */
  total: number;
  /** There are at least `total`. Of a long list, no more than 1,000,000 behind the page are counted. */
  total_is_minimum?: true;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ScaleClusterBody = {
  /** Whether nodes are added or removed. */
  action: "scale_up" | "scale_down";
  /** How many nodes to add or remove. */
  node_count: number;
};

export type ScalingAction = {
  /** `scl_…` */
  scaling_id: string;
  /** Whether nodes are added or removed. */
  action: "scale_up" | "scale_down";
  /** Number of nodes. */
  node_count: number;
  /** Number of nodes before. */
  previous_nodes: number;
  /** Number of nodes after. */
  target_nodes: number;
  /** `completed` when the nodes have joined or left. */
  status: "in_progress" | "completed" | "failed";
  /** Nodes that were added, or that leave. */
  node_ids: string[];
  /** The policy that requested it; null for a manual request. */
  policy_id: string | null;
  /** Why the policy requested it. */
  reason: string | null;
  /** Why it failed; null if it did not. */
  error: string | null;
  /** When it was asked for. */
  started_at: string;
  /** When it ended; null before. */
  completed_at: string | null;
};

export type ScalingPolicy = {
  /** `pol_…` */
  policy_id: string;
  /** Below this number, nodes are added at once. */
  min_nodes: number;
  /** Maximum number of nodes. */
  max_nodes: number;
  /** Null if there is none. */
  target_cpu: number | null;
  /** Null if there is none. */
  target_memory: number | null;
  /** Mean CPU or memory above it, in percent, adds nodes. */
  scale_up_threshold: number;
  /** Mean CPU and memory below it, in percent, remove nodes. */
  scale_down_threshold: number;
  /** How long after a change the thresholds cause no other. */
  cooldown_minutes: number;
  /** The newest one is active. */
  status: "active" | "superseded";
  /** When it was made. */
  created_at: string;
};

export type ScoreCap = {
  /** A stable name. */
  id: string;
  /** Upper limit of the score. */
  max_score: number;
  /** Why, in a sentence. */
  reason: string;
};

export type ScoreLeadBody = {
  /** The campaign whose ideal customer profile is used; left out: that of the lead's newest campaign, or a general one. It must be the id of a campaign, `cmp_…`. */
  campaign_id?: string | null;
};

/** How far the search got. One request searches at most 10,000 events and 32 MiB of payloads. A page may then be short, or empty. */
export type SearchCoverage = {
  /** True if all events that match the other filters were searched. */
  complete: boolean;
  /** Events that this request searched. */
  looked_at: number;
};

export type SearchEventsAnswer = {
  /** Events of this page. Fewer than `limit`, or none, does not mean the end: see `has_more`. */
  events: EventRecord[];
  /** How many were found so far, including earlier pages. */
  total: number;
  /** Maximum number of entries on a page. */
  limit: number;
  /** Number of matches before this page. */
  offset: number;
  /** There is more to search: follow `next_cursor`. */
  has_more: boolean;
  /** Asks for the next page; absent on the last. */
  next_cursor?: string;
  coverage: SearchCoverage;
};

/** Objectives of the campaign. If they are not met, `slo.violated` is published. */
export type ServiceLevels = {
  /** Minimum share of sent mails that are answered. */
  reply_rate_min?: number;
  /** Minimum share of sent mails that a person opens. */
  open_rate_min?: number;
  /** Maximum share of bounces; above it the campaign is paused. Default: 0.08. */
  bounce_rate_max?: number;
  /** Maximum share of complaints; above it the campaign is paused. Default: 0.003. */
  complaint_rate_max?: number;
  /** Maximum time from due to sent, at the 95th percentile. */
  send_latency_p95_ms?: number;
  /** Length of the measured window. Default: a day. */
  window_minutes?: number;
  /** With fewer mails in the window, nothing is measured. Default: 50. */
  min_sample?: number;
};

export type ServiceStatus = {
  /** `ok`, or `unavailable` with the status 503. */
  status: string;
  /** What was looked at, such as `database`, and how it is. Absent where nothing is looked at. */
  parts?: Record<string, string>;
};

export type Session = {
  /** `key_…`; null for a person. */
  key_id: string | null;
  /** Name of the key; null for a person. */
  key_name: string | null;
  /** The person; null for a key. */
  user: SignedInUser | null;
  /** Scopes of the session: those of the key, or of the person’s role. */
  scopes: string[];
  /** The environment of the session. */
  environment: string;
  /** `org_…` */
  organization_id: string;
  /** Name of the organization. */
  organization_name: string;
  /** Whether it is the organization that runs the service. */
  is_operator: boolean;
};

export type SetOrganizationQuotasAnswer = {
  /** The quotas that are set; everything else is unlimited. */
  quotas: QuotaUse[];
};

export type SetOrganizationQuotasBody = {
  /** Subscriptions of both APIs, paused ones included. */
  subscriptions?: number | null;
  /** API keys that are valid, without portal links. */
  api_keys?: number | null;
  /** People who may sign in. */
  people?: number | null;
  /** Workflows. */
  workflows?: number | null;
  /** Bytes of uploaded and other files. */
  stored_bytes?: number | null;
  /** Events that clients publish on a day, UTC. */
  events_per_day?: number | null;
  /** USD that language models may cost in a month, UTC; in place of `LLM_MONTHLY_BUDGET_USD`. */
  model_usd_per_month?: number | null;
};

export type SetReviewRulesBody = {
  /** YAML: `rules` in the form of Semgrep, `disabled` and `severity` by ids of rules, `repositories` with both for applications of a name. */
  rules: string;
  /** Refuse with `conflict` unless the current text has this `sha256`; null: unless there is none. Left out: replace any. */
  replaces?: string | null;
};

export type SetSpendLimitBody = {
  /** The API key that is limited; left out or null: the whole environment. */
  key_id?: string | null;
  /** Maximum for one transaction. USD. */
  per_transaction_usd?: number;
  /** Maximum for a day (UTC). USD. */
  per_day_usd?: number;
  /** Maximum for one transaction. Wei of the native coin as text, or an amount such as `0.5 ether`. */
  per_transaction_wei?: string;
  /** Maximum for a day (UTC). Wei of the native coin as text, or an amount such as `0.5 ether`. */
  per_day_wei?: string;
};

/** Its findings, by severity. */
export type SeverityCounts = {
  /** Critical findings. */
  critical: number;
  /** High findings. */
  high: number;
  /** Medium findings. */
  medium: number;
  /** Low findings. */
  low: number;
};

export type SignInBody = {
  /** Address of the person. */
  email: string;
  /** The password. */
  password: string;
  /** Name of the organization, for people in several. Left out: the one last used. */
  organization?: string | null;
  /** The second factor: the six digits that the app shows, or a recovery code. */
  code?: string | null;
};

export type SignInMethods = {
  /** Null if the operator has set none. Passwords and API keys always work. */
  single_sign_on: SignInMethodsSingleSignOn | null;
};

export type SignInMethodsSingleSignOn = {
  /** Name of the provider for people. */
  name: string;
  /** Where a browser begins, below the address of the service. */
  path: string;
};

/** `hmac_ed25519`: `webhook-signature` also has `v1a`, by a key of this subscription whose public half is published. */
export type SignatureScheme = "hmac" | "hmac_ed25519";

export type SignedInUser = {
  /** `usr_…` */
  id: string;
  /** As the person gave it. */
  name: string;
  /** What the person signs in with. */
  email: string;
  /** `owner`, `operator`, `developer` or `viewer`. */
  role: string;
  /** False for people who only use single sign-on. */
  has_password: boolean;
  /** Whether a code is needed in addition to the password. */
  has_second_factor: boolean;
};

export type SigningKeys = {
  /** Every key that signs now, the current one first. */
  keys: SigningKeysKey[];
};

export type SigningKeysKey = {
  /** `whpk_` and the base64 of the 32 bytes. */
  public_key: string;
  /** Ed25519, as `v1a` signatures of Standard Webhooks have it. */
  algorithm: "ed25519";
  /** When it was made. */
  created_at: string;
  /** Until when it signs together with a newer one; null for the current one. */
  expires_at: string | null;
};

export type Somebody = {
  /** `usr_…` or `key_…`. */
  id: string;
  /** The name of the person or the key; null if it is no longer known. */
  name: string | null;
};

export type Span = {
  /** 16 hex digits. */
  span_id: string;
  /** Null for the root. */
  parent_span_id: string | null;
  /** What was done, such as `outbox.enqueue`. */
  name: string;
  /** As in OpenTelemetry: `internal`, `server`, `client`, `producer` or `consumer`. */
  kind: string;
  /** The agent at work. */
  agent_id: string | null;
  /** When it began. */
  start_time: string;
  /** When it ended. */
  end_time: string;
  /** Duration. */
  duration_ms: number;
  /** `unset`: it ended without a verdict. */
  status: "ok" | "error" | "unset";
  /** What went wrong. */
  status_message: string | null;
  /** As in OpenTelemetry; our own keys begin with `trivium.`. */
  attributes: Record<string, unknown>;
  /** Events within it, each with its time. */
  events: Record<string, unknown>[];
  /** Its own cost, without the spans below it. */
  cost_usd: number;
};

export type SpendLimit = {
  /** `spl_…` */
  limit_id: string;
  /** Null for the whole environment. */
  key_id: string | null;
  /** Maximum cost of one transaction, in USD; null for no such limit. */
  per_transaction_usd: number | null;
  /** Maximum cost of a day (UTC), in USD; null for no such limit. */
  per_day_usd: number | null;
  /** Maximum cost of one transaction, in wei of the native coin; null for no such limit. */
  per_transaction_wei: string | null;
  /** Maximum cost of a day (UTC), in wei; null for no such limit. */
  per_day_wei: string | null;
  /** What was spent, plus what pending transactions may still cost. */
  spent_today_usd: number;
  /** The same in wei, over all networks. */
  spent_today_wei: string;
  /** When it was set first. */
  created_at: string;
  /** When it was set last. */
  updated_at: string;
};

export type SquadMember = {
  /** `agt_…` */
  agent_id: string;
  /** What it is there for. */
  role: string;
  /** For people to read. */
  name: string;
  /** What drove it when the campaign was made: `rules` or `llm`. */
  engine: string;
};

export type StartedSession = {
  /** When the browser has to sign in again. */
  expires_at: string;
};

export type StoredEvent = {
  /** `evt_…` */
  eventId: string;
  /** What happened, such as `order.created`. Facts of the platforms have the names of the catalogue. */
  type: string;
  /** The publisher's source, or the part of the service, such as `contracts`. */
  source: string;
  /** The organization whose log it is in, `org_…`. */
  orgId: string;
  /** When it was accepted, by the database’s clock; UTC. */
  timestamp: string;
  /** The payload. For facts of the platforms the catalogue has its schema. */
  data: Record<string, unknown>;
  /** What accompanies the payload, such as `correlation_id`; `{}` for nothing. */
  metadata: Record<string, unknown>;
  /** The place in the log, from 0: the leaf index in the Merkle tree. */
  position: number;
};

export type SubscribeToReviewEventsBody = {
  /** Where deliveries go: https, without credentials, on the public internet. */
  url: string;
  /** Signs every delivery. It is stored encrypted and never shown. */
  secret: string;
  /** Names of application review events, or patterns such as `review.*`. */
  events: string[];
  /** A name for people to read. Default: `Application review`. */
  name?: string | null;
};

export type SuppressFindingBody = {
  /** The fingerprint of the finding; it does not depend on line numbers. */
  fingerprint: string;
  /** Why the finding should not count. */
  reason: string;
  /** When it counts again. Default: never. */
  expires_at?: string | null;
};

export type Suppression = {
  /** `spr_…` */
  id: string;
  /** The address; null for a domain, and after the person was erased. */
  email: string | null;
  /** The domain; null for an address. */
  domain: string | null;
  /** The reason, for people to read. */
  reason: string;
  /** Its origin: `api`, `unsubscribe`, `bounce`, `complaint`, `erasure`. */
  source: string;
  /** The campaign that it applies to; null for all. */
  campaign_id: string | null;
  /** When it was added. */
  created_at: string;
  /** When it ends; null for never. */
  expires_at: string | null;
};

export type TagLeadsBody = {
  /** Tags to add, in lower case. */
  add?: string[] | null;
  /** Tags to remove. */
  remove?: string[] | null;
  /** These leads. */
  lead_ids?: string[] | null;
  /** The leads of this import. */
  import_job_id?: string | null;
  /** The leads that meet all of this, as the list of leads finds them; `{}` means all. */
  filter?: TagLeadsBodyFilter | null;
};

export type TagLeadsBodyFilter = {
  /** Part of the e-mail address, the name or the company. */
  q?: string;
  /** Leads in this state. */
  status?: "new" | "enriched" | "scored" | "contacted" | "replied" | "meeting_booked" | "unsubscribed" | "bounced" | "suppressed";
  /** Leads in this tier. */
  tier?: "A" | "B" | "C" | "D";
  /** The country as the lead has it. */
  country?: string;
  /** Leads with this tag. */
  tag?: string;
  /** Leads of this campaign. It must be the id of a campaign, `cmp_…`. */
  campaign_id?: string;
};

export type TaggedLeads = {
  /** Number of selected leads. */
  leads: number;
  /** Number of tags added. */
  added: number;
  /** Number of tags removed. */
  removed: number;
};

export type Template = {
  /** `tpl_…` */
  id: string;
  /** For people to read. */
  name: string;
  /** A Liquid template, one line. */
  subject: string;
  /** The text, a Liquid template. */
  body: string;
  /** The text as HTML, a Liquid template; null if it is made from `body`. */
  html: string | null;
  /** When it was made. */
  created_at: string;
};

export type TestDelivery = {
  /** `dlv_…`; find it in the delivery log. */
  delivery_id: string;
  /** The event whose sample was sent. */
  event: string;
  /** Always true. */
  test: boolean;
  /** `success`: the receiver responded with 200 to 299 in time. There is only one attempt. */
  status: "success" | "failed";
  /** HTTP status; null if no response head arrived. */
  response_code: number | null;
  /** From the DNS look-up to the last byte. */
  response_time_ms: number;
  /** Why it failed; null if it did not. */
  error: string | null;
};

export type TestWebhookSubscriptionBody = {
  /** The event to send a sample of. */
  event: string;
};

export type Trace = {
  /** 32 hex digits, as in W3C Trace Context. */
  trace_id: string;
  /** The campaign. */
  campaign_id: string | null;
  /** The lead. */
  lead_id: string | null;
  /** `error` if one of its spans is. */
  status: "ok" | "error";
  /** Start of the first span. */
  started_at: string;
  /** End of the last span so far. */
  ended_at: string;
  /** Time from the first start to the last end. */
  duration_ms: number;
  /** Number of spans. */
  span_count: number;
  /** Cost of all spans together. */
  total_cost_usd: number;
  /** The root first, then by start time. */
  spans: Span[];
};

export type TraceAnswer = Trace | OtlpTrace;

export type Transaction = {
  /** Null if it was refused before sending. */
  transaction_hash: string | null;
  /** Full signature; `constructor` for a deployment. */
  function: string;
  /** Address, EIP-55. */
  from: string;
  /** Address, EIP-55; the new one for a deployment, null until it is known. */
  to: string | null;
  /** Wei. */
  value: string;
  /** Null until it is mined. */
  gas_used: number | null;
  /** `pending` until it has its confirmations. */
  status: "pending" | "confirmed" | "failed" | "cancelled";
  /** The decoded reason; null if it did not fail. */
  failure_reason: string | null;
  /** Null if it was refused before sending. */
  nonce: number | null;
  /** When it was sent. */
  timestamp: string;
  /** The network. */
  network: string;
  /** The network is simulated on the embedded chain. */
  simulated: boolean;
  /** Null until it is mined. */
  block_number: number | null;
  /** `exe_…`; null for a deployment. */
  execution_id: string | null;
  /** `dep_…`; null for an execution. */
  deployment_id: string | null;
};

export type UnmatchedSubscription = {
  /** `whs_…`, or `sub_…` for one of the Events API. */
  subscription_id: string;
  /** The name, or the description of one of the Events API. */
  subscription_name: string | null;
  /** The first condition that the event does not meet. `notice`: notices of the service reach only subscriptions that name them. `matches_now`: the subscription was created or changed after the event, or its delivery is no longer kept. */
  reason: "pattern" | "notice" | "platform" | "filter" | "matches_now";
};

export type UpdateKeyBody = {
  /** What the key is for, for people. Left out: unchanged. */
  name?: string;
  /** The addresses and networks (CIDR, IPv4 and IPv6) that it may be used from; null for everywhere. Left out: unchanged. */
  allowed_addresses?: string[] | null;
  /** Also if this locks out the key that sends the request. */
  force?: boolean;
};

export type UpdateViewBody = {
  /** Left out: unchanged. */
  name?: string;
  /** The filters by name, as in the address of the console’s page. Relative ones, such as `hours`, stay relative. */
  filters?: Record<string, string>;
  /** Left out: unchanged. */
  shared?: boolean;
};

export type UpdateWebhookSubscriptionBody = {
  /** Where deliveries go: https, without credentials, on the public internet. */
  url?: string;
  /** For people to read. */
  name?: string;
  /** Event types of any catalogue, your own types, or patterns: `contract.*` (one or more segments below), `a.*.c` (one segment), `*` (all). Notices of the service, such as `webhook.subscription.disabled`, go to patterns that do not begin with `*`. */
  events?: string[];
  /** Only events of this platform; null for any. */
  platform?: ("contracts" | "outreach" | "application_review") | null;
  /** Conditions on the payload, in the query form of MongoDB: `{"amount": {"$gte": 100}, "customer.country": {"$in": ["CH", "AT"]}}`. Operators: $and, $or, $nor, $not, $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $exists. An event whose lists would require more than 5,000 comparisons does not match. */
  filter?: Record<string, unknown> | null;
  /** Attempts under way at once, on each node. */
  max_concurrency?: number | null;
  /** Attempts per second, on each node. */
  rate_per_second?: number | null;
  ordering?: DeliveryOrdering;
  /** With `ordering`, what becomes of later deliveries of a key when all attempts of one failed. `block`, the default: they wait until it is sent again with success, or dropped from the dead letters. `skip`: they are sent. */
  on_failure?: ("block" | "skip") | null;
  /** After this many failures in a row, nothing is sent during the cooldown. */
  circuit_breaker?: CircuitBreaker | null;
  /** The receiver's own retries; null for the service's. What is left out in it is the service's. `Retry-After` puts the next attempt off (a day at most), 429 lets the receiver rest, and 410 ends the delivery and disables the subscription. */
  retry?: RetrySchedule | null;
  /** Sent with every delivery, in addition to those of the service. Stored encrypted and never shown; null for none. */
  headers?: Record<string, string> | null;
  auth?: NewReceiverAuth;
  signature?: SignatureScheme;
  format?: DeliveryFormat;
  /** A JSONata expression over the service's own body that makes the body, or the data of a CloudEvent; null for none. What selects nothing, or fails, is an attempt that failed. */
  transform?: string | null;
  /** Several events in one request, whose body is an array of bodies, with one signature; null for one request each. Failed events are retried in a batch, and the last attempt of each event on its own. */
  batch?: DeliveryBatching | null;
};

export type UpdateWorkflowBody = {
  /** For people to read. */
  name?: string;
  /** For people to read; null for none. */
  description?: string | null;
  /** Whether events start runs. */
  enabled?: boolean;
  trigger?: NewWorkflowTrigger;
  /** Executed in this order. */
  actions?: NewWorkflowAction[];
};

export type UploadApplicationForm = {
  /** The file, at most 524288000 bytes. */
  file: string;
  /** Name of the application. Default: the file’s name without its ending. */
  name?: string;
  /** Which state of the code it is, such as a commit: uploads are found by it. */
  revision?: string;
};

export type Usage = {
  /** The limit. */
  name: string;
  /** Requests in all these hours. */
  total: number;
  /** Oldest first; hours without requests too. */
  hours: UsageHour[];
};

export type UsageHour = {
  /** When the hour began. */
  starts_at: string;
  /** Accepted requests. */
  requests: number;
};

export type User = {
  /** `usr_…` */
  id: string;
  /** As the person gave it. */
  name: string;
  /** What the person signs in with. */
  email: string;
  /** `owner`: everything; `operator`: read and change all platforms; `developer`: read all, change all but outreach; `viewer`: read. */
  role: "owner" | "operator" | "developer" | "viewer";
  /** Whether the person can sign in with a password. */
  has_password: boolean;
  /** Whether the person has signed in by single sign-on. */
  has_single_sign_on: boolean;
  /** When the person joined. */
  joined_at: string;
  /** The last request, exact to about ten seconds; null for none. */
  last_seen_at: string | null;
  /** When the person was removed; null for current people. */
  removed_at: string | null;
};

export type WebhookSubscription = {
  /** `whs_…`, or `sub_…` for one of the Events API. */
  subscription_id: string;
  /** The API that it was made with. */
  api: "webhooks" | "events";
  /** For people to read; null for none. */
  name: string | null;
  /** Where deliveries go. */
  url: string;
  /** Event types of any catalogue, your own types, or patterns: `contract.*` (one or more segments below), `a.*.c` (one segment), `*` (all). Notices of the service, such as `webhook.subscription.disabled`, go to patterns that do not begin with `*`. */
  events: string[];
  /** Only events of this platform; null for any. */
  platform: ("contracts" | "outreach" | "application_review") | null;
  /** `disabled`: the service stopped sending after days with nothing but failures. Resume it to continue. */
  status: "active" | "paused" | "disabled";
  /** Conditions on the payload. */
  filter: Record<string, unknown> | null;
  /** Attempts under way at once, on each node; null for the default. */
  max_concurrency: number | null;
  /** Attempts per second, on each node; null for no limit. */
  rate_per_second: number | null;
  /** Null if there is none. */
  circuit_breaker: CircuitBreaker | null;
  ordering: DeliveryOrdering;
  /** With `ordering`, what becomes of later deliveries of a key when all attempts of one failed. `block`, the default: they wait until it is sent again with success, or dropped from the dead letters. `skip`: they are sent. */
  on_failure: ("block" | "skip") | null;
  /** The receiver's own retries; null for the service's. What is left out in it is the service's. `Retry-After` puts the next attempt off (a day at most), 429 lets the receiver rest, and 410 ends the delivery and disables the subscription. */
  retry: RetrySchedule | null;
  /** The names of its own headers. Their values are never shown. */
  header_names: string[];
  auth: ReceiverAuth;
  signature: SignatureScheme;
  format: DeliveryFormat;
  /** A JSONata expression over the service's own body that makes the body, or the data of a CloudEvent; null for none. What selects nothing, or fails, is an attempt that failed. */
  transform: string | null;
  /** Several events in one request, whose body is an array of bodies, with one signature; null for one request each. Failed events are retried in a batch, and the last attempt of each event on its own. */
  batch: DeliveryBatching | null;
  /** When it was made. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** The first failure since the last success; null while deliveries succeed. */
  failing_since: string | null;
  /** Why the service disabled it. */
  disabled_reason: string | null;
  health: WebhookSubscriptionHealth;
  /** Delivery of earlier events; null if it was not requested. */
  backfill: WebhookSubscriptionBackfill | null;
  /** Until when an earlier secret also signs; null if none does. */
  previous_secret_expires_at: string | null;
};

export type WebhookSubscriptionBackfill = {
  /** Events logged since then are delivered. */
  since: string;
  /** `completed` when all of them are queued, not when all are delivered. */
  status: "running" | "completed";
  /** Deliveries created so far. */
  queued: number;
};

/** Its current health. Counts of a long queue may be some seconds old. */
export type WebhookSubscriptionHealth = {
  /** `failing`: the latest deliveries failed. `blocked`: deliveries wait behind a dead letter. */
  state: "healthy" | "failing" | "blocked" | "paused" | "disabled";
  /** The first failure since the last success. */
  failing_since: string | null;
  /** Why the latest attempt failed; null while deliveries succeed. */
  last_error: string | null;
  /** Deliveries with an attempt under way or to come. */
  pending: number;
  /** Number of dead letters. */
  dead: number;
  /** Keys whose deliveries wait behind a dead letter; null when none do. */
  blocked: WebhookSubscriptionHealthBlocked | null;
  /** Who has acknowledged that it is not well; null if nobody has since it began, and for portal links. */
  acknowledged: Acknowledgement | null;
};

export type WebhookSubscriptionHealthBlocked = {
  /** Number of keys. */
  keys: number;
  /** When the first of the dead letters failed. */
  since: string;
  /** The keys that have waited longest, at most 20. */
  first: WebhookSubscriptionHealthBlockedFirst[];
};

export type WebhookSubscriptionHealthBlockedFirst = {
  /** Empty with `ordering: "all"`; a long key is shown as its hash. */
  key: string;
  /** When the dead letter failed. */
  since: string;
  /** The dead letter: resend it, or replay or drop its event. */
  delivery_id: string;
  /** Its event. */
  event_id: string;
};

export type Weekday = "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";

export type Workflow = {
  /** `wfl_…` */
  workflow_id: string;
  /** For people to read. */
  name: string;
  /** For people to read; null for none. */
  description: string | null;
  /** Whether events start runs. */
  enabled: boolean;
  trigger: WorkflowTrigger;
  /** Executed in this order. */
  actions: WorkflowAction[];
  /** Where its actions read and write: the environment of the key that created it. */
  environment: string;
  /** Increases with each change of trigger or actions. */
  revision: number;
  health: WorkflowHealth;
  /** When it was made. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

export type WorkflowAction = {
  /** Names its result for later actions. */
  id: string;
  /** What to do, such as `events.publish`; see `GET /v1/workflows/actions`. */
  action: string;
  /** The input of the action. A text of the form `{{ expression }}` is replaced by what the JSONata expression selects from `event` and from `results.<id>` of earlier actions; anything else stays as it is. At most 262,144 bytes as JSON. */
  input: Record<string, unknown>;
  /** JSONata: the action is skipped unless it returns true. Null for always. */
  when: string | null;
  /** Whether later actions continue after this one has failed. */
  on_error: "stop" | "continue";
};

export type WorkflowActionKind = {
  /** The name of the action in workflows. */
  action: string;
  /** What it does. */
  description: string;
  /** Scopes that a key needs to use the action in a workflow. */
  scope: string;
  /** JSON Schema of the input, after its expressions are evaluated. */
  input_schema: Record<string, unknown>;
  /** JSON Schema of its result, available to later actions as `results.<id>`. */
  output_schema: Record<string, unknown>;
};

/** Its health. */
export type WorkflowHealth = {
  /** `healthy` and `failing`: the outcome of the latest run that was tried, including one that waits for another attempt. `idle`: none was tried yet. */
  state: "healthy" | "failing" | "idle" | "disabled";
  /** When the first of the latest consecutive failed runs was started, as far as `runs` reaches back. */
  failing_since: string | null;
  /** Why the latest failed run failed; null if none failed. */
  last_error: WorkflowHealthLastError | null;
  /** When the latest run was started. */
  last_run_at: string | null;
  /** Who has acknowledged that it fails; null if nobody has since it began. */
  acknowledged: Acknowledgement | null;
  runs: WorkflowHealthRuns;
};

export type WorkflowHealthLastError = {
  /** `run_…` */
  run_id: string;
  /** Its id. */
  action: string | null;
  /** What happened, in a sentence. */
  message: string;
};

/** Over the latest 100 runs. */
export type WorkflowHealthRuns = {
  /** All actions were done or skipped. */
  succeeded: number;
  /** Including those that were stopped as a loop. */
  failed: number;
  /** Waiting for their turn or their next attempt. */
  queued: number;
};

export type WorkflowRun = {
  /** `run_…` */
  run_id: string;
  /** `wfl_…` */
  workflow_id: string;
  /** The revision of the workflow when the event was published. */
  revision: number;
  /** `queued`: waiting for its turn or its next attempt. `loop_stopped`: workflows had started each other too often; nothing was executed. */
  status: "queued" | "succeeded" | "failed" | "loop_stopped";
  /** The event that started it. */
  event_id: string;
  /** Type of that event. */
  event_type: string;
  /** That of the event, or the event's id if it has none; everything that the run causes carries it. */
  correlation_id: string;
  /** Length of the chain of runs, including this one. */
  depth: number;
  /** Attempts that have ended. */
  attempts: number;
  /** Empty before the first attempt has ended. */
  actions: ActionResult[];
  /** When its event was published. */
  created_at: string;
  /** When a queued run is due. */
  next_attempt_at: string | null;
  /** When it ended. */
  finished_at: string | null;
};

/** Which events start a run. */
export type WorkflowTrigger = {
  /** The event type, or a pattern: `contract.*` (one or more segments below), `a.*.c` (one segment), `*` (all). A platform event is found under each of its names. */
  type: string;
  /** What the event must meet besides its type, in the query form of MongoDB over `type`, `source`, `data` and `metadata`: `{"data.amount": {"$gte": 100}}`. Operators as in the `filter` of a subscription. Null for nothing. */
  condition: Record<string, unknown> | null;
};

/** The codes of refusals. A newer service may have more. */
export type ErrorCode = 'analysis_failed' | 'budget_exceeded' | 'compliance_blocked' | 'conflict' | 'contract_not_deployed' | 'daily_quota_used_up' | 'deployment_failed' | 'execution_failed' | 'file_too_large' | 'forbidden' | 'idempotency_conflict' | 'insufficient_funds' | 'insufficient_gas' | 'internal_error' | 'invalid_abi' | 'invalid_agent_input' | 'invalid_arguments' | 'invalid_bytecode' | 'invalid_category' | 'invalid_csv' | 'invalid_event_type' | 'invalid_group_by' | 'invalid_request' | 'invalid_rules' | 'invalid_sarif' | 'invalid_source_code' | 'invalid_state' | 'invalid_zip' | 'lead_suppressed' | 'missing_email_column' | 'missing_required_field' | 'network_unavailable' | 'not_found' | 'payload_too_large' | 'promotion_not_allowed' | 'provider_unavailable' | 'quota_reached' | 'rate_limit_exceeded' | 'request_timeout' | 'review_timeout' | 'second_factor_required' | 'smtputf8_unsupported' | 'spend_limit_exceeded' | 'subscription_limit_reached' | 'unauthorized' | 'unavailable' | 'unsupported_encoding' | 'unsupported_media_type' | 'version_conflict';

/** What each operation takes and answers, by its id in the OpenAPI document. */
export interface Operations {
  /** Publish an event */
  publishEvent: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: NewEvent;
    response: PublishedEvent;
  };
  /** Query the audit log */
  queryEvents: {
    params: Record<never, never>;
    query: {
      /** A type, or a pattern: `prefix.*` (one or more segments below), `a.*.c` (one segment), `*` (all). What a platform published is found under each of its names in the catalogues. */
      type?: string;
      /** The service or integration that the event comes from. */
      source?: string;
      /** The organization; only that of the API key. */
      orgId?: string;
      /** Earliest time, inclusive. */
      from?: string;
      /** Latest time, inclusive. */
      to?: string;
      /** Links the events of one user action across platforms. */
      correlationId?: string;
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Answer from the log as it was at this size (`as_of` of an earlier answer), so that pages do not shift while events arrive. */
      as_of?: number;
      /** `next_cursor` of the page before, with the same filters: the next page of the same state of the log. */
      cursor?: string;
    };
    body: undefined;
    response: EventPage;
  };
  /** Publish up to 500 events at once */
  publishEventBatch: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: PublishEventBatchBody;
    response: PublishEventBatchAnswer;
  };
  /** Search the audit log by payload */
  searchEvents: {
    params: Record<never, never>;
    query: {
      /** A type, or a pattern: `prefix.*` (one or more segments below), `a.*.c` (one segment), `*` (all). What a platform published is found under each of its names in the catalogues. */
      type?: string;
      /** The service or integration that the event comes from. */
      source?: string;
      /** The organization; only that of the API key. */
      orgId?: string;
      /** Earliest time, inclusive. */
      from?: string;
      /** Latest time, inclusive. */
      to?: string;
      /** Links the events of one user action across platforms. */
      correlationId?: string;
      /** A value in the payload: `data.order_id=1001`, `data.items.0.sku=A-7`. Compares text, numbers, `true`, `false` and `null`. `1001` also finds `1001.0` and the text `1001`. Several with ` & ` between: `data.order_id=1001 & data.currency=EUR`. Left out, every payload will do. */
      payload?: string;
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** `next_cursor` of the page before, with the same filters. */
      cursor?: string;
    };
    body: undefined;
    response: SearchEventsAnswer;
  };
  /** Read who did what */
  readAudit: {
    params: Record<never, never>;
    query: {
      /** Who did it: a person, `usr_…`, or an API key, `key_…`. It must be a public id, such as `usr_…`, `key_…` or `whs_…`. */
      actor?: string;
      /** The kind of thing that it was done to. */
      thing?: "alert_rule" | "api_key" | "application" | "booking_webhook" | "campaign" | "component" | "contract" | "event_subscription" | "finding" | "finding_suppression" | "ingestion_rule" | "invitation" | "lead" | "mailbox" | "organization" | "person" | "portal_link" | "review_rules" | "scaling_policy" | "spend_limit" | "suppression" | "template" | "webhook_subscription" | "workflow";
      /** What it was done to, or what that belongs to: a subscription has its portal links with it. It must be a public id, such as `usr_…`, `key_…` or `whs_…`. */
      thing_id?: string;
      /** Earliest time, inclusive. */
      from?: string;
      /** Latest time, inclusive. */
      to?: string;
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** `next_cursor` of the page before, with the same filters. */
      cursor?: string;
    };
    body: undefined;
    response: AuditPage;
  };
  /** Read the catalogue of event types */
  readEventCatalog: {
    params: Record<never, never>;
    query: {
      /** Only the names of this platform. */
      platform?: "contracts" | "outreach" | "application_review" | "system";
    };
    body: undefined;
    response: EventCatalog;
  };
  /** Read one event */
  readEvent: {
    params: {
      /** The id of the event, `evt_…`. */
      eventId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: StoredEvent;
  };
  /** Prove that an event is in the log */
  proveEvent: {
    params: {
      /** The id of the event, `evt_…`. */
      eventId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: EventProof;
  };
  /** Read the signed checkpoint of the log as it is now */
  readCheckpoint: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    response: Checkpoint;
  };
  /** List the checkpoints that were signed */
  listCheckpoints: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListCheckpointsAnswer;
  };
  /** Prove that the log only grew between two sizes */
  proveConsistency: {
    params: Record<never, never>;
    query: {
      /** The older size: that of a checkpoint you kept. */
      from: number;
      /** The newer size. Default: the current one. */
      to?: number;
    };
    body: undefined;
    response: ConsistencyProof;
  };
  /** Export the log for the offline verifier */
  exportEvents: {
    params: Record<never, never>;
    query: {
      /** The first position. */
      from_position?: number;
      /** The position before which it ends. Default: the end of the log. */
      to_position?: number;
    };
    body: undefined;
    response: string;
  };
  /** See where an event went */
  listEventDeliveries: {
    params: {
      /** The id of the event, `evt_…`. */
      eventId: string;
    };
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Also list the active subscriptions that the event did not match, and why. */
      include?: "not_matched";
    };
    body: undefined;
    response: EventDeliveries;
  };
  /** Follow the log as server-sent events */
  streamEvents: {
    params: Record<never, never>;
    query: {
      /** A type, or a pattern: `prefix.*` (one or more segments below), `a.*.c` (one segment), `*` (all). What a platform published is found under each of its names in the catalogues. */
      type?: string;
      /** The service or integration that the event comes from. */
      source?: string;
      /** The organization; only that of the API key. */
      orgId?: string;
      /** Earliest time, inclusive. */
      from?: string;
      /** Latest time, inclusive. */
      to?: string;
      /** Links the events of one user action across platforms. */
      correlationId?: string;
      /** Begin at this position of the log. `Last-Event-ID` comes before it. */
      from_position?: number;
    };
    body: undefined;
    response: string;
  };
  /** Subscribe to event types */
  createEventSubscription: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateEventSubscriptionBody;
    response: EventSubscription;
  };
  /** List subscriptions */
  listEventSubscriptions: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListEventSubscriptionsAnswer;
  };
  /** Read a subscription */
  getEventSubscription: {
    params: {
      /** The id of the subscription, `sub_…`. */
      subscriptionId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: EventSubscription;
  };
  /** Delete a subscription */
  deleteEventSubscription: {
    params: {
      /** The id of the subscription, `sub_…`. */
      subscriptionId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** Subscribe to events */
  createWebhookSubscription: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateWebhookSubscriptionBody;
    response: WebhookSubscription;
  };
  /** List subscriptions */
  listWebhookSubscriptions: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Which API the subscriptions were made with. */
      api?: "webhooks" | "events" | "all";
      /** Part of the name or the URL. */
      q?: string;
      /** Only those with this `health.state`. `unwell`: those that do not reach their receiver because it is failing, blocked or disabled. */
      state?: "healthy" | "failing" | "blocked" | "paused" | "disabled" | "unwell";
    };
    body: undefined;
    response: ListWebhookSubscriptionsAnswer;
  };
  /** Read a subscription */
  getWebhookSubscription: {
    params: {
      /** The id of a subscription: `whs_…`, or `sub_…` for one of the Events API. */
      subId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: WebhookSubscription;
  };
  /** Change a subscription */
  updateWebhookSubscription: {
    params: {
      /** The id of a subscription: `whs_…`, or `sub_…` for one of the Events API. */
      subId: string;
    };
    query: Record<never, never>;
    body: UpdateWebhookSubscriptionBody;
    response: WebhookSubscription;
  };
  /** Delete a subscription */
  deleteWebhookSubscription: {
    params: {
      /** The id of a subscription: `whs_…`, or `sub_…` for one of the Events API. */
      subId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** Pause a subscription */
  pauseWebhookSubscription: {
    params: {
      /** The id of a subscription: `whs_…`, or `sub_…` for one of the Events API. */
      subId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: WebhookSubscription;
  };
  /** Resume a subscription */
  resumeWebhookSubscription: {
    params: {
      /** The id of a subscription: `whs_…`, or `sub_…` for one of the Events API. */
      subId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: WebhookSubscription;
  };
  /** Give a subscription a new secret */
  rotateWebhookSecret: {
    params: {
      /** The id of a subscription: `whs_…`, or `sub_…` for one of the Events API. */
      subId: string;
    };
    query: Record<never, never>;
    body: RotateWebhookSecretBody;
    response: WebhookSubscription;
  };
  /** Acknowledge what is wrong with a subscription */
  acknowledgeWebhookSubscription: {
    params: {
      /** The id of a subscription: `whs_…`, or `sub_…` for one of the Events API. */
      subId: string;
    };
    query: Record<never, never>;
    body: NewAcknowledgement | undefined;
    response: Acknowledgement;
  };
  /** Take back that what is wrong with a subscription was seen */
  unacknowledgeWebhookSubscription: {
    params: {
      /** The id of a subscription: `whs_…`, or `sub_…` for one of the Events API. */
      subId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** Read the public keys of a subscription */
  readWebhookSigningKeys: {
    params: {
      /** The id of a subscription: `whs_…`, or `sub_…` for one of the Events API. */
      subId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: SigningKeys;
  };
  /** Give a subscription a new signing key */
  rotateWebhookSigningKey: {
    params: {
      /** The id of a subscription: `whs_…`, or `sub_…` for one of the Events API. */
      subId: string;
    };
    query: Record<never, never>;
    body: RotateWebhookSigningKeyBody;
    response: SigningKeys;
  };
  /** Try a new subscription on a past event */
  previewWebhookSubscription: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: PreviewDeliveryBody;
    response: DeliveryPreview;
  };
  /** See what would be sent of a past event */
  previewWebhookDelivery: {
    params: {
      /** The id of a subscription: `whs_…`, or `sub_…` for one of the Events API. */
      subId: string;
    };
    query: Record<never, never>;
    body: PreviewDeliveryBody;
    response: DeliveryPreview;
  };
  /** Search the deliveries of all subscriptions */
  searchWebhookDeliveries: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Only of this subscription. */
      subscription_id?: string;
      /** Only of this event, `evt_…`. */
      event_id?: string;
      /** An event name or pattern. */
      event?: string;
      /** `pending`: an attempt is under way or will follow. `failed`: all attempts failed. `dead`: all attempts failed, and it is in the dead letters. */
      status?: "success" | "failed" | "pending" | "dead";
      /** The status of the latest answer: `404`, a class such as `5xx`, or `none` for no answer. */
      response_code?: string;
      /** A value in the payload: `data.order_id=1001`, `data.items.0.sku=A-7`. Compares text, numbers, `true`, `false` and `null`. `1001` also finds `1001.0` and the text `1001`. Several with ` & ` between: `data.order_id=1001 & data.currency=EUR`. */
      payload?: string;
      /** Events accepted since then. */
      from?: string;
      /** Events accepted before then. */
      to?: string;
      /** `next_cursor` of a response: the page after it. Use the same filters. */
      cursor?: string;
    };
    body: undefined;
    response: DeliverySearchResult;
  };
  /** Send many deliveries again */
  resendWebhookDeliveries: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: ResendWebhookDeliveriesBody;
    response: Resend;
  };
  /** Follow a resend */
  getWebhookResend: {
    params: {
      /** The id of a resend, `rsd_…`. */
      resendId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Resend;
  };
  /** Read the delivery log of a subscription */
  listWebhookDeliveries: {
    params: {
      /** The id of a subscription: `whs_…`, or `sub_…` for one of the Events API. */
      subId: string;
    };
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** How the attempt ended. */
      status?: "success" | "failed";
      /** An event name or pattern. */
      event?: string;
      /** Attempts since then. */
      from?: string;
      /** Attempts before then. */
      to?: string;
    };
    body: undefined;
    response: ListWebhookDeliveriesAnswer;
  };
  /** Read a delivery with each of its attempts */
  getWebhookDelivery: {
    params: {
      /** The id of a delivery, `dlv_…`. */
      deliveryId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Delivery;
  };
  /** Send a delivery again */
  resendWebhookDelivery: {
    params: {
      /** The id of a delivery, `dlv_…`. */
      deliveryId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: ResendResult;
  };
  /** Send a sample of an event */
  testWebhookSubscription: {
    params: {
      /** The id of a subscription: `whs_…`, or `sub_…` for one of the Events API. */
      subId: string;
    };
    query: Record<never, never>;
    body: TestWebhookSubscriptionBody;
    response: TestDelivery;
  };
  /** List dead letters */
  listDeadLetters: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Only of this subscription. */
      subscription_id?: string;
      /** An event name or pattern. */
      event?: string;
      /** Only those whose last attempt failed at or after this time. */
      from?: string;
      /** Only those whose last attempt failed before this time. */
      to?: string;
    };
    body: undefined;
    response: ListDeadLettersAnswer;
  };
  /** Send the dead deliveries of an event again */
  replayDeadLetter: {
    params: {
      /** The id of an event, `evt_…`. */
      eventId: string;
    };
    query: {
      /** Only of this subscription. */
      subscription_id?: string;
    };
    body: undefined;
    response: ReplayedEvent;
  };
  /** Drop the dead deliveries of an event */
  dropDeadLetter: {
    params: {
      /** The id of an event, `evt_…`. */
      eventId: string;
    };
    query: {
      /** Only of this subscription. */
      subscription_id?: string;
    };
    body: undefined;
    response: undefined;
  };
  /** Send many dead letters again */
  replayDeadLetters: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: ReplayDeadLettersBody;
    response: Replay;
  };
  /** Follow a replay */
  getReplay: {
    params: {
      /** The id of a replay, `rpl_…`. */
      replayId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Replay;
  };
  /** Read statistics of all deliveries */
  readWebhookStats: {
    params: Record<never, never>;
    query: {
      /** The length of a bucket. Minutes are kept for six hours, hours for two weeks, days for 400 days. Hours and days are in UTC. */
      bucket?: "minute" | "hour" | "day";
      /** Attempts that ended since then, rounded down to a whole bucket. By default the last hour for minutes, 24 hours for hours, 30 days for days. */
      from?: string;
      /** Attempts that ended before then, rounded up to a whole bucket. By default now. */
      to?: string;
    };
    body: undefined;
    response: DeliveryStats;
  };
  /** Read statistics of a subscription */
  readWebhookSubscriptionStats: {
    params: {
      /** The id of a subscription: `whs_…`, or `sub_…` for one of the Events API. */
      subId: string;
    };
    query: {
      /** The length of a bucket. Minutes are kept for six hours, hours for two weeks, days for 400 days. Hours and days are in UTC. */
      bucket?: "minute" | "hour" | "day";
      /** Attempts that ended since then, rounded down to a whole bucket. By default the last hour for minutes, 24 hours for hours, 30 days for days. */
      from?: string;
      /** Attempts that ended before then, rounded up to a whole bucket. By default now. */
      to?: string;
    };
    body: undefined;
    response: DeliveryStats;
  };
  /** Make a portal link */
  createPortalLink: {
    params: {
      /** The id of a subscription: `whs_…`, or `sub_…` for one of the Events API. */
      subId: string;
    };
    query: Record<never, never>;
    body: CreatePortalLinkBody | undefined;
    response: PortalLink;
  };
  /** Revoke the portal links of a subscription */
  revokePortalLinks: {
    params: {
      /** The id of a subscription: `whs_…`, or `sub_…` for one of the Events API. */
      subId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** Read the portal link */
  readPortalLink: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    response: PortalGrant;
  };
  /** List networks */
  listNetworks: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListNetworksAnswer;
  };
  /** Read the sending account of a network */
  getWallet: {
    params: Record<never, never>;
    query: {
      /** Network identifier, such as `devnet` or `ethereum_mainnet`. */
      network?: string;
    };
    body: undefined;
    response: GetWalletAnswer;
  };
  /** Register a contract */
  createContract: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateContractBody;
    response: CreatedContract;
  };
  /** List contracts */
  listContracts: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Network identifier, such as `devnet` or `ethereum_mainnet`. */
      network?: string;
      status?: "created" | "deployed";
      /** The template that ABI and bytecode are taken from (see `GET /v1/contracts/templates`). With an `abi` or `source_code` in the request, it may be your own label, which is stored and can be filtered by. */
      template_id?: string;
    };
    body: undefined;
    response: ListContractsAnswer;
  };
  /** Read a contract */
  getContract: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: ContractDetail;
  };
  /** Add a version */
  createContractVersion: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: CreateContractVersionBody;
    response: CreatedVersion;
  };
  /** List the versions of a contract */
  listContractVersions: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
    };
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListContractVersionsAnswer;
  };
  /** Return to an earlier version */
  rollBackContract: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: RollBackContractBody;
    response: RollbackResult;
  };
  /** List contract templates */
  listContractTemplates: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListContractTemplatesAnswer;
  };
  /** Deploy a contract */
  deployContract: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: DeployContractBody | undefined;
    response: AcceptedDeployment;
  };
  /** Simulate a deployment */
  estimateDeployment: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: EstimateDeploymentBody | undefined;
    response: EstimateDeploymentAnswer;
  };
  /** List the deployments of a contract */
  listDeployments: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
    };
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Network identifier, such as `devnet` or `ethereum_mainnet`. */
      network?: string;
      status?: "pending" | "active" | "superseded" | "failed" | "cancelled";
    };
    body: undefined;
    response: ListDeploymentsAnswer;
  };
  /** Cancel a pending deployment */
  cancelDeployment: {
    params: {
      /** The id of the deployment, `dep_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: CancelTransaction | undefined;
    response: Deployment;
  };
  /** Read a deployment */
  getDeployment: {
    params: {
      /** The id of the deployment, `dep_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Deployment;
  };
  /** Execute a function of a contract */
  executeContract: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: ExecuteContractBody;
    response: AcceptedExecution;
  };
  /** Simulate an execution */
  estimateExecution: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: EstimateExecutionBody;
    response: ExecutionEstimate;
  };
  /** Call a function without a transaction */
  callContract: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: CallContractBody;
    response: CallResult;
  };
  /** Cancel a pending execution */
  cancelExecution: {
    params: {
      /** The id of the execution, `exe_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: CancelTransaction | undefined;
    response: Execution;
  };
  /** Read an execution */
  getExecution: {
    params: {
      /** The id of the execution, `exe_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Execution;
  };
  /** List the events of an execution */
  listExecutionEvents: {
    params: {
      /** The id of the execution, `exe_…`. */
      id: string;
    };
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListExecutionEventsAnswer;
  };
  /** List the calls of an execution */
  listExecutionCalls: {
    params: {
      /** The id of the execution, `exe_…`. */
      id: string;
    };
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ExecutionCallList;
  };
  /** Set a spend limit */
  setSpendLimit: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: SetSpendLimitBody;
    response: SpendLimit;
  };
  /** List spend limits */
  listSpendLimits: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListSpendLimitsAnswer;
  };
  /** Remove a spend limit */
  deleteSpendLimit: {
    params: {
      /** The id of the limit, `spl_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** List a contract's transactions */
  listContractTransactions: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
    };
    query: {
      /** Only transactions sent at or after this time. */
      from?: string;
      /** Only transactions sent before this time. */
      to?: string;
      /** Only these values. */
      status?: "pending" | "confirmed" | "failed" | "cancelled";
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** The `next_cursor` of an earlier response: continues after its last transaction, whatever was added since. */
      cursor?: string;
    };
    body: undefined;
    response: ListContractTransactionsAnswer;
  };
  /** Read a contract's health */
  getContractHealth: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: ContractHealth;
  };
  /** Read a contract's figures over time */
  getContractStatistics: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
    };
    query: {
      /** Length of a bucket: 60 of a minute, 48 of an hour, or 30 of a day, until now. Days are UTC. */
      bucket?: "minute" | "hour" | "day";
    };
    body: undefined;
    response: GetContractStatisticsAnswer;
  };
  /** Watch a contract with an alert rule */
  createContractAlert: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: NewAlertRule;
    response: CreatedAlertRule;
  };
  /** List a contract's alert rules */
  listContractAlerts: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
    };
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListContractAlertsAnswer;
  };
  /** Change an alert rule */
  updateContractAlert: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
      /** The id of the rule, `rul_…`. */
      ruleId: string;
    };
    query: Record<never, never>;
    body: NewAlertRule;
    response: CreatedAlertRule;
  };
  /** End an alert rule */
  deleteContractAlert: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
      /** The id of the rule, `rul_…`. */
      ruleId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** Acknowledge the alert of a rule */
  acknowledgeContractAlert: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
      /** The id of the rule, `rul_…`. */
      ruleId: string;
    };
    query: Record<never, never>;
    body: NewAcknowledgement | undefined;
    response: Acknowledgement;
  };
  /** Take back that the alert of a rule was seen */
  unacknowledgeContractAlert: {
    params: {
      /** The id of the contract, `ctr_…`. */
      id: string;
      /** The id of the rule, `rul_…`. */
      ruleId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** Bring in data */
  createIngestionJob: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateIngestionJobBody;
    response: IngestionJob;
  };
  /** List ingestion jobs */
  listIngestionJobs: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Only these values. */
      status?: "queued" | "processing" | "completed" | "failed";
      /** Only of this source. */
      source_id?: string;
      /** Only these values. */
      priority?: "critical" | "high" | "normal" | "low";
    };
    body: undefined;
    response: ListIngestionJobsAnswer;
  };
  /** Follow an ingestion job */
  getIngestionJob: {
    params: {
      /** The id of the job, `ing_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: IngestionJob;
  };
  /** Create your own transformation rule */
  createIngestionRule: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateIngestionRuleBody;
    response: IngestionRule;
  };
  /** List your transformation rules */
  listIngestionRules: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListIngestionRulesAnswer;
  };
  /** Delete a transformation rule */
  deleteIngestionRule: {
    params: {
      /** The id of the rule, `igr_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** Back up the contracts data of the environment */
  createBackup: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateBackupBody | undefined;
    response: Backup;
  };
  /** List backups */
  listBackups: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Only these values. */
      status?: "in_progress" | "completed" | "failed" | "expired";
      /** Only these values. */
      backup_type?: "full" | "incremental" | "differential";
    };
    body: undefined;
    response: ListBackupsAnswer;
  };
  /** Read a backup */
  getBackup: {
    params: {
      /** The id of the backup, `bkp_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Backup;
  };
  /** Restore a backup into another environment */
  restoreBackup: {
    params: {
      /** The id of the backup, `bkp_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: RestoreBackupBody;
    response: Restore;
  };
  /** List restores */
  listRestores: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Only these values. */
      status?: "in_progress" | "completed" | "failed";
    };
    body: undefined;
    response: ListRestoresAnswer;
  };
  /** Follow a restore */
  getRestore: {
    params: {
      /** The id of the restore, `rst_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Restore;
  };
  /** Read the cluster */
  getCluster: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    response: Cluster;
  };
  /** Add or remove nodes */
  scaleCluster: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: ScaleClusterBody;
    response: ScalingAction;
  };
  /** List scaling actions */
  listScalingActions: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListScalingActionsAnswer;
  };
  /** Follow a scaling action */
  getScalingAction: {
    params: {
      /** The id of the scaling action, `scl_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: ScalingAction;
  };
  /** Make a scaling policy */
  createScalingPolicy: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateScalingPolicyBody;
    response: ScalingPolicy;
  };
  /** List scaling policies */
  listScalingPolicies: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListScalingPoliciesAnswer;
  };
  /** End a scaling policy */
  deleteScalingPolicy: {
    params: {
      /** The id of the policy, `pol_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** Import leads from a CSV file */
  importLeads: {
    params: Record<never, never>;
    query: {
      /** The leads join this campaign, including known leads. It must be the id of a campaign, `cmp_…`. */
      campaign_id?: string;
      /** Tags for the leads, separated by commas, including known leads. */
      tags?: string[];
      /** Whether a row that repeats another row or a known lead creates no second lead. */
      deduplicate?: boolean;
      /** What identifies a lead, separated by commas: `email` (always counts), `domain_name` (company domain and whole name), `linkedin_url`, `phone`. */
      dedup_keys?: string[];
      /** What a row does to a known lead that it repeats: nothing, overwrite its fields, or fill only empty fields. */
      dedup_mode?: "skip" | "update" | "merge";
      /** JSON: lead field to column name, such as `{"email": "Kontakt"}`. Fields: email, first_name, last_name, full_name, title, company, domain, phone, linkedin_url, country, timezone. Other columns are mapped by their names; the rest become custom fields. */
      mapping?: string;
      /** Text encoding, such as `windows-1252`. Default: detected from the file. */
      encoding?: string;
      /** One of `,` `;` `|` or tab, or `comma`, `semicolon`, `pipe`, `tab`. Default: detected from the file. */
      delimiter?: string;
      /** Enrich each new lead afterwards. */
      auto_enrich?: boolean;
      /** Score each new lead afterwards. */
      auto_score?: boolean;
      /** Only read and count: the answer says what would happen, and the reject report can be read. */
      dry_run?: boolean;
    };
    body: undefined;
    response: LeadImport;
  };
  /** List import jobs */
  listLeadImports: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListLeadImportsAnswer;
  };
  /** Follow an import job */
  getLeadImport: {
    params: {
      /** The import job, `imp_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: LeadImport;
  };
  /** Download the rows that made no lead */
  getLeadImportErrors: {
    params: {
      /** The import job, `imp_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: string;
  };
  /** List leads */
  listLeads: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Part of the e-mail address, the name or the company. */
      q?: string;
      status?: "new" | "enriched" | "scored" | "contacted" | "replied" | "meeting_booked" | "unsubscribed" | "bounced" | "suppressed";
      tier?: "A" | "B" | "C" | "D";
      /** The country as the lead has it. */
      country?: string;
      /** Leads with this tag. */
      tag?: string;
      /** Leads of this campaign. It must be the id of a campaign, `cmp_…`. */
      campaign_id?: string;
    };
    body: undefined;
    response: ListLeadsAnswer;
  };
  /** Read a lead */
  getLead: {
    params: {
      /** The lead, `led_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Lead;
  };
  /** Erase a lead */
  eraseLead: {
    params: {
      /** The lead, `led_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** Add tags to leads, and remove tags */
  tagLeads: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: TagLeadsBody;
    response: TaggedLeads;
  };
  /** List the tags of leads, by name */
  listLeadTags: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListLeadTagsAnswer;
  };
  /** Enrich a lead */
  enrichLead: {
    params: {
      /** The lead, `led_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: EnrichLeadBody | undefined;
    response: Enrichment;
  };
  /** Read the present score of a lead */
  getLeadScore: {
    params: {
      /** The lead, `led_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: LeadScore;
  };
  /** Score a lead */
  scoreLead: {
    params: {
      /** The lead, `led_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: ScoreLeadBody | undefined;
    response: LeadScore;
  };
  /** Never write to an address or a domain */
  createSuppression: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateSuppressionBody;
    response: Suppression;
  };
  /** List suppressions */
  listSuppressions: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Part of the address or domain. */
      q?: string;
    };
    body: undefined;
    response: ListSuppressionsAnswer;
  };
  /** Read a suppression */
  getSuppression: {
    params: {
      /** The entry, `spr_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Suppression;
  };
  /** Lift a suppression */
  deleteSuppression: {
    params: {
      /** The entry, `spr_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** List the agents */
  listAgents: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListAgentsAnswer;
  };
  /** Read an agent */
  getAgent: {
    params: {
      /** The agent, `agt_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: OutreachAgent;
  };
  /** Run an agent */
  executeAgent: {
    params: {
      /** The agent, `agt_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: ExecuteAgentBody;
    response: AgentExecution;
  };
  /** Read what was spent */
  getCosts: {
    params: Record<never, never>;
    query: {
      /** Earliest time, inclusive. Default: 30 days before `to`. */
      from?: string;
      /** Latest time, exclusive. Default: now. */
      to?: string;
      /** `agent`, `campaign` or `day` (UTC). Default: `day`. */
      group_by?: string;
    };
    body: undefined;
    response: Costs;
  };
  /** Read a trace with its spans */
  getTrace: {
    params: {
      /** 32 hex digits. */
      id: string;
    };
    query: {
      format?: "json" | "otlp";
    };
    body: undefined;
    response: TraceAnswer;
  };
  /** Query the events of the outreach platform */
  listOutreachEvents: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** A type, or a pattern: `lead.*`, `*`. A fact is found under each of its names in the catalogues. */
      type?: string;
      /** Events about this campaign. */
      campaign_id?: string;
      /** Events about this lead. */
      lead_id?: string;
      /** Events of this agent. */
      agent_id?: string;
      /** The `next_cursor` of a page: continues after it, whatever was published in the meantime. */
      cursor?: string;
      /** Earliest time, inclusive. */
      from?: string;
      /** Latest time, inclusive. */
      to?: string;
    };
    body: undefined;
    response: ListOutreachEventsAnswer;
  };
  /** Create a campaign */
  createCampaign: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateCampaignBody;
    response: Campaign;
  };
  /** List campaigns, newest first */
  listCampaigns: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Only those in this state. */
      status?: "draft" | "launching" | "active" | "paused" | "completed" | "cancelled" | "failed";
    };
    body: undefined;
    response: ListCampaignsAnswer;
  };
  /** Read a campaign with its metrics */
  getCampaign: {
    params: {
      /** The id of the campaign, `cmp_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: CampaignDetail;
  };
  /** Change a draft */
  changeCampaign: {
    params: {
      /** The id of the campaign, `cmp_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: ChangeCampaignBody;
    response: Campaign;
  };
  /** Why nothing is being sent */
  explainCampaign: {
    params: {
      /** The id of the campaign, `cmp_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: CampaignExplanation;
  };
  /** Launch a campaign on its leads, or on a test cohort of them */
  launchCampaign: {
    params: {
      /** The id of the campaign, `cmp_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: LaunchCampaignBody | undefined;
    response: CampaignLaunch;
  };
  /** Pause a campaign: nothing more begins until it is resumed */
  pauseCampaign: {
    params: {
      /** The id of the campaign, `cmp_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Campaign;
  };
  /** Resume a paused campaign, with new limits if given */
  resumeCampaign: {
    params: {
      /** The id of the campaign, `cmp_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: ResumeCampaignBody | undefined;
    response: Campaign;
  };
  /** End a campaign: what is queued is not sent */
  cancelCampaign: {
    params: {
      /** The id of the campaign, `cmp_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Campaign;
  };
  /** List the links of a campaign that were followed */
  listCampaignLinks: {
    params: {
      /** The id of the campaign, `cmp_…`. */
      id: string;
    };
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListCampaignLinksAnswer;
  };
  /** See a mail of a campaign as a lead would get it */
  previewMail: {
    params: {
      /** The lead, `led_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: PreviewMailBody;
    response: MailPreview;
  };
  /** Queue a message */
  queueCommunication: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: QueueCommunicationBody;
    response: QueuedCommunication;
  };
  /** List messages, newest first */
  listCommunications: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Only those in this state. */
      status?: "pending" | "processing" | "sent" | "failed";
      /** Only those of this campaign. */
      campaign_id?: string;
      /** Only those to this lead. */
      lead_id?: string;
    };
    body: undefined;
    response: ListCommunicationsAnswer;
  };
  /** Read how many messages are in each state, and the pace */
  readOutbox: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    response: Outbox;
  };
  /** Read a message and its state */
  getCommunication: {
    params: {
      /** The id of the communication, `com_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Communication;
  };
  /** Add an address to send from */
  createMailbox: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateMailboxBody;
    response: Mailbox;
  };
  /** List the addresses to send from */
  listMailboxes: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListMailboxesAnswer;
  };
  /** Read a mailbox with its use and its DNS record */
  getMailbox: {
    params: {
      /** The id of the mailbox, `mbx_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Mailbox;
  };
  /** Change a mailbox and its throttle */
  changeMailbox: {
    params: {
      /** The id of the mailbox, `mbx_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: ChangeMailboxBody;
    response: Mailbox;
  };
  /** Store a template for messages */
  createTemplate: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateTemplateBody;
    response: Template;
  };
  /** List stored texts, newest first */
  listTemplates: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListTemplatesAnswer;
  };
  /** Read a stored text */
  getTemplate: {
    params: {
      /** The id of the template, `tpl_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Template;
  };
  /** List the mails that the sandbox keeps, newest first */
  listSandboxMessages: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Only mails to this address. */
      to?: string;
    };
    body: undefined;
    response: ListSandboxMessagesAnswer;
  };
  /** Read a mail of the sandbox */
  getSandboxMessage: {
    params: {
      /** The id of the mail, `sbm_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: SandboxMailDetail;
  };
  /** Read a mail of the sandbox byte for byte */
  getRawSandboxMessage: {
    params: {
      /** The id of the mail, `sbm_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: string;
  };
  /** Hand in a mail that came in */
  receiveMail: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: ReceiveMailBody;
    response: InboundResult;
  };
  /** List replies, bounces and complaints, newest first */
  listInboundMail: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Only those of this kind. */
      classification?: "positive" | "negative" | "question" | "neutral" | "unsubscribe" | "out_of_office" | "auto_reply" | "bounce" | "soft_bounce" | "complaint";
      /** Only those of this campaign. */
      campaign_id?: string;
    };
    body: undefined;
    response: ListInboundMailAnswer;
  };
  /** Read a mail that came in */
  getInboundMail: {
    params: {
      /** The id of the mail, `inb_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: InboundMail;
  };
  /** Book a meeting with a lead */
  bookMeeting: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: BookMeetingBody;
    response: Meeting;
  };
  /** List meetings, the newest booking first */
  listMeetings: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Only those of this campaign. */
      campaign_id?: string;
      /** Only those with this lead. */
      lead_id?: string;
    };
    body: undefined;
    response: ListMeetingsAnswer;
  };
  /** Read a meeting */
  getMeeting: {
    params: {
      /** The id of the meeting, `mtg_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Meeting;
  };
  /** Cancel a meeting */
  cancelMeeting: {
    params: {
      /** The id of the meeting, `mtg_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Meeting;
  };
  /** Create the address and the secret for a calendar’s bookings */
  makeBookingWebhook: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    response: BookingSecret;
  };
  /** Upload an application */
  uploadApplication: {
    params: Record<never, never>;
    query: {
      /** Name of the application. Default: the file’s name without its ending. */
      name?: string;
      /** Which state of the code it is, such as a commit: uploads are found by it. */
      revision?: string;
    };
    body: undefined;
    response: Application;
  };
  /** List applications */
  listApplications: {
    params: Record<never, never>;
    query: {
      /** Only of exactly this name: the versions of one. */
      name?: string;
      /** Only of exactly this revision. */
      revision?: string;
      /** Only of this state. */
      status?: "analyzing" | "analyzed" | "analysis_failed" | "approved" | "rejected" | "archived";
      /** Only with at least this overall readiness score. */
      min_score?: number;
      /** Only with vulnerabilities (`true`), or only analysed ones without (`false`). */
      has_vulnerabilities?: boolean;
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListApplicationsAnswer;
  };
  /** Read an application */
  getApplication: {
    params: {
      /** The id of an application, `app_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Application;
  };
  /** List the files that were not analysed in full */
  listAnalysisGaps: {
    params: {
      /** The id of an application, `app_…`. */
      id: string;
    };
    query: {
      /** Only files that were analysed in part, or not at all. */
      status?: "partial" | "skipped";
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListAnalysisGapsAnswer;
  };
  /** Approve an application */
  approveApplication: {
    params: {
      /** The id of an application, `app_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: Decision | undefined;
    response: Application;
  };
  /** Reject an application */
  rejectApplication: {
    params: {
      /** The id of an application, `app_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: Decision | undefined;
    response: Application;
  };
  /** Archive an application */
  archiveApplication: {
    params: {
      /** The id of an application, `app_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: ArchiveApplicationBody | undefined;
    response: Application;
  };
  /** Review an application */
  requestReview: {
    params: {
      /** The id of an application, `app_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: RequestReviewBody | undefined;
    response: ReviewTicket;
  };
  /** List the reviews of an application */
  listReviews: {
    params: {
      /** The id of an application, `app_…`. */
      id: string;
    };
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListReviewsAnswer;
  };
  /** Read the progress of a review */
  getReview: {
    params: {
      /** The id of a review, `rev_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Review;
  };
  /** Read what a review found */
  getReviewResults: {
    params: {
      /** The id of a review, `rev_…`. */
      id: string;
    };
    query: {
      /** Only of this severity. */
      severity?: "critical" | "high" | "medium" | "low";
      /** Only of this category. */
      category?: "security" | "architecture" | "quality" | "testing" | "performance" | "documentation" | "meta";
      /** Only in the file with this path. */
      file?: string;
      /** Only of this status. The summary counts `new` ones. */
      status?: "new" | "existing" | "suppressed" | "all";
      /** The findings up to the time limit, instead of `review_timeout`. */
      partial?: boolean;
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ReviewResults;
  };
  /** Export all findings of a review */
  exportFindings: {
    params: {
      /** The id of a review, `rev_…`. */
      id: string;
    };
    query: {
      /** Only of this severity. */
      severity?: "critical" | "high" | "medium" | "low";
      /** Only of this category. */
      category?: "security" | "architecture" | "quality" | "testing" | "performance" | "documentation" | "meta";
      /** Only in the file with this path. */
      file?: string;
      /** Only of this status. The summary counts `new` ones. */
      status?: "new" | "existing" | "suppressed" | "all";
      /** The findings up to the time limit, instead of `review_timeout`. */
      partial?: boolean;
      /** The maximum number of findings, the most severe first. Default: all. */
      most?: number;
    };
    body: undefined;
    response: string;
  };
  /** List findings that a review did not deliver */
  listDroppedFindings: {
    params: {
      /** The id of a review, `rev_…`. */
      id: string;
    };
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListDroppedFindingsAnswer;
  };
  /** Readiness for a cloud */
  getCloudReadiness: {
    params: {
      /** The id of an application, `app_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Readiness;
  };
  /** Readiness to be used as a library */
  getLibraryReadiness: {
    params: {
      /** The id of an application, `app_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Readiness;
  };
  /** Readiness to run in a service mesh */
  getMeshReadiness: {
    params: {
      /** The id of an application, `app_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Readiness;
  };
  /** List the reusable components of an application */
  listComponents: {
    params: {
      /** The id of an application, `app_…`. */
      id: string;
    };
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListComponentsAnswer;
  };
  /** Read a component */
  getComponent: {
    params: {
      /** The id of a component, `cpt_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Component;
  };
  /** Promote a component */
  promoteComponent: {
    params: {
      /** The id of a component, `cpt_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: PromoteComponentBody;
    response: Component;
  };
  /** Deprecate a component */
  deprecateComponent: {
    params: {
      /** The id of a component, `cpt_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: DeprecateComponentBody | undefined;
    response: Component;
  };
  /** Suppress a finding */
  suppressFinding: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: SuppressFindingBody;
    response: FindingSuppression;
  };
  /** List suppressions */
  listFindingSuppressions: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListFindingSuppressionsAnswer;
  };
  /** Remove a suppression */
  deleteFindingSuppression: {
    params: {
      /** The id of a suppression, `sup_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** Acknowledge a finding */
  acknowledgeFinding: {
    params: {
      /** The fingerprint of a finding: 64 hexadecimal digits. */
      fingerprint: string;
    };
    query: Record<never, never>;
    body: NewAcknowledgement | undefined;
    response: Acknowledgement;
  };
  /** Take back that a finding was seen */
  unacknowledgeFinding: {
    params: {
      /** The fingerprint of a finding: 64 hexadecimal digits. */
      fingerprint: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** Comment on a finding */
  createFindingComment: {
    params: {
      /** The fingerprint of a finding: 64 hexadecimal digits. */
      fingerprint: string;
    };
    query: Record<never, never>;
    body: CreateFindingCommentBody;
    response: FindingComment;
  };
  /** List the comments on a finding */
  listFindingComments: {
    params: {
      /** The fingerprint of a finding: 64 hexadecimal digits. */
      fingerprint: string;
    };
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListFindingCommentsAnswer;
  };
  /** Delete a comment on a finding */
  deleteFindingComment: {
    params: {
      /** The fingerprint of a finding: 64 hexadecimal digits. */
      fingerprint: string;
      /** The id of a comment, `cmt_…`. */
      commentId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** Get the organization’s rules */
  getReviewRules: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    response: ReviewRules;
  };
  /** Set the organization’s rules */
  setReviewRules: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: SetReviewRulesBody;
    response: ReviewRules;
  };
  /** Test rules without setting them */
  previewReviewRules: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: PreviewReviewRulesBody;
    response: ReviewRulesCheck;
  };
  /** List the rules of the review */
  listReviewRules: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Words in its id, name or weakness. */
      q?: string;
      severity?: "critical" | "high" | "medium" | "low";
      /** Only this rule. */
      rule_id?: string;
    };
    body: undefined;
    response: ListReviewRulesAnswer;
  };
  /** Read the bill of materials of an application */
  getBillOfMaterials: {
    params: {
      /** The id of an application, `app_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: string;
  };
  /** Import the findings of another tool */
  importSarif: {
    params: {
      /** The id of an application, `app_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: SarifReport;
    response: Review;
  };
  /** Query the events of application review */
  queryReviewEvents: {
    params: Record<never, never>;
    query: {
      /** A type of any catalogue, or a pattern: `review.*` (one or more segments below), `*` (all). */
      type?: string;
      /** Only those about this application, `app_…`, whatever their correlation. */
      application_id?: string;
      /** Only with this correlation id. */
      correlation_id?: string;
      /** Earliest time, inclusive. */
      from?: string;
      /** Latest time, inclusive. */
      to?: string;
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: QueryReviewEventsAnswer;
  };
  /** Subscribe to the events of application review */
  subscribeToReviewEvents: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: SubscribeToReviewEventsBody;
    response: ReviewSubscription;
  };
  /** Make a workflow */
  createWorkflow: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateWorkflowBody;
    response: Workflow;
  };
  /** List workflows */
  listWorkflows: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListWorkflowsAnswer;
  };
  /** List what workflows can do */
  listWorkflowActions: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    response: ListWorkflowActionsAnswer;
  };
  /** Test a workflow on a past event */
  previewWorkflow: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: PreviewWorkflowBody;
    response: PreviewWorkflowAnswer;
  };
  /** Read a workflow */
  getWorkflow: {
    params: {
      /** The id of a workflow, `wfl_…`. */
      workflowId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Workflow;
  };
  /** Change a workflow */
  updateWorkflow: {
    params: {
      /** The id of a workflow, `wfl_…`. */
      workflowId: string;
    };
    query: Record<never, never>;
    body: UpdateWorkflowBody;
    response: Workflow;
  };
  /** Delete a workflow */
  deleteWorkflow: {
    params: {
      /** The id of a workflow, `wfl_…`. */
      workflowId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** Enable a workflow */
  enableWorkflow: {
    params: {
      /** The id of a workflow, `wfl_…`. */
      workflowId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Workflow;
  };
  /** Disable a workflow */
  disableWorkflow: {
    params: {
      /** The id of a workflow, `wfl_…`. */
      workflowId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Workflow;
  };
  /** Acknowledge what fails in a workflow */
  acknowledgeWorkflow: {
    params: {
      /** The id of a workflow, `wfl_…`. */
      workflowId: string;
    };
    query: Record<never, never>;
    body: NewAcknowledgement | undefined;
    response: Acknowledgement;
  };
  /** Take back that what fails in a workflow was seen */
  unacknowledgeWorkflow: {
    params: {
      /** The id of a workflow, `wfl_…`. */
      workflowId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** List the runs of a workflow */
  listWorkflowRuns: {
    params: {
      /** The id of a workflow, `wfl_…`. */
      workflowId: string;
    };
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** `queued`: waiting for its turn or its next attempt. `loop_stopped`: workflows had started each other too often; nothing was executed. */
      status?: "queued" | "succeeded" | "failed" | "loop_stopped";
    };
    body: undefined;
    response: ListWorkflowRunsAnswer;
  };
  /** Read a run */
  getWorkflowRun: {
    params: {
      /** The id of a workflow, `wfl_…`. */
      workflowId: string;
      /** The id of a run, `run_…`. */
      runId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: WorkflowRun;
  };
  /** Retry a failed run */
  retryWorkflowRun: {
    params: {
      /** The id of a workflow, `wfl_…`. */
      workflowId: string;
      /** The id of a run, `run_…`. */
      runId: string;
    };
    query: {
      /** `own`: the workflow as it was when the event was published. `current`: as it is now, for example after a fix; executed actions must still be in their places. */
      revision?: "own" | "current";
    };
    body: undefined;
    response: WorkflowRun;
  };
  /** Retry all failed runs of a workflow */
  retryFailedWorkflowRuns: {
    params: {
      /** The id of a workflow, `wfl_…`. */
      workflowId: string;
    };
    query: Record<never, never>;
    body: RetryFailedWorkflowRunsBody | undefined;
    response: RetriedRuns;
  };
  /** Make an API key */
  createKey: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateKeyBody;
    response: IssuedApiKey;
  };
  /** List API keys */
  listKeys: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListKeysAnswer;
  };
  /** Read an API key */
  getKey: {
    params: {
      /** The id of the key, `key_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: ApiKey;
  };
  /** Change an API key */
  updateKey: {
    params: {
      /** The id of the key, `key_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: UpdateKeyBody;
    response: ApiKey;
  };
  /** Revoke an API key */
  revokeKey: {
    params: {
      /** The id of the key, `key_…`. */
      id: string;
    };
    query: {
      /** Also revokes the last key with the scope `admin` that works for longer than a day. */
      force?: boolean;
    };
    body: undefined;
    response: undefined;
  };
  /** Give an API key a new secret */
  rotateKey: {
    params: {
      /** The id of the key, `key_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: RotateKeyBody | undefined;
    response: IssuedApiKey;
  };
  /** List requests to the API */
  listRequests: {
    params: Record<never, never>;
    query: {
      /** A status such as `404`, a class such as `5xx`, or `errors` for all from 400 on. It must be a status such as 404, a class such as 4xx, or errors. */
      status?: string;
      /** The code of the error, such as `invalid_request`. */
      code?: string;
      /** The method. */
      method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
      /** The path as the API knows it, such as `/v1/keys/:id`. */
      route?: string;
      /** Who asked: an API key, `key_…`, or a person, `usr_…`. */
      actor?: string;
      /** Earliest time, inclusive. */
      from?: string;
      /** Latest time, inclusive. */
      to?: string;
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ApiRequestList;
  };
  /** Read a request to the API */
  getRequest: {
    params: {
      /** The id of the request, `req_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: ApiRequest;
  };
  /** List saved views */
  listViews: {
    params: Record<never, never>;
    query: {
      /** The list that the filters belong to. */
      list?: "answers" | "audit" | "campaigns" | "dead_letters" | "deliveries" | "events" | "findings" | "jobs" | "leads" | "meetings" | "requests" | "transactions";
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: SavedViewPage;
  };
  /** Save a view */
  saveView: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: SaveViewBody;
    response: SavedView;
  };
  /** Change a saved view */
  updateView: {
    params: {
      /** The id of the view, `viw_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: UpdateViewBody;
    response: SavedView;
  };
  /** Delete a saved view */
  deleteView: {
    params: {
      /** The id of the view, `viw_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** Read the organization of the key, its limits and their use */
  getOrganization: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    response: Organization;
  };
  /** Read how many requests were counted against a limit, by the hour */
  getUsage: {
    params: Record<never, never>;
    query: {
      /** The limit, as `GET /v1/organization` names it. */
      name: "contracts_operations" | "contracts_deployments" | "contracts_executions" | "contracts_queries" | "outreach_campaigns" | "outreach_leads" | "outreach_agents" | "outreach_queries" | "review_uploads" | "review_triggers" | "review_queries" | "events_publish" | "events_query" | "events_api" | "webhooks_api" | "webhooks_test" | "workflows_api" | "access_api";
      /** How many days back. */
      days?: number;
    };
    body: undefined;
    response: Usage;
  };
  /** Read usage and cost of the language model by agents */
  getModelUsage: {
    params: Record<never, never>;
    query: {
      /** How many days (UTC) back, today included. */
      days?: number;
    };
    body: undefined;
    response: ModelUsage;
  };
  /** Sign a browser in with the key */
  startSession: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    response: StartedSession;
  };
  /** Read who is asking: the key or the person, the scopes and the organization */
  readSession: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    response: Session;
  };
  /** Sign the browser out */
  endSession: {
    params: Record<never, never>;
    query: {
      /** Ends every session of the key or the person. */
      everywhere?: boolean;
    };
    body: undefined;
    response: undefined;
  };
  /** Read how people can sign in */
  readSignInMethods: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    response: SignInMethods;
  };
  /** Sign a person in with a password */
  signIn: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: SignInBody;
    response: StartedSession;
  };
  /** Read what a link is for */
  readInvitation: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: ReadInvitationBody;
    response: OpenInvitation;
  };
  /** Join by a link, or set a new password */
  joinOrganization: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: JoinOrganizationBody;
    response: StartedSession;
  };
  /** Change your own password */
  changePassword: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: ChangePasswordBody;
    response: undefined;
  };
  /** List the people of the organization */
  listUsers: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** Also lists removed people. */
      removed?: boolean;
    };
    body: undefined;
    response: ListUsersAnswer;
  };
  /** Read a person */
  getUser: {
    params: {
      /** The id of the person, `usr_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: User;
  };
  /** Give a person another role */
  changeUserRole: {
    params: {
      /** The id of the person, `usr_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: ChangeUserRoleBody;
    response: User;
  };
  /** Remove a person */
  removeUser: {
    params: {
      /** The id of the person, `usr_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** Make a link for a new password */
  createPasswordLink: {
    params: {
      /** The id of the person, `usr_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: InvitationLink;
  };
  /** Begin to set up a second factor */
  beginSecondFactor: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: BeginSecondFactorBody;
    response: BeginSecondFactorAnswer;
  };
  /** Turn the second factor on with a first code */
  confirmSecondFactor: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: ConfirmSecondFactorBody;
    response: ConfirmSecondFactorAnswer;
  };
  /** Remove the second factor with a code of it */
  removeSecondFactor: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: RemoveSecondFactorBody;
    response: undefined;
  };
  /** Remove the second factor of somebody who has lost it */
  resetSecondFactor: {
    params: {
      /** The id of the person, `usr_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** Invite a person */
  inviteUser: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: InviteUserBody;
    response: InvitationLink;
  };
  /** List open invitations */
  listInvitations: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListInvitationsAnswer;
  };
  /** Withdraw an invitation */
  withdrawInvitation: {
    params: {
      /** The id of the invitation, `inv_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: undefined;
  };
  /** Make an organization with its first key */
  createOrganization: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: CreateOrganizationBody;
    response: CreateOrganizationAnswer;
  };
  /** List the organizations of the service */
  listOrganizations: {
    params: Record<never, never>;
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListOrganizationsAnswer;
  };
  /** Read one of the organizations of the service */
  getOperatedOrganization: {
    params: {
      /** The id of the organization, `org_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: OperatedOrganization;
  };
  /** Suspend an organization */
  suspendOrganization: {
    params: {
      /** The id of the organization, `org_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: OperatedOrganization;
  };
  /** Let an organization in again */
  resumeOrganization: {
    params: {
      /** The id of the organization, `org_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: OperatedOrganization;
  };
  /** Read the quotas of an organization and their use */
  getOrganizationQuotas: {
    params: {
      /** The id of the organization, `org_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: GetOrganizationQuotasAnswer;
  };
  /** Set the quotas of an organization */
  setOrganizationQuotas: {
    params: {
      /** The id of the organization, `org_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: SetOrganizationQuotasBody;
    response: SetOrganizationQuotasAnswer;
  };
  /** Export everything that an organization has */
  exportOrganization: {
    params: {
      /** The id of the organization, `org_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: OrganizationExport;
  };
  /** List the exports of an organization */
  listOrganizationExports: {
    params: {
      /** The id of the organization, `org_…`. */
      id: string;
    };
    query: {
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: ListOrganizationExportsAnswer;
  };
  /** Follow an export of an organization */
  getOrganizationExport: {
    params: {
      /** The id of the organization, `org_…`. */
      id: string;
      /** The id of the export, `oxp_…`. */
      exportId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: OrganizationExport;
  };
  /** Download the archive of an export */
  downloadOrganizationExport: {
    params: {
      /** The id of the organization, `org_…`. */
      id: string;
      /** The id of the export, `oxp_…`. */
      exportId: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: Blob;
  };
  /** Erase an organization for good */
  eraseOrganization: {
    params: {
      /** The id of the organization, `org_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: EraseOrganizationBody;
    response: OrganizationErasure;
  };
  /** Read what was erased of an organization */
  getOrganizationErasure: {
    params: {
      /** The id of the organization, `org_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: undefined;
    response: OrganizationErasure;
  };
}

/** How each operation is asked. `items` names the list in the answer of one that answers pages. */
export const operations = {
  publishEvent: { method: 'POST', path: '/v1/events', keyed: true },
  queryEvents: { method: 'GET', path: '/v1/events', items: 'events' },
  publishEventBatch: { method: 'POST', path: '/v1/events/batch', keyed: true },
  searchEvents: { method: 'GET', path: '/v1/events/search', items: 'events' },
  readAudit: { method: 'GET', path: '/v1/audit', items: 'entries' },
  readEventCatalog: { method: 'GET', path: '/v1/events/catalog' },
  readEvent: { method: 'GET', path: '/v1/events/{eventId}' },
  proveEvent: { method: 'GET', path: '/v1/events/proofs/{eventId}' },
  readCheckpoint: { method: 'GET', path: '/v1/events/checkpoint' },
  listCheckpoints: { method: 'GET', path: '/v1/events/checkpoints', items: 'checkpoints' },
  proveConsistency: { method: 'GET', path: '/v1/events/consistency' },
  exportEvents: { method: 'GET', path: '/v1/events/export' },
  listEventDeliveries: { method: 'GET', path: '/v1/events/deliveries/{eventId}', items: 'deliveries' },
  streamEvents: { method: 'GET', path: '/v1/events/stream' },
  createEventSubscription: { method: 'POST', path: '/v1/events/subscriptions', keyed: true },
  listEventSubscriptions: { method: 'GET', path: '/v1/events/subscriptions', items: 'subscriptions' },
  getEventSubscription: { method: 'GET', path: '/v1/events/subscriptions/{subscriptionId}' },
  deleteEventSubscription: { method: 'DELETE', path: '/v1/events/subscriptions/{subscriptionId}' },
  createWebhookSubscription: { method: 'POST', path: '/v1/webhooks/subscriptions', keyed: true },
  listWebhookSubscriptions: { method: 'GET', path: '/v1/webhooks/subscriptions', items: 'subscriptions' },
  getWebhookSubscription: { method: 'GET', path: '/v1/webhooks/subscriptions/{subId}' },
  updateWebhookSubscription: { method: 'PUT', path: '/v1/webhooks/subscriptions/{subId}' },
  deleteWebhookSubscription: { method: 'DELETE', path: '/v1/webhooks/subscriptions/{subId}' },
  pauseWebhookSubscription: { method: 'POST', path: '/v1/webhooks/subscriptions/{subId}/pause', keyed: true },
  resumeWebhookSubscription: { method: 'POST', path: '/v1/webhooks/subscriptions/{subId}/resume', keyed: true },
  rotateWebhookSecret: { method: 'POST', path: '/v1/webhooks/subscriptions/{subId}/secret', keyed: true },
  acknowledgeWebhookSubscription: { method: 'PUT', path: '/v1/webhooks/subscriptions/{subId}/acknowledgement' },
  unacknowledgeWebhookSubscription: { method: 'DELETE', path: '/v1/webhooks/subscriptions/{subId}/acknowledgement' },
  readWebhookSigningKeys: { method: 'GET', path: '/v1/webhooks/signing-keys/{subId}' },
  rotateWebhookSigningKey: { method: 'POST', path: '/v1/webhooks/subscriptions/{subId}/signing-key', keyed: true },
  previewWebhookSubscription: { method: 'POST', path: '/v1/webhooks/subscriptions/preview' },
  previewWebhookDelivery: { method: 'POST', path: '/v1/webhooks/subscriptions/{subId}/preview' },
  searchWebhookDeliveries: { method: 'GET', path: '/v1/webhooks/deliveries', items: 'deliveries' },
  resendWebhookDeliveries: { method: 'POST', path: '/v1/webhooks/deliveries/resend', keyed: true },
  getWebhookResend: { method: 'GET', path: '/v1/webhooks/resends/{resendId}' },
  listWebhookDeliveries: { method: 'GET', path: '/v1/webhooks/subscriptions/{subId}/deliveries', items: 'deliveries' },
  getWebhookDelivery: { method: 'GET', path: '/v1/webhooks/deliveries/{deliveryId}' },
  resendWebhookDelivery: { method: 'POST', path: '/v1/webhooks/deliveries/{deliveryId}/resend', keyed: true },
  testWebhookSubscription: { method: 'POST', path: '/v1/webhooks/subscriptions/{subId}/test', keyed: true },
  listDeadLetters: { method: 'GET', path: '/v1/webhooks/dead-letter', items: 'dead_letters' },
  replayDeadLetter: { method: 'POST', path: '/v1/webhooks/dead-letter/{eventId}/replay', keyed: true },
  dropDeadLetter: { method: 'DELETE', path: '/v1/webhooks/dead-letter/{eventId}' },
  replayDeadLetters: { method: 'POST', path: '/v1/webhooks/dead-letter/replay', keyed: true },
  getReplay: { method: 'GET', path: '/v1/webhooks/replays/{replayId}' },
  readWebhookStats: { method: 'GET', path: '/v1/webhooks/stats' },
  readWebhookSubscriptionStats: { method: 'GET', path: '/v1/webhooks/subscriptions/{subId}/stats' },
  createPortalLink: { method: 'POST', path: '/v1/webhooks/subscriptions/{subId}/portal-links', keyed: true },
  revokePortalLinks: { method: 'DELETE', path: '/v1/webhooks/subscriptions/{subId}/portal-links' },
  readPortalLink: { method: 'GET', path: '/v1/webhooks/portal' },
  listNetworks: { method: 'GET', path: '/v1/contracts/networks', items: 'networks' },
  getWallet: { method: 'GET', path: '/v1/contracts/wallet' },
  createContract: { method: 'POST', path: '/v1/contracts/contracts', keyed: true },
  listContracts: { method: 'GET', path: '/v1/contracts/contracts', items: 'contracts' },
  getContract: { method: 'GET', path: '/v1/contracts/contracts/{id}' },
  createContractVersion: { method: 'POST', path: '/v1/contracts/contracts/{id}/versions', keyed: true },
  listContractVersions: { method: 'GET', path: '/v1/contracts/contracts/{id}/versions', items: 'versions' },
  rollBackContract: { method: 'POST', path: '/v1/contracts/contracts/{id}/rollback', keyed: true },
  listContractTemplates: { method: 'GET', path: '/v1/contracts/templates', items: 'templates' },
  deployContract: { method: 'POST', path: '/v1/contracts/contracts/{id}/deploy', keyed: true },
  estimateDeployment: { method: 'POST', path: '/v1/contracts/contracts/{id}/deploy/estimate' },
  listDeployments: { method: 'GET', path: '/v1/contracts/contracts/{id}/deployments', items: 'deployments' },
  cancelDeployment: { method: 'POST', path: '/v1/contracts/deployments/{id}/cancel', keyed: true },
  getDeployment: { method: 'GET', path: '/v1/contracts/deployments/{id}' },
  executeContract: { method: 'POST', path: '/v1/contracts/contracts/{id}/execute', keyed: true },
  estimateExecution: { method: 'POST', path: '/v1/contracts/contracts/{id}/estimate' },
  callContract: { method: 'POST', path: '/v1/contracts/contracts/{id}/call' },
  cancelExecution: { method: 'POST', path: '/v1/contracts/executions/{id}/cancel', keyed: true },
  getExecution: { method: 'GET', path: '/v1/contracts/executions/{id}' },
  listExecutionEvents: { method: 'GET', path: '/v1/contracts/executions/{id}/events', items: 'events' },
  listExecutionCalls: { method: 'GET', path: '/v1/contracts/executions/{id}/calls', items: 'calls' },
  setSpendLimit: { method: 'PUT', path: '/v1/contracts/spend-limits' },
  listSpendLimits: { method: 'GET', path: '/v1/contracts/spend-limits', items: 'spend_limits' },
  deleteSpendLimit: { method: 'DELETE', path: '/v1/contracts/spend-limits/{id}' },
  listContractTransactions: { method: 'GET', path: '/v1/contracts/contracts/{id}/transactions', items: 'transactions' },
  getContractHealth: { method: 'GET', path: '/v1/contracts/contracts/{id}/health' },
  getContractStatistics: { method: 'GET', path: '/v1/contracts/contracts/{id}/statistics' },
  createContractAlert: { method: 'POST', path: '/v1/contracts/contracts/{id}/alerts', keyed: true },
  listContractAlerts: { method: 'GET', path: '/v1/contracts/contracts/{id}/alerts', items: 'alerts' },
  updateContractAlert: { method: 'PUT', path: '/v1/contracts/contracts/{id}/alerts/{ruleId}' },
  deleteContractAlert: { method: 'DELETE', path: '/v1/contracts/contracts/{id}/alerts/{ruleId}' },
  acknowledgeContractAlert: { method: 'PUT', path: '/v1/contracts/contracts/{id}/alerts/{ruleId}/acknowledgement' },
  unacknowledgeContractAlert: { method: 'DELETE', path: '/v1/contracts/contracts/{id}/alerts/{ruleId}/acknowledgement' },
  createIngestionJob: { method: 'POST', path: '/v1/contracts/ingestion/jobs', keyed: true },
  listIngestionJobs: { method: 'GET', path: '/v1/contracts/ingestion/jobs', items: 'jobs' },
  getIngestionJob: { method: 'GET', path: '/v1/contracts/ingestion/jobs/{id}' },
  createIngestionRule: { method: 'POST', path: '/v1/contracts/ingestion/rules', keyed: true },
  listIngestionRules: { method: 'GET', path: '/v1/contracts/ingestion/rules', items: 'rules' },
  deleteIngestionRule: { method: 'DELETE', path: '/v1/contracts/ingestion/rules/{id}' },
  createBackup: { method: 'POST', path: '/v1/contracts/backups', keyed: true },
  listBackups: { method: 'GET', path: '/v1/contracts/backups', items: 'backups' },
  getBackup: { method: 'GET', path: '/v1/contracts/backups/{id}' },
  restoreBackup: { method: 'POST', path: '/v1/contracts/backups/{id}/restore', keyed: true },
  listRestores: { method: 'GET', path: '/v1/contracts/restores', items: 'restores' },
  getRestore: { method: 'GET', path: '/v1/contracts/restores/{id}' },
  getCluster: { method: 'GET', path: '/v1/contracts/scaling/cluster' },
  scaleCluster: { method: 'POST', path: '/v1/contracts/scaling/scale', keyed: true },
  listScalingActions: { method: 'GET', path: '/v1/contracts/scaling/actions', items: 'actions' },
  getScalingAction: { method: 'GET', path: '/v1/contracts/scaling/actions/{id}' },
  createScalingPolicy: { method: 'POST', path: '/v1/contracts/scaling/policies', keyed: true },
  listScalingPolicies: { method: 'GET', path: '/v1/contracts/scaling/policies', items: 'policies' },
  deleteScalingPolicy: { method: 'DELETE', path: '/v1/contracts/scaling/policies/{id}' },
  importLeads: { method: 'POST', path: '/v1/outreach/leads/import', keyed: true },
  listLeadImports: { method: 'GET', path: '/v1/outreach/imports', items: 'imports' },
  getLeadImport: { method: 'GET', path: '/v1/outreach/imports/{id}' },
  getLeadImportErrors: { method: 'GET', path: '/v1/outreach/imports/{id}/errors' },
  listLeads: { method: 'GET', path: '/v1/outreach/leads', items: 'leads' },
  getLead: { method: 'GET', path: '/v1/outreach/leads/{id}' },
  eraseLead: { method: 'DELETE', path: '/v1/outreach/leads/{id}' },
  tagLeads: { method: 'POST', path: '/v1/outreach/lead-tags', keyed: true },
  listLeadTags: { method: 'GET', path: '/v1/outreach/lead-tags', items: 'tags' },
  enrichLead: { method: 'POST', path: '/v1/outreach/leads/{id}/enrich', keyed: true },
  getLeadScore: { method: 'GET', path: '/v1/outreach/leads/{id}/score' },
  scoreLead: { method: 'POST', path: '/v1/outreach/leads/{id}/score', keyed: true },
  createSuppression: { method: 'POST', path: '/v1/outreach/suppressions', keyed: true },
  listSuppressions: { method: 'GET', path: '/v1/outreach/suppressions', items: 'suppressions' },
  getSuppression: { method: 'GET', path: '/v1/outreach/suppressions/{id}' },
  deleteSuppression: { method: 'DELETE', path: '/v1/outreach/suppressions/{id}' },
  listAgents: { method: 'GET', path: '/v1/outreach/agents', items: 'agents' },
  getAgent: { method: 'GET', path: '/v1/outreach/agents/{id}' },
  executeAgent: { method: 'POST', path: '/v1/outreach/agents/{id}/execute', keyed: true },
  getCosts: { method: 'GET', path: '/v1/outreach/economics/costs' },
  getTrace: { method: 'GET', path: '/v1/outreach/traces/{id}' },
  listOutreachEvents: { method: 'GET', path: '/v1/outreach/events', items: 'events' },
  createCampaign: { method: 'POST', path: '/v1/outreach/campaigns', keyed: true },
  listCampaigns: { method: 'GET', path: '/v1/outreach/campaigns', items: 'campaigns' },
  getCampaign: { method: 'GET', path: '/v1/outreach/campaigns/{id}' },
  changeCampaign: { method: 'PUT', path: '/v1/outreach/campaigns/{id}' },
  explainCampaign: { method: 'GET', path: '/v1/outreach/campaigns/{id}/why' },
  launchCampaign: { method: 'POST', path: '/v1/outreach/campaigns/{id}/launch', keyed: true },
  pauseCampaign: { method: 'POST', path: '/v1/outreach/campaigns/{id}/pause', keyed: true },
  resumeCampaign: { method: 'POST', path: '/v1/outreach/campaigns/{id}/resume', keyed: true },
  cancelCampaign: { method: 'POST', path: '/v1/outreach/campaigns/{id}/cancel', keyed: true },
  listCampaignLinks: { method: 'GET', path: '/v1/outreach/campaigns/{id}/links', items: 'links' },
  previewMail: { method: 'POST', path: '/v1/outreach/leads/{id}/preview', keyed: true },
  queueCommunication: { method: 'POST', path: '/v1/outreach/communications', keyed: true },
  listCommunications: { method: 'GET', path: '/v1/outreach/communications', items: 'communications' },
  readOutbox: { method: 'GET', path: '/v1/outreach/communications/outbox' },
  getCommunication: { method: 'GET', path: '/v1/outreach/communications/{id}' },
  createMailbox: { method: 'POST', path: '/v1/outreach/mailboxes', keyed: true },
  listMailboxes: { method: 'GET', path: '/v1/outreach/mailboxes', items: 'mailboxes' },
  getMailbox: { method: 'GET', path: '/v1/outreach/mailboxes/{id}' },
  changeMailbox: { method: 'PUT', path: '/v1/outreach/mailboxes/{id}' },
  createTemplate: { method: 'POST', path: '/v1/outreach/templates', keyed: true },
  listTemplates: { method: 'GET', path: '/v1/outreach/templates', items: 'templates' },
  getTemplate: { method: 'GET', path: '/v1/outreach/templates/{id}' },
  listSandboxMessages: { method: 'GET', path: '/v1/outreach/sandbox/messages', items: 'messages' },
  getSandboxMessage: { method: 'GET', path: '/v1/outreach/sandbox/messages/{id}' },
  getRawSandboxMessage: { method: 'GET', path: '/v1/outreach/sandbox/messages/{id}/raw' },
  receiveMail: { method: 'POST', path: '/v1/outreach/inbound', keyed: true },
  listInboundMail: { method: 'GET', path: '/v1/outreach/inbound', items: 'messages' },
  getInboundMail: { method: 'GET', path: '/v1/outreach/inbound/{id}' },
  bookMeeting: { method: 'POST', path: '/v1/outreach/meetings', keyed: true },
  listMeetings: { method: 'GET', path: '/v1/outreach/meetings', items: 'meetings' },
  getMeeting: { method: 'GET', path: '/v1/outreach/meetings/{id}' },
  cancelMeeting: { method: 'POST', path: '/v1/outreach/meetings/{id}/cancel', keyed: true },
  makeBookingWebhook: { method: 'POST', path: '/v1/outreach/booking-webhook', keyed: true },
  uploadApplication: { method: 'POST', path: '/v1/review/applications', keyed: true },
  listApplications: { method: 'GET', path: '/v1/review/applications', items: 'applications' },
  getApplication: { method: 'GET', path: '/v1/review/applications/{id}' },
  listAnalysisGaps: { method: 'GET', path: '/v1/review/applications/{id}/gaps', items: 'gaps' },
  approveApplication: { method: 'POST', path: '/v1/review/applications/{id}/approve', keyed: true },
  rejectApplication: { method: 'POST', path: '/v1/review/applications/{id}/reject', keyed: true },
  archiveApplication: { method: 'POST', path: '/v1/review/applications/{id}/archive', keyed: true },
  requestReview: { method: 'POST', path: '/v1/review/applications/{id}/review', keyed: true },
  listReviews: { method: 'GET', path: '/v1/review/applications/{id}/reviews', items: 'reviews' },
  getReview: { method: 'GET', path: '/v1/review/reviews/{id}' },
  getReviewResults: { method: 'GET', path: '/v1/review/reviews/{id}/results', items: 'findings' },
  exportFindings: { method: 'GET', path: '/v1/review/reviews/{id}/findings' },
  listDroppedFindings: { method: 'GET', path: '/v1/review/reviews/{id}/dropped', items: 'dropped' },
  getCloudReadiness: { method: 'GET', path: '/v1/review/applications/{id}/readiness/cloud' },
  getLibraryReadiness: { method: 'GET', path: '/v1/review/applications/{id}/readiness/library' },
  getMeshReadiness: { method: 'GET', path: '/v1/review/applications/{id}/readiness/mesh' },
  listComponents: { method: 'GET', path: '/v1/review/applications/{id}/components', items: 'components' },
  getComponent: { method: 'GET', path: '/v1/review/components/{id}' },
  promoteComponent: { method: 'POST', path: '/v1/review/components/{id}/promote', keyed: true },
  deprecateComponent: { method: 'POST', path: '/v1/review/components/{id}/deprecate', keyed: true },
  suppressFinding: { method: 'POST', path: '/v1/review/suppressions', keyed: true },
  listFindingSuppressions: { method: 'GET', path: '/v1/review/suppressions', items: 'suppressions' },
  deleteFindingSuppression: { method: 'DELETE', path: '/v1/review/suppressions/{id}' },
  acknowledgeFinding: { method: 'PUT', path: '/v1/review/findings/{fingerprint}/acknowledgement' },
  unacknowledgeFinding: { method: 'DELETE', path: '/v1/review/findings/{fingerprint}/acknowledgement' },
  createFindingComment: { method: 'POST', path: '/v1/review/findings/{fingerprint}/comments', keyed: true },
  listFindingComments: { method: 'GET', path: '/v1/review/findings/{fingerprint}/comments', items: 'comments' },
  deleteFindingComment: { method: 'DELETE', path: '/v1/review/findings/{fingerprint}/comments/{commentId}' },
  getReviewRules: { method: 'GET', path: '/v1/review/rules' },
  setReviewRules: { method: 'PUT', path: '/v1/review/rules' },
  previewReviewRules: { method: 'POST', path: '/v1/review/rules/preview', keyed: true },
  listReviewRules: { method: 'GET', path: '/v1/review/rules/catalog', items: 'rules' },
  getBillOfMaterials: { method: 'GET', path: '/v1/review/applications/{id}/sbom' },
  importSarif: { method: 'POST', path: '/v1/review/applications/{id}/sarif', keyed: true },
  queryReviewEvents: { method: 'GET', path: '/v1/review/events', items: 'events' },
  subscribeToReviewEvents: { method: 'POST', path: '/v1/review/subscriptions', keyed: true },
  createWorkflow: { method: 'POST', path: '/v1/workflows', keyed: true },
  listWorkflows: { method: 'GET', path: '/v1/workflows', items: 'workflows' },
  listWorkflowActions: { method: 'GET', path: '/v1/workflows/actions' },
  previewWorkflow: { method: 'POST', path: '/v1/workflows/preview' },
  getWorkflow: { method: 'GET', path: '/v1/workflows/{workflowId}' },
  updateWorkflow: { method: 'PUT', path: '/v1/workflows/{workflowId}' },
  deleteWorkflow: { method: 'DELETE', path: '/v1/workflows/{workflowId}' },
  enableWorkflow: { method: 'POST', path: '/v1/workflows/{workflowId}/enable', keyed: true },
  disableWorkflow: { method: 'POST', path: '/v1/workflows/{workflowId}/disable', keyed: true },
  acknowledgeWorkflow: { method: 'PUT', path: '/v1/workflows/{workflowId}/acknowledgement' },
  unacknowledgeWorkflow: { method: 'DELETE', path: '/v1/workflows/{workflowId}/acknowledgement' },
  listWorkflowRuns: { method: 'GET', path: '/v1/workflows/{workflowId}/runs', items: 'runs' },
  getWorkflowRun: { method: 'GET', path: '/v1/workflows/{workflowId}/runs/{runId}' },
  retryWorkflowRun: { method: 'POST', path: '/v1/workflows/{workflowId}/runs/{runId}/retry', keyed: true },
  retryFailedWorkflowRuns: { method: 'POST', path: '/v1/workflows/{workflowId}/retry', keyed: true },
  createKey: { method: 'POST', path: '/v1/keys', keyed: true },
  listKeys: { method: 'GET', path: '/v1/keys', items: 'keys' },
  getKey: { method: 'GET', path: '/v1/keys/{id}' },
  updateKey: { method: 'PATCH', path: '/v1/keys/{id}' },
  revokeKey: { method: 'DELETE', path: '/v1/keys/{id}' },
  rotateKey: { method: 'POST', path: '/v1/keys/{id}/rotate', keyed: true },
  listRequests: { method: 'GET', path: '/v1/requests', items: 'requests' },
  getRequest: { method: 'GET', path: '/v1/requests/{id}' },
  listViews: { method: 'GET', path: '/v1/views', items: 'views' },
  saveView: { method: 'POST', path: '/v1/views', keyed: true },
  updateView: { method: 'PATCH', path: '/v1/views/{id}' },
  deleteView: { method: 'DELETE', path: '/v1/views/{id}' },
  getOrganization: { method: 'GET', path: '/v1/organization' },
  getUsage: { method: 'GET', path: '/v1/organization/usage' },
  getModelUsage: { method: 'GET', path: '/v1/organization/model-usage' },
  startSession: { method: 'POST', path: '/v1/session' },
  readSession: { method: 'GET', path: '/v1/session' },
  endSession: { method: 'DELETE', path: '/v1/session' },
  readSignInMethods: { method: 'GET', path: '/v1/session/methods' },
  signIn: { method: 'POST', path: '/v1/session/sign-in' },
  readInvitation: { method: 'POST', path: '/v1/session/invitation' },
  joinOrganization: { method: 'POST', path: '/v1/session/join' },
  changePassword: { method: 'PUT', path: '/v1/session/password' },
  listUsers: { method: 'GET', path: '/v1/users', items: 'users' },
  getUser: { method: 'GET', path: '/v1/users/{id}' },
  changeUserRole: { method: 'PATCH', path: '/v1/users/{id}' },
  removeUser: { method: 'DELETE', path: '/v1/users/{id}' },
  createPasswordLink: { method: 'POST', path: '/v1/users/{id}/password-link', keyed: true },
  beginSecondFactor: { method: 'POST', path: '/v1/session/second-factor' },
  confirmSecondFactor: { method: 'POST', path: '/v1/session/second-factor/confirm' },
  removeSecondFactor: { method: 'POST', path: '/v1/session/second-factor/remove' },
  resetSecondFactor: { method: 'DELETE', path: '/v1/users/{id}/second-factor' },
  inviteUser: { method: 'POST', path: '/v1/invitations', keyed: true },
  listInvitations: { method: 'GET', path: '/v1/invitations', items: 'invitations' },
  withdrawInvitation: { method: 'DELETE', path: '/v1/invitations/{id}' },
  createOrganization: { method: 'POST', path: '/v1/organizations', keyed: true },
  listOrganizations: { method: 'GET', path: '/v1/organizations', items: 'organizations' },
  getOperatedOrganization: { method: 'GET', path: '/v1/organizations/{id}' },
  suspendOrganization: { method: 'POST', path: '/v1/organizations/{id}/suspend', keyed: true },
  resumeOrganization: { method: 'POST', path: '/v1/organizations/{id}/resume', keyed: true },
  getOrganizationQuotas: { method: 'GET', path: '/v1/organizations/{id}/quotas' },
  setOrganizationQuotas: { method: 'PUT', path: '/v1/organizations/{id}/quotas' },
  exportOrganization: { method: 'POST', path: '/v1/organizations/{id}/exports', keyed: true },
  listOrganizationExports: { method: 'GET', path: '/v1/organizations/{id}/exports', items: 'exports' },
  getOrganizationExport: { method: 'GET', path: '/v1/organizations/{id}/exports/{exportId}' },
  downloadOrganizationExport: { method: 'GET', path: '/v1/organizations/{id}/exports/{exportId}/archive', isFile: true },
  eraseOrganization: { method: 'POST', path: '/v1/organizations/{id}/erase', keyed: true },
  getOrganizationErasure: { method: 'GET', path: '/v1/organizations/{id}/erasure' },
} as const;
