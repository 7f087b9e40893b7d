-- Signed webhook deliveries: subscriptions, the live queue, dead letters, the log of attempts.

create table subscriptions (
  id uuid primary key,
  org_id uuid not null,
  -- Which API made it, and so which envelope it receives: events or webhooks.
  face text not null check (face in ('events', 'webhooks')),
  -- The Webhooks API's name; the Events API's description, which may be left out.
  name text,
  url text not null,
  patterns text[] not null,
  platform text check (platform in ('contracts', 'outreach', 'application_review')),
  status text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  -- Conditions on the payload that an event must meet; null for none.
  filter json,
  -- Null for the service's default.
  max_concurrency integer,
  rate_per_second integer,
  breaker_failures integer,
  breaker_cooldown_seconds integer,
  -- Counts the changes above, so that no node goes back to an older state that it read late.
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The first failure since the last success; null while deliveries succeed.
  failing_since timestamptz(3),
  -- Set once a notice of the present failing spell was published.
  failing_notified_at timestamptz(3),
  disabled_reason text
);
create index subscriptions_org on subscriptions (org_id, created_at desc, id desc);
create index subscriptions_failing on subscriptions (failing_since) where failing_since is not null;

-- Every secret a subscription has had; old ones sign beside the new one until they expire.
create table subscription_secrets (
  subscription_id uuid not null references subscriptions on delete cascade,
  version integer not null,
  sealed text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  primary key (subscription_id, version)
);

-- What the bytes of a request follow from, beside the event. One row for each revision that
-- changed any of it: with the revision that the log of attempts names, the request is built again.
create table subscription_revisions (
  subscription_id uuid not null references subscriptions on delete cascade,
  revision integer not null,
  url text not null,
  platform text,
  secret_version integer not null,
  primary key (subscription_id, revision)
);

-- Deliveries that are not settled. A row that a node holds carries its id in lease_owner and is
-- in no other index, so the common life of a delivery (insert, delete) touches one index only.
create table deliveries (
  id uuid primary key,
  org_id uuid not null,
  subscription_id uuid not null,
  position bigint not null,
  event_name text not null,
  attempts smallint not null default 0,
  next_attempt_at timestamptz(3) not null,
  lease_owner uuid
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0);
create index deliveries_due on deliveries (subscription_id, next_attempt_at, id) where lease_owner is null;

create table dead_letters (
  delivery_id uuid primary key,
  org_id uuid not null,
  subscription_id uuid not null,
  position bigint not null,
  event_id uuid not null,
  event_name text not null,
  attempts smallint not null,
  failed_at timestamptz(3) not null,
  last_response_code integer,
  last_error text not null
);
create index dead_letters_org on dead_letters (org_id, failed_at desc, delivery_id desc);
create index dead_letters_event on dead_letters (org_id, event_id);
create index dead_letters_subscription on dead_letters (subscription_id, failed_at);

-- Bulk replays of dead letters: each moves what matches, a batch at a time, until nothing is left.
create table replays (
  id uuid primary key,
  org_id uuid not null,
  subscription_id uuid,
  event_pattern text,
  failed_from timestamptz(3),
  failed_to timestamptz(3),
  -- Only what was dead when it was asked for; what dies again stays.
  failed_before timestamptz(3) not null,
  matched bigint not null,
  queued bigint not null default 0,
  created_at timestamptz(3) not null,
  worked_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create index replays_open on replays (worked_at) where finished_at is null;

-- Events from before a subscription was made that it receives all the same. It was made while the
-- log's head was locked at end_position: what comes from there on is matched as it is published.
create table backfills (
  subscription_id uuid primary key references subscriptions on delete cascade,
  org_id uuid not null,
  since timestamptz(3) not null,
  next_position bigint not null,
  end_position bigint not null,
  queued bigint not null default 0,
  created_at timestamptz(3) not null,
  worked_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create index backfills_open on backfills (worked_at) where finished_at is null;

-- Subscriptions whose queue and dead letters are still to be removed.
create table deleted_subscriptions (
  id uuid primary key,
  deleted_at timestamptz(3) not null
);

-- One row for each attempt, by day: retention drops whole partitions.
create table delivery_attempts (
  org_id uuid not null,
  subscription_id uuid not null,
  delivery_id uuid not null,
  position bigint,
  event_name text not null,
  attempt smallint not null,
  kind text not null check (kind in ('event', 'test')),
  succeeded boolean not null,
  response_code integer,
  response_time_ms integer not null,
  attempted_at timestamptz(3) not null,
  next_retry_at timestamptz(3),
  error text,
  -- The subscription's, as it was sent with.
  revision integer not null,
  -- Only of test deliveries; any other body is built again from the log, byte for byte.
  request_body text,
  response_headers text,
  response_body bytea
) partition by range (attempted_at);
create index delivery_attempts_subscription on delivery_attempts (subscription_id, attempted_at desc, delivery_id desc);
create index delivery_attempts_delivery on delivery_attempts (delivery_id);
-- Holds what no day's partition exists for, so that an attempt is never lost to a missing one.
create table delivery_attempts_default partition of delivery_attempts default;

-- The queue is nearly empty most of the time and very long some of the time, so the statistics that
-- the planner has of it are often wrong by orders of magnitude. Where that could cost seconds, a
-- function goes row by row, by an index that its settings leave no way around.

-- Active subscriptions with waiting deliveries, and when the earliest of each is due. Jumps from one
-- subscription to the next in the index: the cost follows their number, not that of the deliveries.
create function due_subscriptions() returns table (subscription_id uuid, due_at timestamptz)
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  waiting record;
begin
  select d.subscription_id, d.next_attempt_at into waiting from deliveries d
  where d.lease_owner is null
  order by d.subscription_id, d.next_attempt_at limit 1;
  while found loop
    if exists (select 1 from subscriptions s where s.id = waiting.subscription_id and s.status = 'active') then
      subscription_id := waiting.subscription_id;
      due_at := waiting.next_attempt_at;
      return next;
    end if;
    select d.subscription_id, d.next_attempt_at into waiting from deliveries d
    where d.lease_owner is null and d.subscription_id > waiting.subscription_id
    order by d.subscription_id, d.next_attempt_at limit 1;
  end loop;
end
$$;

-- Leases due deliveries of subscriptions to a node, oldest first, up to the number wanted of each. The
-- lock on a subscription makes a pause wait for a claim under way, and a claim see a pause; the ids
-- must come sorted, since others lock several too. Payloads may be large, so each subscription has a
-- share of the bytes, of which one delivery is always taken.
create function claim_deliveries(subscription_ids uuid[], wanted integer[], due timestamptz, owner uuid, max_bytes bigint)
returns table (id uuid, subscription_id uuid, event_name text, attempts smallint, event_id uuid, org_id uuid,
  log_position bigint, type text, source text, occurred_at timestamptz, data text)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  claimed record;
  share bigint := max_bytes / greatest(cardinality(subscription_ids), 1);
  bytes bigint;
begin
  for i in 1 .. cardinality(subscription_ids) loop
    perform 1 from subscriptions s where s.id = subscription_ids[i] and s.status = 'active' for share;
    continue when not found;
    bytes := 0;
    for claimed in
      select w.id, w.org_id, w.position, w.event_name, w.attempts, e.event_id, e.type, e.source, e.occurred_at, e.data
      from (
        select d.id, d.org_id, d.position, d.event_name, d.attempts from deliveries d
        where d.subscription_id = subscription_ids[i] and d.lease_owner is null and d.next_attempt_at <= due
        order by d.next_attempt_at, d.id limit wanted[i] for update skip locked
      ) w
      cross join lateral (
        select x.id as event_id, x.type, x.source, x.occurred_at, x.data from events x
        where x.org_id = w.org_id and x.position = w.position limit 1
      ) e
    loop
      bytes := bytes + octet_length(claimed.data);
      exit when bytes > share and bytes > octet_length(claimed.data);
      update deliveries d set lease_owner = owner where d.id = claimed.id;
      id := claimed.id;
      subscription_id := subscription_ids[i];
      event_name := claimed.event_name;
      attempts := claimed.attempts;
      event_id := claimed.event_id;
      org_id := claimed.org_id;
      log_position := claimed.position;
      type := claimed.type;
      source := claimed.source;
      occurred_at := claimed.occurred_at;
      data := claimed.data;
      return next;
    end loop;
  end loop;
end
$$;

-- Writes how attempts ended: nexts are done, retry or dead; times in Unix milliseconds, bodies in hex.
-- A delivery whose count of attempts is not one less than the attempt's number is left alone, so that
-- a call whose answer was lost may be repeated and logs no attempt twice. What failed is not put off under
-- another node that took the delivery over, and may be sending it.
create function complete_attempts(delivery_ids uuid[], numbers integer[], nexts text[], attempted_at float8[],
  next_retry_at float8[], response_codes integer[], response_times_ms integer[], errors text[], revisions integer[],
  response_headers text[], response_bodies bytea[], event_ids uuid[], owner uuid)
returns void
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  settled record;
  org_ids uuid[] := '{}';
  subscription_ids uuid[] := '{}';
  positions bigint[] := '{}';
  names text[] := '{}';
begin
  for i in 1 .. cardinality(delivery_ids) loop
    if nexts[i] = 'retry' then
      update deliveries d
      set attempts = numbers[i], next_attempt_at = to_timestamp(next_retry_at[i] / 1000.0), lease_owner = null
      where d.id = delivery_ids[i] and d.attempts = numbers[i] - 1
        and (d.lease_owner is null or d.lease_owner = owner)
      returning d.org_id, d.subscription_id, d.position, d.event_name into settled;
    else
      delete from deliveries d where d.id = delivery_ids[i] and d.attempts = numbers[i] - 1
        and (nexts[i] = 'done' or d.lease_owner is null or d.lease_owner = owner)
      returning d.org_id, d.subscription_id, d.position, d.event_name into settled;
    end if;
    -- All null where nothing was found.
    org_ids := org_ids || settled.org_id;
    subscription_ids := subscription_ids || settled.subscription_id;
    positions := positions || settled.position;
    names := names || settled.event_name;
  end loop;

  if 'dead' = any (nexts) then
    insert into dead_letters (delivery_id, org_id, subscription_id, position, event_id, event_name, attempts,
      failed_at, last_response_code, last_error)
    select e.id, e.org_id, e.subscription_id, e.position, e.event_id, e.name, e.number,
      to_timestamp((e.attempted_at + e.response_time_ms) / 1000.0), e.response_code, e.error
    from unnest(delivery_ids, numbers, nexts, complete_attempts.attempted_at, response_codes, response_times_ms, errors,
        event_ids, org_ids, subscription_ids, positions, names)
      as e(id, number, next, attempted_at, response_code, response_time_ms, error, event_id, org_id, subscription_id,
        position, name)
    where e.next = 'dead' and e.org_id is not null;
  end if;

  insert into delivery_attempts (org_id, subscription_id, delivery_id, position, event_name, attempt, kind, succeeded,
    response_code, response_time_ms, attempted_at, next_retry_at, error, revision, response_headers, response_body)
  select e.org_id, e.subscription_id, e.id, e.position, e.name, e.number, 'event', e.next = 'done',
    e.response_code, e.response_time_ms, to_timestamp(e.attempted_at / 1000.0),
    to_timestamp(e.next_retry_at / 1000.0), e.error, e.revision, e.response_headers, e.response_body
  from unnest(delivery_ids, numbers, nexts, complete_attempts.attempted_at, complete_attempts.next_retry_at, response_codes,
      response_times_ms, errors, revisions, complete_attempts.response_headers, response_bodies, org_ids,
      subscription_ids, positions, names)
    as e(id, number, next, attempted_at, next_retry_at, response_code, response_time_ms, error, revision,
      response_headers, response_body, org_id, subscription_id, position, name)
  where e.org_id is not null;
end
$$;

-- Moves dead letters of an organization back into the queue, oldest first, and returns how many it
-- were. A null narrows nothing. Those of a deleted subscription, and those that another replay is at,
-- are left.
create function requeue_dead_letters(org uuid, subscription uuid, name_pattern text, failed_from timestamptz,
  failed_to timestamptz, due timestamptz, most integer)
returns integer
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  dead record;
  moved integer := 0;
begin
  for dead in
    select x.delivery_id, x.subscription_id, x.position, x.event_name from dead_letters x
    where x.org_id = org and (subscription is null or x.subscription_id = subscription)
      and (name_pattern is null or x.event_name ~ name_pattern)
      and (failed_from is null or x.failed_at >= failed_from) and (failed_to is null or x.failed_at < failed_to)
      and (select true from subscriptions s where s.id = x.subscription_id)
    order by x.failed_at, x.delivery_id limit most
    for update of x skip locked
  loop
    delete from dead_letters x where x.delivery_id = dead.delivery_id;
    insert into deliveries (id, org_id, subscription_id, position, event_name, next_attempt_at)
    values (dead.delivery_id, org, dead.subscription_id, dead.position, dead.event_name, due)
    on conflict (id) do nothing;
    moved := moved + 1;
  end loop;
  return moved;
end
$$;
