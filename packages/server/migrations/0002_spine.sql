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
create unique index events_id on events (id);
create index events_correlation on events (org_id, correlation_id, position) where correlation_id is not null;

-- The index over types, sources and times. It is written once per chunk of 4096 positions, after
-- the chunk is full, so that publishing pays for no index but that of ids.

-- What an organization's events are filtered by, numbered: each (type, fact, source) that occurs,
-- and for the totals over one of them alone each (type, fact) and each (source), the rest null.
create table event_kinds (
  org_id uuid not null,
  kind integer not null,
  type text collate "C",
  source text collate "C",
  fact text collate "C",
  primary key (org_id, kind),
  unique nulls not distinct (org_id, type, source, fact)
);

create table event_chunks (
  org_id uuid not null,
  chunk integer not null,
  -- Unix milliseconds. Times only nearly follow positions, since nodes' clocks differ.
  earliest_ms bigint not null,
  latest_ms bigint not null,
  -- occurred_at of each position, in order, 8 bytes each, big-endian.
  times bytea not null,
  primary key (org_id, chunk)
);

-- How many events of a kind a block holds. At level 0 a block is a chunk; at each level above, 16
-- blocks of the level below, present once all of them are.
create table event_counts (
  org_id uuid not null,
  kind integer not null,
  level smallint not null,
  block integer not null,
  events integer not null,
  -- Level 0 only: the places of the events in the chunk, 2 bytes each, big-endian, in any order.
  positions bytea,
  primary key (org_id, kind, level, block) include (events)
);

-- The Merkle tree over the leaf hashes of all full chunks, as tiles of up to 256 hashes (C2SP
-- tlog-tiles). The leaves behind them are read from the events.
create table event_tiles (
  org_id uuid not null,
  level smallint not null,
  tile bigint not null,
  hashes bytea not null,
  primary key (org_id, level, tile)
);

-- How far index and tiles reach (in full chunks), and the newest checkpoint; they follow the log
-- within about a second.
create table event_trees (
  org_id uuid primary key,
  chunks integer not null default 0,
  signed_size bigint not null default 0,
  checkpoints bigint not null default 0
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Keys that sign checkpoints, the newest in use; the private half is sealed with the service's
-- encryption key.
create table checkpoint_keys (
  id uuid primary key,
  public_key bytea not null,
  sealed_private_key text not null,
  created_at timestamptz(3) not null
);

-- Signed tree heads. Auditors keep copies; none may ever change.
create table event_checkpoints (
  org_id uuid not null,
  size bigint not null,
  root_hash bytea not null,
  note text not null,
  key_id uuid not null references checkpoint_keys,
  created_at timestamptz(3) not null,
  primary key (org_id, size)
);

-- Not every build of PostgreSQL has LZ4, the faster one; without it the default serves.
do $$
begin
  alter table events alter column data set compression lz4;
  alter table event_chunks alter column times set compression lz4;
exception when feature_not_supported then
  null;
end
$$;

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
