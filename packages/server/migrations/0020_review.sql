-- Application review: uploaded applications, their analysis, reviews by agents, findings, readiness, components.
-- What comes out of uploaded code stands in `text` as JSON: a NUL in a string would be refused by `jsonb`.

create table review_applications (
  id uuid primary key,
  org_id uuid not null,
  name text not null,
  filename text not null,
  size_bytes bigint not null,
  sha256 text not null,
  -- The archive in the blob store.
  archive_key text not null,
  status text not null check (
    status in ('analyzing', 'analyzed', 'analysis_failed', 'approved', 'rejected', 'archived')
  ),
  -- Why the analysis failed.
  error_code text,
  error_message text,
  -- Entries of the archive that are not read, with their reasons, as JSON.
  skipped_entries text not null,
  -- Of all entries, as the archive states them.
  uncompressed_bytes bigint not null,
  -- What the analysis found, as the API shows it; null until it has ended.
  report text,
  -- The index that agents work on, in the blob store.
  index_key text,
  lines_code integer,
  -- Rounded mean of the three readiness scores.
  overall_score smallint,
  vulnerabilities integer,
  latest_review_id uuid,
  correlation_id text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  analysis_started_at timestamptz(3),
  analysis_completed_at timestamptz(3),
  -- Times that the work was begun and not heard of again: an archive that takes the service down ends by name.
  tries smallint not null default 0
) with (fillfactor = 80);
create index review_applications_org on review_applications (org_id, created_at desc, id desc);

create table review_readiness (
  application_id uuid not null references review_applications on delete cascade,
  org_id uuid not null,
  kind text not null check (kind in ('cloud', 'library', 'mesh')),
  score smallint not null,
  grade text not null,
  -- The whole checklist, from which the score can be computed again by hand.
  checklist text not null,
  computed_at timestamptz(3) not null,
  primary key (application_id, kind)
);

create table review_reviews (
  id uuid primary key,
  org_id uuid not null,
  application_id uuid not null references review_applications on delete cascade,
  -- `agents`: made by the service; `sarif`: findings of another tool, brought in.
  origin text not null check (origin in ('agents', 'sarif')),
  status text not null check (
    status in ('queued', 'running', 'verifying', 'completed', 'completed_with_errors', 'failed', 'timed_out')
  ),
  categories text[] not null,
  generate_patches boolean not null,
  baseline_review_id uuid,
  min_severity smallint,
  time_limit_seconds integer not null,
  estimated_seconds integer not null,
  correlation_id text not null,
  -- Workflow runs that led to it; its events carry it on, so that a loop of workflows ends.
  workflow_depth smallint,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  -- The three readiness scores at the end, what was dropped by reason, what was not seen, first actions.
  scores text,
  -- Open findings at the end by category, JSON.
  findings text,
  dropped text,
  coverage text,
  top_actions text,
  llm text,
  patches_generated integer not null default 0,
  -- Of its end, as with an analysis.
  tries smallint not null default 0,
  error_code text,
  error_message text
) with (fillfactor = 80);
create index review_reviews_application on review_reviews (org_id, application_id, created_at desc, id desc);
create index review_reviews_queued on review_reviews (application_id) where status = 'queued';

create table review_agents (
  review_id uuid not null references review_reviews on delete cascade,
  org_id uuid not null,
  agent_id text not null,
  category text not null,
  -- Every review is verified and put together; the two agents that do it are shown when they were asked for.
  is_listed boolean not null,
  status text not null check (status in ('pending', 'running', 'completed', 'failed', 'skipped')),
  driver text not null default 'rules',
  started_at timestamptz(3),
  completed_at timestamptz(3),
  duration_ms integer,
  -- Findings by severity: critical, high, medium, low.
  findings integer[] not null default '{0,0,0,0}',
  dropped integer not null default 0,
  tries smallint not null default 0,
  reason text,
  error_code text,
  error_message text,
  primary key (review_id, agent_id)
) with (fillfactor = 70);

-- While a review runs, what each agent found; once it has ended, what was left of it.
create table review_findings (
  review_id uuid not null references review_reviews on delete cascade,
  org_id uuid not null,
  fingerprint text collate "C" not null,
  agent_id text not null,
  category text not null,
  -- 0 critical to 3 low.
  severity smallint not null,
  confidence real not null,
  file text collate "C" not null,
  line integer not null,
  rule_id text collate "C" not null,
  -- The baseline review has it too.
  is_existing boolean not null default false,
  finding text not null,
  primary key (review_id, fingerprint, agent_id)
);
create index review_findings_rank on review_findings
  (review_id, severity, confidence desc, file, line, rule_id, fingerprint, agent_id);

-- What agents found that is not delivered, each with its reason.
create table review_dropped (
  review_id uuid not null references review_reviews on delete cascade,
  org_id uuid not null,
  ordinal integer not null,
  reason text not null,
  dropped text not null,
  primary key (review_id, ordinal)
);

create table review_suppressions (
  id uuid primary key,
  org_id uuid not null,
  fingerprint text collate "C" not null,
  reason text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3)
);
create unique index review_suppressions_fingerprint on review_suppressions (org_id, fingerprint);
create index review_suppressions_org on review_suppressions (org_id, created_at desc, id desc);

create table review_components (
  id uuid primary key,
  org_id uuid not null,
  application_id uuid not null references review_applications on delete cascade,
  -- Its path and kind, which tell it from the others of its application.
  key text not null,
  name text not null,
  path text not null,
  version text,
  maturity text not null check (maturity in ('experimental', 'incubating', 'stable', 'mature', 'deprecated')),
  reusability_score smallint not null,
  -- The rest of what was found of it, as JSON.
  details text not null,
  -- Findings in its files: critical, high, medium, low.
  findings integer[] not null,
  promoted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (application_id, key)
) with (fillfactor = 80);
create index review_components_org on review_components (org_id, application_id, reusability_score desc, id);

create table review_promotions (
  component_id uuid not null references review_components on delete cascade,
  org_id uuid not null,
  ordinal integer not null,
  version text,
  previous_version text,
  maturity text not null,
  previous_maturity text not null,
  reason text,
  promoted_at timestamptz(3) not null,
  primary key (component_id, ordinal)
);

-- The parts of an application that the bill of materials lists, as the lockfiles name them.
create table review_packages (
  application_id uuid not null references review_applications on delete cascade,
  org_id uuid not null,
  ordinal integer not null,
  package text not null,
  primary key (application_id, ordinal)
);

-- Which application each event of the platform is about, with what events are filtered by; written by the
-- statement that appends the event.
create table review_events (
  org_id uuid not null,
  application_id uuid not null,
  position bigint not null,
  type text collate "C" not null,
  fact text collate "C",
  occurred_at timestamptz(3) not null,
  correlation_id text,
  primary key (org_id, application_id, position)
);

-- Files that were not analysed in full, with the reason.
create table review_gaps (
  application_id uuid not null references review_applications on delete cascade,
  org_id uuid not null,
  ordinal integer not null,
  status text not null check (status in ('partial', 'skipped')),
  gap text not null,
  primary key (application_id, ordinal)
);
