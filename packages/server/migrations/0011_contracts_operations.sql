-- What runs the contracts platform: exact counts of its history, alerts, ingestion, backups, the cluster.

-- How a transaction ended, as the history says it: pending, confirmed, failed or cancelled.
create function transaction_outcome(status text) returns text
language sql immutable parallel safe
return case status
  when 'pending' then 'pending'
  when 'failed' then 'failed'
  when 'cancelled' then 'cancelled'
  else 'confirmed'
end;

-- A contract's history with one outcome, newest first: one that is rare is found without reading the others.
create index transactions_outcome on transactions
  (org_id, environment, contract_id, transaction_outcome(status), created_at desc, id desc);

-- Exact totals over any span without counting rows. Statements on transactions leave deltas, which lock
-- nobody out; one node folds them into whole minutes and days (UTC). A reader adds both up in one snapshot.
create table transaction_counts (
  org_id uuid not null,
  environment text not null,
  contract_id uuid not null,
  resolution text not null check (resolution in ('minute', 'day', 'settled_minute')),
  -- Start of the minute or day in which the transaction was created; of the minute in which it was settled.
  bucket timestamptz(0) not null,
  kind text not null,
  outcome text not null,
  transactions bigint not null,
  -- Of those that were mined: how many, their gas, and milliseconds from creation to settling.
  mined bigint not null,
  gas_used numeric not null,
  settled bigint not null,
  duration_ms bigint not null,
  primary key (org_id, environment, contract_id, resolution, bucket, kind, outcome)
) with (fillfactor = 70);

create table transaction_count_deltas (
  id bigint generated always as identity primary key,
  org_id uuid not null,
  environment text not null,
  contract_id uuid not null,
  -- The minute in which they were created, and that in which they were settled.
  bucket timestamptz(0) not null,
  settled_bucket timestamptz(0),
  kind text not null,
  outcome text not null,
  transactions bigint not null,
  mined bigint not null,
  gas_used numeric not null,
  settled bigint not null,
  duration_ms bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
create index transaction_count_deltas_contract on transaction_count_deltas (org_id, environment, contract_id);

create function count_transactions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into transaction_count_deltas (org_id, environment, contract_id, bucket, settled_bucket, kind, outcome, transactions, mined, gas_used, settled, duration_ms)
    select org_id, environment, contract_id, date_trunc('minute', created_at), date_trunc('minute', settled_at), kind, transaction_outcome(status),
      count(*), count(gas_used), coalesce(sum(gas_used), 0), count(settled_at),
      coalesce(sum((extract(epoch from settled_at - created_at) * 1000)::bigint), 0)
    from new_rows group by 1, 2, 3, 4, 5, 6, 7;
  elsif tg_op = 'DELETE' then
    insert into transaction_count_deltas (org_id, environment, contract_id, bucket, settled_bucket, kind, outcome, transactions, mined, gas_used, settled, duration_ms)
    select org_id, environment, contract_id, date_trunc('minute', created_at), date_trunc('minute', settled_at), kind, transaction_outcome(status),
      -count(*), -count(gas_used), -coalesce(sum(gas_used), 0), -count(settled_at),
      -coalesce(sum((extract(epoch from settled_at - created_at) * 1000)::bigint), 0)
    from old_rows group by 1, 2, 3, 4, 5, 6, 7;
  else
    insert into transaction_count_deltas (org_id, environment, contract_id, bucket, settled_bucket, kind, outcome, transactions, mined, gas_used, settled, duration_ms)
    select org_id, environment, contract_id, date_trunc('minute', created_at), date_trunc('minute', settled_at), kind, transaction_outcome(status),
      sum(sign), coalesce(sum(sign) filter (where gas_used is not null), 0), coalesce(sum(sign * gas_used), 0),
      coalesce(sum(sign) filter (where settled_at is not null), 0),
      coalesce(sum(sign * (extract(epoch from settled_at - created_at) * 1000)::bigint), 0)
    from (
      select 1 as sign, org_id, environment, contract_id, created_at, kind, status, gas_used, settled_at from new_rows
      union all
      select -1, org_id, environment, contract_id, created_at, kind, status, gas_used, settled_at from old_rows
    ) changes
    group by 1, 2, 3, 4, 5, 6, 7
    having sum(sign) <> 0 or coalesce(sum(sign * gas_used), 0) <> 0
      or coalesce(sum(sign) filter (where settled_at is not null), 0) <> 0
      or coalesce(sum(sign * (extract(epoch from settled_at - created_at) * 1000)::bigint), 0) <> 0;
  end if;
  return null;
end $$;
create trigger transactions_counted_insert after insert on transactions
  referencing new table as new_rows for each statement execute function count_transactions();
create trigger transactions_counted_update after update on transactions
  referencing new table as new_rows old table as old_rows for each statement execute function count_transactions();
create trigger transactions_counted_delete after delete on transactions
  referencing old table as old_rows for each statement execute function count_transactions();

-- Moves up to `most` deltas into the buckets; returns how many. They are deleted by their place in the table: a plan
-- that was made while the table was empty would look through all of it for each of them.
create function fold_transaction_counts(most integer) returns integer language plpgsql as $$
declare
  folded integer;
begin
  with taken as (
    delete from transaction_count_deltas
    where ctid = any(array(select ctid from transaction_count_deltas order by id limit most for update skip locked))
    returning *
  ), summed as (
    select org_id, environment, contract_id, resolution,
      case resolution when 'day' then date_trunc('day', bucket, 'UTC') when 'minute' then bucket else settled_bucket end as start,
      kind, outcome,
      sum(transactions) as transactions, sum(mined) as mined, sum(gas_used) as gas_used, sum(settled) as settled,
      sum(duration_ms) as duration_ms
    from taken, unnest(array['minute', 'day', 'settled_minute']) as resolution
    where resolution <> 'settled_minute' or settled_bucket is not null
    group by 1, 2, 3, 4, 5, 6, 7
  ), written as (
    insert into transaction_counts (org_id, environment, contract_id, resolution, bucket, kind, outcome, transactions, mined, gas_used, settled, duration_ms)
    select * from summed order by 1, 2, 3, 4, 5, 6, 7
    on conflict (org_id, environment, contract_id, resolution, bucket, kind, outcome) do update set
      transactions = transaction_counts.transactions + excluded.transactions,
      mined = transaction_counts.mined + excluded.mined,
      gas_used = transaction_counts.gas_used + excluded.gas_used,
      settled = transaction_counts.settled + excluded.settled,
      duration_ms = transaction_counts.duration_ms + excluded.duration_ms
  )
  select count(*) into folded from taken;
  return folded;
end $$;

-- What a contract's transactions with since <= created_at < until add up to, by kind and outcome; null for no bound.
-- Whole days and minutes come from the buckets, the ends of the span from the rows themselves. By indexes alone: the
-- plan is kept, and one made while there were no deltas would read all that came later, and what was folded of them.
create function transaction_totals(org uuid, env text, contract uuid, since timestamptz, until timestamptz)
returns table (kind text, outcome text, transactions bigint, mined bigint, gas_used numeric, settled bigint, duration_ms bigint)
language plpgsql stable set enable_seqscan = off as $$
#variable_conflict use_column
declare
  -- First and last whole minute, and first and last whole day within them.
  m0 timestamptz := case when since is null then '-infinity'
    else date_trunc('minute', since + interval '59.999999 seconds') end;
  m1 timestamptz := case when until is null then 'infinity' else date_trunc('minute', until) end;
  d0 timestamptz := case when since is null then '-infinity'
    else date_trunc('day', date_trunc('minute', since + interval '59.999999 seconds') + interval '1 day' - interval '1 microsecond', 'UTC') end;
  d1 timestamptz := case when until is null then 'infinity' else date_trunc('day', until, 'UTC') end;
begin
  if m0 >= m1 then
    m0 := since;
    m1 := since;
    d0 := since;
    d1 := since;
  elsif d0 >= d1 then
    d0 := m0;
    d1 := m0;
  end if;
  return query
  select x.kind, x.outcome, sum(x.transactions)::bigint, sum(x.mined)::bigint, sum(x.gas_used), sum(x.settled)::bigint, sum(x.duration_ms)::bigint
  from (
    select c.kind, c.outcome, c.transactions, c.mined, c.gas_used, c.settled, c.duration_ms from transaction_counts c
    where c.org_id = org and c.environment = env and c.contract_id = contract and c.resolution = 'day'
      and c.bucket >= d0 and c.bucket < d1
    union all
    select c.kind, c.outcome, c.transactions, c.mined, c.gas_used, c.settled, c.duration_ms from transaction_counts c
    where c.org_id = org and c.environment = env and c.contract_id = contract and c.resolution = 'minute'
      and c.bucket >= m0 and c.bucket < d0
    union all
    select c.kind, c.outcome, c.transactions, c.mined, c.gas_used, c.settled, c.duration_ms from transaction_counts c
    where c.org_id = org and c.environment = env and c.contract_id = contract and c.resolution = 'minute'
      and c.bucket >= d1 and c.bucket < m1
    union all
    select d.kind, d.outcome, d.transactions, d.mined, d.gas_used, d.settled, d.duration_ms from transaction_count_deltas d
    where d.org_id = org and d.environment = env and d.contract_id = contract and d.bucket >= m0 and d.bucket < m1
    union all
    select t.kind, transaction_outcome(t.status), count(*), count(t.gas_used), coalesce(sum(t.gas_used), 0), count(t.settled_at),
      coalesce(sum((extract(epoch from t.settled_at - t.created_at) * 1000)::bigint), 0)::bigint
    from transactions t
    where t.org_id = org and t.environment = env and t.contract_id = contract
      and ((t.created_at >= since and t.created_at < m0) or (t.created_at >= m1 and t.created_at < until))
    group by 1, 2
  ) x
  group by 1, 2
  having sum(x.transactions) <> 0;
end $$;

-- Alerts -------------------------------------------------------------------------------------------------------

create table alert_rules (
  org_id uuid not null,
  environment text not null,
  id uuid not null,
  contract_id uuid not null,
  rule_name text not null,
  metric text not null,
  operator text not null,
  threshold double precision not null,
  -- Null: the last transaction for measures of one, everything for counts and rates.
  window_minutes integer,
  -- The event's name, for event_count; null counts all.
  event_name text,
  severity text not null check (severity in ('info', 'warning', 'critical')),
  cooldown_seconds integer not null,
  -- Each as given, webhooks with the id of their subscription and without its secret.
  actions json not null,
  -- A restored copy is not watched.
  live boolean not null,
  created_at timestamptz(3) not null,
  -- The alert that fires now; null while the condition does not hold.
  firing_alert_id uuid,
  last_fired_at timestamptz(3),
  -- When a transaction met the condition last, for measures of one transaction with a window.
  last_met_at timestamptz(3),
  primary key (org_id, environment, id),
  foreign key (org_id, environment, contract_id) references contracts on delete cascade
) with (fillfactor = 80);
create index alert_rules_contract on alert_rules (org_id, environment, contract_id, created_at desc, id desc);
create index alert_rules_live on alert_rules (id) where live;

create table alerts (
  org_id uuid not null,
  environment text not null,
  id uuid not null,
  rule_id uuid not null,
  contract_id uuid not null,
  value double precision not null,
  message text not null,
  execution_id uuid,
  transaction_hash text,
  triggered_at timestamptz(3) not null,
  -- Null while it fires.
  resolved_at timestamptz(3),
  primary key (org_id, environment, id),
  foreign key (org_id, environment, rule_id) references alert_rules on delete cascade
);
create index alerts_contract on alerts (org_id, environment, contract_id, triggered_at desc, id desc);
create index alerts_rule on alerts (org_id, environment, rule_id);

-- How far settled transactions have been looked at; written with what came of them.
create table alert_cursor (
  singleton boolean primary key default true check (singleton),
  settled_seq bigint not null
);
insert into alert_cursor (settled_seq) values (0);

-- Ingestion ----------------------------------------------------------------------------------------------------

create table ingestion_rules (
  org_id uuid not null,
  environment text not null,
  id uuid not null,
  -- What transformation_rules may call it beside its id.
  name text not null,
  description text,
  -- JSONata.
  expression text not null,
  created_at timestamptz(3) not null,
  primary key (org_id, environment, id),
  unique (org_id, environment, name)
);

create table ingestion_jobs (
  org_id uuid not null,
  environment text not null,
  id uuid not null,
  source_id text not null,
  data json not null,
  -- As given, and as they were when the job was taken in: the organization's own with their expression.
  transformation_rules text[] not null,
  steps json not null,
  trigger_contract uuid,
  trigger_function text,
  priority text not null,
  -- 0 critical, 1 high, 2 normal, 3 low; then in the order of arrival.
  rank smallint not null,
  seq bigint generated always as identity,
  status text not null check (status in ('queued', 'processing', 'completed', 'failed')),
  -- A restored copy is never run.
  live boolean not null,
  -- The queue entry that works on it, so that one which is run again goes on with the same job.
  claim uuid,
  attempts integer not null default 0,
  transformed_data json,
  contract_triggered boolean not null default false,
  execution_id uuid,
  error json,
  correlation_id text,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  primary key (org_id, environment, id)
) with (fillfactor = 70);
create index ingestion_jobs_newest on ingestion_jobs (org_id, environment, created_at desc, id desc);
create index ingestion_jobs_queue on ingestion_jobs (org_id, environment, rank, seq) where status = 'queued' and live;
create index ingestion_jobs_claim on ingestion_jobs (claim) where status = 'processing';
create index ingestion_jobs_done on ingestion_jobs (org_id, environment, completed_at desc) where completed_at is not null;

-- Backups ------------------------------------------------------------------------------------------------------

create table backups (
  org_id uuid not null,
  environment text not null,
  id uuid not null,
  backup_type text not null check (backup_type in ('full', 'incremental', 'differential')),
  status text not null check (status in ('in_progress', 'completed', 'failed', 'expired')),
  encryption boolean not null,
  compression boolean not null,
  retention_days integer not null,
  -- The backup that it holds the changes since; null for a full one.
  base_id uuid,
  estimated_size_bytes bigint not null,
  -- Of the stored file; all null until it is completed.
  blob_key text,
  size_bytes bigint,
  sha256 text,
  rows bigint,
  -- What it shows: the state of this snapshot, taken at this moment.
  snapshot pg_snapshot,
  snapshot_at timestamptz,
  error json,
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),
  expires_at timestamptz(3),
  -- Set once the bytes of an expired backup are gone.
  removed_at timestamptz(3),
  primary key (org_id, environment, id)
);
create index backups_newest on backups (org_id, environment, created_at desc, id desc);
create index backups_expiry on backups (expires_at) where status = 'completed';
create index backups_unremoved on backups (expires_at) where status = 'expired' and removed_at is null;

create table restores (
  org_id uuid not null,
  -- Of the backup.
  environment text not null,
  id uuid not null,
  backup_id uuid not null,
  target_environment text not null,
  point_in_time timestamptz,
  verify_integrity boolean not null,
  status text not null check (status in ('in_progress', 'completed', 'failed')),
  -- Null when it was not asked for.
  integrity text check (integrity in ('verified', 'failed')),
  estimated_duration_minutes double precision not null,
  -- Rows written, by table.
  restored json,
  error json,
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),
  primary key (org_id, environment, id)
);
create index restores_backup on restores (org_id, environment, backup_id, created_at desc);

-- Environments whose changes are kept: those with a full backup, or one under way.
create table backup_journals (
  org_id uuid not null,
  environment text not null,
  started_at timestamptz(3) not null,
  primary key (org_id, environment)
);

-- Every change of a journalled environment's contracts data since its oldest full backup. A transaction's
-- moment is the last of its rows' times: changes of one row by two transactions come in the order of commits.
create table backup_changes (
  org_id uuid not null,
  environment text not null,
  seq bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  table_name text not null,
  is_deleted boolean not null,
  record text not null,
  primary key (org_id, environment, seq)
);
create index backup_changes_at on backup_changes (org_id, environment, at);

create function journal_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into backup_changes (org_id, environment, table_name, is_deleted, record)
    select r.org_id, r.environment, tg_table_name, true, row_to_json(r)::text
    from old_rows r join backup_journals j on j.org_id = r.org_id and j.environment = r.environment;
  else
    insert into backup_changes (org_id, environment, table_name, is_deleted, record)
    select r.org_id, r.environment, tg_table_name, false, row_to_json(r)::text
    from new_rows r join backup_journals j on j.org_id = r.org_id and j.environment = r.environment;
  end if;
  return null;
end $$;

-- The tables that a backup holds. Parents stand before what refers to them.
create function backup_tables() returns text[] language sql immutable
return array['contracts', 'contract_versions', 'contract_rollbacks', 'transactions',
  'spend_limits', 'alert_rules', 'alerts', 'ingestion_rules', 'ingestion_jobs'];

do $$
declare
  name text;
begin
  foreach name in array backup_tables() loop
    execute format('create trigger journal_insert after insert on %I referencing new table as new_rows
      for each statement execute function journal_changes()', name);
    execute format('create trigger journal_update after update on %I referencing new table as new_rows
      for each statement execute function journal_changes()', name);
    execute format('create trigger journal_delete after delete on %I referencing old table as old_rows
      for each statement execute function journal_changes()', name);
  end loop;
end $$;

-- Cluster ------------------------------------------------------------------------------------------------------

create table scaling_policies (
  org_id uuid not null,
  id uuid not null,
  min_nodes integer not null,
  max_nodes integer not null,
  target_cpu double precision,
  target_memory double precision,
  scale_up_threshold double precision not null,
  scale_down_threshold double precision not null,
  cooldown_minutes double precision not null,
  -- The newest of an organization is active, those before it are superseded.
  status text not null check (status in ('active', 'superseded')),
  created_at timestamptz(3) not null,
  primary key (org_id, id)
);
create index scaling_policies_newest on scaling_policies (org_id, created_at desc, id desc);
create unique index scaling_policies_active on scaling_policies (org_id) where status = 'active';

create table scaling_actions (
  org_id uuid not null,
  id uuid not null,
  policy_id uuid,
  action text not null check (action in ('scale_up', 'scale_down')),
  -- How many were asked for.
  node_count integer not null,
  previous_nodes integer not null,
  target_nodes integer not null,
  status text not null check (status in ('in_progress', 'completed', 'failed')),
  -- Nodes that were added or removed.
  node_ids uuid[] not null default '{}',
  reason text,
  error text,
  started_at timestamptz(3) not null,
  completed_at timestamptz(3),
  primary key (org_id, id)
);
create index scaling_actions_open on scaling_actions (started_at) where status = 'in_progress';
create index scaling_actions_newest on scaling_actions (started_at desc);

-- Nodes that were told of as added; a node is told of once.
create table announced_nodes (
  node_id uuid primary key,
  announced_at timestamptz(3) not null
);
