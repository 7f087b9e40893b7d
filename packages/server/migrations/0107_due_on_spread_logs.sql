-- Where the log is spread over machines (Citus), a delivery is due by the clock that counts as well, as where it is not: a node
-- that stood still may not have heard yet that this clock was set back. The function runs on a worker, whose clock is another one,
-- so it is told the time. `append_to_log` is what nodes of the version before call.
-- Born by nodes from 0.1.0 on

-- Appends what the append statement of the service would, with the deliveries. `org_ids` are of one machine, that of `lead`,
-- each once. A delivery is due at its time, and no later than its delay (milliseconds) after `asked_at`. Answers the first new
-- position of each in their order: null where the routes are other ones by now.
create function append_to_spread_log(lead uuid, asked_at timestamptz, org_ids uuid[], counts integer[], versions bigint[],
  event_orgs uuid[], ranks integer[], ids uuid[], types text[], sources text[], times float8[], correlations text[],
  facts text[], payloads text[], metadatas text[], leaves bytea[],
  delivery_ids uuid[], delivery_orgs uuid[], delivery_subscriptions uuid[], delivery_ranks integer[], delivery_names text[],
  delivery_times float8[], delivery_owners uuid[], delivery_keys text[], delivery_delays float8[])
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
    select d.id, d.org_id, d.subscription_id, h.base + d.rank, d.name,
      least(to_timestamp(d.time / 1000.0), asked_at + d.delay * interval '1 ms'), d.owner, d.key
    from unnest(delivery_ids, delivery_orgs, delivery_subscriptions, delivery_ranks, delivery_names, delivery_times,
      delivery_owners, delivery_keys, delivery_delays) as d(id, org_id, subscription_id, rank, name, time, owner, key, delay)
    join unnest(org_ids, bases) as h(org_id, base) on h.org_id = d.org_id
    where h.base is not null;
  end if;
  return bases;
end
$$;
