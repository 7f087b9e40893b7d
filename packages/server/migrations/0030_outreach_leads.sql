-- Outreach: leads, imports, suppressions, enrichment, scores, agents, money and traces. Money is whole
-- micro-USD throughout.

create table leads (
  org_id uuid not null,
  -- Version 7: the order of ids is that of creation. Leads of one import follow the file's order, those of a large one
  -- in pieces only.
  id uuid not null,
  -- Lower case, trimmed.
  email text collate "C" not null,
  -- Counts up where an import without deduplication brought an address again.
  email_copy integer not null default 0,
  first_name text,
  last_name text,
  title text,
  company text,
  domain text,
  phone text,
  linkedin_url text,
  country text,
  timezone text,
  custom_fields jsonb,
  -- What became of it by being contacted. `enriched` and `scored` follow from the rows that say so.
  status text not null default 'new' check (status in
    ('new', 'contacted', 'replied', 'meeting_booked', 'unsubscribed', 'bounced', 'suppressed')),
  import_id uuid,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  enriched_at timestamptz(3),
  last_contacted_at timestamptz(3),
  primary key (org_id, id)
) with (fillfactor = 90);
-- The address first: it differs where organizations do not, so the index is searched with half the comparisons.
create unique index leads_email on leads (email, org_id, email_copy);

-- Which leads a campaign may work on, however they came to it.
create table campaign_leads (
  org_id uuid not null,
  campaign_id uuid not null,
  lead_id uuid not null,
  added_at timestamptz(3) not null,
  primary key (org_id, campaign_id, lead_id)
);
create index campaign_leads_lead on campaign_leads (org_id, lead_id);

create table lead_imports (
  id uuid primary key,
  org_id uuid not null,
  status text not null check (status in
    ('uploading', 'queued', 'processing', 'completed', 'completed_with_errors', 'failed', 'cancelled')),
  campaign_id uuid,
  -- As they were given, and all that decides what the file's rows mean.
  options jsonb not null,
  options_hash text not null,
  file_name text,
  blob_key text,
  size_bytes bigint not null,
  sha256 text not null,
  -- encoding, delimiter, columns, mapping, and which way the file was read.
  detected jsonb not null default '{}',
  row_count bigint not null default 0,
  valid_row_count bigint not null default 0,
  invalid_row_count bigint not null default 0,
  duplicate_in_file_count bigint not null default 0,
  duplicate_existing_count bigint not null default 0,
  suppressed_count bigint not null default 0,
  inserted_count bigint not null default 0,
  updated_count bigint not null default 0,
  -- Rows of the staging table that are merged; committed with what they became.
  merged_ranges int8multirange not null default '{}',
  -- Of the rows merged so far, those left out because the address is suppressed.
  merged_suppressed bigint not null default 0,
  -- The import whose rejects are this one's too: it found the same in the same file.
  rejects_of uuid,
  -- Bulk scoring and enrichment go on from here after a restart.
  followed_through uuid,
  -- lead_books.revision when it was completed: while that stands, the same file finds the same.
  books_revision bigint,
  error jsonb,
  correlation_id text,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  completed_at timestamptz(3)
) with (fillfactor = 80);
create index lead_imports_org on lead_imports (org_id, created_at desc, id desc);
create index lead_imports_file on lead_imports (org_id, sha256, options_hash) where status in ('completed', 'completed_with_errors');

-- Holds the rows of each import under way, in tables of its own that are dropped when it is over.
create schema lead_staging;

-- Rows of a file that became no lead, with the reason.
create table lead_import_rejects (
  org_id uuid not null,
  import_id uuid not null,
  row_number bigint not null,
  line bigint not null,
  column_name text,
  code text not null,
  detail text,
  raw text not null,
  primary key (import_id, row_number)
);

-- Counts what can make an earlier import's findings untrue: erased leads, changed suppressions.
create table lead_books (
  org_id uuid primary key,
  revision bigint not null default 0
);

-- Whom an organization never writes to. After an erasure only the hash is left of the value.
create table suppressions (
  id uuid primary key,
  org_id uuid not null,
  kind text not null check (kind in ('email', 'domain')),
  -- Lower case; null once the person was erased.
  value text collate "C",
  -- suppression_hash(org_id, value)
  value_hash bytea not null,
  reason text not null,
  -- api, import, unsubscribe, bounce, complaint, erasure
  source text not null,
  -- Null: everywhere.
  campaign_id uuid,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  unique nulls not distinct (org_id, kind, value_hash, campaign_id)
);
create index suppressions_org on suppressions (org_id, created_at desc, id desc);

create function suppression_hash(org_id uuid, value text) returns bytea
language sql immutable parallel safe
return sha256(convert_to(org_id::text || ':' || lower(value), 'UTF8'));

-- Runs of the waterfall, with everything that they answered.
create table lead_enrichments (
  org_id uuid not null,
  id uuid not null,
  lead_id uuid not null,
  status text not null check (status in ('completed', 'partial', 'failed')),
  -- company, person, intent_signals, provenance, providers, not_found
  result jsonb not null,
  cost_micros bigint not null,
  trace_id uuid not null,
  enriched_at timestamptz(3) not null,
  primary key (org_id, id)
);
create index lead_enrichments_lead on lead_enrichments (org_id, lead_id, enriched_at desc);

-- What is known of a lead beyond its own columns; the newest run's findings, which scores stand on.
create table lead_profiles (
  org_id uuid not null,
  lead_id uuid not null,
  enrichment_id uuid not null,
  company jsonb not null,
  person jsonb not null,
  intent jsonb not null,
  provenance jsonb not null,
  enriched_at timestamptz(3) not null,
  primary key (org_id, lead_id)
);

-- Answers of providers, kept for their time to live. Per organization, since some are paid for.
create table enrichment_cache (
  org_id uuid not null,
  provider text not null,
  key text not null,
  answer jsonb not null,
  fetched_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (org_id, provider, key)
);
create index enrichment_cache_expiry on enrichment_cache (expires_at);

-- The present score of each lead.
create table lead_scores (
  org_id uuid not null,
  lead_id uuid not null,
  score smallint not null,
  fit smallint not null,
  intent smallint not null,
  engagement smallint not null,
  tier text not null check (tier in ('A', 'B', 'C', 'D')),
  recommendation text not null,
  confidence numeric(3, 2) not null,
  previous_score smallint,
  -- JSON as it was written, short: [component, rule, points, evidence] of each.
  reasons text not null,
  model_version text not null,
  campaign_id uuid,
  scored_at timestamptz(3) not null,
  primary key (org_id, lead_id)
) with (fillfactor = 90);

-- What a lead did with what it was sent. Machine opens are counted apart and are worth nothing.
create table lead_engagement (
  org_id uuid not null,
  lead_id uuid not null,
  sent integer not null default 0,
  delivered integer not null default 0,
  opens integer not null default 0,
  machine_opens integer not null default 0,
  clicks integer not null default 0,
  replies integer not null default 0,
  positive_replies integer not null default 0,
  negative_replies integer not null default 0,
  auto_replies integer not null default 0,
  bounces integer not null default 0,
  complaints integer not null default 0,
  unsubscribes integer not null default 0,
  meetings integer not null default 0,
  last_sent_at timestamptz(3),
  last_opened_at timestamptz(3),
  last_clicked_at timestamptz(3),
  last_replied_at timestamptz(3),
  last_meeting_at timestamptz(3),
  primary key (org_id, lead_id)
) with (fillfactor = 70);

-- The squad of each organization, made when it is first asked for, with counters that equal a recount
-- of the executions.
create table outreach_agents (
  org_id uuid not null,
  role text not null,
  id uuid not null unique,
  is_disabled boolean not null default false,
  total_executions bigint not null default 0,
  success_count bigint not null default 0,
  failure_count bigint not null default 0,
  total_duration_ms bigint not null default 0,
  total_cost_micros bigint not null default 0,
  last_status text,
  last_execution_at timestamptz(3),
  primary key (org_id, role)
) with (fillfactor = 50);

create table agent_executions (
  org_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  role text not null,
  status text not null check (status in ('succeeded', 'failed', 'blocked', 'timed_out')),
  campaign_id uuid,
  lead_id uuid,
  input jsonb not null,
  output jsonb,
  error jsonb,
  engine text not null,
  model text,
  fallback_from text,
  fallback_reason text,
  usage jsonb not null,
  tool_calls integer not null default 0,
  cost_micros bigint not null default 0,
  duration_ms integer not null,
  trace_id uuid not null,
  span_id text not null,
  started_at timestamptz(3) not null,
  completed_at timestamptz(3) not null,
  primary key (org_id, id)
);
create index agent_executions_agent on agent_executions (org_id, agent_id, started_at desc);
create index agent_executions_lead on agent_executions (org_id, lead_id) where lead_id is not null;

-- What a campaign may spend. The check is the last guard: spent and held money never pass the limit
-- by a reservation. A settlement dearer than its reservation is booked all the same: the money is gone.
create table budgets (
  org_id uuid not null,
  campaign_id uuid not null,
  limit_micros bigint check (limit_micros >= 0),
  spent_micros bigint not null default 0 check (spent_micros >= 0),
  reserved_micros bigint not null default 0 check (reserved_micros >= 0),
  -- Per cent of the limit that were told of: out of 50, 80, 100.
  told_thresholds smallint[] not null default '{}',
  updated_at timestamptz(3) not null,
  primary key (org_id, campaign_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Money held for work under way; settled or released rows are deleted. What is left past its time
-- belongs to a worker that died, and is released.
create table cost_reservations (
  org_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  amount_micros bigint not null check (amount_micros >= 0),
  expires_at timestamptz(3) not null,
  primary key (org_id, id)
);
create index cost_reservations_expiry on cost_reservations (expires_at);

-- The ledger: append-only, one row for each expense.
create table cost_entries (
  org_id uuid not null,
  id uuid not null,
  occurred_at timestamptz(3) not null,
  category text not null check (category in ('ai_inference', 'data_enrichment', 'channel_costs')),
  amount_micros bigint not null check (amount_micros >= 0),
  campaign_id uuid,
  agent_id uuid,
  lead_id uuid,
  -- Names the expense: a second booking under it is left out.
  reference text not null,
  -- What the price was made of, such as tokens and prices.
  detail jsonb,
  primary key (org_id, id),
  unique (org_id, reference)
);
create index cost_entries_time on cost_entries (org_id, occurred_at) include (category, amount_micros, campaign_id, agent_id);

-- One for each campaign and lead; W3C ids.
create table traces (
  org_id uuid not null,
  id uuid not null,
  campaign_id uuid,
  lead_id uuid,
  -- A collector was told of its root.
  is_exported boolean not null default false,
  created_at timestamptz(3) not null,
  primary key (org_id, id)
);
create index traces_lead on traces (org_id, lead_id) where lead_id is not null;

create table trace_spans (
  org_id uuid not null,
  trace_id uuid not null,
  -- 16 hex digits.
  span_id text collate "C" not null,
  parent_span_id text collate "C",
  name text not null,
  kind text not null,
  agent_id uuid,
  started_at timestamptz not null,
  duration_us bigint not null check (duration_us >= 0),
  status text not null check (status in ('ok', 'error', 'unset')),
  status_message text,
  attributes jsonb,
  events jsonb,
  cost_micros bigint not null default 0,
  primary key (org_id, trace_id, span_id)
);

-- Spans that wait for the collector of traces; filled by a trigger that stands only while there is one.
create table trace_export_queue (
  id bigint generated always as identity primary key,
  org_id uuid not null,
  trace_id uuid not null,
  span_id text collate "C" not null
);

create function queue_spans_for_export() returns trigger language plpgsql as $$
begin
  insert into trace_export_queue (org_id, trace_id, span_id) select org_id, trace_id, span_id from new_spans;
  return null;
end $$;

-- Whom and what each event of the outreach platform is about; written by the statement that appends it.
create table outreach_events (
  org_id uuid not null,
  position bigint not null,
  type text collate "C" not null,
  fact text collate "C",
  occurred_at timestamptz(3) not null,
  campaign_id uuid,
  lead_id uuid,
  agent_id uuid,
  trace_id uuid,
  primary key (org_id, position)
);
create index outreach_events_campaign on outreach_events (org_id, campaign_id, position) where campaign_id is not null;
create index outreach_events_lead on outreach_events (org_id, lead_id, position) where lead_id is not null;
create index outreach_events_agent on outreach_events (org_id, agent_id, position) where agent_id is not null;
