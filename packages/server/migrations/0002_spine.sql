-- The event spine: one append-only, provable log for each organization.

-- Never rolls back, so that no two states of an organization's routes ever share a version.
create sequence routes_versions;

-- The head of each log. Its row lock orders all appends of an organization: a position is
-- handed out and becomes visible in the same order, without gaps.
create table event_logs (
  org_id uuid primary key,
  size bigint not null default 0,
  routes_version bigint not null default nextval('routes_versions')
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create table events (
  org_id uuid not null,
  position bigint not null,
  id uuid not null,
  type text not null,
  source text not null,
  occurred_at timestamptz(3) not null,
  correlation_id text,
  -- The key of the catalogue's fact when one of the platforms published it.
  fact text,
  -- JSON text, exactly as it was accepted: its bytes are part of the leaf hash.
  data text not null,
  metadata text not null,
  leaf_hash bytea not null,
  primary key (org_id, position)
);
alter table events alter column data set compression lz4;
create unique index events_id on events (id);
create index events_type on events (org_id, type, position);
create index events_correlation on events (org_id, correlation_id, position) where correlation_id is not null;

-- Positions 4096*chunk to 4096*chunk+4095, counted once when the chunk is full: exact totals of
-- any filter without reading the events.
create table event_chunks (
  org_id uuid not null,
  chunk bigint not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (org_id, chunk)
);
create table event_chunk_counts (
  org_id uuid not null,
  chunk bigint not null,
  type text not null,
  source text not null,
  events integer not null,
  primary key (org_id, chunk, type, source)
);
create index event_chunk_counts_type on event_chunk_counts (org_id, type, chunk) include (source, events);

-- The Merkle tree over the leaf hashes, as tiles of up to 256 hashes (C2SP tlog-tiles).
create table event_tiles (
  org_id uuid not null,
  level smallint not null,
  tile bigint not null,
  hashes bytea not null,
  primary key (org_id, level, tile)
);

-- How far each tree reaches; it follows the log within about a second.
create table event_trees (
  org_id uuid primary key,
  size bigint not null default 0,
  chunks bigint not null default 0
) with (fillfactor = 50);

-- Signed tree heads. Auditors keep copies; none may ever change.
create table event_checkpoints (
  org_id uuid not null,
  size bigint not null,
  root_hash bytea not null,
  note text not null,
  created_at timestamptz(3) not null,
  primary key (org_id, size)
);

-- Keys that sign checkpoints; the private half is sealed with the service's encryption key.
create table checkpoint_keys (
  id uuid primary key,
  name text not null,
  public_key bytea not null,
  sealed_private_key text not null,
  created_at timestamptz not null default now()
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the table % is append-only: % is refused', tg_table_name, tg_op
    using errcode = 'insufficient_privilege';
end
$$;

create trigger events_append_only before update or delete or truncate on events
  for each statement execute function refuse_change();
create trigger event_checkpoints_append_only before update or delete or truncate on event_checkpoints
  for each statement execute function refuse_change();
