-- Workflows: what an organization has happen when an event is published, and every run of it.

create table workflows (
  id uuid primary key,
  org_id uuid not null,
  -- Of the key that made it; its actions read and write there.
  environment text not null,
  -- The key that said what it does: its spend limits hold for it.
  key_id uuid not null,
  name text not null,
  description text,
  enabled boolean not null,
  event_pattern text not null,
  -- What the event must meet beyond its type; null for nothing.
  condition json,
  -- Counts the changes of trigger and actions.
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Set when it was deleted; its runs are removed bit by bit, then the row.
  deleted_at timestamptz(3)
);
create index workflows_org on workflows (org_id, created_at desc, id desc) where deleted_at is null;
create index workflows_deleted on workflows (deleted_at) where deleted_at is not null;

-- A run does what the workflow said when its event was published, whatever it says now.
create table workflow_revisions (
  workflow_id uuid not null references workflows on delete cascade,
  revision integer not null,
  actions json not null,
  primary key (workflow_id, revision)
);

-- Written by the statement that writes the event. The id follows from event and workflow, so that
-- there can be one run only for the two; it begins with the event's time, so newer ones sort last.
create table workflow_runs (
  workflow_id uuid not null,
  id uuid not null,
  org_id uuid not null,
  revision integer not null,
  -- Of the event in its organization's log.
  position bigint not null,
  -- Runs that led to this one, itself included.
  depth smallint not null,
  status text not null check (status in ('queued', 'succeeded', 'failed', 'loop_stopped')),
  attempts smallint not null default 0,
  -- When a queued one is due; when any other ended.
  next_attempt_at timestamptz(3) not null,
  -- What each action came to; null before the first attempt ended.
  actions json,
  primary key (workflow_id, id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0);
create index workflow_runs_due on workflow_runs (org_id, next_attempt_at, id) where status = 'queued';

-- What actions of runs made or changed on a platform, by the ids in their results: an event of that
-- platform which tells of one of these under the same correlation was caused by the run.
create table workflow_effects (
  org_id uuid not null,
  correlation_id text not null,
  resource_id text not null,
  depth smallint not null,
  created_at timestamptz(3) not null,
  primary key (org_id, correlation_id, resource_id)
);
create index workflow_effects_age on workflow_effects (created_at);
