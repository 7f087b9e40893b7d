-- Deliveries and dead letters may lie on other machines than their subscriptions (Citus). So whoever claims, settles or moves them
-- names their organization, and a statement reads what one machine has.
-- Born by nodes from 0.1.0 on

-- As before, by organization: `org_ids` has that of each subscription. Statements of Citus take no element of an array as the
-- organization, only a variable.
create function claim_deliveries(org_ids uuid[], subscription_ids uuid[], wanted integer[], due timestamptz, owner uuid,
  max_bytes bigint)
returns table (id uuid, subscription_id uuid, event_name text, attempts smallint, event_id uuid, org_id uuid,
  log_position bigint, type text, source text, occurred_at timestamptz, data text)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  org uuid;
  claimed record;
  event record;
  is_ordered boolean;
  share bigint := max_bytes / greatest(cardinality(subscription_ids), 1);
  bytes bigint;
  most integer;
  looked integer;
  passed integer;
begin
  for i in 1 .. cardinality(subscription_ids) loop
    org := org_ids[i];
    select s.order_path is not null into is_ordered from subscriptions s
    where s.org_id = org and s.id = subscription_ids[i] and s.status = 'active' for share;
    continue when not found;
    most := case when is_ordered then greatest(4 * wanted[i], 200) else wanted[i] end;
    bytes := 0;
    looked := 0;
    passed := 0;
    for claimed in
      select d.id, d.position, d.event_name, d.attempts, d.order_key from deliveries d
      where d.org_id = org and d.subscription_id = subscription_ids[i] and d.lease_owner is null
        and d.next_attempt_at <= due
      order by d.next_attempt_at, d.id limit most for update skip locked
    loop
      looked := looked + 1;
      if claimed.order_key is not null
        and not is_next_in_order(org, claimed.id, subscription_ids[i], claimed.order_key, claimed.position)
      then
        passed := passed + 1;
        continue;
      end if;
      select x.id, x.type, x.source, x.occurred_at, x.data into event from events x
      where x.org_id = org and x.position = claimed.position;
      continue when not found;
      bytes := bytes + octet_length(event.data);
      exit when bytes > share and bytes > octet_length(event.data);
      update deliveries d set lease_owner = owner where d.org_id = org and d.id = claimed.id;
      id := claimed.id;
      subscription_id := subscription_ids[i];
      event_name := claimed.event_name;
      attempts := claimed.attempts;
      event_id := event.id;
      org_id := org;
      log_position := claimed.position;
      type := event.type;
      source := event.source;
      occurred_at := event.occurred_at;
      data := event.data;
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

-- For nodes of the version before.
create or replace function claim_deliveries(subscription_ids uuid[], wanted integer[], due timestamptz, owner uuid, max_bytes bigint)
returns table (id uuid, subscription_id uuid, event_name text, attempts smallint, event_id uuid, org_id uuid,
  log_position bigint, type text, source text, occurred_at timestamptz, data text)
language plpgsql
as $$
declare
  org_ids constant uuid[] := array(
    select s.org_id from unnest(subscription_ids) with ordinality as w(id, place) left join subscriptions s on s.id = w.id
    order by w.place);
begin
  return query select * from claim_deliveries(org_ids, subscription_ids, wanted, due, owner, max_bytes);
end
$$;

drop function is_next_in_order(uuid, uuid, text, bigint);
-- As before, by organization.
create function is_next_in_order(org uuid, delivery uuid, subscription uuid, key text, place bigint) returns boolean
language plpgsql
as $$
declare
  ahead record;
begin
  select b.id, b.what into ahead from (
    (select d.id, 'earlier' as what from deliveries d
     where d.org_id = org and d.subscription_id = subscription and d.order_key = key and d.position < place
     order by d.position limit 1)
    union all
    (select x.delivery_id, 'dead' from dead_letters x
     where x.org_id = org and x.subscription_id = subscription and x.order_key = key and x.blocks and x.position < place
     order by x.position limit 1)
    union all
    (select d.id, 'under way' from deliveries d
     where d.org_id = org and d.subscription_id = subscription and d.order_key = key
       and d.lease_owner is not null and d.lease_owner <> '00000000-0000-0000-0000-000000000000'::uuid limit 1)
  ) b limit 1;
  if not found then
    return true;
  elsif ahead.what = 'earlier' then
    perform from deliveries d where d.org_id = org and d.id = ahead.id for share skip locked;
  elsif ahead.what = 'dead' then
    perform from dead_letters x where x.org_id = org and x.delivery_id = ahead.id for share skip locked;
  else
    -- An older one that was sent again, while a newer one is under way.
    return false;
  end if;
  if found then
    update deliveries d set lease_owner = waits_in_order() where d.org_id = org and d.id = delivery;
  end if;
  return false;
end
$$;

drop function next_in_order(uuid, text, uuid);
-- As before, by organization.
create function next_in_order(org uuid, subscription uuid, key text, owner uuid) returns uuid
language plpgsql
as $$
declare
  following record;
begin
  select d.id, d.position, d.lease_owner into following from deliveries d
  where d.org_id = org and d.subscription_id = subscription and d.order_key = key
  order by d.position limit 1 for update;
  if not found or following.lease_owner is distinct from waits_in_order() or exists (
    select from dead_letters x where x.org_id = org and x.subscription_id = subscription and x.order_key = key
      and x.blocks and x.position < following.position)
  then
    return null;
  end if;
  update deliveries d set lease_owner = owner where d.org_id = org and d.id = following.id;
  return case when owner is not null then following.id end;
end
$$;

drop function read_handed_over(uuid[]);
-- Deliveries of organizations with their events; `org_ids` has that of each.
create function read_handed_over(org_ids uuid[], ids uuid[]) returns json
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  org uuid;
  found json[] := '{}';
begin
  foreach org in array array(select distinct o from unnest(org_ids) as o) loop
    found := found || array(
      select json_build_object('id', d.id, 'subscription_id', d.subscription_id, 'event_name', d.event_name,
        'attempts', d.attempts, 'event_id', x.id, 'org_id', d.org_id, 'log_position', d.position, 'type', x.type,
        'source', x.source, 'occurred_at', x.occurred_at, 'data', x.data)
      from deliveries d join events x on x.org_id = d.org_id and x.position = d.position
      where d.org_id = org and x.org_id = org and d.id = any(ids));
  end loop;
  return array_to_json(found);
end
$$;

-- As before, by organization: `heads_of` has that of each head. Events are read one by one, as `claim_deliveries` does.
create function read_followers(heads_of uuid[], heads uuid[], known bigint[], most integer, due timestamptz, owner uuid,
  max_bytes bigint)
returns table (head uuid, id uuid, subscription_id uuid, event_name text, attempts smallint, event_id uuid, org_id uuid,
  log_position bigint, type text, source text, occurred_at timestamptz, data text)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  org uuid;
  leader record;
  follower record;
  event record;
  room integer := most;
  bytes bigint := 0;
begin
  for i in 1 .. cardinality(heads) loop
    org := heads_of[i];
    -- Locked, so that whoever settles it sees the marks.
    select d.subscription_id, d.order_key into leader from deliveries d
    where d.org_id = org and d.id = heads[i] and d.lease_owner = owner and d.order_key is not null for share skip locked;
    continue when not found;
    for follower in
      select d.id, d.position, d.event_name, d.attempts, d.lease_owner, d.next_attempt_at from deliveries d
      where d.org_id = org and d.subscription_id = leader.subscription_id and d.order_key = leader.order_key
        and d.position > known[i]
      order by d.position limit room
    loop
      exit when follower.next_attempt_at > due or exists (
        select from dead_letters x where x.org_id = org and x.subscription_id = leader.subscription_id
          and x.order_key = leader.order_key and x.blocks and x.position < follower.position);
      select x.id, x.type, x.source, x.occurred_at, x.data into event from events x
      where x.org_id = org and x.position = follower.position;
      exit when not found;
      bytes := bytes + octet_length(event.data);
      exit when bytes > max_bytes;
      if follower.lease_owner is null then
        perform from deliveries d where d.org_id = org and d.id = follower.id and d.lease_owner is null
        for update skip locked;
        exit when not found;
        update deliveries d set lease_owner = waits_in_order() where d.org_id = org and d.id = follower.id;
      end if;
      room := room - 1;
      head := heads[i];
      id := follower.id;
      subscription_id := leader.subscription_id;
      event_name := follower.event_name;
      attempts := follower.attempts;
      event_id := event.id;
      org_id := org;
      log_position := follower.position;
      type := event.type;
      source := event.source;
      occurred_at := event.occurred_at;
      data := event.data;
      return next;
    end loop;
    exit when room = 0 or bytes > max_bytes;
  end loop;
end
$$;

-- For nodes of the version before.
create or replace function read_followers(heads uuid[], known bigint[], most integer, due timestamptz, owner uuid, max_bytes bigint)
returns table (head uuid, id uuid, subscription_id uuid, event_name text, attempts smallint, event_id uuid, org_id uuid,
  log_position bigint, type text, source text, occurred_at timestamptz, data text)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  heads_of constant uuid[] := array(
    select d.org_id from unnest(heads) with ordinality as h(id, place) left join deliveries d on d.id = h.id
    order by h.place);
begin
  return query select * from read_followers(heads_of, heads, known, most, due, owner, max_bytes);
end
$$;

-- As before, by organization: `org_ids` has that of each delivery.
create function complete_attempts(org_ids uuid[], delivery_ids uuid[], numbers integer[], nexts text[], attempted_at float8[],
  next_retry_at float8[], response_codes integer[], response_times_ms integer[], errors text[], revisions integer[],
  response_headers text[], response_bodies bytea[], event_ids uuid[], counted_at integer[], length integer, owner uuid,
  hand_over boolean[])
returns json
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  settled record;
  org uuid;
  ordered_of uuid;
  -- Null where nothing was settled, as in those that follow.
  settled_orgs uuid[] := '{}';
  subscription_ids uuid[] := '{}';
  positions bigint[] := '{}';
  names text[] := '{}';
  -- At the places of those in order. Of full length: an empty array would begin at the first place that is set.
  keys text[] := array_fill(null::text, array[cardinality(delivery_ids)]);
  -- At the places of dead letters: whether later deliveries of the key wait.
  are_blocking boolean[] := array_fill(null::boolean, array[cardinality(delivery_ids)]);
  handed_over uuid[] := '{}';
  handed_over_of uuid[] := '{}';
  -- The key that was settled last, and whether its next one may go, leased to `led_owner`: those settled with it follow it.
  led_org uuid;
  led_subscription uuid;
  led_key text;
  led_owner uuid;
  is_led_on boolean := false;
  places constant integer := cardinality(counted_at) / greatest(cardinality(delivery_ids), 1);
  lane constant smallint := get_byte(uuid_send(owner), 0) & 15;
  minute float8;
  -- The attempts from `first` on up to the present one are of one subscription and minute, and were settled.
  first integer;
  counted_org uuid;
  counted_subscription uuid;
  counted_minute float8;
begin
  -- Citus has to see the organization to plan by it.
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    perform set_config('plan_cache_mode', 'force_custom_plan', true);
  end if;
  for i in 1 .. cardinality(delivery_ids) loop
    org := org_ids[i];
    if nexts[i] = 'dead' then
      select d.subscription_id into ordered_of from deliveries d
      where d.org_id = org and d.id = delivery_ids[i] and d.order_key is not null;
      if found then
        -- Until the end, so that `block` does not end meanwhile.
        are_blocking[i] := (
          select s.on_failure = 'block' from subscriptions s where s.org_id = org and s.id = ordered_of for share);
      end if;
    end if;
    if nexts[i] = 'retry' then
      update deliveries d
      set attempts = numbers[i], next_attempt_at = to_timestamp(next_retry_at[i] / 1000.0),
        lease_owner = case when d.lease_owner = waits_in_order() and not is_led_on then waits_in_order() end
      where d.org_id = org and d.id = delivery_ids[i] and d.attempts = numbers[i] - 1
        and (d.lease_owner is null or d.lease_owner = owner
          or d.lease_owner = waits_in_order() and d.subscription_id = led_subscription and d.order_key = led_key)
      returning d.org_id, d.subscription_id, d.position, d.event_name, d.order_key into settled;
    else
      delete from deliveries d where d.org_id = org and d.id = delivery_ids[i] and d.attempts = numbers[i] - 1
        and (nexts[i] = 'done' and d.order_key is null or d.lease_owner is null or d.lease_owner = owner
          or d.lease_owner = waits_in_order() and d.subscription_id = led_subscription and d.order_key = led_key)
      returning d.org_id, d.subscription_id, d.position, d.event_name, d.order_key into settled;
    end if;
    settled_orgs := settled_orgs || settled.org_id;
    subscription_ids := subscription_ids || settled.subscription_id;
    positions := positions || settled.position;
    names := names || settled.event_name;
    if settled.order_key is not null then
      keys[i] := settled.order_key;
      if is_led_on and (led_key <> settled.order_key or led_subscription <> settled.subscription_id) then
        handed_over := handed_over || next_in_order(led_org, led_subscription, led_key, led_owner);
        handed_over_of := handed_over_of || led_org;
      end if;
      led_org := settled.org_id;
      led_subscription := settled.subscription_id;
      led_key := settled.order_key;
      led_owner := case when hand_over[i] then owner end;
      is_led_on := nexts[i] <> 'retry' and are_blocking[i] is not true;
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
  if is_led_on then
    handed_over := handed_over || next_in_order(led_org, led_subscription, led_key, led_owner);
    handed_over_of := handed_over_of || led_org;
  end if;
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
        event_ids, settled_orgs, subscription_ids, positions, names, keys, are_blocking)
      as e(id, number, next, attempted_at, response_code, response_time_ms, error, event_id, org_id, subscription_id,
        position, name, key, blocks)
    where e.next = 'dead' and e.org_id is not null
    on conflict on constraint dead_letters_pkey do update set attempts = excluded.attempts, failed_at = excluded.failed_at,
      last_response_code = excluded.last_response_code, last_error = excluded.last_error,
      order_key = excluded.order_key, blocks = excluded.blocks;
  end if;

  insert into delivery_attempts (org_id, subscription_id, delivery_id, position, event_name, attempt, kind, succeeded,
    response_code, response_time_ms, attempted_at, next_retry_at, error, revision, response_headers, response_body,
    order_key)
  select e.org_id, e.subscription_id, e.id, e.position, e.name, e.number, 'event', e.next = 'done',
    e.response_code, e.response_time_ms, to_timestamp(e.attempted_at / 1000.0),
    to_timestamp(e.next_retry_at / 1000.0), e.error, e.revision, e.response_headers, e.response_body,
    e.key
  from unnest(delivery_ids, numbers, nexts, complete_attempts.attempted_at, complete_attempts.next_retry_at, response_codes,
      response_times_ms, errors, revisions, complete_attempts.response_headers, response_bodies,
      settled_orgs, subscription_ids, positions, names, keys)
    as e(id, number, next, attempted_at, next_retry_at, response_code, response_time_ms, error, revision,
      response_headers, response_body, org_id, subscription_id, position, name, key)
  where e.org_id is not null;

  if cardinality(handed_over) > 0 then
    return read_handed_over(handed_over_of, handed_over);
  end if;
  return null;
end
$$;

-- For nodes of the version before.
create or replace function complete_attempts(delivery_ids uuid[], numbers integer[], nexts text[], attempted_at float8[],
  next_retry_at float8[], response_codes integer[], response_times_ms integer[], errors text[], revisions integer[],
  response_headers text[], response_bodies bytea[], event_ids uuid[], counted_at integer[], length integer, owner uuid,
  hand_over boolean[])
returns json
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  org_ids constant uuid[] := array(
    select d.org_id from unnest(delivery_ids) with ordinality as c(id, place) left join deliveries d on d.id = c.id
    order by c.place);
begin
  return complete_attempts(org_ids, delivery_ids, numbers, nexts, attempted_at, next_retry_at, response_codes,
    response_times_ms, errors, revisions, response_headers, response_bodies, event_ids, counted_at, length, owner, hand_over);
end
$$;

-- Of versions before that one.
drop function complete_attempts(uuid[], integer[], text[], float8[], float8[], integer[], integer[], text[], integer[], text[],
  bytea[], uuid[], integer[], integer, uuid);
drop function complete_attempts(uuid[], integer[], text[], float8[], float8[], integer[], integer[], text[], integer[], text[],
  bytea[], uuid[], uuid);

-- As before. Subscriptions are looked up beforehand.
create or replace function requeue_dead_letters(org uuid, subscription uuid, name_pattern text, failed_from timestamptz,
  failed_to timestamptz, due timestamptz, most integer)
returns integer
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  dead record;
  moved integer := 0;
  existing constant uuid[] := array(
    select s.id from subscriptions s where s.org_id = org and (subscription is null or s.id = subscription));
begin
  for dead in
    select x.delivery_id, x.subscription_id, x.position, x.event_name, x.order_key from dead_letters x
    where x.org_id = org and x.subscription_id = any(existing)
      and (name_pattern is null or x.event_name ~ name_pattern)
      and (failed_from is null or x.failed_at >= failed_from) and (failed_to is null or x.failed_at < failed_to)
    order by x.failed_at, x.delivery_id limit most
    for update skip locked
  loop
    delete from dead_letters x where x.org_id = org and x.delivery_id = dead.delivery_id;
    insert into deliveries (id, org_id, subscription_id, position, event_name, next_attempt_at, order_key)
    values (dead.delivery_id, org, dead.subscription_id, dead.position, dead.event_name, due, dead.order_key)
    on conflict do nothing;
    moved := moved + 1;
  end loop;
  return moved;
end
$$;

-- As before.
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
    -- First, as whoever replays a dead letter does.
    select x.order_key into key from dead_letters x where x.delivery_id = ids[i] and x.org_id = org for update;
    if not found then
      select a.order_key into key from delivery_attempts a where a.org_id = org and a.delivery_id = ids[i]
      order by a.attempted_at desc, a.attempt desc limit 1;
    end if;
    update deliveries d set attempts = 0, next_attempt_at = due
    where d.id = ids[i] and d.org_id = org and d.lease_owner is null;
    if found then
      queued := queued + 1;
      continue;
    end if;
    -- Waits for an attempt that is ending at this moment, which may leave a dead letter that was not there before.
    insert into deliveries (id, org_id, subscription_id, position, event_name, next_attempt_at, order_key)
    values (ids[i], org, subscription_ids[i], positions[i], names[i], due, key)
    on conflict do nothing;
    if found then
      queued := queued + 1;
      -- One that is locked is being replayed, and goes by that.
      perform from dead_letters x where x.delivery_id = ids[i] and x.org_id = org for update skip locked;
      if found then
        delete from dead_letters x where x.delivery_id = ids[i] and x.org_id = org;
      end if;
    end if;
  end loop;
  return queued;
end
$$;

-- As before. Subscriptions are looked up beforehand.
create or replace function drop_dead_letters(org uuid, event uuid, subscription uuid) returns integer
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  dropped record;
  count integer := 0;
  existing constant uuid[] := array(
    select s.id from subscriptions s where s.org_id = org and (subscription is null or s.id = subscription));
begin
  for dropped in
    delete from dead_letters x where x.org_id = org and x.event_id = event and x.subscription_id = any(existing)
    returning x.subscription_id, x.order_key, x.blocks
  loop
    count := count + 1;
    if dropped.blocks then
      perform next_in_order(org, dropped.subscription_id, dropped.order_key, null);
    end if;
  end loop;
  return count;
end
$$;

-- As before, by organization.
create function release_blocked_keys(org uuid, subscription uuid) returns void
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  released record;
begin
  for released in
    update dead_letters x set blocks = false where x.org_id = org and x.subscription_id = subscription and x.blocks
    returning x.order_key
  loop
    perform next_in_order(org, subscription, released.order_key, null);
  end loop;
end
$$;

-- For nodes of the version before.
create or replace function release_blocked_keys(subscription uuid) returns void
language plpgsql
as $$
begin
  perform release_blocked_keys(s.org_id, s.id) from subscriptions s where s.id = subscription;
end
$$;
