-- A bulk replay goes on behind what it has looked at. It used to begin with the oldest dead letter at each batch, and looked at all
-- that it leaves out again and again: of half a million for the tenth that a pattern matches, four hundred times.
-- Born by nodes from 0.1.0 on

-- The dead letter that was moved last; null at the beginning, and once more at the end, for what somebody else had locked.
alter table replays add column after_failed_at timestamptz(3), add column after_id uuid;

-- As before, of those behind a dead letter; tells the last one too. One subscription's are found by the index that they have.
create function requeue_dead_letters(org uuid, subscription uuid, name_pattern text, failed_from timestamptz,
  failed_to timestamptz, due timestamptz, most integer, after_failed_at timestamptz, after_id uuid,
  out moved integer, out last_failed_at timestamptz, out last_id uuid)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  found_ones refcursor;
  dead record;
  ids uuid[] := '{}';
  subscription_ids uuid[] := '{}';
  positions bigint[] := '{}';
  names text[] := '{}';
  keys text[] := '{}';
  existing constant uuid[] := array(
    select s.id from subscriptions s where s.org_id = org and (subscription is null or s.id = subscription));
  since constant timestamptz := greatest(failed_from, after_failed_at, '-infinity');
  until constant timestamptz := coalesce(failed_to, 'infinity');
  behind constant uuid := case when since = after_failed_at then after_id else '00000000-0000-0000-0000-000000000000' end;
begin
  if subscription is null then
    open found_ones for
      select x.delivery_id, x.subscription_id, x.position, x.event_name, x.order_key, x.failed_at from dead_letters x
      where x.org_id = org and x.subscription_id = any(existing)
        and (x.failed_at, x.delivery_id) > (since, behind) and x.failed_at < until
        and (name_pattern is null or x.event_name ~ name_pattern)
      order by x.failed_at, x.delivery_id limit most
      for update skip locked;
  else
    open found_ones for
      select x.delivery_id, x.subscription_id, x.position, x.event_name, x.order_key, x.failed_at from dead_letters x
      where x.org_id = org and x.subscription_id = subscription and cardinality(existing) > 0
        and (x.failed_at, x.delivery_id) > (since, behind) and x.failed_at < until
        and (name_pattern is null or x.event_name ~ name_pattern)
      order by x.failed_at, x.delivery_id limit most
      for update skip locked;
  end if;
  loop
    fetch found_ones into dead;
    exit when not found;
    ids := ids || dead.delivery_id;
    subscription_ids := subscription_ids || dead.subscription_id;
    positions := positions || dead.position;
    names := names || dead.event_name;
    keys := keys || dead.order_key;
    last_failed_at := dead.failed_at;
    last_id := dead.delivery_id;
  end loop;
  close found_ones;
  delete from dead_letters x where x.org_id = org and x.delivery_id = any(ids);
  insert into deliveries (id, org_id, subscription_id, position, event_name, next_attempt_at, order_key)
  select m.id, org, m.subscription_id, m.position, m.name, due, m.order_key
  from unnest(ids, subscription_ids, positions, names, keys) as m(id, subscription_id, position, name, order_key)
  on conflict do nothing;
  moved := cardinality(ids);
end
$$;
