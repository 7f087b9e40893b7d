-- Deliveries are sent again, and dead letters taken back, in sets: on a database that is spread over machines (Citus), each
-- statement asks the organization's machine once for a batch, and no longer once for each row.
-- Born by nodes from 0.1.0 on

-- As before. Rows are locked in the order of their ids, so that two batches with the same ones wait for each other only.
create or replace function resend_deliveries(org uuid, ids uuid[], subscription_ids uuid[], positions bigint[], names text[],
  due timestamptz)
returns integer
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  existing constant uuid[] := array(
    select s.id from subscriptions s where s.org_id = org and s.id = any(subscription_ids));
  wanted constant uuid[] := array(
    select m.id from unnest(ids, subscription_ids) as m(id, subscription_id) where m.subscription_id = any(existing));
  found_row record;
  -- Deliveries whose key of order is known, and that key.
  keyed uuid[] := '{}';
  keys text[] := '{}';
  moved uuid[] := '{}';
  added uuid[] := '{}';
  revived uuid[] := '{}';
begin
  -- First, as whoever replays a dead letter does.
  for found_row in
    select x.delivery_id, x.order_key from dead_letters x where x.org_id = org and x.delivery_id = any(wanted)
    order by x.delivery_id for update
  loop
    keyed := keyed || found_row.delivery_id;
    keys := keys || found_row.order_key;
  end loop;
  for found_row in
    select distinct on (a.delivery_id) a.delivery_id, a.order_key from delivery_attempts a
    where a.org_id = org and a.delivery_id = any(wanted) and a.delivery_id <> all(keyed)
    order by a.delivery_id, a.attempted_at desc, a.attempt desc
  loop
    keyed := keyed || found_row.delivery_id;
    keys := keys || found_row.order_key;
  end loop;

  perform d.id from deliveries d where d.org_id = org and d.id = any(wanted) and d.lease_owner is null
  order by d.id for update;
  for found_row in
    update deliveries d set attempts = 0, next_attempt_at = due
    where d.org_id = org and d.id = any(wanted) and d.lease_owner is null
    returning d.id
  loop
    moved := moved || found_row.id;
  end loop;

  -- Waits for attempts that are ending at this moment, which may leave a dead letter that was not there before.
  for found_row in
    insert into deliveries (id, org_id, subscription_id, position, event_name, next_attempt_at, order_key)
    select m.id, org, m.subscription_id, m.position, m.name, due, k.order_key
    from unnest(ids, subscription_ids, positions, names) as m(id, subscription_id, position, name)
      left join unnest(keyed, keys) as k(id, order_key) on k.id = m.id
    where m.id = any(wanted) and m.id <> all(moved)
    order by m.id
    on conflict do nothing
    returning id
  loop
    added := added || found_row.id;
  end loop;

  -- One that is locked is being replayed, and goes by that.
  for found_row in
    select x.delivery_id from dead_letters x where x.org_id = org and x.delivery_id = any(added)
    for update skip locked
  loop
    revived := revived || found_row.delivery_id;
  end loop;
  delete from dead_letters x where x.org_id = org and x.delivery_id = any(revived);
  return cardinality(moved) + cardinality(added);
end
$$;

-- As before.
create or replace function requeue_dead_letters(org uuid, subscription uuid, name_pattern text, failed_from timestamptz,
  failed_to timestamptz, due timestamptz, most integer)
returns integer
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  existing constant uuid[] := array(
    select s.id from subscriptions s where s.org_id = org and (subscription is null or s.id = subscription));
  dead record;
  ids uuid[] := '{}';
  subscription_ids uuid[] := '{}';
  positions bigint[] := '{}';
  names text[] := '{}';
  keys text[] := '{}';
begin
  for dead in
    select x.delivery_id, x.subscription_id, x.position, x.event_name, x.order_key from dead_letters x
    where x.org_id = org and x.subscription_id = any(existing)
      and (name_pattern is null or x.event_name ~ name_pattern)
      and (failed_from is null or x.failed_at >= failed_from) and (failed_to is null or x.failed_at < failed_to)
    order by x.failed_at, x.delivery_id limit most
    for update skip locked
  loop
    ids := ids || dead.delivery_id;
    subscription_ids := subscription_ids || dead.subscription_id;
    positions := positions || dead.position;
    names := names || dead.event_name;
    keys := keys || dead.order_key;
  end loop;
  delete from dead_letters x where x.org_id = org and x.delivery_id = any(ids);
  insert into deliveries (id, org_id, subscription_id, position, event_name, next_attempt_at, order_key)
  select m.id, org, m.subscription_id, m.position, m.name, due, m.order_key
  from unnest(ids, subscription_ids, positions, names, keys) as m(id, subscription_id, position, name, order_key)
  on conflict do nothing;
  return cardinality(ids);
end
$$;
