-- Born by nodes from 0.1.0 on
-- Deliveries in order go in batches: the lease of the first of a key stands for those behind it that go with it.

-- What goes in one request with deliveries that are leased to `owner`: of each one's key, the next ones behind the position
-- that is known, in the log's order, as long as they are due and nothing blocks them. They are marked as waiting, so nobody
-- else looks at them, and get no lease of their own.
create function read_followers(heads uuid[], known bigint[], most integer, due timestamptz, owner uuid, max_bytes bigint)
returns table (head uuid, id uuid, subscription_id uuid, event_name text, attempts smallint, event_id uuid, org_id uuid,
  log_position bigint, type text, source text, occurred_at timestamptz, data text)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  leader record;
  follower record;
  room integer := most;
  bytes bigint := 0;
begin
  for i in 1 .. cardinality(heads) loop
    -- Locked, so that whoever settles it sees the marks.
    select d.subscription_id, d.order_key into leader from deliveries d
    where d.id = heads[i] and d.lease_owner = owner and d.order_key is not null for share skip locked;
    continue when not found;
    for follower in
      select d.id, d.org_id, d.position, d.event_name, d.attempts, d.lease_owner, d.next_attempt_at, e.event_id, e.type,
        e.source, e.occurred_at, e.data
      from deliveries d
      cross join lateral (
        select x.id as event_id, x.type, x.source, x.occurred_at, x.data from events x
        where x.org_id = d.org_id and x.position = d.position limit 1
      ) e
      where d.subscription_id = leader.subscription_id and d.order_key = leader.order_key and d.position > known[i]
      order by d.position limit room
    loop
      exit when follower.next_attempt_at > due or exists (
        select from dead_letters x where x.subscription_id = leader.subscription_id and x.order_key = leader.order_key
          and x.blocks and x.position < follower.position);
      bytes := bytes + octet_length(follower.data);
      exit when bytes > max_bytes;
      if follower.lease_owner is null then
        perform from deliveries d where d.id = follower.id and d.lease_owner is null for update skip locked;
        exit when not found;
        update deliveries d set lease_owner = waits_in_order() where d.id = follower.id;
      end if;
      room := room - 1;
      head := heads[i];
      id := follower.id;
      subscription_id := leader.subscription_id;
      event_name := follower.event_name;
      attempts := follower.attempts;
      event_id := follower.event_id;
      org_id := follower.org_id;
      log_position := follower.position;
      type := follower.type;
      source := follower.source;
      occurred_at := follower.occurred_at;
      data := follower.data;
      return next;
    end loop;
    exit when room = 0 or bytes > max_bytes;
  end loop;
end
$$;

-- As before; what waits behind a delivery of its key and was sent with it is settled with it, if it comes right behind it.
create or replace function complete_attempts(delivery_ids uuid[], numbers integer[], nexts text[], attempted_at float8[],
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
  -- The key that was settled last, and whether its next one may go, leased to `led_owner`: those settled with it follow it.
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
      set attempts = numbers[i], next_attempt_at = to_timestamp(next_retry_at[i] / 1000.0),
        lease_owner = case when d.lease_owner = waits_in_order() and not is_led_on then waits_in_order() end
      where d.id = delivery_ids[i] and d.attempts = numbers[i] - 1
        and (d.lease_owner is null or d.lease_owner = owner
          or d.lease_owner = waits_in_order() and d.subscription_id = led_subscription and d.order_key = led_key)
      returning d.org_id, d.subscription_id, d.position, d.event_name, d.order_key into settled;
    else
      delete from deliveries d where d.id = delivery_ids[i] and d.attempts = numbers[i] - 1
        and (nexts[i] = 'done' and d.order_key is null or d.lease_owner is null or d.lease_owner = owner
          or d.lease_owner = waits_in_order() and d.subscription_id = led_subscription and d.order_key = led_key)
      returning d.org_id, d.subscription_id, d.position, d.event_name, d.order_key into settled;
    end if;
    -- All null where nothing was found.
    org_ids := org_ids || settled.org_id;
    subscription_ids := subscription_ids || settled.subscription_id;
    positions := positions || settled.position;
    names := names || settled.event_name;
    if settled.order_key is not null then
      keys[i] := settled.order_key;
      if is_led_on and (led_key <> settled.order_key or led_subscription <> settled.subscription_id) then
        handed_over := handed_over || next_in_order(led_subscription, led_key, led_owner);
      end if;
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
    handed_over := handed_over || next_in_order(led_subscription, led_key, led_owner);
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
        event_ids, org_ids, subscription_ids, positions, names, keys, are_blocking)
      as e(id, number, next, attempted_at, response_code, response_time_ms, error, event_id, org_id, subscription_id,
        position, name, key, blocks)
    where e.next = 'dead' and e.org_id is not null
    on conflict (delivery_id) do update set attempts = excluded.attempts, failed_at = excluded.failed_at,
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
