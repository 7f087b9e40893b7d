// Generated from openapi.json by `npm run docs`; not to be edited.

export type AcceptedDeployment = {
  /** `dep_…` */
  deployment_id: string;
  status: "pending";
  /** Hash of the transaction, 0x-prefixed hex. */
  transaction_hash: string;
  estimated_cost: EstimatedCost;
  contract_id: string;
  version: string;
  network: string;
  /** Where the contract will be; it is fixed by sender and nonce. */
  address: string;
  confirmations_required: number;
  /** When the deployment is expected to be active. */
  estimated_confirmation: string;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
};

export type AcceptedExecution = {
  /** `exe_…` */
  execution_id: string;
  status: "pending";
  /** Hash of the transaction, 0x-prefixed hex. */
  transaction_hash: string;
  /** When the confirmation is expected. */
  estimated_confirmation: string;
  idempotency_key: string | null;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
};

export type Acknowledgement = {
  by: Somebody;
  /** When it was seen. */
  at: string;
  /** The person who sees to it; null for nobody yet. */
  assignee: Somebody | null;
  /** Null for none. */
  note: string | null;
};

export type ActionResult = {
  id: string;
  action: string;
  /** `skipped`: its `when` was not met. `not_run`: an action before it ended the run. */
  status: "succeeded" | "skipped" | "failed" | "retrying" | "not_run";
  /** Its input; null when there was none. */
  input: unknown;
  /** Its result. */
  result: Record<string, unknown> | null;
  /** Why it failed. */
  error: ActionResultError | null;
  /** When it ended. */
  finished_at: string | null;
};

export type ActionResultError = {
  code: string;
  message: string;
  field?: string;
  details: ActionResultErrorDetails;
};

export type ActionResultErrorDetails = {
  /** The page of the code, below the address of the service. */
  doc_url: string;
};

export type AgentExecution = {
  /** `agx_…` */
  execution_id: string;
  agent_id: string;
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

export type AgentExecutionMetadata = {
  /** Who did it: `rules` or `llm`. */
  engine: string;
  /** The model that was asked; null when none was. */
  model: string | null;
  /** `llm` when the rules stepped in for the model; null when they did not. */
  fallback_from: string | null;
  /** Why, such as `model_timeout`, `model_unsupported_answer` or `budget_exceeded`. */
  fallback_reason: string | null;
  duration_ms: number;
  usage: AgentExecutionMetadataUsage;
  cost_usd: number;
  tool_calls: number;
  trace_id: string;
  span_id: string;
};

export type AgentExecutionMetadataUsage = {
  input_tokens: number;
  cached_input_tokens: number;
  output_tokens: number;
  reasoning_tokens: number;
};

export type Alert = {
  /** `alr_…` */
  alert_id: string;
  /** `rul_…` */
  rule_id: string;
  rule_name: string;
  metric: string;
  operator: string;
  threshold: number;
  /** What crossed the threshold. */
  value: number;
  severity: string;
  status: "firing" | "resolved";
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
  rule_name: string;
  condition: AlertRuleCondition;
  actions: AlertRuleAction[];
  severity: string;
  cooldown_seconds: number;
  /** A rule that came with a restore is inactive: it watches nothing. */
  status: "active" | "inactive";
  state: "ok" | "firing";
  /** Who has seen that it fires; null when nobody has since it began to. */
  acknowledged: Acknowledgement | null;
  /** Null when it never fired. */
  last_fired_at: string | null;
  /** When it was made. */
  created_at: string;
};

export type AlertRuleAction = {
  type: string;
  url?: string;
  /** The webhook subscription that carries the action, `whs_…`: its log, pause and secret. */
  subscription_id?: string;
  /** Shown once, when it was made for the rule. */
  secret?: string;
  recipients?: string[];
  event_type?: string;
};

export type AlertRuleCondition = {
  metric: string;
  operator: string;
  threshold: number;
  /** Null for none. */
  window_minutes: number | null;
  /** Null for all. */
  event: string | null;
};

export type AnalysisGap = {
  path: string;
  status: "partial" | "skipped";
  /** Such as `binary`, `too_large`, `minified`, `syntax_errors`, `invalid_utf8`, `symlink`. */
  reason: string;
};

export type ApiDescription = Record<string, unknown>;

export type ApiKey = {
  /** `key_…` */
  id: string;
  name: string;
  /** The start and the last four characters of the newest secret. */
  key_hint: string;
  scopes: string[];
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
  /** When it came. Where several are told as one: the first. */
  asked_at: string;
  actor: Somebody;
  /** Of the key. */
  environment: string;
  method: string;
  /** The path as the API knows it, such as `/v1/keys/:id`. */
  route: string;
  /** The path as it was asked, without its query; null where several are told as one. */
  path: string | null;
  /** Of the answer. */
  status: number;
  /** The code of the error; null where there was none. */
  code: string | null;
  /** The field that the error names; null for none. */
  field: string | null;
  /** Until the answer was handed over. Where several are told as one: of the slowest. */
  duration_ms: number;
  /** How many it stands for. Reads and published events that went well are told as one, for each key, route and minute. */
  requests: number;
  /** Where it came from. Told to the scope `admin` alone; null to others, and where nobody knows it. */
  address: string | null;
};

export type ApiRequestList = {
  requests: ApiRequest[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type Application = {
  /** `app_…` */
  id: string;
  name: string;
  /** State of the code, as the upload named it; null when it did not. */
  revision: string | null;
  filename: string;
  /** Size of the archive. */
  size_bytes: number;
  /** SHA-256 of the archive, hex. */
  sha256: string;
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
  /** Null until the analysis has ended well. */
  source: ApplicationSource | null;
  /** Language with most code; null when none was recognised. */
  primary_language: string | null;
  /** Null until the analysis has ended well. */
  languages: Language[] | null;
  /** Null until the analysis has ended well. */
  complexity: ApplicationComplexity | null;
  /** Null until the analysis has ended well. */
  architecture: ApplicationArchitecture | null;
  /** Null until the analysis has ended well. */
  tests: ApplicationTests | null;
  /** Null until the analysis has ended well. */
  dependencies: ApplicationDependencies | null;
  /** Null until the analysis has ended well. */
  vulnerabilities: ApplicationVulnerabilities | null;
  /** Null until the analysis has ended well. */
  readiness: ApplicationReadiness | null;
  /** Null until the analysis has ended well. */
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
  /** Functions of a cyclomatic complexity over 10. */
  functions_over_10: number;
  /** Over 20. */
  functions_over_20: number;
  /** 0 to 100; null without functions. */
  maintainability_index: number | null;
  /** Share of lines that are elsewhere too, percent. */
  duplication_percent: number;
  /** Pieces of code that are in several places. */
  clones: number;
  /** The most complex functions, worst first; at most 20. */
  hotspots: ApplicationComplexityHotspot[];
};

export type ApplicationComplexityCognitive = {
  /** Mean. */
  avg: number;
  /** 95th percentile. */
  p95: number;
  /** Largest. */
  max: number;
};

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
  file: string;
  line: number;
  end_line: number;
  function: string;
  cyclomatic: number;
  cognitive: number;
};

export type ApplicationDependencies = {
  manifests: string[];
  lockfiles: string[];
  /** Direct dependencies. */
  direct: number;
  /** Dependencies of dependencies. */
  transitive: number;
  /** Direct ones whose version nothing fixes. */
  unpinned: number;
  licenses: ApplicationDependenciesLicense[];
  advisory_db: ApplicationDependenciesAdvisoryDb;
};

export type ApplicationDependenciesAdvisoryDb = {
  /** Where known vulnerabilities were looked up. `seed` knows few: then no result means unknown. */
  source: "seed" | "store" | "online";
  /** Advisories in it. */
  advisories: number;
  /** Days since its newest advisory; null when unknown. */
  age_days: number | null;
  /** Packages that it does not know: there, no result means unknown. */
  unknown_packages: number;
  /** Why the database on the network did not answer, or not for all. */
  problem: string | null;
};

export type ApplicationDependenciesLicense = {
  license: string;
  packages: number;
};

export type ApplicationMetrics = {
  /** Length of the analysis. */
  duration_ms: number;
  /** Lines of code a second. */
  loc_per_second: number;
  /** Another one may read the same files in another way. */
  engine_version: string;
  /** Another one may find something else in the same files. */
  rules_version: string;
  /** Files analysed in full. */
  files_analyzed: number;
  /** In part. */
  files_partial: number;
  /** Not at all, including entries of the archive that are not files. */
  files_skipped: number;
  /** Files with syntax that could not be read. */
  parse_errors: number;
  /** Files that are as they were in the last upload of this name, and were not analysed again. */
  files_reused?: number;
};

export type ApplicationReadiness = {
  cloud: Grade;
  library: Grade;
  mesh: Grade;
  /** Rounded mean of the three. */
  overall: number;
};

export type ApplicationSource = {
  /** Files of the archive that the analysis read. */
  files: number;
  /** Their size, unpacked. */
  uncompressed_bytes: number;
  /** Binary ones among them. */
  binary_files: number;
  /** Generated ones. */
  generated_files: number;
  /** Copied code of others. */
  vendored_files: number;
  /** What was not analysed; the first 100. */
  skipped: ApplicationSourceSkipped[];
  /** How many were not analysed. */
  skipped_total: number;
  skipped_by_reason: Record<string, number>;
};

export type ApplicationSourceSkipped = {
  path: string;
  reason: string;
};

export type ApplicationTests = {
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
  /** The report it is from. */
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
  /** All of them. */
  total: number;
  by_source: ApplicationVulnerabilitiesBySource;
};

export type ApplicationVulnerabilitiesBySource = {
  /** In code. */
  code: number;
  /** Committed secrets. */
  secrets: number;
  /** In dependencies. */
  dependencies: number;
  /** In configuration. */
  config: number;
};

export type ArchiveApplicationBody = {
  /** Why. */
  reason?: string | null;
};

export type Argument = string | number | boolean | Record<string, unknown> | ((string | number | boolean | Record<string, unknown> | unknown[])[]);

/** By cause: `timeout`, `dns`, `connection` (refused or broken), `tls`, `protocol` (the answer was not HTTP), the class of the status, `blocked_address` (an address that is not allowed), or `other`. */
export type AttemptFailures = {
  timeout: number;
  dns: number;
  connection: number;
  tls: number;
  protocol: number;
  '3xx': number;
  '4xx': number;
  '5xx': number;
  blocked_address: number;
  other: number;
};

export type AuditEntry = {
  /** The event that tells it, which can be proven as any other. */
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
  /** Null where the organization has one alone. */
  thing_id: string | null;
  /** What it was called then; of people and keys what they are called now. */
  name: string | null;
  /** What is other than before, by the names of the API. Values are not told. */
  fields: string[];
  /** What it belongs to; null for nothing. */
  part_of: string | null;
  /** The payload of the event. */
  data: Record<string, unknown>;
};

export type AuditPage = {
  entries: AuditEntry[];
  /** How many were found so far, those of pages before included. */
  total: number;
  limit: number;
  /** How many matches come before this page. */
  offset: number;
  /** There is more to look through: follow `next_cursor`. */
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
  backup_type: string;
  encryption: boolean;
  compression: boolean;
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
  estimated_size_mb: number;
  /** As stored; null before it is completed. */
  size_mb: number | null;
  /** Records, or changes of records, in it. */
  records: number | null;
  /** SHA-256 of the stored bytes; null before it is completed. */
  checksum: string | null;
  /** Why it failed; null unless it did. */
  error: Failure | null;
};

export type BeginSecondFactorBody = {
  /** The password, once more. */
  password: string;
};

export type BeginSecondFactorResponse = {
  /** To be typed into the app, in base 32. */
  secret: string;
  /** The same as a link that apps open, `otpauth://…`. */
  uri: string;
};

export type BookMeetingBody = {
  /** The lead that is met. Needed unless `email` is given. */
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
  id: string;
  /** Where the calendar posts its bookings. */
  url: string;
  /** Signs them: HMAC-SHA256 over the raw body, in `X-Signature`. Shown this once. */
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
  contract_id: string;
  network: string;
  address: string;
  /** The full signature. */
  function: string;
  outputs: NamedValue[];
  /** The value of a single output, or the list of several. */
  result: unknown;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
};

export type Campaign = {
  id: string;
  /** The same as `id`. */
  campaign_id: string;
  name: string;
  description: string;
  status: "draft" | "launching" | "active" | "paused" | "completed" | "cancelled" | "failed";
  pause_reason: string | null;
  channels: string[];
  /** Which of the channels have a transport. */
  channel_support: ChannelSupport[];
  agent_squad: SquadMember[];
  created_at: string;
  updated_at: string;
  launched_at: string | null;
  completed_at: string | null;
  icp: Record<string, unknown>;
  messaging_strategy: Record<string, unknown>;
  agent_config: Record<string, unknown>;
};

export type CampaignDetail = {
  id: string;
  /** The same as `id`. */
  campaign_id: string;
  name: string;
  description: string;
  status: "draft" | "launching" | "active" | "paused" | "completed" | "cancelled" | "failed";
  pause_reason: string | null;
  channels: string[];
  /** Which of the channels have a transport. */
  channel_support: ChannelSupport[];
  agent_squad: SquadMember[];
  created_at: string;
  updated_at: string;
  launched_at: string | null;
  completed_at: string | null;
  icp: Record<string, unknown>;
  messaging_strategy: Record<string, unknown>;
  agent_config: Record<string, unknown>;
  executions: CampaignExecution[];
  budget: CampaignDetailBudget;
  daily_send_limit: number | null;
  slo: Record<string, unknown>;
  metrics: CampaignMetrics;
};

export type CampaignDetailBudget = {
  limit_usd: number | null;
  spent_usd: number;
  reserved_usd: number;
  remaining_usd: number | null;
  spent_fraction: number;
};

export type CampaignExecution = {
  execution_id: string;
  status: string;
  test_cohort_size: number | null;
  leads_targeted: number;
  start_at: string;
  created_at: string;
};

export type CampaignExplanation = {
  campaign_id: string;
  status: string;
  is_sending: boolean;
  next_at: string | null;
  reasons: CampaignExplanationReason[];
};

export type CampaignExplanationReason = {
  reason: string;
  detail: string;
  messages: number | null;
  until: string | null;
};

export type CampaignLaunch = {
  execution_id: string;
  campaign_id: string;
  status: string;
  cost_estimate: CampaignLaunchCostEstimate;
  projected_counts: CampaignLaunchProjectedCounts;
  limits: CampaignLaunchLimits;
  warnings: string[];
};

export type CampaignLaunchCostEstimate = {
  ai_inference_usd: number;
  data_enrichment_usd: number;
  channel_costs_usd: number;
  total_usd: number;
  low_usd: number;
  high_usd: number;
  per_lead_usd: number;
  /** What the figures are based on. */
  basis: string;
};

export type CampaignLaunchLimits = {
  test_cohort_size: number | null;
  budget_limit_usd: number | null;
  daily_send_limit: number | null;
};

export type CampaignLaunchProjectedCounts = {
  /** Whom the launch chose: the campaign's own leads, those that its `icp` fits, or every lead. */
  audience: "campaign" | "icp" | "all";
  leads_eligible: number;
  leads_targeted: number;
  leads_suppressed: number;
  leads_excluded: number;
  emails_planned: number;
  estimated_days: number;
  estimated_completion_at: string;
  projected_replies: number | null;
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
  /** Where it leads. */
  url: string;
  /** How often people followed it; machines are not counted. */
  clicks: number;
  /** In how many messages it was followed. */
  messages: number;
  /** When it was followed first. */
  first_clicked_at: string;
  /** When it was followed last. */
  last_clicked_at: string;
};

export type CampaignMetrics = {
  leads_targeted: number;
  emails_sent: number;
  delivered: number;
  /** By people. */
  opens: number;
  /** By scanners and mail proxies. */
  opens_machine: number;
  /** Mails that a person opened. */
  unique_opens: number;
  clicks: number;
  /** Without automatic ones. */
  replies: number;
  positive_replies: number;
  auto_replies: number;
  bounces: number;
  complaints: number;
  unsubscribes: number;
  /** Mails that the compliance guard held back. */
  blocked: number;
  failed: number;
  meetings_booked: number;
  /** Leads who opened, of those reached; 0 to 1. */
  open_rate: number;
  /** Leads who replied, of those reached; 0 to 1. */
  reply_rate: number;
  /** Meetings, of the leads targeted; 0 to 1. */
  booking_rate: number;
  /** Bounces, of the mails tried; 0 to 1. */
  bounce_rate: number;
  spend_usd: number;
  budget_usd: number | null;
  cost_per_reply_usd: number | null;
  cost_per_meeting_usd: number | null;
  by_step: CampaignMetricsByStep[];
  by_variant: CampaignMetricsByVariant[];
};

export type CampaignMetricsByStep = {
  step: number;
  emails_sent: number;
  delivered: number;
  /** By people. */
  opens: number;
  /** By scanners and mail proxies. */
  opens_machine: number;
  /** Mails that a person opened. */
  unique_opens: number;
  clicks: number;
  /** Without automatic ones. */
  replies: number;
  positive_replies: number;
  auto_replies: number;
  bounces: number;
  complaints: number;
  unsubscribes: number;
  /** Mails that the compliance guard held back. */
  blocked: number;
  failed: number;
  meetings_booked: number;
};

export type CampaignMetricsByVariant = {
  step: number;
  variant: string;
  emails_sent: number;
  delivered: number;
  /** By people. */
  opens: number;
  /** By scanners and mail proxies. */
  opens_machine: number;
  /** Mails that a person opened. */
  unique_opens: number;
  clicks: number;
  /** Without automatic ones. */
  replies: number;
  positive_replies: number;
  auto_replies: number;
  bounces: number;
  complaints: number;
  unsubscribes: number;
  /** Mails that the compliance guard held back. */
  blocked: number;
  failed: number;
  meetings_booked: number;
};

export type CampaignSummary = {
  id: string;
  /** The same as `id`. */
  campaign_id: string;
  name: string;
  description: string;
  status: "draft" | "launching" | "active" | "paused" | "completed" | "cancelled" | "failed";
  pause_reason: string | null;
  channels: string[];
  /** Which of the channels have a transport. */
  channel_support: ChannelSupport[];
  agent_squad: SquadMember[];
  created_at: string;
  updated_at: string;
  launched_at: string | null;
  completed_at: string | null;
  icp: Record<string, unknown>;
  messaging_strategy: Record<string, unknown>;
  agent_config: Record<string, unknown>;
  leads_targeted: number;
  emails_sent: number;
  /** Mails that a person opened. */
  unique_opens: number;
  /** Without automatic ones. */
  replies: number;
  bounces: number;
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
  channels?: ("email" | "linkedin" | "sms" | "phone")[];
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
  /** Most messages a day (UTC). Null: no limit. */
  daily_limit?: number | null;
  /** Most messages an hour. Null: no limit. */
  hourly_limit?: number | null;
  /** Least time between two messages. */
  min_gap_seconds?: number;
  /** Messages on the first day, and how many are added each day. Null: no warm-up. */
  warmup?: null | NewWarmup;
};

export type ChangePasswordBody = {
  /** The present password. */
  current_password: string;
  /** At least 12 characters. */
  new_password: string;
};

export type ChangeUserRoleBody = {
  /** `owner`: everything; `operator`: read and change all platforms; `developer`: read all, change all but outreach; `viewer`: read. */
  role: "owner" | "operator" | "developer" | "viewer";
};

export type ChannelSupport = {
  channel: string;
  supported: boolean;
};

export type CheckedReviewRule = {
  /** As findings name it, such as `organization/no-legacy-client`. */
  rule_id: string;
  severity: "critical" | "high" | "medium" | "low";
  category: string;
  mode: "search" | "taint";
  languages: string[];
  message: string;
};

export type Checkpoint = {
  /** Events in the log when it was signed. */
  tree_size: number;
  /** The root of the tree. SHA-256, in base64. */
  root_hash: string;
  /** The signed tree head (C2SP tlog-checkpoint). Keep a copy. */
  checkpoint: string;
  created_at: string;
  /** The name of the log: the first line of each of its checkpoints. */
  origin: string;
  /** Keys that sign for the log, newest first. */
  public_keys: string[];
};

export type CircuitBreaker = {
  /** Attempts that failed in a row. */
  failures: number;
  /** How long nothing is sent. */
  cooldown_seconds: number;
};

export type Cluster = {
  nodes: ClusterNode[];
  /** Those that are listed: that live, or died within the hour. */
  total_nodes: number;
  active_nodes: number;
  /** Balanced while the CPU of active nodes differs by at most 30 points. */
  load_distribution: "balanced" | "unbalanced";
};

export type ClusterNode = {
  /** `node_…` */
  node_id: string;
  /** Draining: it finishes its work and leaves. Inactive: it died; other nodes do its work. */
  status: "active" | "draining" | "inactive";
  health: "healthy" | "degraded" | "unhealthy";
  /** A worker serves no API. */
  role: "api" | "worker";
  host: string;
  metrics: ClusterNodeMetrics;
  /** When it joined. */
  started_at: string;
  /** One comes each second. */
  last_heartbeat: string;
};

export type ClusterNodeMetrics = {
  /** Percent of one core, over the last second. */
  cpu_utilization: number;
  /** Percent of the memory that the process may use. */
  memory_utilization: number;
  /** To it and from it, the database’s left out. */
  active_connections: number;
  /** Deliveries that wait or are under way on it, and jobs under way. */
  queue_size: number;
};

export type Communication = {
  id: string;
  communication_id: string;
  campaign_id: string | null;
  lead_id: string | null;
  mailbox_id: string;
  channel: string;
  step: number | null;
  variant: string | null;
  to: string;
  subject: string;
  body: string;
  status: "pending" | "processing" | "sent" | "failed";
  failure_code: string | null;
  failure_detail: string | null;
  waiting_for: string | null;
  scheduled_at: string;
  scheduled_send_time: string;
  next_attempt_at: string | null;
  attempts: number;
  message_id: string;
  idempotency_key: string | null;
  compliance: Compliance;
  trace_id: string;
  created_at: string;
  sent_at: string | null;
  delivered_at: string | null;
  opened_at: string | null;
  clicked_at: string | null;
  replied_at: string | null;
  bounced_at: string | null;
};

export type Compliance = {
  decision: "allowed" | "blocked";
  checks: ComplianceCheck[];
};

export type ComplianceCheck = {
  rule: "suppression" | "unsubscribe_link" | "one_click_header" | "postal_address" | "honest_subject" | "honest_from" | "legal_basis" | "unresolved_variables" | "claims_without_evidence" | "header_injection" | "quiet_hours";
  result: "passed" | "warning" | "blocked";
  severity: string;
  detail: string;
};

export type Component = {
  /** `cpt_…` */
  id: string;
  application_id: string;
  name: string;
  kind: "package" | "module" | "service" | "ui";
  /** Its folder; empty for the root of the archive. */
  path: string;
  /** Language with most code in it. */
  language: string | null;
  /** As its manifest, or the last promotion, says. */
  version: string | null;
  reusability_score: number;
  score_factors: ComponentScoreFactors;
  maturity: "experimental" | "incubating" | "stable" | "mature" | "deprecated";
  dependencies: ComponentDependencies;
  lines_code: number;
  /** As its manifest says; null when unknown. */
  license: string | null;
  has_tests: boolean;
  has_docs: boolean;
  in_cycle: boolean;
  /** Percent; null without a coverage report. */
  line_coverage: number | null;
  test_to_code_ratio: number;
  findings: SeverityCounts;
  /** Last promotion; null before the first. */
  promoted_at: string | null;
  /** When it was found. */
  created_at: string;
  /** Oldest first. */
  promotion_history: ComponentPromotionHistory[];
};

export type ComponentDependencies = {
  /** Components that it imports from, as `kind:path`. */
  internal: string[];
  external: ComponentDependenciesExternal[];
  /** Components that import from it, as `kind:path`. */
  dependents: string[];
};

export type ComponentDependenciesExternal = {
  name: string;
  /** Null when nothing fixes it. */
  version: string | null;
};

export type ComponentPromotionHistory = {
  /** Version from then on. */
  version: string | null;
  /** Version before. */
  previous_version: string | null;
  maturity_level: "experimental" | "incubating" | "stable" | "mature" | "deprecated";
  previous_maturity_level: "experimental" | "incubating" | "stable" | "mature" | "deprecated";
  /** Why; null when none was given. */
  reason: string | null;
  /** When. */
  at: string;
};

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

export type ConfirmSecondFactorBody = {
  /** Of the second factor: the six digits that the app shows, or a recovery code. */
  code: string;
};

export type ConfirmSecondFactorResponse = {
  /** Each counts once, in the place of a code of the app. Keep them on paper. */
  recovery_codes: string[];
};

export type ConsistencyProof = {
  from: number;
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
  name: string;
  /** The version that deploy takes. */
  version: string;
  status: "created" | "deployed";
  /** When it was registered. */
  created_at: string;
  description: string | null;
  /** Where it is deployed and called unless a request names another. */
  network: string;
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
  name: string;
  /** The version that deploy takes. */
  version: string;
  status: "created" | "deployed";
  /** When it was registered. */
  created_at: string;
  description: string | null;
  /** Where it is deployed and called unless a request names another. */
  network: string;
  template_id: string | null;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
  /** The newest 20 that were sent to a chain; all of them by their own list. */
  deployments: DeploymentEntry[];
  health: ContractHealthSummary;
  abi: unknown[];
  bytecode: string | null;
  source_code: string | null;
};

export type ContractHealth = {
  /** `ctr_…` */
  contract_id: string;
  /** By the last hour, or by everything if nothing was executed in it: degraded above 5 % failures, unhealthy above 25 % or when the network does not answer, unknown while nothing is settled. */
  status: "healthy" | "degraded" | "unhealthy" | "unknown";
  metrics: ContractHealthMetrics;
  windows: ContractHealthWindow[];
  /** What fires, and what was resolved within a day; newest first, at most 100. */
  alerts: Alert[];
};

export type ContractHealthMetrics = {
  /** Executions, pending ones included. */
  execution_count: number;
  success_count: number;
  failure_count: number;
  /** Of the settled ones; 1 when there is none. */
  success_rate: number;
  /** Of those that were mined. */
  avg_gas_used: number;
  /** From sending to the last confirmation asked for. */
  avg_execution_time_ms: number;
};

export type ContractHealthSummary = {
  /** `healthy`, `degraded` or `unhealthy`. */
  status: string;
  /** When it was last executed; null for never. */
  last_execution: string | null;
  /** Executions whose outcome is known. */
  execution_count: number;
  failure_rate: number;
};

export type ContractHealthWindow = {
  /** Of executions sent within this many minutes. */
  window_minutes: number;
  /** Executions, pending ones included. */
  execution_count: number;
  success_count: number;
  failure_count: number;
  /** Of the settled ones; 1 when there is none. */
  success_rate: number;
  /** Of those that were mined. */
  avg_gas_used: number;
  /** From sending to the last confirmation asked for. */
  avg_execution_time_ms: number;
};

export type ContractTemplate = {
  template_id: string;
  name: string;
  description: string;
  contract_name: string;
  source_code: string;
};

export type ContractVersion = {
  version: string;
  changes: string | null;
  abi: unknown[];
  bytecode: string | null;
  source_code: string | null;
  /** Compiler, contract and settings; null when the code was given compiled. */
  compilation: Record<string, unknown> | null;
  is_current: boolean;
  /** When it was added. */
  created_at: string;
};

/** The sum of the groups, of what belongs to none, and of the rest. */
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
  currency: "USD";
  group_by: "agent" | "campaign" | "day";
  totals: CostTotals;
  groups: CostsGroup[];
  /** What belongs to no agent or campaign. */
  unattributed: CostTotals;
  rest: CostsRest;
};

export type CostsGroup = {
  /** The id of the agent or campaign, or the day. */
  key: string;
  agent_id?: string;
  campaign_id?: string;
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
  channels?: (("email" | "linkedin" | "sms" | "phone")[]) | null;
  /** What is said, and when. At most 1,000,000 bytes as JSON. */
  messaging_strategy?: MessagingStrategy | null;
  /** How well the campaign has to do. Where it does worse, `slo.violated` is published. */
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
  agents?: ("icp_researcher" | "enricher" | "scorer" | "copywriter" | "compliance_guard" | "sequencer" | "reply_classifier" | "meeting_scheduler")[];
  /** `rules` asks no language model; `llm`, the default, asks the model of the service if there is one. */
  engine?: "rules" | "llm";
  /** Kept with the campaign. Which model is asked is set by the operator. */
  model?: string;
  /** For the language model. */
  temperature?: number;
  /** Most that agents may cost for one lead. */
  max_cost_per_lead_usd?: number;
  /** Messages cannot be held one by one: a campaign that asks for it cannot be launched. */
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
  /** For people. */
  description?: string | null;
  ordering?: DeliveryOrdering;
  /** With `ordering`, what becomes of later deliveries of a key when all attempts of one failed. `block`, the default: they wait until it is sent again with success, or dropped from the dead letters. `skip`: they are sent. */
  onFailure?: ("block" | "skip") | null;
};

export type CreateFindingCommentBody = {
  /** What there is to say of the finding. */
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
  /** Default: `normal`. Higher ones go first, then those that came first. */
  priority?: ("critical" | "high" | "normal" | "low") | null;
  /** Links the events of what the job triggers. */
  correlation_id?: string | null;
};

export type CreateIngestionRuleBody = {
  /** What transformation_rules may call it. It must be 1 to 63 of a-z, 0-9, _ and -, beginning with a letter. */
  name: string;
  /** JSONata. Its input is the data so far; its result is the data from then on. It has half a second. */
  expression: string;
  /** For people. */
  description?: string | null;
};

export type CreateKeyBody = {
  /** Tells people what the key is for. */
  name: string;
  /** What the key may do. `admin` grants everything. A key cannot grant what it lacks. */
  scopes: ("contracts:read" | "contracts:write" | "outreach:read" | "outreach:write" | "review:read" | "review:write" | "events:read" | "events:write" | "webhooks:read" | "webhooks:write" | "admin")[];
  /** When the key expires; null or left out: never. A key cannot create one that outlives it. */
  expires_at?: string | null;
  /** Which environment of the organization the key reads and writes. It must be 1 to 63 of a-z, 0-9, _ and -, beginning with a letter or digit. */
  environment?: string | null;
  /** The addresses and networks (CIDR, IPv4 and IPv6) that it may be used from; null or left out: everywhere. A key that is limited itself makes none for elsewhere. */
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
  /** Most messages a day (UTC). Null: no limit. */
  daily_limit?: number | null;
  /** Most messages an hour. Null: no limit. */
  hourly_limit?: number | null;
  /** Least time between two messages. */
  min_gap_seconds?: number | null;
  /** Messages on the first day, and how many are added each day. Null: no warm-up. */
  warmup?: null | NewWarmup;
};

export type CreateOrganizationBody = {
  /** Name of the organization, one of its own. */
  name: string;
};

export type CreateOrganizationResponse = {
  /** `org_…` */
  id: string;
  name: string;
  /** Whether it is the one of whoever runs the service. */
  is_operator: boolean;
  /** When it was made. */
  created_at: string;
  /** Since when its keys and people are refused; null when they are not. */
  suspended_at: string | null;
  /** When all that it had was erased; null when it was not. */
  erased_at: string | null;
  /** How far its erasure is; null when none was asked for. */
  erasure: ("running" | "completed" | "failed") | null;
  /** Its first API key, with the scope `admin`. It is shown this once. */
  key?: string;
  /** Only in the answer to a repeat: why it does not contain the secret. */
  notice?: string;
};

export type CreatePortalLinkBody = {
  /** How long the link works. */
  expires_in_seconds?: number | null;
  /** Whether its holder may move the subscription to another address and give it another secret. */
  may_change?: boolean | null;
  /** Types and patterns that its holder may choose from, by `events` of the subscription; it needs `may_change`. What else the subscription asks for stays. Left out: they choose none. */
  event_types?: string[] | null;
  /** How the portal looks. */
  appearance?: PortalAppearance | null;
};

export type CreateScalingPolicyBody = {
  /** If there are fewer, nodes are added at once. */
  min_nodes: number;
  /** Never more than these. */
  max_nodes: number;
  /** Percent that the number of nodes is chosen for. */
  target_cpu?: number | null;
  /** The same, of memory. */
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
  /** Why, for people. */
  reason: string;
  /** Only this campaign does not write; left out: nobody. It must be the id of a campaign, `cmp_…`. */
  campaign_id?: string | null;
  /** When it ends; left out or null: never. */
  expires_at?: string | null;
};

export type CreateTemplateBody = {
  /** Tells people what the template is for. */
  name: string;
  /** The subject, one line; a Liquid template. */
  subject: string;
  /** The text; a Liquid template such as `Hello {{ first_name | default: "there" }}`. */
  body: string;
  /** The text as HTML. Left out, it is made from `body`. */
  html?: string | null;
};

export type CreateWebhookSubscriptionBody = {
  /** For people. */
  name: string;
  /** Where deliveries go: https, without credentials, on the public internet. */
  url: string;
  /** Event types of any catalogue, your own types, or patterns: `contract.*` (one or more segments below), `a.*.c` (one segment), `*` (all). Notices of the service, such as `webhook.subscription.disabled`, go to patterns that do not begin with `*`. */
  events: string[];
  /** Signs every delivery. It is stored encrypted and never shown. */
  secret: string;
  /** Only events of this platform; null for any. */
  platform?: ("contracts" | "outreach" | "application_review") | null;
  /** Conditions on the payload, in the query form of MongoDB: `{"amount": {"$gte": 100}, "customer.country": {"$in": ["CH", "AT"]}}`. Operators: $and, $or, $nor, $not, $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $exists. Of an event whose lists would have it look at more than 5,000 values it is not met. */
  filter?: Record<string, unknown> | null;
  /** Attempts under way at once, on each node. */
  max_concurrency?: number | null;
  /** Attempts a second, on each node. */
  rate_per_second?: number | null;
  ordering?: DeliveryOrdering;
  /** With `ordering`, what becomes of later deliveries of a key when all attempts of one failed. `block`, the default: they wait until it is sent again with success, or dropped from the dead letters. `skip`: they are sent. */
  on_failure?: ("block" | "skip") | null;
  /** After this many failures in a row, nothing is sent during the cooldown. */
  circuit_breaker?: CircuitBreaker | null;
  /** The receiver's own retries; null for the service's. What is left out in it is the service's. `Retry-After` puts the next attempt off (a day at most), 429 lets the receiver rest, and 410 ends the delivery and disables the subscription. */
  retry?: RetrySchedule | null;
  /** Sent with every delivery, beside those of the service. Stored encrypted and never shown; null for none. */
  headers?: Record<string, string> | null;
  auth?: NewReceiverAuth;
  /** `hmac_ed25519`: `webhook-signature` also has `v1a`, by a key of this subscription whose public half is published. */
  signature?: SignatureScheme | null;
  /** What a delivery looks like: the service's own body, or CloudEvents 1.0, as one JSON object or with its attributes in `ce-` headers. */
  format?: DeliveryFormat | null;
  /** A JSONata expression over the service's own body that makes the body, or the data of a CloudEvent; null for none. What selects nothing, or fails, is an attempt that failed. */
  transform?: string | null;
  /** Several events in one request, whose body is an array of bodies, with one signature; null for one request each. What fails is tried again in a batch, and the last attempt of each event alone. */
  batch?: DeliveryBatching | null;
  /** Events logged since then that match are delivered too, in the background. */
  backfill_from?: string | null;
};

export type CreateWorkflowBody = {
  /** For people. */
  name: string;
  /** For people; null for none. */
  description?: string | null;
  /** Whether events start runs. */
  enabled?: boolean | null;
  trigger: NewWorkflowTrigger;
  /** Done in this order. */
  actions: NewWorkflowAction[];
};

export type CreatedAlertRule = {
  /** The id of the rule, `rul_…`; the same as rule_id. */
  alert_id: string;
  /** `rul_…` */
  rule_id: string;
  /** `ctr_…` */
  contract_id: string;
  rule_name: string;
  condition: AlertRuleCondition;
  actions: AlertRuleAction[];
  severity: string;
  cooldown_seconds: number;
  /** A rule that came with a restore is inactive: it watches nothing. */
  status: "active" | "inactive";
  state: "ok" | "firing";
  /** Who has seen that it fires; null when nobody has since it began to. */
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
  name: string;
  /** The version that deploy takes. */
  version: string;
  status: "created" | "deployed";
  /** When it was registered. */
  created_at: string;
  description: string | null;
  /** Where it is deployed and called unless a request names another. */
  network: string;
  template_id: string | null;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
};

export type CreatedVersion = {
  contract_id: string;
  version: string;
  changes: string | null;
  status: "created";
  /** When it was added. */
  created_at: string;
};

export type DeadLetter = {
  /** `evt_…` */
  event_id: string;
  subscription_id: string;
  /** `dlv_…` */
  delivery_id: string;
  event: string;
  /** When the last attempt failed. */
  failed_at: string;
  attempts: number;
  /** Null when no response head arrived. */
  last_response_code: number | null;
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
  subscription_id: string;
  event: string;
  /** Null for a test delivery. */
  event_id: string | null;
  /** `pending`: an attempt is under way or will follow. */
  status: "pending" | "success" | "failed";
  /** It can be replayed. */
  dead_lettered: boolean;
  /** When the next attempt is due; while pending. */
  next_attempt_at?: string;
  /** Oldest first; at most the latest 20. */
  attempts: DeliveryAttempt[];
};

export type DeliveryAttempt = {
  /** `dlv_…`; the same over all attempts. */
  delivery_id: string;
  /** The name under which the subscriber knows the event. */
  event: string;
  status: "success" | "failed";
  /** Null when no response head arrived. */
  response_code: number | null;
  /** From the DNS look-up to the last byte. */
  response_time_ms: number;
  /** When the answer was complete; on success. */
  delivered_at?: string;
  /** When the attempt began. */
  last_attempt_at: string;
  /** When it was to be tried again. A failed one without it went to the dead letters. */
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

export type DeliveryAttemptRequest = {
  url: string;
  headers: Record<string, string>;
  /** The exact text; its UTF-8 bytes are what was sent and signed. */
  body: string;
};

export type DeliveryAttemptResponse = {
  status: number;
  headers: Record<string, string>;
  /** The first 16 KiB. */
  body: string;
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
  /** `dlv_…`; the same over all attempts. */
  delivery_id: string;
  /** The name under which the subscriber knows the event. */
  event: string;
  status: "success" | "failed";
  /** Null when no response head arrived. */
  response_code: number | null;
  /** From the DNS look-up to the last byte. */
  response_time_ms: number;
  /** When the answer was complete; on success. */
  delivered_at?: string;
  /** When the attempt began. */
  last_attempt_at: string;
  /** When it was to be tried again. A failed one without it went to the dead letters. */
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
  /** Whether such an event is sent at all. */
  matches: boolean;
  /** The first condition that the event does not meet: `pattern`: other types are asked for. `notice`: notices of the service do not go to patterns that begin with `*`. Null when it is sent. */
  not_met: ("pattern" | "notice" | "platform" | "filter") | null;
  /** The name under which the subscriber would know it. */
  event: string;
  /** What a transformation is given, as JSON text. */
  input: string;
  /** What would be sent now, also of an event that does not match; null when it cannot be made. */
  request: DeliveryPreviewRequest | null;
  /** Why it cannot. */
  error: string | null;
};

export type DeliveryPreviewRequest = {
  headers: Record<string, string>;
  body: string;
};

export type DeliverySearchResult = {
  deliveries: FoundDelivery[];
  /** How many match. Exact if `coverage.complete`; otherwise those found so far. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many matches come before this page. */
  offset: number;
  /** There are more matches, or more to look through: follow `next_cursor`. */
  has_more: boolean;
  /** Where the next page begins; missing on the last page. */
  next_cursor?: string;
  coverage: DeliverySearchResultCoverage;
};

/** How far the search went. One request looks through at most 20,000 attempts (5,000 deliveries for `pending` and `dead`) and 32 MiB of payloads. A page may then be short, or empty. */
export type DeliverySearchResultCoverage = {
  /** True when the search reached the end of the log, or of the given range. */
  complete: boolean;
  /** Events accepted since then were searched; null for everything that is kept. */
  from: string | null;
  /** Deliveries that this request looked through. */
  looked_at: number;
};

export type DeliveryStats = {
  bucket: "minute" | "hour" | "day";
  /** Start of the first bucket. */
  from: string;
  /** End of the last bucket. */
  to: string;
  totals: DeliveryStatsTotals;
  /** Oldest first. Buckets without attempts are left out. */
  buckets: DeliveryStatsBucket[];
  backlog: DeliveryStatsBacklog;
};

/** What waits now, whatever the range. */
export type DeliveryStatsBacklog = {
  /** Deliveries with an attempt under way or to come. */
  pending: number;
  /** Dead letters. */
  dead: number;
  /** When the event of the oldest pending delivery was accepted; null when none waits. */
  oldest_pending_at: string | null;
  /** How long ago that was. */
  oldest_pending_age_seconds: number | null;
};

export type DeliveryStatsBucket = {
  /** Start of the bucket. */
  starts_at: string;
  /** Attempts that ended; test deliveries are not counted. */
  attempts: number;
  successes: number;
  failures: AttemptFailures;
  /** Answers that were no success, by their status such as `404`. Statuses that receivers seldom give are in `failures` by their class alone. */
  statuses: Record<string, number>;
  /** Deliveries that became dead letters. */
  dead: number;
  response_time_ms: Percentiles;
  /** From the time of the event to the end of the successful attempt, retries included. In milliseconds, from a histogram. */
  delivery_time_ms: Percentiles;
};

/** Of the whole range. */
export type DeliveryStatsTotals = {
  /** Attempts that ended; test deliveries are not counted. */
  attempts: number;
  successes: number;
  failures: AttemptFailures;
  /** Answers that were no success, by their status such as `404`. Statuses that receivers seldom give are in `failures` by their class alone. */
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
  network: string;
  address: string | null;
  /** Null when a check before sending predicted the failure. */
  transaction_hash: string | null;
  block_number: number | null;
  /** When it became active; null before. */
  deployed_at: string | null;
  status: "pending" | "active" | "superseded" | "failed" | "cancelled";
  /** `dep_…` */
  deployment_id: string;
  version: string;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
  contract_id: string;
  from: string;
  confirmations: number;
  confirmations_required: number;
  /** All that were signed: replacements with higher fees come after the first. */
  transaction_hashes: string[];
  gas_limit: number | null;
  gas_used: number | null;
  gas_price_gwei: number | null;
  cost_wei: string | null;
  cost_eth: number | null;
  cost_usd: number | null;
  /** Why it failed; null when it did not. */
  error: ChainFailure | null;
  /** When it was asked for. */
  created_at: string;
  /** When its cancellation was requested. `status` tells whether it came in time. */
  cancel_requested_at: string | null;
  /** When it was certain that an empty transaction took its place. */
  cancelled_at: string | null;
};

export type DeploymentEntry = {
  network: string;
  address: string | null;
  /** Null when a check before sending predicted the failure. */
  transaction_hash: string | null;
  block_number: number | null;
  /** When it became active; null before. */
  deployed_at: string | null;
  status: "pending" | "active" | "superseded" | "failed" | "cancelled";
  /** `dep_…` */
  deployment_id: string;
  version: string;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
};

export type DeprecateComponentBody = {
  /** Why. */
  reason?: string | null;
};

export type DroppedFinding = {
  fingerprint: string;
  rule_id: string;
  file: string;
  line: number;
  reason: "false_positive" | "duplicate" | "unanchored" | "disabled";
  /** Why, in a sentence. */
  detail: string;
};

export type EnrichLeadBody = {
  /** Whose budget pays; left out: that of the lead's newest campaign. It must be the id of a campaign, `cmp_…`. */
  campaign_id?: string | null;
  /** Most that paid providers may cost. Default: 0.1. */
  max_cost_usd?: number | null;
};

export type Enrichment = {
  lead_id: string;
  /** `enr_…` */
  enrichment_id: string;
  /** `partial` when a provider failed; `providers` says why. */
  status: "completed" | "partial" | "failed";
  company: EnrichmentCompany;
  person: EnrichmentPerson;
  intent_signals: EnrichmentIntentSignals;
  /** The source of every value above. What has no source is null. */
  provenance: EnrichmentProvenance[];
  /** Why a field is null. */
  not_found: Record<string, string>;
  providers: EnrichmentProvider[];
  cost_usd: number;
  trace_id: string;
  /** When the run was finished. */
  enriched_at: string;
};

export type EnrichmentCompany = {
  /** Name. */
  name: string | null;
  /** Domain. */
  domain: string | null;
  /** Site that was reached. */
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
  technologies: string[];
  /** Who carries its mail. */
  mail_provider: string | null;
  /** Year of foundation. */
  founded_year: number | null;
  /** Company page. */
  linkedin_url: string | null;
};

export type EnrichmentIntentSignals = {
  /** `detected`, `open_roles`, `roles`, `score`. */
  hiring_activity: Record<string, unknown>;
  /** `detected`, `round`, `amount_usd`, `announced_at`, `score`. */
  recent_funding: Record<string, unknown>;
  /** `detected`, `from`, `to`, `score`. */
  technology_migration: Record<string, unknown>;
};

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
  field: string;
  source: string;
  /** Where it can be looked up. */
  source_url: string | null;
  method: string;
  confidence: number;
  /** When it was seen. */
  observed_at: string;
};

export type EnrichmentProvider = {
  name: string;
  status: "completed" | "cached" | "skipped" | "failed";
  duration_ms: number;
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

export type EstimateDeploymentResponse = {
  contract_id: string;
  /** The current one, which would be deployed. */
  version: string;
  network: string;
  /** The account that it would be sent from. */
  from: string;
  /** On the current state. */
  would_succeed: boolean;
  /** Why it failed; null when it did not. */
  error: ChainFailure | null;
  /** What it is expected to use; null when it would fail. */
  estimated_gas: number | null;
  /** Null when it would fail. */
  estimated_cost: EstimatedCost | null;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
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
  event_types: EventCatalogEventType[];
  total: number;
};

export type EventCatalogEventType = {
  name: string;
  platform: string;
  /** The catalogues that hold this name. */
  catalogs: string[];
  /** Other event types of the same fact. */
  aliases: string[];
  /** When it happens. */
  trigger: string;
  schema: Record<string, unknown>;
  sample: Record<string, unknown>;
};

export type EventDeliveries = {
  event_id: string;
  deliveries: EventDelivery[];
  total: number;
  limit: number;
  offset: number;
  has_more: boolean;
  /** The workflow runs that the event started, at most 100. */
  workflow_runs: EventRun[];
  /** The newest 50. */
  not_matched?: UnmatchedSubscription[];
  not_matched_total?: number;
};

export type EventDelivery = {
  /** `dlv_…`; read it with its bytes at `/v1/webhooks/deliveries/{id}`. */
  delivery_id: string;
  subscription_id: string;
  /** The name, or the description of one of the Events API. */
  subscription_name: string | null;
  subscription_status: "active" | "paused" | "disabled";
  /** The name under which the subscriber knows the event. */
  event: string;
  /** `pending`: an attempt is under way or will follow. */
  status: "pending" | "success" | "failed";
  /** It can be replayed. */
  dead_lettered: boolean;
  /** Attempts that have ended. */
  attempts: number;
  /** Null when no response head arrived, or none was asked for yet. */
  last_response_code: number | null;
  /** Why the last attempt failed. */
  last_error: string | null;
  /** Null before the first. */
  last_attempt_at: string | null;
  /** Null when none will follow. */
  next_attempt_at: string | null;
};

export type EventPage = {
  events: EventRecord[];
  /** How many events match, exactly. */
  total: number;
  offset: number;
  limit: number;
  has_more: boolean;
  /** The size of the log that this page was taken from. */
  as_of: number;
  /** Asks for the next page; absent on the last. */
  next_cursor?: string;
};

export type EventProof = {
  event: EventRecord;
  /** The exact text whose UTF-8 bytes were hashed. */
  record: string;
  leaf_index: number;
  /** Hash of the byte 0 and the record. SHA-256, in base64. */
  leaf_hash: string;
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
  eventId: string;
  type: string;
  source: string;
  orgId: string;
  timestamp: string;
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
};

export type EventRun = {
  run_id: string;
  workflow_id: string;
  workflow_name: string;
  status: "queued" | "succeeded" | "failed" | "loop_stopped";
  attempts: number;
};

export type EventSubscription = {
  /** `sub_…` */
  subscriptionId: string;
  /** Event types or patterns: `contract.created`, `contract.*` (one or more segments below), `a.*.c` (one segment), `*` (all). Notices of the service, such as `webhook.subscription.disabled`, go to patterns that do not begin with `*`. */
  eventTypes: string[];
  webhookUrl: string;
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
  /** How many there are. */
  keys: number;
  /** When the first of the dead letters failed. */
  since: string;
  /** Those that wait longest, 20 at most. */
  first: EventSubscriptionBlockedFirst[];
};

export type EventSubscriptionBlockedFirst = {
  /** Empty with `ordering: "all"`; a long key by its hash. */
  key: string;
  /** When the dead letter failed. */
  since: string;
  /** The dead letter: resend it, or replay or drop its event. */
  deliveryId: string;
  /** Its event. */
  eventId: string;
};

/** How it does now. Counts of a long queue may be some seconds old. */
export type EventSubscriptionHealth = {
  /** `failing`: the latest deliveries failed. `blocked`: deliveries wait behind a dead letter. */
  state: "healthy" | "failing" | "blocked" | "paused" | "disabled";
  /** The first failure since the last success. */
  failingSince: string | null;
  /** Why the latest attempt failed; null while deliveries succeed. */
  lastError: string | null;
  /** Deliveries with an attempt under way or to come. */
  pending: number;
  /** Dead letters. */
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
  /** A second request with the same key gets the first execution, for ever. */
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
  /** A repeated request with the same key never executes twice. Kept for ever. */
  idempotency_key?: string | null;
  /** Blocks before the transaction counts: its own block and those after it. */
  confirmations_required?: number | null;
  /** Send even what the check before sending predicts to fail. */
  skip_simulation?: boolean | null;
};

export type Execution = {
  /** `exe_…` */
  execution_id: string;
  status: "pending" | "confirmed" | "failed" | "cancelled";
  /** Of the transaction that was mined, else the one last sent; null when a check before sending predicted the failure. */
  transaction_hash: string | null;
  /** When the confirmation was expected. */
  estimated_confirmation: string | null;
  idempotency_key: string | null;
  block_number: number | null;
  gas_used: number | null;
  /** The price that was paid for a unit of gas. */
  gas_price_gwei: number | null;
  /** In the native coin of the network; the nearest double of `cost_wei`. */
  cost_eth: number | null;
  /** By `price`; null when no price is known. */
  cost_usd: number | null;
  /** When it had its confirmations. */
  confirmed_at: string | null;
  confirmations: number;
  contract_id: string;
  contract_version: string;
  network: string;
  /** The full signature. */
  function: string;
  args: unknown[];
  /** Wei. */
  value: string;
  from: string;
  to: string | null;
  nonce: number | null;
  gas_limit: number | null;
  block_hash: string | null;
  /** All that were signed: replacements with higher fees come after the first. */
  transaction_hashes: string[];
  /** Every transaction that was signed for the nonce, in order, with what each offered. */
  fee_history: ExecutionFeeHistory[];
  /** Exactly gas_used x price, plus what a rollup charges. */
  cost_wei: string | null;
  /** The price of the native coin that `cost_usd` was computed with. */
  price: ExecutionPrice | null;
  confirmations_required: number;
  /** Why it failed; null when it did not. */
  error: ChainFailure | null;
  /** When it was accepted. */
  created_at: string;
  /** The time of its block. */
  mined_at: string | null;
  /** When the failure was certain. */
  failed_at: string | null;
  /** When its cancellation was requested. `status` tells whether it came in time. */
  cancel_requested_at: string | null;
  /** When it was certain that an empty transaction took its place. */
  cancelled_at: string | null;
  /** Present when the network is simulated on an embedded chain. */
  simulated?: true;
};

export type ExecutionCall = {
  /** `CALL`, `DELEGATECALL`, `STATICCALL`, `CREATE` and so on. */
  type: string;
  /** 0 for the transaction itself; one more than that of the call that made it. */
  depth: number;
  from: string;
  /** Null where a contract could not be made. */
  to: string | null;
  /** The contract of this environment at the address; null for any other. */
  contract: ExecutionCallContract | null;
  /** Such as `transfer(address,uint256)`, by the ABI of that contract, or of the one that was executed; null where neither has it. */
  function: string | null;
  /** Empty where `function` is null. */
  args: NamedValue[];
  /** What it returned, by the ABI. */
  outputs: NamedValue[];
  /** What was paid with it. */
  value_wei: string;
  /** With what the calls within it used. */
  gas_used: number;
  /** Why it failed; null when it did not. */
  error: ChainFailure | null;
  /** Hexadecimal. Of long data the beginning. */
  input: string;
  /** Hexadecimal. Of long data the beginning. */
  output: string;
};

export type ExecutionCallContract = {
  /** `ctr_…` */
  id: string;
  name: string;
  version: string;
};

export type ExecutionCallList = {
  calls: ExecutionCall[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
  /** Why there are calls, or none: `not_mined`: it is in no block; `not_offered`: the nodes of the network do not offer `debug_traceTransaction`; `not_kept`: they have not kept the state of its block; `too_large`: the trace is longer than 1 MB or 5,000 calls. */
  trace: "traced" | "not_mined" | "not_offered" | "not_kept" | "too_large";
};

export type ExecutionEstimate = {
  contract_id: string;
  /** Of the deployment that it would go to. */
  version: string;
  network: string;
  /** The account that it would be sent from. */
  from: string;
  /** The address of the contract. */
  to: string;
  /** The full signature. */
  function: string;
  /** On the current state. */
  would_succeed: boolean;
  /** Why it failed; null when it did not. */
  error: ChainFailure | null;
  /** What it is expected to use; null when it would fail. */
  estimated_gas: number | null;
  /** Null when it would fail. */
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
  asset: string;
  usd: number;
  as_of: string;
  source: string;
};

export type Failure = {
  code: string;
  message: string;
};

export type Finding = {
  /** Follows from the fingerprint. */
  id: string;
  /** Stays the same while the code does, wherever its lines move. */
  fingerprint: string;
  agent: string;
  /** All that found it. */
  agents: string[];
  /** Only of what a language model found: a second call tried to refute it, and could not. Rules found all else. */
  driver?: "llm";
  category: "security" | "architecture" | "quality" | "testing" | "performance" | "documentation" | "meta";
  rule_id: string;
  title: string;
  severity: "critical" | "high" | "medium" | "low";
  confidence: number;
  cwe: string[];
  file: string;
  line: number;
  end_line: number;
  column: number;
  snippet: string;
  description: string;
  recommendation: string;
  /** A unified diff that passed all gates; null when there is none. */
  patch: string | null;
  /** The gates of its patch; null when none was tried. */
  patch_checks: FindingPatchChecks | null;
  evidence: FindingEvidence[];
  /** The package with the flaw; null when it is not a package. */
  package: FindingPackage | null;
  /** Its kind in the counts of vulnerabilities; null when it is not one. */
  source: ("code" | "secrets" | "dependencies" | "config") | null;
  references: string[];
  status: "new" | "existing" | "suppressed";
  /** Who has seen it, and who sees to it; null when nobody has. */
  acknowledged: Acknowledgement | null;
  /** How many comments there are on it. */
  comments: number;
};

export type FindingComment = {
  /** `cmt_…` */
  comment_id: string;
  fingerprint: string;
  author: Somebody;
  text: string;
  /** When it was written. */
  created_at: string;
};

export type FindingEvidence = {
  file: string;
  line: number;
  role: "source" | "step" | "sink";
  snippet: string;
};

export type FindingPackage = {
  ecosystem: string;
  name: string;
  version: string;
  /** Null when there is none. */
  fixed_version: string | null;
  advisories: string[];
  /** Whether the code imports it; null when that is unknown. */
  imported: boolean | null;
};

export type FindingPatchChecks = {
  applies: boolean;
  parses: boolean;
  resolves: boolean;
  no_new: boolean;
};

export type FindingSuppression = {
  /** `sup_…` */
  id: string;
  fingerprint: string;
  reason: string;
  /** When it was made. */
  created_at: string;
  /** From when on the finding counts again; null for never. */
  expires_at: string | null;
};

export type FoundDelivery = {
  /** `dlv_…`; read it with its bytes at `/v1/webhooks/deliveries/{id}`. */
  delivery_id: string;
  subscription_id: string;
  /** The name, or the description of one of the Events API. */
  subscription_name: string | null;
  subscription_status: "active" | "paused" | "disabled";
  /** `evt_…` */
  event_id: string;
  /** The name under which the subscriber knows the event. */
  event: string;
  /** `pending`: an attempt is under way or will follow. */
  status: "pending" | "success" | "failed";
  /** It can be replayed. */
  dead_lettered: boolean;
  /** Attempts that have ended. */
  attempts: number;
  /** Null when no response head arrived, or none was asked for yet. */
  last_response_code: number | null;
  /** Of the latest attempt. */
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

export type GetContractStatisticsResponse = {
  /** `ctr_…` */
  contract_id: string;
  bucket: string;
  /** Of executions sent in it; oldest first, without gaps. */
  buckets: GetContractStatisticsResponseBucket[];
};

export type GetContractStatisticsResponseBucket = {
  /** When it begins. */
  starts_at: string;
  /** Executions, pending ones included. */
  execution_count: number;
  success_count: number;
  failure_count: number;
  /** Of the settled ones; 1 when there is none. */
  success_rate: number;
  /** Of those that were mined. */
  avg_gas_used: number;
  /** From sending to the last confirmation asked for. */
  avg_execution_time_ms: number;
};

export type GetOrganizationQuotasResponse = {
  quotas: QuotaUse[];
};

export type GetWalletResponse = {
  network: string;
  chain_id: number;
  /** The native coin. */
  asset: string;
  /** The account that transactions of this environment are sent from. */
  address: string;
  /** What it holds, exactly. */
  balance_wei: string;
  /** The same in the native coin; the nearest double. */
  balance_eth: number;
  /** The same in USD. Null when no price of the coin is known. */
  balance_usd: number | null;
  /** Transactions of it that are in a block. */
  mined_nonce: number;
  /** The same with those that wait. */
  next_nonce: number;
  /** What a unit of gas costs just now. */
  gas_price_gwei: number;
};

export type Grade = {
  score: number;
  grade: "A" | "B" | "C" | "D" | "F";
};

/** The ideal customer. It chooses the leads of a campaign that has none of its own: those that are known to meet every criterion given here. At most 262,144 bytes as JSON. */
export type IdealCustomer = {
  /** Job titles: the lead has one of them, word for word. */
  titles?: string[];
  /** Seniorities. */
  seniorities?: string[];
  /** Departments. */
  departments?: string[];
  /** Industries. */
  industries?: string[];
  /** Least number of employees. */
  employee_min?: number;
  /** Most employees. */
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

/** Whom the campaign never contacts. */
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
  /** The leads join this campaign, known ones too. It must be the id of a campaign, `cmp_…`. */
  campaign_id?: string;
  /** Tags, separated by commas, that the leads get, known ones too. */
  tags?: string[];
  /** Whether a row that repeats another row or a known lead creates no second lead. */
  deduplicate?: boolean;
  /** What tells leads apart, separated by commas: `email` (always counts), `domain_name` (company domain and whole name), `linkedin_url`, `phone`. */
  dedup_keys?: string[];
  /** What a row does to the known lead that it repeats: nothing, overwrite what the row has, or fill only what is empty. */
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
  id: string;
  source: string;
  from: string;
  subject: string;
  /** The new text, without what is quoted. */
  text: string;
  classification: "positive" | "negative" | "question" | "neutral" | "unsubscribe" | "out_of_office" | "auto_reply" | "bounce" | "soft_bounce" | "complaint";
  confidence: number;
  /** Who says so. */
  engine: "rules" | "llm";
  /** When somebody who is out of office is back. */
  away_until: string | null;
  /** The message that it answers. */
  communication_id: string | null;
  /** Its campaign. */
  campaign_id: string | null;
  /** Its lead. */
  lead_id: string | null;
  /** Whom the message was for that it answers: a bounce comes from a machine. */
  recipient: string | null;
  /** How that was found. */
  matched_by: string | null;
  received_at: string;
};

export type InboundResult = {
  inbound_id: string;
  classification: "positive" | "negative" | "question" | "neutral" | "unsubscribe" | "out_of_office" | "auto_reply" | "bounce" | "soft_bounce" | "complaint";
  confidence: number;
  /** When somebody who is out of office is back. */
  away_until: string | null;
  /** The message that it answers; null when none was found. */
  communication_id: string | null;
  /** `verp`, `message_id` or `sender`. */
  matched_by: string | null;
  /** It was seen before, and changed nothing now. */
  repeated: boolean;
};

export type IngestionJob = {
  /** `ing_…` */
  job_id: string;
  status: "queued" | "processing" | "completed" | "failed";
  /** Place among the waiting jobs of the environment, from 1; 0 once its turn has come. */
  position: number;
  /** Estimated from earlier jobs; null once its turn has come. */
  estimated_start: string | null;
  source_id: string;
  transformation_rules: string[];
  /** Null for none. */
  trigger_contract: string | null;
  /** Null for none. */
  trigger_function: string | null;
  priority: string;
  attempts: number;
  /** When it came in. */
  created_at: string;
  /** Null while it waits. */
  started_at: string | null;
  /** When it was completed, or failed; null before. */
  completed_at: string | null;
  /** Null until it has ended. */
  result: IngestionJobResult | null;
  /** Why it failed, or what its last attempt ran into. */
  error: IngestionJobError | null;
};

export type IngestionJobError = {
  code: string;
  message: string;
  /** The rule that failed. */
  rule?: string;
};

export type IngestionJobResult = {
  /** Null when a rule failed. A list leaves out what has more than 16384 bytes: read the job itself. */
  transformed_data: Record<string, unknown> | null;
  contract_triggered: boolean;
  /** The execution that it triggered, `exe_…`. */
  execution_id: string | null;
};

export type IngestionRule = {
  /** `igr_…` */
  rule_id: string;
  name: string;
  expression: string;
  /** Null for none. */
  description: string | null;
  /** When it was made. */
  created_at: string;
};

export type Invitation = {
  /** `inv_…` */
  id: string;
  email: string;
  /** `owner`: everything; `operator`: read and change all platforms; `developer`: read all, change all but outreach; `viewer`: read. */
  role: "owner" | "operator" | "developer" | "viewer";
  /** When it was made. */
  created_at: string;
  /** When its link ends. */
  expires_at: string;
};

export type InvitationLink = {
  /** `inv_…` */
  id: string;
  email: string;
  /** `owner`: everything; `operator`: read and change all platforms; `developer`: read all, change all but outreach; `viewer`: read. */
  role: "owner" | "operator" | "developer" | "viewer";
  /** When it was made. */
  created_at: string;
  /** When its link ends. */
  expires_at: string;
  /** The link. It works once, and is shown this once. */
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
  name: string;
  /** The start and the last four characters of the newest secret. */
  key_hint: string;
  scopes: string[];
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
  /** Of the second factor: the six digits that the app shows, or a recovery code. */
  code?: string | null;
};

export type Language = {
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
  /** Most that the campaign may spend in all. */
  budget_limit_usd?: number | null;
  /** Most messages a day (UTC). */
  daily_send_limit?: number | null;
  /** When the first step is due, at most a year ahead. Default: at once. */
  start_at?: string | null;
  /** `all` launches the campaign at every lead of the organization. Left out: at its own leads; where it has none, at those that meet every criterion of its `icp` by what is known of them. */
  audience?: "all" | null;
  /** A repeat under the key answers as the first. */
  idempotency_key?: string | null;
};

export type Lead = {
  /** `led_…` */
  id: string;
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
  status: "new" | "enriched" | "scored" | "contacted" | "replied" | "meeting_booked" | "unsubscribed" | "bounced" | "suppressed";
  /** Score 0 to 100; null before the first. */
  score: number | null;
  /** A to D; null before the first score. */
  tier: string | null;
  /** In small letters, by name. */
  tags: string[];
  campaign_ids: string[];
  /** The last enrichment. */
  enriched_at: string | null;
  /** The last message that was sent. */
  last_contacted_at: string | null;
  /** When it was imported. */
  created_at: string;
  /** When a field of it changed last. */
  updated_at: string;
};

export type LeadImport = {
  /** `imp_…` */
  import_job_id: string;
  status: "uploading" | "queued" | "processing" | "completed" | "completed_with_errors" | "failed" | "cancelled";
  dry_run: boolean;
  /** The campaign that the leads join. */
  campaign_id: string | null;
  /** Rows read, without empty ones; `valid_row_count + invalid_row_count`. */
  row_count: number;
  /** Rows that can be used; in the end `inserted_count + updated_count + duplicate_count + suppressed_count`. */
  valid_row_count: number;
  /** Rows that cannot. */
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
  /** How far the merge is. */
  progress: number;
  /** From upload to completion; null while it runs. */
  rows_per_second: number | null;
  detected: LeadImportDetected;
  /** As the client named it. */
  file_name: string | null;
  size_bytes: number;
  /** Of the file as it was sent, hex. */
  sha256: string;
  /** Where to read the rows that made no lead, as CSV; null while there are none. */
  error_report_url: string | null;
  /** Why it failed; null when it did not. */
  error: Record<string, unknown> | null;
  /** When the file was received. */
  created_at: string;
  /** When the merge began. */
  started_at: string | null;
  /** When it was over. */
  completed_at: string | null;
};

export type LeadImportDetected = {
  encoding: string;
  delimiter: string;
  has_header: boolean;
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
  /** From 80, 60, 40 and below. */
  tier: "A" | "B" | "C" | "D";
  recommendation: "contact_now" | "enrich_first" | "nurture" | "do_not_contact";
  /** How much of what the score asks for is known. */
  confidence: number;
  reasons: LeadScoreReason[];
  model_version: string;
  /** Whose ideal customer counted. */
  campaign_id: string | null;
  trace_id: string;
  /** When it was scored. */
  scored_at: string;
};

export type LeadScoreBreakdown = {
  /** How well the lead fits the ideal customer. */
  fit: number;
  /** Signs of an intent to buy; they lose half their value in 45 days. */
  intent: number;
  /** Answers to what was sent; they lose half their value in 14 days. Opens by machines count for nothing. */
  engagement: number;
};

export type LeadScoreReason = {
  component: "fit" | "intent" | "engagement";
  rule: string;
  /** The points of a component sum to its value. */
  points: number;
  evidence: string;
};

export type LeadScoreWeights = {
  fit: number;
  intent: number;
  engagement: number;
};

export type LeadTag = {
  tag: string;
  /** How many leads have it. */
  leads: number;
};

export type LimitUse = {
  /** As in the headers `RateLimit` and `RateLimit-Policy`. */
  name: string;
  /** Requests allowed in a window. */
  limit: number;
  window_seconds: number;
  used: number;
  remaining: number;
  /** When the window ends; null while none is open. */
  reset_at: string | null;
};

export type ListAgentsResponse = {
  agents: OutreachAgent[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListAnalysisGapsResponse = {
  gaps: AnalysisGap[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListApplicationsResponse = {
  applications: Application[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListBackupsResponse = {
  backups: Backup[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListCampaignLinksResponse = {
  links: CampaignLink[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListCampaignsResponse = {
  campaigns: CampaignSummary[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListCheckpointsResponse = {
  checkpoints: ListedCheckpoint[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListCommunicationsResponse = {
  communications: Communication[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListComponentsResponse = {
  components: Component[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListContractAlertsResponse = {
  alerts: AlertRule[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListContractTemplatesResponse = {
  templates: ContractTemplate[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListContractTransactionsResponse = {
  transactions: Transaction[];
  /** How many match in all, exactly. */
  total: number;
  limit: number;
  offset: number;
  has_more: boolean;
  /** For `cursor`; null on the last page. */
  next_cursor: string | null;
};

export type ListContractVersionsResponse = {
  versions: ContractVersion[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListContractsResponse = {
  contracts: Contract[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListDeadLettersResponse = {
  dead_letters: DeadLetter[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListDeploymentsResponse = {
  deployments: Deployment[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListDroppedFindingsResponse = {
  dropped: DroppedFinding[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListEventSubscriptionsResponse = {
  subscriptions: EventSubscription[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListExecutionEventsResponse = {
  events: ListExecutionEventsResponseEvent[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListExecutionEventsResponseEvent = {
  /** The contract that emitted it. */
  address: string;
  /** Null where the ABI of the contract has no such event. */
  name: string | null;
  /** Such as `Transfer(address,address,uint256)`; null with `name`. */
  signature: string | null;
  args: ListExecutionEventsResponseEventArg[];
  topics: string[];
  /** Hexadecimal. */
  data: string;
};

export type ListExecutionEventsResponseEventArg = {
  /** Empty where the ABI gives none. */
  name: string;
  type: string;
  indexed: boolean;
  /** Whole numbers are text. Of an indexed text, array or tuple, the hash. */
  value: unknown;
};

export type ListFindingCommentsResponse = {
  comments: FindingComment[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListFindingSuppressionsResponse = {
  suppressions: FindingSuppression[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListInboundMailResponse = {
  messages: InboundMail[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListIngestionJobsResponse = {
  jobs: IngestionJob[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListIngestionRulesResponse = {
  rules: IngestionRule[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListInvitationsResponse = {
  invitations: Invitation[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListKeysResponse = {
  keys: ApiKey[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListLeadImportsResponse = {
  imports: LeadImport[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListLeadTagsResponse = {
  tags: LeadTag[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListLeadsResponse = {
  leads: Lead[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListMailboxesResponse = {
  mailboxes: Mailbox[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListMeetingsResponse = {
  meetings: Meeting[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListNetworksResponse = {
  networks: Network[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListOrganizationExportsResponse = {
  exports: OrganizationExport[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListOrganizationsResponse = {
  organizations: OperatedOrganization[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListOutreachEventsResponse = {
  events: OutreachEvent[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
  /** Where the next page begins, for `cursor`; null on the last one. */
  next_cursor: string | null;
};

export type ListRestoresResponse = {
  restores: Restore[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListReviewRulesResponse = {
  rules: ReviewRule[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListReviewsResponse = {
  reviews: Review[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListSandboxMessagesResponse = {
  messages: SandboxMail[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListScalingActionsResponse = {
  actions: ScalingAction[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListScalingPoliciesResponse = {
  policies: ScalingPolicy[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListSpendLimitsResponse = {
  spend_limits: SpendLimit[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListSuppressionsResponse = {
  suppressions: Suppression[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListTemplatesResponse = {
  templates: Template[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListUsersResponse = {
  users: User[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListWebhookDeliveriesResponse = {
  deliveries: DeliveryLogEntry[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListWebhookSubscriptionsResponse = {
  subscriptions: WebhookSubscription[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListWorkflowActionsResponse = {
  actions: WorkflowActionKind[];
  /** Workflows may start each other through events this deep; the next run is stopped. It is 8. */
  max_depth: number;
};

export type ListWorkflowRunsResponse = {
  runs: WorkflowRun[];
  /** How many there are in all, exactly. */
  total: number;
  /** How many a page has at most. */
  limit: number;
  /** How many came before this page. */
  offset: number;
  /** There are more: ask again with `offset` and `limit` added up. */
  has_more: boolean;
};

export type ListWorkflowsResponse = {
  workflows: Workflow[];
  /** How many there are in all, exactly. */
  total: number;
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
  created_at: string;
};

export type LlmUsage = {
  provider: string;
  model: string;
  requests: number;
  input_tokens: number;
  output_tokens: number;
  /** A call that broke off counts as the most that it can have cost. Null in reviews of before, where the price was not known. */
  cost_usd: number | null;
};

export type MailPreview = {
  /** As the header says it. */
  from: string;
  to: string;
  subject: string;
  /** The text, with its footer. */
  body: string;
  /** As a mail program draws it; made from the text where none is given. */
  html: string;
  compliance: Compliance;
};

export type Mailbox = {
  id: string;
  address: string;
  name: string;
  postal_address: string | null;
  status: string;
  is_default: boolean;
  daily_limit: number | null;
  /** With warm-up. */
  daily_limit_today: number | null;
  hourly_limit: number | null;
  min_gap_seconds: number;
  warmup: MailboxWarmup | null;
  sent_today: number;
  /** What keeps it from sending now; null when nothing does. */
  held_by: string | null;
  /** The DNS record that lets receivers check the signature; null where the operator brings the key. */
  dkim_record: MailboxDkimRecord | null;
  created_at: string;
};

export type MailboxDkimRecord = {
  name: string;
  type: string;
  value: string;
};

export type MailboxWarmup = {
  started_on: string;
  first_day: number;
  daily_step: number;
};

export type Meeting = {
  id: string;
  lead_id: string;
  campaign_id: string | null;
  meeting_time: string;
  duration_minutes: number;
  sales_rep: string;
  status: "booked" | "cancelled";
  source: string;
  attribution: MeetingAttribution;
  created_at: string;
};

export type MeetingAttribution = {
  first_touch: string;
  last_touch: string;
  /** Mails sent and replies, as the event log has them. */
  touchpoints: number;
};

/** What is said, and when. At most 1,000,000 bytes as JSON. */
export type MessagingStrategy = {
  /** A campaign of one step, in short. Subject, a Liquid template. */
  subject?: string;
  /** A campaign of one step, in short. Text, a Liquid template. */
  body?: string;
  /** A campaign of one step, in short. The text as HTML. Left out, it is made from `body`. */
  html?: string;
  /** Tone. */
  tone?: string;
  /** What is offered. Claims in the texts may rest on it. */
  value_proposition?: string;
  /** What the lead is asked to do. */
  call_to_action?: string;
  /** Language, such as `en`. */
  language?: string;
  sender?: MessagingStrategySender;
  /** The steps; or give `subject` and `body` for a single one. Without either, plain steps are made from the strategy. */
  sequence?: MessagingStrategySequence[];
  send_window?: MessagingStrategySendWindow;
  /** Where to book a meeting; left out, the booking page of this service. */
  booking_url?: string;
  booking?: MessagingStrategyBooking;
  legal?: MessagingStrategyLegal;
  frequency_cap?: MessagingStrategyFrequencyCap;
  tracking?: MessagingStrategyTracking;
  [field: string]: unknown;
};

/** Which times the booking page of this service offers. */
export type MessagingStrategyBooking = {
  /** Who meets the lead. Default: the mailbox. */
  sales_rep?: string;
  /** Length of a meeting in minutes. Default: 30. */
  duration_minutes?: number;
  /** A name such as `Europe/Berlin`. Default: UTC. */
  timezone?: string;
  /** Days on which meetings can be booked. Default: Monday to Friday. */
  days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
  /** Default: 09:00. It must be a time such as 09:00. */
  start?: string;
  /** Default: 17:00. It must be a time such as 09:00. */
  end?: string;
};

/** Most messages that one lead gets in a while. */
export type MessagingStrategyFrequencyCap = {
  /** How many messages. */
  max_messages: number;
  /** In how many hours. */
  per_hours: number;
};

/** What the law asks for. */
export type MessagingStrategyLegal = {
  /** Postal address of the sender. */
  postal_address?: string;
  /** Legal basis, such as `consent` or `legitimate_interest`. */
  basis?: string;
  quiet_hours?: MessagingStrategyLegalQuietHours;
  [field: string]: unknown;
};

/** No message of the campaign goes out between them, in the time zone of the recipient. If left out, the guard warns of mail in the night. */
export type MessagingStrategyLegalQuietHours = {
  /** Such as 21:00. It must be a time such as 09:00. */
  start: string;
  /** Such as 08:00, of the next morning. It must be a time such as 09:00. */
  end: string;
};

/** When mails may begin. Left out: office hours of the recipient; in the sandbox any hour. */
export type MessagingStrategySendWindow = {
  /** Default: Monday to Friday. */
  days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
  /** Default: 09:00. It must be a time such as 09:00. */
  start?: string;
  /** Default: 17:00. It must be a time such as 09:00. */
  end?: string;
  /** `recipient`, or a name such as `Europe/Berlin`. */
  timezone?: string;
};

/** Who writes. */
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
  /** Its place, from 1. */
  step: number;
  /** Channel; only `email` has a transport. */
  channel?: string;
  /** After the step before it; for the first, after the launch. */
  delay_hours?: number;
  /** If a later step has none, it continues the thread. Subject, a Liquid template. */
  subject?: string;
  /** Text, a Liquid template. */
  body?: string;
  /** The text as HTML. Left out, it is made from `body`. */
  html?: string;
  /** Texts to try against each other. */
  variants?: MessagingStrategySequenceVariant[];
  /** When the step is sent; a lead that does not meet it continues with the next step. */
  condition?: "always" | "if_opened" | "if_not_opened" | "if_clicked" | "if_not_clicked";
};

export type MessagingStrategySequenceVariant = {
  /** Its name. */
  variant: string;
  /** Its share of the leads. */
  weight?: number;
  /** If a later step has none, it continues the thread. Subject, a Liquid template. */
  subject?: string;
  /** Text, a Liquid template. */
  body?: string;
  /** The text as HTML. Left out, it is made from `body`. */
  html?: string;
};

/** What is learned from mails that were sent. */
export type MessagingStrategyTracking = {
  /** Whether mails tell when they are opened. Default: true. */
  opens?: boolean;
  /** Whether links tell when they are followed. Default: true. */
  clicks?: boolean;
};

export type ModelUsage = {
  month: ModelUsageMonth;
  total: ModelUsageTotal;
  /** Each day on which something was asked, newest first, by agent and model. */
  days: ModelUsageDay[];
};

export type ModelUsageDay = {
  /** UTC, such as `2026-11-26`. */
  day: string;
  /** `review` or `outreach`. */
  area: string;
  /** Who asked. */
  agent: string;
  provider: string;
  model: string;
  /** Calls, those that failed too. */
  requests: number;
  /** Calls that brought no answer that could be used. */
  failed: number;
  /** Tokens that the model read. */
  input_tokens: number;
  /** Of these, the ones that the provider had in its cache. */
  cached_input_tokens: number;
  /** Tokens that it wrote. */
  output_tokens: number;
  /** A call that broke off counts as the most that it can have cost. */
  cost_usd: number;
};

/** The budget of the organization. */
export type ModelUsageMonth = {
  /** The running month (UTC), such as `2026-11`. */
  name: string;
  /** With what is held for calls under way. */
  spent_usd: number;
  /** Most that it may cost: the quota `model_usd_per_month`, else `LLM_MONTHLY_BUDGET_USD`; null where no model is set. */
  limit_usd: number | null;
};

/** Over all these days. */
export type ModelUsageTotal = {
  /** Calls, those that failed too. */
  requests: number;
  /** Calls that brought no answer that could be used. */
  failed: number;
  /** Tokens that the model read. */
  input_tokens: number;
  /** Of these, the ones that the provider had in its cache. */
  cached_input_tokens: number;
  /** Tokens that it wrote. */
  output_tokens: number;
  /** A call that broke off counts as the most that it can have cost. */
  cost_usd: number;
};

export type NamedValue = {
  /** Empty where the ABI gives none. */
  name: string;
  type: string;
  /** Whole numbers are text. */
  value: unknown;
};

export type Network = {
  network: string;
  chain_id: number;
  /** `not_configured` answers 503 until NETWORK_<NAME>_RPC_URL is set. */
  kind: "embedded" | "simulated" | "configured" | "not_configured";
  simulated: boolean;
  /** The native coin. */
  asset: string;
  block_time_seconds: number;
  /** Required where a request names no number. */
  confirmations: number;
  /** The account that transactions of this organization and environment are sent from; null before it is known. */
  account: string | null;
};

export type NewAcknowledgement = {
  /** The person of the organization who sees to it, `usr_…`. Default: nobody yet. */
  assignee?: string | null;
  /** For people, such as what was found so far. */
  note?: string | null;
};

export type NewAlertRule = {
  /** Tells people what the rule watches. */
  rule_name: string;
  condition: NewAlertRuleCondition;
  /** What happens when the rule fires, in addition to the event `alert.triggered`. */
  actions: (NewAlertRuleWebhook | NewAlertRuleMail | NewAlertRuleEvent)[];
  /** Default: `warning`. */
  severity?: ("info" | "warning" | "critical") | null;
  /** For this many seconds after it fired, the rule does not fire again. Default: 0. */
  cooldown_seconds?: number | null;
  /** Minutes that counts, rates and means go back, to the beginning of a minute. For measures of one execution: how long after the last one that met the condition the alert is resolved. */
  window_minutes?: number | null;
  /** Name of the contract’s event that event_count counts. Default: all events. */
  event?: string | null;
};

/** When the rule fires. */
export type NewAlertRuleCondition = {
  /** What is measured. Of each settled execution: gas_used, gas_price_gwei, cost_eth, cost_usd, execution_time_ms, event_count. Over the window, or over all: execution_count, success_count, failure_count, failure_rate, success_rate, avg_gas_used, avg_execution_time_ms. Now: consecutive_failures, pending_count, pending_age_seconds, wallet_balance_eth, contract_balance_eth, reorg_depth. */
  metric: "gas_used" | "gas_price_gwei" | "cost_eth" | "cost_usd" | "execution_time_ms" | "event_count" | "execution_count" | "success_count" | "failure_count" | "failure_rate" | "success_rate" | "avg_gas_used" | "avg_execution_time_ms" | "consecutive_failures" | "pending_count" | "pending_age_seconds" | "wallet_balance_eth" | "contract_balance_eth" | "reorg_depth";
  /** The answer names it in full. */
  operator: "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "equals" | "not_equals" | "gt" | "gte" | "lt" | "lte" | "eq" | "ne" | ">" | ">=" | "<" | "<=" | "==" | "!=";
  /** In the unit of the metric; rates are fractions from 0 to 1. */
  threshold: number;
  /** Minutes that counts, rates and means go back, to the beginning of a minute. For measures of one execution: how long after the last one that met the condition the alert is resolved. */
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
  /** Signs the deliveries. Left out, one is made and shown once. */
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

/** How the receiver knows the service; null for its signature alone. */
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
  type: "oauth2";
  /** Where a token is got: https, on the public internet. */
  token_url: string;
  /** The client's id. */
  client_id: string;
  /** Asked for, separated by blanks. */
  scope?: string;
  /** Whom the token is for, where the endpoint asks. */
  audience?: string;
  /** Where the endpoint looks for the id and the secret of the client. */
  client_authentication?: "basic" | "body";
  /** Never shown. */
  client_secret: string;
};

export type NewWarmup = {
  /** Messages on the first day. */
  first_day: number;
  /** How many more on each day after it. */
  daily_step: number;
};

export type NewWorkflowAction = {
  /** Names the result for later actions. Default: `action_1`, `action_2`, … It must be 1 to 63 of a-z, 0-9 and _, beginning with a letter. */
  id?: string;
  /** What to do, such as `events.publish`; see `GET /v1/workflows/actions`. */
  action: string;
  /** The input of the action. A text of the form `{{ expression }}` is replaced by what the JSONata expression selects from `event` and from `results.<id>` of earlier actions; anything else stays as it is. At most 262,144 bytes as JSON. */
  input: Record<string, unknown>;
  /** The action is skipped unless this JSONata expression over `event` and `results` gives true. Null for always. */
  when?: string | null;
  /** Whether later actions go on after this one has failed. */
  on_error?: "stop" | "continue";
};

/** Which events start a run. */
export type NewWorkflowTrigger = {
  /** The event type, or a pattern: `contract.*` (one or more segments below), `a.*.c` (one segment), `*` (all). A platform event is found under each of its names. */
  type: string;
  /** What the event must meet beyond its type, in the query form of MongoDB over `type`, `source`, `data` and `metadata`: `{"data.amount": {"$gte": 100}}`. Operators as in the `filter` of a subscription. Null for nothing. */
  condition?: Record<string, unknown> | null;
};

export type OpenInvitation = {
  organization_name: string;
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
  name: string;
  /** Whether it is the one of whoever runs the service. */
  is_operator: boolean;
  /** When it was made. */
  created_at: string;
  /** Since when its keys and people are refused; null when they are not. */
  suspended_at: string | null;
  /** When all that it had was erased; null when it was not. */
  erased_at: string | null;
  /** How far its erasure is; null when none was asked for. */
  erasure: ("running" | "completed" | "failed") | null;
};

export type Organization = {
  /** `org_…` */
  id: string;
  name: string;
  /** When the organization was made. */
  created_at: string;
  /** Every rate limit and its use, counted over all nodes. */
  limits: LimitUse[];
  /** Those that whoever runs the service has set; what none names is not bounded. */
  quotas: QuotaUse[];
  events_subscriptions: OrganizationEventsSubscriptions;
};

export type OrganizationErasure = {
  /** `org_…` */
  organization_id: string;
  /** `failed`: ask for it again, and it goes on where it stopped. */
  status: "running" | "completed" | "failed";
  /** Who asked for it, `usr_…` or `key_…`. */
  requested_by: string;
  /** When it was asked for. */
  requested_at: string;
  /** When all was gone; null before. */
  completed_at: string | null;
  /** Rows in all tables together. */
  rows_deleted: number;
  /** By table, in the order of their names. */
  deleted: OrganizationErasureDeleted[];
  /** Uploaded files, imports, backups and exports. */
  files_deleted: number;
  /** Background work that waited for its turn. */
  jobs_deleted: number;
  /** Events of the log whose payload is gone. Their places and leaf hashes stay. */
  events_redacted: number;
  /** What stays, and why. */
  kept: OrganizationErasureKept[];
  /** Why it stopped. */
  error: string | null;
};

export type OrganizationErasureDeleted = {
  table: string;
  /** Rows that were deleted. */
  rows: number;
};

export type OrganizationErasureKept = {
  table: string;
  reason: string;
};

/** Active subscriptions of the Events API, and how many there can be. */
export type OrganizationEventsSubscriptions = {
  active: number;
  limit: number;
};

export type OrganizationExport = {
  /** `oxp_…` */
  id: string;
  /** Whose data it holds. */
  organization_id: string;
  /** `expired`: its time is over, and the archive is gone. */
  status: "queued" | "running" | "completed" | "failed" | "expired";
  /** Who asked for it, `usr_…` or `key_…`. */
  requested_by: string;
  /** When it was asked for. */
  created_at: string;
  /** When it ended; null before. */
  completed_at: string | null;
  /** Until when the archive can be downloaded; null before it is there. */
  expires_at: string | null;
  /** Of the archive. */
  size_bytes: number | null;
  /** Of the archive, in hexadecimal. */
  sha256: string | null;
  /** What the archive holds, as `manifest.json` in it says too. */
  files: OrganizationExportFile[] | null;
  /** Why it failed. */
  error: string | null;
};

export type OrganizationExportFile = {
  name: string;
  /** Lines of a file of rows; null for a file that was uploaded. */
  rows: number | null;
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
};

export type OtlpTrace = {
  resourceSpans: Record<string, unknown>[];
};

export type Outbox = {
  counts: OutboxCounts;
  total: number;
  throughput: OutboxThroughput;
  oldest_pending_age_seconds: number | null;
  next_due_at: string | null;
  by_channel: Record<string, unknown>;
  failures_by_code: Record<string, unknown>;
};

export type OutboxCounts = {
  pending: number;
  processing: number;
  sent: number;
  failed: number;
};

export type OutboxThroughput = {
  /** Messages a minute over the window. */
  per_minute: number;
  /** Messages in the last hour. */
  per_hour: number;
  window_seconds: number;
};

export type OutreachAgent = {
  /** `agt_…` */
  id: string;
  name: string;
  role: string;
  description: string;
  status: "idle" | "running" | "degraded" | "disabled";
  /** What drives it: `rules`, or `llm` where a language model is set. */
  engine: string;
  /** The model; null for rules. */
  model: string | null;
  input_schema: Record<string, unknown>;
  output_schema: Record<string, unknown>;
  metrics: OutreachAgentMetrics;
  /** The last one. */
  last_execution_at: string | null;
};

export type OutreachAgentMetrics = {
  total_executions: number;
  success_count: number;
  failure_count: number;
  /** Of all; 0 before the first. */
  success_rate: number;
  avg_duration_ms: number;
  /** Of the last 1,000. */
  p95_duration_ms: number;
  total_cost_usd: number;
};

export type OutreachEvent = {
  /** `evt_…` */
  event_id: string;
  type: string;
  /** The campaign that it is about. */
  campaign_id: string | null;
  /** The lead that it is about. */
  lead_id: string | null;
  /** The agent that did it. */
  agent_id: string | null;
  /** The trace that it belongs to. */
  trace_id: string | null;
  /** What links it to other events. */
  correlation_id: string | null;
  /** When it happened. */
  occurred_at: string;
  data: Record<string, unknown>;
};

/** From the DNS look-up to the last byte of the answer. In milliseconds, from a histogram. */
export type Percentiles = {
  /** Half took no longer; null without attempts. */
  p50: number | null;
  /** 95 of 100 took no longer; null without attempts. */
  p95: number | null;
  /** 99 of 100 took no longer; null without attempts. */
  p99: number | null;
};

/** How the portal looks. */
export type PortalAppearance = {
  /** Whose portal it is. It stands at its head, in the place of ours. */
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
  /** What its holder may choose from; null for nothing. */
  event_types: PortalGrantEventType[] | null;
  /** Null: as the service looks. */
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
  subscription_id: string;
  /** For the owner of the receiver. The key comes after the `#`, which browsers do not send. */
  url?: string;
  /** The key alone, for `Authorization: Bearer`. It is shown this once. */
  key?: string;
  /** Whether its holder may change address and secret. */
  may_change: boolean;
  /** What its holder may choose from; null for nothing. */
  event_types: string[] | null;
  /** Null: as the service looks. */
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
  /** Conditions on the payload, in the query form of MongoDB: `{"amount": {"$gte": 100}, "customer.country": {"$in": ["CH", "AT"]}}`. Operators: $and, $or, $nor, $not, $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $exists. Of an event whose lists would have it look at more than 5,000 values it is not met. */
  filter?: Record<string, unknown> | null;
  /** A JSONata expression over the service's own body that makes the body, or the data of a CloudEvent; null for none. What selects nothing, or fails, is an attempt that failed. */
  transform?: string | null;
  /** What a delivery looks like: the service's own body, or CloudEvents 1.0, as one JSON object or with its attributes in `ce-` headers. */
  format?: DeliveryFormat | null;
};

export type PreviewMailBody = {
  messaging_strategy: MessagingStrategy;
  /** Which step of it. */
  step?: number | null;
  /** Which variant of the step. Left out: the first. */
  variant?: string | null;
  /** Who does not want mail of this campaign is told too. It must be the id of a campaign, `cmp_…`. */
  campaign_id?: string | null;
};

export type PreviewReviewRulesBody = {
  /** YAML: `rules` in the form of Semgrep, `disabled` and `severity` by ids of rules, `repositories` with both for applications of a name. */
  rules: string;
};

export type PreviewWorkflowBody = {
  /** `evt_…`: any event of the log. */
  event_id: string;
  trigger: NewWorkflowTrigger;
  /** Done in this order. */
  actions: NewWorkflowAction[];
  /** What earlier actions are taken to have answered, by their ids: nothing is done, so they answer nothing themselves. Expressions over the result of one that is left out select nothing. At most 786,432 bytes as JSON. */
  results?: Record<string, Record<string, unknown>> | null;
};

export type PreviewWorkflowResponse = {
  event_id: string;
  event_type: string;
  /** Whether such an event starts the workflow. */
  starts: boolean;
  /** What of the trigger the event does not meet; null when it starts it. */
  not_met: ("type" | "condition") | null;
  /** What would come of a run, as far as it is known before its actions are done. */
  outcome: "succeeded" | "failed";
  /** Also of an event that does not start it. */
  actions: PreviewWorkflowResponseAction[];
};

export type PreviewWorkflowResponseAction = {
  id: string;
  action: string;
  /** `skipped`: its `when` is not met. `not_run`: an action before it ends the run. */
  status: "would_run" | "skipped" | "failed" | "not_run";
  /** What it would be given. */
  input: unknown;
  /** Why it cannot be done. */
  error: PreviewWorkflowResponseActionError | null;
};

export type PreviewWorkflowResponseActionError = {
  code: string;
  message: string;
  field?: string;
};

export type PromoteComponentBody = {
  /** SemVer, higher than the present one. It must be a SemVer version such as 1.4.0. */
  version: string;
  /** The present level or the next one. Each has gates; a refusal lists them. */
  maturity_level: "experimental" | "incubating" | "stable" | "mature";
  /** Why. */
  reason?: string | null;
};

export type PublishEventBatchBody = {
  /** The events, in the order in which the log has them. */
  events: NewEvent[];
};

export type PublishEventBatchResponse = {
  events: PublishedEvent[];
};

export type PublishedEvent = {
  eventId: string;
  type: string;
  /** When the event was accepted. */
  timestamp: string;
  status: "published";
  /** Workflow runs that the event started. */
  workflowsTriggered: number;
};

export type QueryReviewEventsResponse = {
  events: EventRecord[];
  /** How many there are in all, exactly. */
  total: number;
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
  /** The text as HTML. Left out, it is made from `body`. */
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
  /** One key sends one message, for ever. The header `Idempotency-Key` does the same. */
  idempotency_key?: string | null;
};

export type QueuedCommunication = {
  communication_id: string;
  status: "pending" | "processing" | "sent" | "failed";
  /** When it is due; throttles and send windows may delay it. */
  scheduled_at: string;
  /** The same as `scheduled_at`. */
  scheduled_send_time: string;
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
  /** How much there is, or was published today. */
  used: number;
};

export type ReadInvitationBody = {
  /** The last part of the link. */
  token: string;
};

export type Readiness = {
  application_id: string;
  /** Weighted mean of the factors, then the lowest cap. */
  score: number;
  grade: "A" | "B" | "C" | "D" | "F";
  /** `partial` when known vulnerabilities could not be looked up, or files were not read. */
  confidence: "full" | "partial";
  factors: ReadinessFactor[];
  caps: ScoreCap[];
  /** By gain over effort, largest first. */
  recommendations: ReadinessRecommendation[];
  /** When the score was computed. */
  computed_at: string;
};

export type ReadinessFactor = {
  name: string;
  /** Share of the factor in the score, 0 to 1. */
  weight: number;
  /** 100 x points over weights of the checks that apply; null when none does, and its share is then left out. */
  score: number | null;
  checks: ReadinessFactorCheck[];
};

export type ReadinessFactorCheck = {
  id: string;
  weight: number;
  status: "pass" | "partial" | "fail" | "not_applicable";
  /** 0 to `weight`. */
  points: number;
  evidence: ReadinessFactorCheckEvidence[];
  /** What would gain the missing points; null when none are missing. */
  recommendation: string | null;
};

export type ReadinessFactorCheckEvidence = {
  file: string;
  line: number;
};

export type ReadinessRecommendation = {
  id: string;
  /** Points of the score that it brings. */
  gain: number;
  /** Weighs 1, 4 and 12 in the order. */
  effort: "S" | "M" | "L";
  text: string;
};

export type ReceiveMailBody = {
  /** The whole mail, as text with its headers. */
  raw: string;
};

/** How the receiver knows the service, without the secret. */
export type ReceiverAuth = ReceiverAuthBasic | ReceiverAuthBearer | ReceiverAuthOauth2 | ReceiverAuthMtls | null;

export type ReceiverAuthBasic = {
  type: "basic";
  username: string;
};

export type ReceiverAuthBearer = {
  type: "bearer";
};

export type ReceiverAuthMtls = {
  type: "mtls";
  /** PEM. */
  certificate: string;
  /** Whom the certificate names. */
  subject: string;
  fingerprint_sha256: string;
  /** When the certificate expires. */
  expires_at: string;
};

export type ReceiverAuthOauth2 = {
  type: "oauth2";
  /** Where a token is got: https, on the public internet. */
  token_url: string;
  /** The client's id. */
  client_id: string;
  /** What is asked for. */
  scope: string | null;
  /** Whom the token is for. */
  audience: string | null;
  client_authentication: "basic" | "body";
};

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

export type RefusalDetails = {
  /** The page of the code, below the address of the service. */
  doc_url: string;
  [field: string]: unknown;
};

export type RemoveSecondFactorBody = {
  /** Of the second factor: the six digits that the app shows, or a recovery code. */
  code: string;
};

export type Replay = {
  /** `rpl_…` */
  replay_id: string;
  status: "running" | "completed";
  /** Dead letters that matched when it was asked for. */
  matched: number;
  /** Those that are back in the queue. */
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
  /** Those whose last attempt failed since then. */
  from?: string | null;
  /** Those whose last attempt failed before then. */
  to?: string | null;
  /** True to replay everything; needed when no filter is given. */
  all?: boolean | null;
};

export type ReplayedEvent = {
  event_id: string;
  /** Deliveries that are back in the queue. */
  replayed: number;
  delivery_ids: string[];
};

export type RequestReviewBody = {
  /** Categories (security, architecture, quality, testing, performance, documentation, meta), or `all`. Default: all 23 agents. */
  categories?: string | string[] | null;
  /** Whether to make patches. Only those that pass all four gates are shown. */
  generate_patches?: boolean | null;
  /** A review that has ended, or `latest`: the last one of an application of this name. Findings that it has too get the status `existing`, also if their lines, functions or files moved; what became graver is `new`. */
  baseline_review_id?: string | null;
  /** What the change may bring at most; the review says whether it passed. */
  gate?: ReviewGateRequest | null;
  /** Leave out what is less severe. */
  min_severity?: ("critical" | "high" | "medium" | "low") | null;
  /** Ends the review when it takes longer. */
  time_limit_seconds?: number | null;
};

export type Resend = {
  /** `rsd_…` */
  resend_id: string;
  /** `limit_reached`: it queued 100,000 deliveries, the most for one resend. For the rest, ask again with `reached` as `to`. */
  status: "running" | "completed" | "limit_reached";
  /** Deliveries that are in the queue again. */
  resent: number;
  /** It goes from the newest event to the oldest. This is how far it is: the time of the event; null when it is done. */
  reached: string | null;
  /** When it was asked for. */
  created_at: string;
  /** When the last one was queued; null while it runs. */
  completed_at: string | null;
};

export type ResendResult = {
  delivery_id: string;
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
  status: "in_progress" | "completed" | "failed";
  target_environment: string;
  /** Null for that of the backup. */
  point_in_time: string | null;
  verify_integrity: boolean;
  /** Null when nothing was found, or asked for. */
  integrity: ("verified" | "failed") | null;
  estimated_duration_minutes: number;
  /** Records written, by kind; null before it is completed. */
  restored: Record<string, number> | null;
  /** Why it failed; null unless it did. */
  error: Failure | null;
  /** When it was asked for. */
  started_at: string;
  /** When it ended; null before. */
  completed_at: string | null;
};

export type RestoreBackupBody = {
  /** Where the records go, with their ids, in place of what that environment holds of contracts. Read them with a key of that environment. */
  target_environment: "staging" | "production" | "development" | "sandbox";
  /** The moment to restore to: from the full backup that this one builds on until now. Left out, the moment of the backup. */
  point_in_time?: string | null;
  /** Every stored byte is checked against the checksum before anything is written. */
  verify_integrity?: boolean | null;
};

export type ResumeCampaignBody = {
  /** Most that the campaign may spend in all. */
  budget_limit_usd?: number | null;
  /** Most messages a day (UTC). */
  daily_send_limit?: number | null;
};

export type RetriedRuns = {
  /** Runs that are tried again. */
  queued: number;
  /** Runs that stay failed, such as those that did actions which the workflow no longer has. */
  refused: RetriedRunsRefused[];
  /** Give it as `after` to go on; null when all were looked at. */
  next: string | null;
};

export type RetriedRunsRefused = {
  run_id: string;
  code: string;
  message: string;
};

export type RetryFailedWorkflowRunsBody = {
  /** `own`: what the workflow said when the event was published. `current`: what it says now, such as after it was mended; actions that were done must still stand in their places. */
  revision?: ("own" | "current") | null;
  /** A run, `run_…`: only those made after it. `next` of the answer before. */
  after?: string | null;
  /** Runs at a time, the oldest first. */
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
  application_id: string;
  status: "queued" | "running" | "verifying" | "completed" | "completed_with_errors" | "failed" | "timed_out";
  generate_patches: boolean;
  /** When it was asked for. */
  created_at: string;
  /** `sarif`: findings of another tool, brought in. */
  origin: "agents" | "sarif";
  driver: "rules" | "llm" | "mixed";
  progress: ReviewProgress;
  categories: Record<string, ReviewCategory>;
  agents: ReviewAgent[];
  /** Use of a language model; null when none was asked. */
  llm: LlmUsage | null;
  /** How much of the files was read; null until the end. */
  coverage: ReviewCoverage | null;
  /** What to do first. */
  top_actions: string[];
  /** The review that it is compared with. */
  baseline_review_id: string | null;
  /** Findings of that review that are gone. Null until the end, and without one. */
  fixed_findings: number | null;
  /** How the change came out; null when no gate was asked for. */
  gate: ReviewGate | null;
  /** Least severity that is delivered. */
  min_severity: string | null;
  /** Of the organization’s rules that it began with; null: it had none. */
  rules_sha256: string | null;
  time_limit_seconds: number;
  estimated_duration_seconds: number;
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
  id: string;
  category: string;
  /** `rules`: a program; `llm`: a language model too. */
  driver: "rules" | "llm";
  status: "pending" | "running" | "completed" | "failed" | "skipped";
  /** When it began; later after a restart of the service. */
  started_at: string | null;
  /** When it ended. */
  completed_at: string | null;
  /** Length of its work. */
  duration_ms: number | null;
  findings: SeverityCounts;
  /** What it found and did not deliver. */
  dropped: number;
  /** Why it was skipped or saw only a part. With `model_…` the model did not answer, and what the rules found is all. */
  reason: string | null;
  /** What a language model took; null when none was asked. */
  llm: LlmUsage | null;
  /** Why it failed. */
  error: Failure | null;
};

export type ReviewCategory = {
  status: "pending" | "running" | "completed" | "completed_with_errors" | "failed";
  agents_total: number;
  /** Agents that have ended well, with those skipped. */
  completed: number;
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
  files_full: number;
  files_partial: number;
  files_skipped: number;
  reasons: Record<string, number>;
  /** Share of the application’s own code that was read, by bytes; a file read in part counts half. No score of a category is higher. */
  code_read_percent: number;
  /** Whether it has functions and no test was found; the score of `testing` is then low. */
  is_untested: boolean;
  /** Whether it has code and no README was found; the score of `documentation` is then low. */
  is_undocumented: boolean;
};

export type ReviewGate = {
  /** A review that did not look at everything fails its gate. `pending` until it has ended. */
  status: "pending" | "passed" | "failed";
  max_new: Record<string, number>;
  readiness_not_lower: boolean;
  /** Each with how it came out; empty until the review has ended. */
  conditions: ReviewGateCondition[];
};

export type ReviewGateCondition = {
  /** `complete`, `new_critical` to `new_low`, `readiness_cloud`, `_library` or `_mesh`. */
  condition: string;
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

export type ReviewProgress = {
  total: number;
  /** Agents that have ended well, with those skipped. */
  completed: number;
  failed: number;
  /** completed + failed + remaining = total, always. */
  remaining: number;
  /** Of those that remain. */
  running: number;
  percent: number;
};

export type ReviewRepositoryRules = {
  name: string;
  /** Ids of rules that are switched off. */
  disabled: string[];
  /** Rules that are rated otherwise. */
  severities: ReviewRuleSeverity[];
};

export type ReviewResults = {
  review_id: string;
  application_id: string;
  status: "queued" | "running" | "verifying" | "completed" | "completed_with_errors" | "failed" | "timed_out";
  /** False while agents work, when some failed, and when the time limit was reached. */
  complete: boolean;
  summary: ReviewResultsSummary;
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
  limit: number;
  offset: number;
  has_more: boolean;
};

export type ReviewResultsDropped = {
  false_positive: number;
  duplicate: number;
  /** Of rules that are switched off. */
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
  cloud_readiness: number;
  library_readiness: number;
  mesh_readiness: number;
};

export type ReviewResultsSummary = {
  /** Critical findings. */
  critical: number;
  /** High findings. */
  high: number;
  /** Medium findings. */
  medium: number;
  /** Low findings. */
  low: number;
  total: number;
};

export type ReviewRule = {
  /** As findings, `disabled` and `severity` name it. */
  rule_id: string;
  name: string;
  /** The gravest that it is told as. */
  severity: "critical" | "high" | "medium" | "low";
  /** The weakness in the catalogue of MITRE; null for what is none. */
  cwe: string | null;
  /** Its place in the OWASP Top 10 of 2021. */
  owasp: string | null;
  /** Why it is so grave. */
  why: string;
  description: string;
  /** How to mend it. */
  recommendation: string;
  references: string[];
  /** The first of `examples`. */
  example: ReviewRuleExample | null;
  /** One for each language that the rule shows. */
  examples: ReviewRuleExample[];
};

export type ReviewRuleExample = {
  /** The path at which the rule finds it. */
  file: string;
  /** Code that the rule finds; several files stand below their paths. */
  weak: string;
  /** Code like it that the rule leaves alone. */
  safe: string;
};

export type ReviewRuleProblem = {
  /** From 1. */
  line: number;
  /** Such as `rules[2].patterns[0].pattern`; empty: the whole. */
  field: string;
  message: string;
};

export type ReviewRuleSeverity = {
  rule_id: string;
  severity: "critical" | "high" | "medium" | "low";
};

export type ReviewRules = {
  /** YAML: `rules` in the form of Semgrep, `disabled` and `severity` by ids of rules, `repositories` with both for applications of a name. */
  rules: string;
  /** How many rules there are in it. */
  rule_count: number;
  /** Of the text; reviews name the one that they began with. Null: none was set. */
  sha256: string | null;
  /** When it was set; null: never. */
  updated_at: string | null;
};

export type ReviewRulesCheck = {
  /** Whether they can be set as they are. */
  valid: boolean;
  /** At most 50, by line. */
  problems: ReviewRuleProblem[];
  /** Those that are understood. */
  rules: CheckedReviewRule[];
  /** Ids of rules that are switched off. */
  disabled: string[];
  /** Rules that are rated otherwise. */
  severities: ReviewRuleSeverity[];
  /** What holds besides for applications of a name. */
  repositories: ReviewRepositoryRules[];
};

export type ReviewSubscription = {
  /** `whs_…`; the Webhooks API manages it from here on. */
  subscription_id: string;
  name: string;
  url: string;
  events: string[];
  platform: string;
  status: string;
  /** When it was made. */
  created_at: string;
};

export type ReviewTicket = {
  /** `rev_…` */
  review_id: string;
  application_id: string;
  status: "queued" | "running" | "verifying" | "completed" | "completed_with_errors" | "failed" | "timed_out";
  generate_patches: boolean;
  /** When it was asked for. */
  created_at: string;
  categories: string[];
  agents_total: number;
  estimated_duration_seconds: number;
};

export type RollBackContractBody = {
  /** A version that the contract has. It must be a SemVer version such as 1.2.0. */
  target_version: string;
  /** Why. */
  reason: string;
};

export type RollbackResult = {
  contract_id: string;
  /** The current version now. */
  version: string;
  previous_version: string;
  target_version: string;
  status: "rolled_back";
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
  /** How long the earlier one also signs; 0 ends it at once. */
  overlap_seconds?: number | null;
};

export type RotateWebhookSigningKeyBody = {
  /** How long the earlier one also signs; 0 ends it at once. */
  overlap_seconds?: number | null;
};

export type SandboxMail = {
  id: string;
  message_id: string | null;
  envelope_from: string;
  envelope_to: string;
  subject: string;
  size_bytes: number;
  received_at: string;
};

export type SandboxMailDetail = {
  id: string;
  message_id: string | null;
  envelope_from: string;
  envelope_to: string;
  subject: string;
  size_bytes: number;
  received_at: string;
  from: string;
  to: string;
  text: string;
  html: string | null;
  headers: SandboxMailDetailHeader[];
};

export type SandboxMailDetailHeader = {
  name: string;
  value: string;
};

export type SarifReport = {
  /** The version of SARIF. */
  version: "2.1.0";
  /** One for each tool, as SARIF has them. */
  runs: Record<string, unknown>[];
  [field: string]: unknown;
};

export type SaveViewBody = {
  /** The list whose filters they are. */
  list: "answers" | "audit" | "campaigns" | "dead_letters" | "deliveries" | "events" | "findings" | "jobs" | "leads" | "meetings" | "requests" | "transactions";
  /** Tells people what is found by it. */
  name: string;
  /** The filters by name, as the address of the console’s page has them: what is told from now on, such as `hours`, moves on. */
  filters: Record<string, string>;
  /** Everybody of the organization is shown it. Default: only whoever saves it. */
  shared?: boolean | null;
};

export type SavedView = {
  /** `viw_…` */
  id: string;
  /** The list whose filters they are. */
  list: "answers" | "audit" | "campaigns" | "dead_letters" | "deliveries" | "events" | "findings" | "jobs" | "leads" | "meetings" | "requests" | "transactions";
  name: string;
  filters: Record<string, string>;
  /** Everybody of the organization is shown it. */
  shared: boolean;
  owner: Somebody;
  /** Whoever asks saved it, and may change it. */
  own: boolean;
  /** When it was saved. */
  created_at: string;
};

export type SavedViewList = {
  views: SavedView[];
  /** How many there are in all, exactly. */
  total: number;
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
  action: "scale_up" | "scale_down";
  node_count: number;
  previous_nodes: number;
  target_nodes: number;
  status: "in_progress" | "completed" | "failed";
  /** Nodes that were added, or that leave. */
  node_ids: string[];
  /** The policy that asked; null when it was asked by hand. */
  policy_id: string | null;
  /** Why the policy asked. */
  reason: string | null;
  /** Why it failed; null unless it did. */
  error: string | null;
  /** When it was asked for. */
  started_at: string;
  /** When it ended; null before. */
  completed_at: string | null;
};

export type ScalingPolicy = {
  /** `pol_…` */
  policy_id: string;
  min_nodes: number;
  max_nodes: number;
  /** Null for none. */
  target_cpu: number | null;
  /** Null for none. */
  target_memory: number | null;
  scale_up_threshold: number;
  scale_down_threshold: number;
  cooldown_minutes: number;
  /** The newest one is active. */
  status: "active" | "superseded";
  /** When it was made. */
  created_at: string;
};

export type ScoreCap = {
  id: string;
  max_score: number;
  reason: string;
};

export type ScoreLeadBody = {
  /** Whose ideal customer counts; left out: that of the lead's newest campaign, or a general one. It must be the id of a campaign, `cmp_…`. */
  campaign_id?: string | null;
};

/** How far the search went. One request looks through at most 10,000 events and 32 MiB of payloads. A page may then be short, or empty. */
export type SearchCoverage = {
  /** True when all events that the other filters let through were looked at. */
  complete: boolean;
  /** Events that this request looked through. */
  looked_at: number;
};

export type SearchEventsResponse = {
  events: EventRecord[];
  /** How many were found so far, those of pages before included. */
  total: number;
  limit: number;
  /** How many matches come before this page. */
  offset: number;
  /** There is more to look through: follow `next_cursor`. */
  has_more: boolean;
  /** Asks for the next page; absent on the last. */
  next_cursor?: string;
  coverage: SearchCoverage;
};

/** How well the campaign has to do. Where it does worse, `slo.violated` is published. */
export type ServiceLevels = {
  /** Least share of sent mails that were answered. */
  reply_rate_min?: number;
  /** Least share of sent mails that a person opened. */
  open_rate_min?: number;
  /** Most share of bounces; above it the campaign is paused. Default: 0.08. */
  bounce_rate_max?: number;
  /** Most share of complaints; above it the campaign is paused. Default: 0.003. */
  complaint_rate_max?: number;
  /** Longest time from due to sent, for 95 of 100 mails. */
  send_latency_p95_ms?: number;
  /** Length of the measured window. Default: a day. */
  window_minutes?: number;
  /** With fewer mails in the window, nothing is measured. Default: 50. */
  min_sample?: number;
};

export type ServiceStatus = {
  status: string;
  parts?: Record<string, string>;
};

export type Session = {
  /** `key_…`; null for a person. */
  key_id: string | null;
  key_name: string | null;
  /** The person; null for a key. */
  user: SignedInUser | null;
  scopes: string[];
  environment: string;
  /** `org_…` */
  organization_id: string;
  organization_name: string;
  /** Whether it is the organization that runs the service. */
  is_operator: boolean;
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

export type SetOrganizationQuotasResponse = {
  quotas: QuotaUse[];
};

export type SetReviewRulesBody = {
  /** YAML: `rules` in the form of Semgrep, `disabled` and `severity` by ids of rules, `repositories` with both for applications of a name. */
  rules: string;
  /** Refuse with `conflict` unless the text in force has this `sha256`; null: unless there is none. Left out: replace any. */
  replaces?: string | null;
};

export type SetSpendLimitBody = {
  /** The API key that is limited; left out or null: the whole environment. */
  key_id?: string | null;
  /** Most for one transaction. USD. */
  per_transaction_usd?: number;
  /** Most for a day (UTC). USD. */
  per_day_usd?: number;
  /** Most for one transaction. Wei of the native coin as text, or an amount such as `0.5 ether`. */
  per_transaction_wei?: string;
  /** Most for a day (UTC). Wei of the native coin as text, or an amount such as `0.5 ether`. */
  per_day_wei?: string;
};

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
  /** Name of the organization, for who is in several. Left out: where the person was last. */
  organization?: string | null;
  /** Of the second factor: the six digits that the app shows, or a recovery code. */
  code?: string | null;
};

export type SignInMethods = {
  /** Null when the operator has set none. A password and an API key are always taken. */
  single_sign_on: SignInMethodsSingleSignOn | null;
};

export type SignInMethodsSingleSignOn = {
  /** What people call the provider. */
  name: string;
  /** Where a browser begins, below the address of the service. */
  path: string;
};

/** `hmac_ed25519`: `webhook-signature` also has `v1a`, by a key of this subscription whose public half is published. */
export type SignatureScheme = "hmac" | "hmac_ed25519";

export type SignedInUser = {
  /** `usr_…` */
  id: string;
  name: string;
  email: string;
  /** `owner`, `operator`, `developer` or `viewer`. */
  role: string;
  /** False for who signs in by single sign-on alone. */
  has_password: boolean;
  /** Whether the password takes a code beside it. */
  has_second_factor: boolean;
};

export type SigningKeys = {
  /** Every key that signs now, the current one first. */
  keys: SigningKeysKey[];
};

export type SigningKeysKey = {
  /** `whpk_` and the base64 of the 32 bytes. */
  public_key: string;
  algorithm: "ed25519";
  /** When it was made. */
  created_at: string;
  /** Until when it signs beside a newer one; null for the current one. */
  expires_at: string | null;
};

export type Somebody = {
  /** `usr_…` or `key_…`. */
  id: string;
  /** Of the person or the key; null when nobody knows it any more. */
  name: string | null;
};

export type Span = {
  /** 16 hex digits. */
  span_id: string;
  /** Null for the root. */
  parent_span_id: string | null;
  name: string;
  kind: string;
  /** The agent at work. */
  agent_id: string | null;
  /** When it began. */
  start_time: string;
  /** When it ended. */
  end_time: string;
  duration_ms: number;
  status: "ok" | "error" | "unset";
  /** What went wrong. */
  status_message: string | null;
  attributes: Record<string, unknown>;
  events: Record<string, unknown>[];
  cost_usd: number;
};

export type SpendLimit = {
  /** `spl_…` */
  limit_id: string;
  /** Null for the whole environment. */
  key_id: string | null;
  per_transaction_usd: number | null;
  per_day_usd: number | null;
  per_transaction_wei: string | null;
  per_day_wei: string | null;
  /** What was spent, or may still be spent by pending transactions. */
  spent_today_usd: number;
  spent_today_wei: string;
  /** When it was set first. */
  created_at: string;
  /** When it was set last. */
  updated_at: string;
};

export type SquadMember = {
  agent_id: string;
  role: string;
  name: string;
  engine: string;
};

export type StartedSession = {
  /** When the browser has to sign in again. */
  expires_at: string;
};

export type StoredEvent = {
  eventId: string;
  type: string;
  source: string;
  orgId: string;
  timestamp: string;
  data: Record<string, unknown>;
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
  /** For people. Default: `Application review`. */
  name?: string | null;
};

export type SuppressFindingBody = {
  /** Of the finding; it holds no line numbers. */
  fingerprint: string;
  /** Why the finding is not to count. */
  reason: string;
  /** From when on it counts again. Default: never. */
  expires_at?: string | null;
};

export type Suppression = {
  /** `spr_…` */
  id: string;
  /** The address; null for a domain, and once the person was erased. */
  email: string | null;
  /** The domain; null for an address. */
  domain: string | null;
  reason: string;
  /** How it came to be: `api`, `unsubscribe`, `bounce`, `complaint`, `erasure`. */
  source: string;
  /** The campaign that it holds for; null for all. */
  campaign_id: string | null;
  /** When it was added. */
  created_at: string;
  /** When it ends; null for never. */
  expires_at: string | null;
};

export type TagLeadsBody = {
  /** Tags that the leads have from now on, in small letters. */
  add?: string[] | null;
  /** Tags that they no longer have. */
  remove?: string[] | null;
  /** These leads. */
  lead_ids?: string[] | null;
  /** The leads that this import brought. */
  import_job_id?: string | null;
  /** The leads that meet all of this, as the list of leads finds them; `{}` means all. */
  filter?: TagLeadsBodyFilter | null;
};

export type TagLeadsBodyFilter = {
  /** Part of the e-mail address, the name or the company. */
  q?: string;
  /** Leads that are in this state. */
  status?: "new" | "enriched" | "scored" | "contacted" | "replied" | "meeting_booked" | "unsubscribed" | "bounced" | "suppressed";
  /** Leads whose score puts them in this tier. */
  tier?: "A" | "B" | "C" | "D";
  /** The country as the lead has it. */
  country?: string;
  /** Leads with this tag. */
  tag?: string;
  /** Leads of this campaign. It must be the id of a campaign, `cmp_…`. */
  campaign_id?: string;
};

export type TaggedLeads = {
  /** How many leads were meant. */
  leads: number;
  /** Tags that were new to a lead. */
  added: number;
  /** Tags that a lead had and lost. */
  removed: number;
};

export type Template = {
  id: string;
  name: string;
  subject: string;
  body: string;
  html: string | null;
  created_at: string;
};

export type TestDelivery = {
  /** `dlv_…`; find it in the delivery log. */
  delivery_id: string;
  event: string;
  test: boolean;
  status: "success" | "failed";
  response_code: number | null;
  response_time_ms: number;
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
  status: "ok" | "error";
  /** The first beginning. */
  started_at: string;
  /** The last end so far. */
  ended_at: string;
  duration_ms: number;
  span_count: number;
  total_cost_usd: number;
  /** The root first, then by their beginnings. */
  spans: Span[];
};

export type TraceAnswer = Trace | OtlpTrace;

export type Transaction = {
  /** Null for one that was refused before it was sent. */
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
  status: "pending" | "confirmed" | "failed" | "cancelled";
  /** The decoded reason; null when it did not fail. */
  failure_reason: string | null;
  /** Null for one that was refused before it was sent. */
  nonce: number | null;
  /** When it was sent. */
  timestamp: string;
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
  subscription_id: string;
  /** The name, or the description of one of the Events API. */
  subscription_name: string | null;
  /** The first condition that the event does not meet. `notice`: notices of the service reach only subscriptions that name them. `matches_now`: the subscription was created or changed after the event, or its delivery is no longer kept. */
  reason: "pattern" | "notice" | "platform" | "filter" | "matches_now";
};

export type UpdateKeyBody = {
  /** Tells people what the key is for. Left out: as it was. */
  name?: string;
  /** The addresses and networks (CIDR, IPv4 and IPv6) that it may be used from; null for everywhere. Left out: as they were. */
  allowed_addresses?: string[] | null;
  /** Also when the key that asks would shut itself out. */
  force?: boolean;
};

export type UpdateViewBody = {
  /** Left out: as it was. */
  name?: string;
  /** The filters by name, as the address of the console’s page has them: what is told from now on, such as `hours`, moves on. */
  filters?: Record<string, string>;
  /** Left out: as it was. */
  shared?: boolean;
};

export type UpdateWebhookSubscriptionBody = {
  /** Where deliveries go: https, without credentials, on the public internet. */
  url?: string;
  /** For people. */
  name?: string;
  /** Event types of any catalogue, your own types, or patterns: `contract.*` (one or more segments below), `a.*.c` (one segment), `*` (all). Notices of the service, such as `webhook.subscription.disabled`, go to patterns that do not begin with `*`. */
  events?: string[];
  /** Only events of this platform; null for any. */
  platform?: ("contracts" | "outreach" | "application_review") | null;
  /** Conditions on the payload, in the query form of MongoDB: `{"amount": {"$gte": 100}, "customer.country": {"$in": ["CH", "AT"]}}`. Operators: $and, $or, $nor, $not, $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $exists. Of an event whose lists would have it look at more than 5,000 values it is not met. */
  filter?: Record<string, unknown> | null;
  /** Attempts under way at once, on each node. */
  max_concurrency?: number | null;
  /** Attempts a second, on each node. */
  rate_per_second?: number | null;
  ordering?: DeliveryOrdering;
  /** With `ordering`, what becomes of later deliveries of a key when all attempts of one failed. `block`, the default: they wait until it is sent again with success, or dropped from the dead letters. `skip`: they are sent. */
  on_failure?: ("block" | "skip") | null;
  /** After this many failures in a row, nothing is sent during the cooldown. */
  circuit_breaker?: CircuitBreaker | null;
  /** The receiver's own retries; null for the service's. What is left out in it is the service's. `Retry-After` puts the next attempt off (a day at most), 429 lets the receiver rest, and 410 ends the delivery and disables the subscription. */
  retry?: RetrySchedule | null;
  /** Sent with every delivery, beside those of the service. Stored encrypted and never shown; null for none. */
  headers?: Record<string, string> | null;
  auth?: NewReceiverAuth;
  signature?: SignatureScheme;
  format?: DeliveryFormat;
  /** A JSONata expression over the service's own body that makes the body, or the data of a CloudEvent; null for none. What selects nothing, or fails, is an attempt that failed. */
  transform?: string | null;
  /** Several events in one request, whose body is an array of bodies, with one signature; null for one request each. What fails is tried again in a batch, and the last attempt of each event alone. */
  batch?: DeliveryBatching | null;
};

export type UpdateWorkflowBody = {
  /** For people. */
  name?: string;
  /** For people; null for none. */
  description?: string | null;
  /** Whether events start runs. */
  enabled?: boolean;
  trigger?: NewWorkflowTrigger;
  /** Done in this order. */
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
  hours: UsageHour[];
};

export type UsageHour = {
  /** When the hour began. */
  starts_at: string;
  /** Requests that were let in and counted. */
  requests: number;
};

export type User = {
  /** `usr_…` */
  id: string;
  name: string;
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
  /** When the person was removed; null for who is here. */
  removed_at: string | null;
};

export type WebhookSubscription = {
  /** `whs_…`, or `sub_…` for one of the Events API. */
  subscription_id: string;
  /** The API that it was made with. */
  api: "webhooks" | "events";
  name: string | null;
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
  /** Attempts a second, on each node; null for no limit. */
  rate_per_second: number | null;
  /** Null for none. */
  circuit_breaker: CircuitBreaker | null;
  ordering: DeliveryOrdering;
  /** With `ordering`, what becomes of later deliveries of a key when all attempts of one failed. `block`, the default: they wait until it is sent again with success, or dropped from the dead letters. `skip`: they are sent. */
  on_failure: ("block" | "skip") | null;
  /** The receiver's own retries; null for the service's. What is left out in it is the service's. `Retry-After` puts the next attempt off (a day at most), 429 lets the receiver rest, and 410 ends the delivery and disables the subscription. */
  retry: RetrySchedule | null;
  /** Of the headers of its own. What they hold is never shown. */
  header_names: string[];
  auth: ReceiverAuth;
  signature: SignatureScheme;
  format: DeliveryFormat;
  /** A JSONata expression over the service's own body that makes the body, or the data of a CloudEvent; null for none. What selects nothing, or fails, is an attempt that failed. */
  transform: string | null;
  /** Several events in one request, whose body is an array of bodies, with one signature; null for one request each. What fails is tried again in a batch, and the last attempt of each event alone. */
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
  /** Delivery of events from before it was made; null when it was not asked for. */
  backfill: WebhookSubscriptionBackfill | null;
  /** Until when an earlier secret also signs; null when none does. */
  previous_secret_expires_at: string | null;
};

export type WebhookSubscriptionBackfill = {
  /** Events logged since then are delivered. */
  since: string;
  status: "running" | "completed";
  /** Deliveries that it has made so far. */
  queued: number;
};

/** How it does now. Counts of a long queue may be some seconds old. */
export type WebhookSubscriptionHealth = {
  /** `failing`: the latest deliveries failed. `blocked`: deliveries wait behind a dead letter. */
  state: "healthy" | "failing" | "blocked" | "paused" | "disabled";
  /** The first failure since the last success. */
  failing_since: string | null;
  /** Why the latest attempt failed; null while deliveries succeed. */
  last_error: string | null;
  /** Deliveries with an attempt under way or to come. */
  pending: number;
  /** Dead letters. */
  dead: number;
  /** Keys whose deliveries wait behind a dead letter; null when none do. */
  blocked: WebhookSubscriptionHealthBlocked | null;
  /** Who has seen that it is not well; null when nobody has since it began, and for portal links. */
  acknowledged: Acknowledgement | null;
};

export type WebhookSubscriptionHealthBlocked = {
  /** How many there are. */
  keys: number;
  /** When the first of the dead letters failed. */
  since: string;
  /** Those that wait longest, 20 at most. */
  first: WebhookSubscriptionHealthBlockedFirst[];
};

export type WebhookSubscriptionHealthBlockedFirst = {
  /** Empty with `ordering: "all"`; a long key by its hash. */
  key: string;
  /** When the dead letter failed. */
  since: string;
  /** The dead letter: resend it, or replay or drop its event. */
  delivery_id: string;
  /** Its event. */
  event_id: string;
};

export type Workflow = {
  /** `wfl_…` */
  workflow_id: string;
  name: string;
  description: string | null;
  enabled: boolean;
  trigger: WorkflowTrigger;
  actions: WorkflowAction[];
  /** Where its actions read and write: that of the key that made it. */
  environment: string;
  /** Counts the changes of trigger and actions. */
  revision: number;
  health: WorkflowHealth;
  /** When it was made. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
};

export type WorkflowAction = {
  id: string;
  /** What to do, such as `events.publish`; see `GET /v1/workflows/actions`. */
  action: string;
  /** The input of the action. A text of the form `{{ expression }}` is replaced by what the JSONata expression selects from `event` and from `results.<id>` of earlier actions; anything else stays as it is. At most 262,144 bytes as JSON. */
  input: Record<string, unknown>;
  when: string | null;
  /** Whether later actions go on after this one has failed. */
  on_error: "stop" | "continue";
};

export type WorkflowActionKind = {
  action: string;
  description: string;
  /** What a key needs to put the action into a workflow. */
  scope: string;
  /** JSON Schema of the input, once its expressions have their values. */
  input_schema: Record<string, unknown>;
  /** JSON Schema of its result, which later actions find under `results.<id>`. */
  output_schema: Record<string, unknown>;
};

/** How it does. */
export type WorkflowHealth = {
  /** `healthy` and `failing` say how the latest run that was tried went, also one that waits for another attempt. `idle`: none was tried yet. */
  state: "healthy" | "failing" | "idle" | "disabled";
  /** When the first of the latest runs that failed one after the other was started, as far as `runs` reaches back. */
  failing_since: string | null;
  /** Why the latest of the runs that failed did; null when none of them did. */
  last_error: WorkflowHealthLastError | null;
  /** When the latest run was started. */
  last_run_at: string | null;
  /** Who has seen that it fails; null when nobody has since it began to. */
  acknowledged: Acknowledgement | null;
  runs: WorkflowHealthRuns;
};

export type WorkflowHealthLastError = {
  run_id: string;
  /** Its id. */
  action: string | null;
  message: string;
};

/** Of the latest 100 runs. */
export type WorkflowHealthRuns = {
  succeeded: number;
  /** Those that were stopped as a loop included. */
  failed: number;
  queued: number;
};

export type WorkflowRun = {
  /** `run_…` */
  run_id: string;
  workflow_id: string;
  /** Of the workflow, when the event was published. */
  revision: number;
  /** `queued`: it waits for its turn or for its next attempt. `loop_stopped`: workflows had started each other too often; nothing was done. */
  status: "queued" | "succeeded" | "failed" | "loop_stopped";
  /** The event that started it. */
  event_id: string;
  event_type: string;
  /** The event's, or its id where it has none; what the run causes carries it. */
  correlation_id: string;
  /** Runs that led to this one, itself included. */
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

export type WorkflowTrigger = {
  /** The event type, or a pattern: `contract.*` (one or more segments below), `a.*.c` (one segment), `*` (all). A platform event is found under each of its names. */
  type: string;
  /** What the event must meet beyond its type, in the query form of MongoDB over `type`, `source`, `data` and `metadata`: `{"data.amount": {"$gte": 100}}`. Operators as in the `filter` of a subscription. Null for nothing. */
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
      /** The organization; only the API key's own. */
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
    response: PublishEventBatchResponse;
  };
  /** Search the audit log by payload */
  searchEvents: {
    params: Record<never, never>;
    query: {
      /** A type, or a pattern: `prefix.*` (one or more segments below), `a.*.c` (one segment), `*` (all). What a platform published is found under each of its names in the catalogues. */
      type?: string;
      /** The service or integration that the event comes from. */
      source?: string;
      /** The organization; only the API key's own. */
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
    response: SearchEventsResponse;
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
    response: ListCheckpointsResponse;
  };
  /** Prove that the log only grew between two sizes */
  proveConsistency: {
    params: Record<never, never>;
    query: {
      /** The older size: that of a checkpoint you kept. */
      from: number;
      /** The newer size. Default: the present one. */
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
      /** Also tell which active subscriptions the event did not go to, and why. */
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
      /** The organization; only the API key's own. */
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
    response: ListEventSubscriptionsResponse;
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
      /** Only those whose `health.state` it is. `unwell`: those that do not reach their receiver, which is failing, blocked or disabled. */
      state?: "healthy" | "failing" | "blocked" | "paused" | "disabled" | "unwell";
    };
    body: undefined;
    response: ListWebhookSubscriptionsResponse;
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
      /** `next_cursor` of an answer: the page behind it. The filters stay the same. */
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
    response: ListWebhookDeliveriesResponse;
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
      /** Those whose last attempt failed since then. */
      from?: string;
      /** Those whose last attempt failed before then. */
      to?: string;
    };
    body: undefined;
    response: ListDeadLettersResponse;
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
    response: ListNetworksResponse;
  };
  /** Read the sending account of a network */
  getWallet: {
    params: Record<never, never>;
    query: {
      /** Network identifier, such as `devnet` or `ethereum_mainnet`. */
      network?: string;
    };
    body: undefined;
    response: GetWalletResponse;
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
    response: ListContractsResponse;
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
    response: ListContractVersionsResponse;
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
    response: ListContractTemplatesResponse;
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
    response: EstimateDeploymentResponse;
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
    response: ListDeploymentsResponse;
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
    response: ListExecutionEventsResponse;
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
    response: ListSpendLimitsResponse;
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
      /** Those sent since then. */
      from?: string;
      /** Those sent before then. */
      to?: string;
      /** Only these. */
      status?: "pending" | "confirmed" | "failed" | "cancelled";
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
      /** The `next_cursor` of an earlier answer: continues after its last transaction, whatever came since. */
      cursor?: string;
    };
    body: undefined;
    response: ListContractTransactionsResponse;
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
      /** How long one is: 60 of a minute, 48 of an hour, or 30 of a day, until now. Days are of UTC. */
      bucket?: "minute" | "hour" | "day";
    };
    body: undefined;
    response: GetContractStatisticsResponse;
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
    response: ListContractAlertsResponse;
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
      /** Only these. */
      status?: "queued" | "processing" | "completed" | "failed";
      /** Only of this source. */
      source_id?: string;
      /** Only these. */
      priority?: "critical" | "high" | "normal" | "low";
    };
    body: undefined;
    response: ListIngestionJobsResponse;
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
    response: ListIngestionRulesResponse;
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
      /** Only these. */
      status?: "in_progress" | "completed" | "failed" | "expired";
      /** Only these. */
      backup_type?: "full" | "incremental" | "differential";
    };
    body: undefined;
    response: ListBackupsResponse;
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
      /** Only these. */
      status?: "in_progress" | "completed" | "failed";
    };
    body: undefined;
    response: ListRestoresResponse;
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
    response: ListScalingActionsResponse;
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
    response: ListScalingPoliciesResponse;
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
      /** The leads join this campaign, known ones too. It must be the id of a campaign, `cmp_…`. */
      campaign_id?: string;
      /** Tags, separated by commas, that the leads get, known ones too. */
      tags?: string[];
      /** Whether a row that repeats another row or a known lead creates no second lead. */
      deduplicate?: boolean;
      /** What tells leads apart, separated by commas: `email` (always counts), `domain_name` (company domain and whole name), `linkedin_url`, `phone`. */
      dedup_keys?: string[];
      /** What a row does to the known lead that it repeats: nothing, overwrite what the row has, or fill only what is empty. */
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
    response: ListLeadImportsResponse;
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
    response: ListLeadsResponse;
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
    response: ListLeadTagsResponse;
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
    response: ListSuppressionsResponse;
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
    response: ListAgentsResponse;
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
    response: ListOutreachEventsResponse;
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
    response: ListCampaignsResponse;
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
    response: ListCampaignLinksResponse;
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
    response: ListCommunicationsResponse;
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
    response: ListMailboxesResponse;
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
    response: ListTemplatesResponse;
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
    response: ListSandboxMessagesResponse;
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
    response: ListInboundMailResponse;
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
    response: ListMeetingsResponse;
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
    response: ListApplicationsResponse;
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
    response: ListAnalysisGapsResponse;
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
    response: ListReviewsResponse;
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
  /** Take all findings of a review along */
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
      /** At most so many, the gravest first; all unless told. */
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
    response: ListDroppedFindingsResponse;
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
    response: ListComponentsResponse;
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
    response: ListFindingSuppressionsResponse;
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
    response: ListFindingCommentsResponse;
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
  /** See what rules would say */
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
      /** This one alone. */
      rule_id?: string;
    };
    body: undefined;
    response: ListReviewRulesResponse;
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
    response: QueryReviewEventsResponse;
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
    response: ListWorkflowsResponse;
  };
  /** List what workflows can do */
  listWorkflowActions: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: undefined;
    response: ListWorkflowActionsResponse;
  };
  /** See what a workflow would do on a past event */
  previewWorkflow: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: PreviewWorkflowBody;
    response: PreviewWorkflowResponse;
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
      /** `queued`: it waits for its turn or for its next attempt. `loop_stopped`: workflows had started each other too often; nothing was done. */
      status?: "queued" | "succeeded" | "failed" | "loop_stopped";
    };
    body: undefined;
    response: ListWorkflowRunsResponse;
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
  /** Try a failed run again */
  retryWorkflowRun: {
    params: {
      /** The id of a workflow, `wfl_…`. */
      workflowId: string;
      /** The id of a run, `run_…`. */
      runId: string;
    };
    query: {
      /** `own`: what the workflow said when the event was published. `current`: what it says now, such as after it was mended; actions that were done must still stand in their places. */
      revision?: "own" | "current";
    };
    body: undefined;
    response: WorkflowRun;
  };
  /** Try all failed runs of a workflow again */
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
    response: ListKeysResponse;
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
      /** The list whose filters they are. */
      list?: "answers" | "audit" | "campaigns" | "dead_letters" | "deliveries" | "events" | "findings" | "jobs" | "leads" | "meetings" | "requests" | "transactions";
      /** Results per page; at most 100. */
      limit?: number;
      /** Results to skip. */
      offset?: number;
    };
    body: undefined;
    response: SavedViewList;
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
  /** Read what agents asked of a language model, and what it cost */
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
  /** Change one’s own password */
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
      /** Lists those who were removed too. */
      removed?: boolean;
    };
    body: undefined;
    response: ListUsersResponse;
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
    response: BeginSecondFactorResponse;
  };
  /** Turn the second factor on with a first code */
  confirmSecondFactor: {
    params: Record<never, never>;
    query: Record<never, never>;
    body: ConfirmSecondFactorBody;
    response: ConfirmSecondFactorResponse;
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
    response: ListInvitationsResponse;
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
    response: CreateOrganizationResponse;
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
    response: ListOrganizationsResponse;
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
    response: GetOrganizationQuotasResponse;
  };
  /** Set the quotas of an organization */
  setOrganizationQuotas: {
    params: {
      /** The id of the organization, `org_…`. */
      id: string;
    };
    query: Record<never, never>;
    body: SetOrganizationQuotasBody;
    response: SetOrganizationQuotasResponse;
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
    response: ListOrganizationExportsResponse;
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
