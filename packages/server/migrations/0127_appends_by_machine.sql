-- Where the log is spread over machines (Citus), a statement in parts asks any of them. So there one function appends, which
-- `trivium distribute` has Citus run on the machine of its first argument: no other machine has to be there.
-- Born by nodes from 0.1.0 on

-- On which machine the log of each of the organizations is; null where it is not spread, and no rows where there is no Citus.
create function log_machines(org_ids uuid[]) returns table (org_id uuid, machine integer)
language plpgsql stable
as $$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is null then
    return;
  elsif 'event_logs'::regclass::oid = any (spread_tables()) then
    return query execute $part$
      select o, (select p.groupid from pg_catalog.pg_dist_placement p
                 where p.shardid = get_shard_id_for_distribution_column('event_logs', o) limit 1)
      from unnest($1) o $part$ using org_ids;
  else
    return query select o, null::integer from unnest(org_ids) o;
  end if;
end
$$;

-- Appends what the append statement of the service would, with the deliveries. `org_ids` are of one machine, that of `lead`,
-- each once. Answers the first new position of each in their order: null where the routes are other ones by now.
create function append_to_log(lead uuid, org_ids uuid[], counts integer[], versions bigint[],
  event_orgs uuid[], ranks integer[], ids uuid[], types text[], sources text[], times float8[], correlations text[],
  facts text[], payloads text[], metadatas text[], leaves bytea[],
  delivery_ids uuid[], delivery_orgs uuid[], delivery_subscriptions uuid[], delivery_ranks integer[], delivery_names text[],
  delivery_times float8[], delivery_owners uuid[], delivery_keys text[])
returns bigint[]
language plpgsql
as $$
declare
  head record;
  org uuid;
  base bigint;
  bases bigint[] := array_fill(null::bigint, array[cardinality(org_ids)]);
begin
  -- In the order of the ids, as every append locks.
  for head in
    select h.org, h.events, h.version, h.place
    from unnest(org_ids, counts, versions) with ordinality as h(org, events, version, place) order by h.org
  loop
    org := head.org;
    update event_logs l set size = l.size + head.events
    where l.org_id = org and l.routes_version = head.version
    returning l.size - head.events into base;
    bases[head.place] := base;
  end loop;
  insert into events (org_id, position, id, type, source, occurred_at, correlation_id, fact, data, metadata, leaf_hash)
  select e.org_id, h.base + e.rank, e.id, e.type, e.source, to_timestamp(e.time / 1000.0), e.correlation, e.fact, e.data,
    e.metadata, e.leaf
  from unnest(event_orgs, ranks, ids, types, sources, times, correlations, facts, payloads, metadatas, leaves)
    as e(org_id, rank, id, type, source, time, correlation, fact, data, metadata, leaf)
  join unnest(org_ids, bases) as h(org_id, base) on h.org_id = e.org_id
  where h.base is not null;
  if cardinality(delivery_ids) > 0 then
    insert into deliveries (id, org_id, subscription_id, position, event_name, next_attempt_at, lease_owner, order_key)
    select d.id, d.org_id, d.subscription_id, h.base + d.rank, d.name, to_timestamp(d.time / 1000.0), d.owner, d.key
    from unnest(delivery_ids, delivery_orgs, delivery_subscriptions, delivery_ranks, delivery_names, delivery_times,
      delivery_owners, delivery_keys) as d(id, org_id, subscription_id, rank, name, time, owner, key)
    join unnest(org_ids, bases) as h(org_id, base) on h.org_id = d.org_id
    where h.base is not null;
  end if;
  return bases;
end
$$;
