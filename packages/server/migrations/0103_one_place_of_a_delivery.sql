-- A delivery waits or is dead, never both. One that was sent again at the moment when its last attempt failed could be both;
-- when it failed once more its dead letter was refused as there already, again and again, and all other attempts of the node
-- waited behind it.

delete from dead_letters x using deliveries d where d.id = x.delivery_id;

-- As before; a dead letter that is there already is of an earlier attempt.
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

-- As before; the dead letter goes when the delivery is there, not before.
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
    on conflict (id) do nothing;
    if found then
      queued := queued + 1;
      -- One that is locked is being replayed, and goes by that.
      delete from dead_letters x where x.delivery_id = (
        select y.delivery_id from dead_letters y where y.delivery_id = ids[i] and y.org_id = org
        for update skip locked);
    end if;
  end loop;
  return queued;
end
$$;
