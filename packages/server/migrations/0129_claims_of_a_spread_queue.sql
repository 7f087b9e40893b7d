-- Where the queue is spread over machines (Citus), each statement is a round trip to one of them. So what is claimed of a
-- subscription, and what is settled of an organization, takes a few statements, not some for each delivery.
-- Born by nodes from 0.1.0 on

-- As `claim_deliveries`, which see: locks what is due with the sizes of its payloads, leases what there is room for, and reads
-- the events of that.
create function claim_spread_deliveries(org_ids uuid[], subscription_ids uuid[], wanted integer[], due timestamptz, owner uuid,
  max_bytes bigint)
returns table (id uuid, subscription_id uuid, event_name text, attempts smallint, event_id uuid, org_id uuid,
  log_position bigint, type text, source text, occurred_at timestamptz, data text)
language plpgsql
as $$
declare
  org uuid;
  subscription uuid;
  found_one record;
  is_ordered boolean;
  share bigint := max_bytes / greatest(cardinality(subscription_ids), 1);
  bytes bigint;
  most integer;
  looked integer;
  passed integer;
  ids uuid[];
  positions bigint[];
  names text[];
  tries smallint[];
begin
  for i in 1 .. cardinality(subscription_ids) loop
    org := org_ids[i];
    subscription := subscription_ids[i];
    select s.order_path is not null into is_ordered from subscriptions s
    where s.org_id = org and s.id = subscription and s.status = 'active' for share;
    continue when not found;
    most := case when is_ordered then greatest(4 * wanted[i], 200) else wanted[i] end;
    bytes := 0;
    looked := 0;
    passed := 0;
    ids := '{}';
    positions := '{}';
    names := '{}';
    tries := '{}';
    for found_one in
      select d.id, d.position, d.event_name, d.attempts, d.order_key, octet_length(x.data) as bytes
      from deliveries d join events x on x.org_id = d.org_id and x.position = d.position
      where d.org_id = org and x.org_id = org and d.subscription_id = subscription and d.lease_owner is null
        and d.next_attempt_at <= due
      order by d.next_attempt_at, d.id limit most for update of d skip locked
    loop
      looked := looked + 1;
      if found_one.order_key is not null
        and not is_next_in_order(org, found_one.id, subscription, found_one.order_key, found_one.position)
      then
        passed := passed + 1;
        continue;
      end if;
      bytes := bytes + found_one.bytes;
      exit when bytes > share and bytes > found_one.bytes;
      ids := ids || found_one.id;
      positions := positions || found_one.position;
      names := names || found_one.event_name;
      tries := tries || found_one.attempts;
      exit when looked - passed = wanted[i];
    end loop;
    if cardinality(ids) > 0 then
      update deliveries d set lease_owner = owner where d.org_id = org and d.id = any (ids);
      return query
      select c.id, subscription, c.name, c.tries, x.id, org, c.position, x.type, x.source, x.occurred_at, x.data
      from unnest(ids, positions, names, tries) with ordinality as c(id, position, name, tries, place)
      join events x on x.org_id = org and x.position = c.position order by c.place;
    end if;
    if passed > 0 and looked = most then
      id := null;
      subscription_id := subscription;
      return next;
    end if;
  end loop;
end
$$;

-- As before, where the queue is on one machine.
create or replace function claim_deliveries(org_ids uuid[], subscription_ids uuid[], wanted integer[], due timestamptz, owner uuid,
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
  if to_regclass('pg_catalog.pg_dist_partition') is not null and 'deliveries'::regclass::oid = any (spread_tables()) then
    return query select * from claim_spread_deliveries(org_ids, subscription_ids, wanted, due, owner, max_bytes);
    return;
  end if;
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

-- As before; successes are settled at once for all of an organization where the queue is spread.
create or replace function complete_attempts(org_ids uuid[], delivery_ids uuid[], numbers integer[], nexts text[], attempted_at float8[],
  next_retry_at float8[], response_codes integer[], response_times_ms integer[], errors text[], revisions integer[],
  response_headers text[], response_bodies bytea[], event_ids uuid[], counted_at integer[], length integer, owner uuid,
  hand_over boolean[])
returns json
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  settled record;
  -- What was settled at once for all of an organization, where the queue is spread; null elsewhere.
  done_ids uuid[];
  done_orgs uuid[] := '{}';
  done_subscriptions uuid[] := '{}';
  done_positions bigint[] := '{}';
  done_names text[] := '{}';
  part record;
  place integer;
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
    done_ids := '{}';
    for part in
      select c.org, array_agg(c.id) as ids, array_agg(c.number) as numbers
      from unnest(org_ids, delivery_ids, numbers, nexts) as c(org, id, number, next) where c.next = 'done' group by c.org
    loop
      org := part.org;
      for settled in
        delete from deliveries d using unnest(part.ids, part.numbers) as c(id, number)
        where d.org_id = org and d.id = c.id and d.attempts = c.number - 1 and d.order_key is null
        returning d.id, d.org_id, d.subscription_id, d.position, d.event_name
      loop
        done_ids := done_ids || settled.id;
        done_orgs := done_orgs || settled.org_id;
        done_subscriptions := done_subscriptions || settled.subscription_id;
        done_positions := done_positions || settled.position;
        done_names := done_names || settled.event_name;
      end loop;
    end loop;
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
    if done_ids is not null then
      place := array_position(done_ids, delivery_ids[i]);
    end if;
    if place is not null and nexts[i] = 'done' then
      -- Once: what came twice settles nothing the second time.
      done_ids[place] := null;
      select done_orgs[place] as org_id, done_subscriptions[place] as subscription_id, done_positions[place] as position,
        done_names[place] as event_name, null::text as order_key into settled;
    elsif nexts[i] = 'retry' then
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
