-- Deliveries in order: of those of one subscription with the same key, each is sent when the one before is settled.

alter table subscriptions
  -- Where the key stands in the payload: empty when all events share one order, null for no order.
  add column order_path text[],
  -- What becomes of those behind a delivery all of whose attempts failed.
  add column on_failure text check (on_failure in ('block', 'skip')),
  add constraint subscriptions_ordering check ((order_path is null) = (on_failure is null));

-- Null for a delivery without order, which is in none of the indexes below.
alter table deliveries add column order_key text collate "C";
alter table delivery_attempts add column order_key text collate "C";
alter table dead_letters
  add column order_key text collate "C",
  -- Later deliveries of its key wait until it is replayed or dropped.
  add column blocks boolean not null default false;

create index deliveries_in_order on deliveries (subscription_id, order_key, position) where order_key is not null;
create index dead_letters_blocking on dead_letters (subscription_id, order_key, position) where blocks;

-- A delivery that waits for an earlier one of its key, or for a dead letter that blocks it, has a lease that belongs to no
-- node, and so is in no index of what is due. Whoever ends the earlier one takes it off: `next_in_order`. Whoever gives it
-- has locked the earlier one, so that neither misses the other.
create function waits_in_order() returns uuid
language sql immutable parallel safe
return '00000000-0000-0000-0000-000000000000'::uuid;

-- Whatever goes wrong, a second one of a key is never under way.
create unique index deliveries_one_of_key on deliveries (subscription_id, order_key)
  where order_key is not null and lease_owner is not null and lease_owner <> '00000000-0000-0000-0000-000000000000'::uuid;

-- Makes the first delivery of a key due that waits for nothing any more; to be called when an earlier one was settled, or
-- no longer blocks. Answers its id if it leased it to `owner`.
create function next_in_order(subscription uuid, key text, owner uuid) returns uuid
language plpgsql
as $$
declare
  following record;
begin
  select d.id, d.position, d.lease_owner into following from deliveries d
  where d.subscription_id = subscription and d.order_key = key
  order by d.position limit 1 for update;
  if not found or following.lease_owner is distinct from waits_in_order() or exists (
    select from dead_letters x where x.subscription_id = subscription and x.order_key = key and x.blocks
      and x.position < following.position)
  then
    return null;
  end if;
  update deliveries d set lease_owner = owner where d.id = following.id;
  return case when owner is not null then following.id end;
end
$$;

-- Whether a delivery is the next of its key. If not, it is marked as one that waits, unless what it waits for is just
-- being settled: then it is looked at again. The look is one statement, since a replay moves rows between the tables.
create function is_next_in_order(delivery uuid, subscription uuid, key text, place bigint) returns boolean
language plpgsql
as $$
declare
  ahead record;
begin
  select b.id, b.what into ahead from (
    (select d.id, 'earlier' as what from deliveries d
     where d.subscription_id = subscription and d.order_key = key and d.position < place
     order by d.position limit 1)
    union all
    (select x.delivery_id, 'dead' from dead_letters x
     where x.subscription_id = subscription and x.order_key = key and x.blocks and x.position < place
     order by x.position limit 1)
    union all
    (select d.id, 'under way' from deliveries d
     where d.subscription_id = subscription and d.order_key = key
       and d.lease_owner is not null and d.lease_owner <> '00000000-0000-0000-0000-000000000000'::uuid limit 1)
  ) b limit 1;
  if not found then
    return true;
  elsif ahead.what = 'earlier' then
    perform from deliveries d where d.id = ahead.id for share skip locked;
  elsif ahead.what = 'dead' then
    perform from dead_letters x where x.delivery_id = ahead.id for share skip locked;
  else
    -- An older one that was sent again, while a newer one is under way.
    return false;
  end if;
  if found then
    update deliveries d set lease_owner = waits_in_order() where d.id = delivery;
  end if;
  return false;
end
$$;

-- As before. Of deliveries in order only the next of each key is leased. The others it comes across are marked; where it
-- came across as many as it looks at, the last row has no id: there may be more that are due.
create or replace function claim_deliveries(subscription_ids uuid[], wanted integer[], due timestamptz, owner uuid, max_bytes bigint)
returns table (id uuid, subscription_id uuid, event_name text, attempts smallint, event_id uuid, org_id uuid,
  log_position bigint, type text, source text, occurred_at timestamptz, data text)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  claimed record;
  is_ordered boolean;
  share bigint := max_bytes / greatest(cardinality(subscription_ids), 1);
  bytes bigint;
  most integer;
  looked integer;
  passed integer;
begin
  for i in 1 .. cardinality(subscription_ids) loop
    select s.order_path is not null into is_ordered from subscriptions s
    where s.id = subscription_ids[i] and s.status = 'active' for share;
    continue when not found;
    most := case when is_ordered then greatest(4 * wanted[i], 200) else wanted[i] end;
    bytes := 0;
    looked := 0;
    passed := 0;
    for claimed in
      select w.id, w.org_id, w.position, w.event_name, w.attempts, w.order_key, e.event_id, e.type, e.source, e.occurred_at,
        e.data
      from (
        select d.id, d.org_id, d.position, d.event_name, d.attempts, d.order_key from deliveries d
        where d.subscription_id = subscription_ids[i] and d.lease_owner is null and d.next_attempt_at <= due
        order by d.next_attempt_at, d.id limit most for update skip locked
      ) w
      cross join lateral (
        select x.id as event_id, x.type, x.source, x.occurred_at, x.data from events x
        where x.org_id = w.org_id and x.position = w.position limit 1
      ) e
    loop
      looked := looked + 1;
      if claimed.order_key is not null
        and not is_next_in_order(claimed.id, subscription_ids[i], claimed.order_key, claimed.position)
      then
        passed := passed + 1;
        continue;
      end if;
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
      exit when looked - passed = wanted[i];
    end loop;
    if passed > 0 and looked = most then
      id := null;
      subscription_id := subscription_ids[i];
      return next;
    end if;
  end loop;
end
$$;

-- What a node needs to send deliveries that it has leased, as a list. Not as rows: a function that answers rows costs every
-- call of it 40 µs, also where there are none.
create function read_handed_over(ids uuid[]) returns json
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  return (
    select json_agg(json_build_object('id', d.id, 'subscription_id', d.subscription_id, 'event_name', d.event_name,
      'attempts', d.attempts, 'event_id', x.id, 'org_id', d.org_id, 'log_position', d.position, 'type', x.type,
      'source', x.source, 'occurred_at', x.occurred_at, 'data', x.data))
    from unnest(ids) as h(id) join deliveries d on d.id = h.id
    join events x on x.org_id = d.org_id and x.position = d.position);
end
$$;

-- As before, and makes the next of a key due where one was settled in order. `hand_over` tells for which attempts the node
-- takes the next one on at once: those are leased to it and answered. Of what is in order a node settles nothing that
-- another node took over, and may be sending.
create function complete_attempts(delivery_ids uuid[], numbers integer[], nexts text[], attempted_at float8[],
  next_retry_at float8[], response_codes integer[], response_times_ms integer[], errors text[], revisions integer[],
  response_headers text[], response_bodies bytea[], event_ids uuid[], counted_at integer[], length integer, owner uuid,
  hand_over boolean[])
returns json
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  settled record;
  org_ids uuid[] := '{}';
  subscription_ids uuid[] := '{}';
  positions bigint[] := '{}';
  names text[] := '{}';
  -- At the places of those in order. Of full length: an empty array would begin at the first place that is set.
  keys text[] := array_fill(null::text, array[cardinality(delivery_ids)]);
  -- At the places of dead letters: whether later deliveries of the key wait.
  are_blocking boolean[] := array_fill(null::boolean, array[cardinality(delivery_ids)]);
  handed_over uuid[] := '{}';
  places constant integer := cardinality(counted_at) / greatest(cardinality(delivery_ids), 1);
  lane constant smallint := get_byte(uuid_send(owner), 0) & 15;
  minute float8;
  -- The attempts from `first` on up to the present one are of one subscription and minute, and were settled.
  first integer;
  counted_org uuid;
  counted_subscription uuid;
  counted_minute float8;
begin
  for i in 1 .. cardinality(delivery_ids) loop
    if nexts[i] = 'dead' then
      -- Until the end, so that `block` does not end meanwhile.
      are_blocking[i] := (
        select s.on_failure = 'block' from subscriptions s
        where s.id = (select d.subscription_id from deliveries d where d.id = delivery_ids[i] and d.order_key is not null)
        for share);
    end if;
    if nexts[i] = 'retry' then
      update deliveries d
      set attempts = numbers[i], next_attempt_at = to_timestamp(next_retry_at[i] / 1000.0), lease_owner = null
      where d.id = delivery_ids[i] and d.attempts = numbers[i] - 1
        and (d.lease_owner is null or d.lease_owner = owner)
      returning d.org_id, d.subscription_id, d.position, d.event_name, d.order_key into settled;
    else
      delete from deliveries d where d.id = delivery_ids[i] and d.attempts = numbers[i] - 1
        and (nexts[i] = 'done' and d.order_key is null or d.lease_owner is null or d.lease_owner = owner)
      returning d.org_id, d.subscription_id, d.position, d.event_name, d.order_key into settled;
    end if;
    -- All null where nothing was found.
    org_ids := org_ids || settled.org_id;
    subscription_ids := subscription_ids || settled.subscription_id;
    positions := positions || settled.position;
    names := names || settled.event_name;
    if settled.order_key is not null then
      keys[i] := settled.order_key;
      if nexts[i] <> 'retry' and are_blocking[i] is not true then
        handed_over := handed_over || next_in_order(settled.subscription_id, settled.order_key,
          case when hand_over[i] then owner end);
      end if;
    end if;
    minute := floor((attempted_at[i] + response_times_ms[i]) / 60000) * 60;
    if first is not null
      and (settled.org_id is null or counted_subscription <> settled.subscription_id or counted_minute <> minute) then
      perform count_attempts(counted_org, counted_subscription, counted_minute, lane,
        counted_at[(first - 1) * places + 1 : (i - 1) * places], length);
      first := null;
    end if;
    if first is null and settled.org_id is not null then
      first := i;
      counted_org := settled.org_id;
      counted_subscription := settled.subscription_id;
      counted_minute := minute;
    end if;
  end loop;
  if first is not null then
    perform count_attempts(counted_org, counted_subscription, counted_minute, lane,
      counted_at[(first - 1) * places + 1 : cardinality(counted_at)], length);
  end if;

  if 'dead' = any (nexts) then
    insert into dead_letters (delivery_id, org_id, subscription_id, position, event_id, event_name, attempts,
      failed_at, last_response_code, last_error, order_key, blocks)
    select e.id, e.org_id, e.subscription_id, e.position, e.event_id, e.name, e.number,
      to_timestamp((e.attempted_at + e.response_time_ms) / 1000.0), e.response_code, e.error, e.key, e.blocks is true
    from unnest(delivery_ids, numbers, nexts, complete_attempts.attempted_at, response_codes, response_times_ms, errors,
        event_ids, org_ids, subscription_ids, positions, names, keys, are_blocking)
      as e(id, number, next, attempted_at, response_code, response_time_ms, error, event_id, org_id, subscription_id,
        position, name, key, blocks)
    where e.next = 'dead' and e.org_id is not null;
  end if;

  insert into delivery_attempts (org_id, subscription_id, delivery_id, position, event_name, attempt, kind, succeeded,
    response_code, response_time_ms, attempted_at, next_retry_at, error, revision, response_headers, response_body,
    order_key)
  select e.org_id, e.subscription_id, e.id, e.position, e.name, e.number, 'event', e.next = 'done',
    e.response_code, e.response_time_ms, to_timestamp(e.attempted_at / 1000.0),
    to_timestamp(e.next_retry_at / 1000.0), e.error, e.revision, e.response_headers, e.response_body,
    e.key
  from unnest(delivery_ids, numbers, nexts, complete_attempts.attempted_at, complete_attempts.next_retry_at, response_codes,
      response_times_ms, errors, revisions, complete_attempts.response_headers, response_bodies, org_ids,
      subscription_ids, positions, names, keys)
    as e(id, number, next, attempted_at, next_retry_at, response_code, response_time_ms, error, revision,
      response_headers, response_body, org_id, subscription_id, position, name, key)
  where e.org_id is not null;

  if cardinality(handed_over) > 0 then
    return read_handed_over(handed_over);
  end if;
  return null;
end
$$;

-- Nodes of the version before take nothing on.
create or replace function complete_attempts(delivery_ids uuid[], numbers integer[], nexts text[], attempted_at float8[],
  next_retry_at float8[], response_codes integer[], response_times_ms integer[], errors text[], revisions integer[],
  response_headers text[], response_bodies bytea[], event_ids uuid[], counted_at integer[], length integer, owner uuid)
returns void
language plpgsql
as $$
begin
  perform complete_attempts(delivery_ids, numbers, nexts, attempted_at, next_retry_at, response_codes, response_times_ms,
    errors, revisions, response_headers, response_bodies, event_ids, counted_at, length, owner, '{}'::boolean[]);
end
$$;

-- As before; each keeps its key.
create or replace function requeue_dead_letters(org uuid, subscription uuid, name_pattern text, failed_from timestamptz,
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
    select x.delivery_id, x.subscription_id, x.position, x.event_name, x.order_key from dead_letters x
    where x.org_id = org and (subscription is null or x.subscription_id = subscription)
      and (name_pattern is null or x.event_name ~ name_pattern)
      and (failed_from is null or x.failed_at >= failed_from) and (failed_to is null or x.failed_at < failed_to)
      and (select true from subscriptions s where s.id = x.subscription_id)
    order by x.failed_at, x.delivery_id limit most
    for update of x skip locked
  loop
    delete from dead_letters x where x.delivery_id = dead.delivery_id;
    insert into deliveries (id, org_id, subscription_id, position, event_name, next_attempt_at, order_key)
    values (dead.delivery_id, org, dead.subscription_id, dead.position, dead.event_name, due, dead.order_key)
    on conflict (id) do nothing;
    moved := moved + 1;
  end loop;
  return moved;
end
$$;

-- As before; each keeps its key.
create or replace function resend_deliveries(org uuid, ids uuid[], subscription_ids uuid[], positions bigint[], names text[],
  due timestamptz)
returns integer
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  queued integer := 0;
  key text;
begin
  for i in 1 .. cardinality(ids) loop
    continue when not exists (select from subscriptions s where s.id = subscription_ids[i] and s.org_id = org);
    delete from dead_letters x where x.delivery_id = ids[i] and x.org_id = org returning x.order_key into key;
    if not found then
      select a.order_key into key from delivery_attempts a where a.org_id = org and a.delivery_id = ids[i]
      order by a.attempted_at desc, a.attempt desc limit 1;
    end if;
    update deliveries d set attempts = 0, next_attempt_at = due
    where d.id = ids[i] and d.org_id = org and d.lease_owner is null;
    if not found then
      insert into deliveries (id, org_id, subscription_id, position, event_name, next_attempt_at, order_key)
      values (ids[i], org, subscription_ids[i], positions[i], names[i], due, key)
      on conflict (id) do nothing;
    end if;
    if found then
      queued := queued + 1;
    end if;
  end loop;
  return queued;
end
$$;

-- Removes the dead letters of an event and returns how many it were. What they blocked goes on. A null narrows nothing.
create function drop_dead_letters(org uuid, event uuid, subscription uuid) returns integer
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  dropped record;
  count integer := 0;
begin
  for dropped in
    delete from dead_letters x using subscriptions s
    where s.id = x.subscription_id and x.org_id = org and x.event_id = event
      and (subscription is null or x.subscription_id = subscription)
    returning x.subscription_id, x.order_key, x.blocks
  loop
    count := count + 1;
    if dropped.blocks then
      perform next_in_order(dropped.subscription_id, dropped.order_key, null);
    end if;
  end loop;
  return count;
end
$$;

-- Lets every key of a subscription that is blocked go on; its dead letters stay.
create function release_blocked_keys(subscription uuid) returns void
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  released record;
begin
  for released in
    update dead_letters x set blocks = false where x.subscription_id = subscription and x.blocks
    returning x.order_key
  loop
    perform next_in_order(subscription, released.order_key, null);
  end loop;
end
$$;
