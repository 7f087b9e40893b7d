-- What looks at the rows of all organizations goes on with those that it can reach while a machine of a cluster (Citus) is away.
-- Born by nodes from 0.1.0 on

-- As before; each machine is asked once, for all of its parts.
create or replace function read_parts(name regclass, query text) returns setof json
language plpgsql stable
as $$
begin
  return query execute $parts$
    with machines as (
      select n.nodename, n.nodeport, 'select json_agg(r) from ('
          || string_agg('(' || format($2, shard_name(s.logicalrelid, s.shardid)) || ')', ' union all ') || ') r' as command
      from pg_catalog.pg_dist_shard s join pg_catalog.pg_dist_placement p on p.shardid = s.shardid
      join pg_catalog.pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
      where s.logicalrelid = $1 group by n.nodename, n.nodeport)
    select p.one from (
      select array_agg(nodename::text) as names, array_agg(nodeport) as ports, array_agg(command) as commands from machines) m
    cross join lateral master_run_on_worker(m.names, m.ports, m.commands, true) part
    cross join lateral json_array_elements(
      case when part.success and part.result <> '' then part.result::json else '[]' end) p(one)
    where m.names is not null $parts$ using name, query;
end
$$;

-- Logs that are longer than what is signed of them, of machines that can be reached.
create function unsigned_logs(most integer) returns setof uuid
language plpgsql stable
as $$
begin
  return query
  select l.org_id from event_logs l left join event_trees t on t.org_id = l.org_id
  where l.size > coalesce(t.signed_size, 0) limit most;
exception when connection_exception then
  return query
  with logs as materialized (
    select l.* from read_parts('event_logs', 'select org_id, size from %1$s') as p(one)
    cross join lateral json_to_record(p.one) as l(org_id uuid, size bigint)),
  trees as materialized (
    select t.* from read_parts('event_trees', 'select org_id, signed_size from %1$s') as p(one)
    cross join lateral json_to_record(p.one) as t(org_id uuid, signed_size bigint))
  select l.org_id from logs l left join trees t on t.org_id = l.org_id
  where l.size > coalesce(t.signed_size, 0) limit most;
end
$$;

-- Deliveries that are leased to one of these, of machines that can be reached.
create function reachable_leases(owners uuid[]) returns table (org_id uuid, id uuid)
language plpgsql stable
as $$
begin
  return query
  select d.org_id, d.id
  from read_parts('deliveries',
    format('select org_id, id from %%1$s where lease_owner = any(%L::uuid[])', owners)) as p(one)
  cross join lateral json_to_record(p.one) as d(org_id uuid, id uuid);
end
$$;
