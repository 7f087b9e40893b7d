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

-- As before. Rights on a schema and on a function are given where they are missing: Citus gives them on every machine, so that no
-- node could start while one is away.
create or replace function grant_service_access(service name) returns void language plpgsql as $$
declare
  own name := current_schema();
  own_id oid := (select oid from pg_namespace where nspname = current_schema());
  spread constant oid[] := spread_tables();
  every text[] := array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'];
  target record;
begin
  if has_schema_privilege('public', own_id, 'CREATE') or has_schema_privilege(service, own_id, 'CREATE') then
    execute format('revoke create on schema %I from public, %I', own, service);
  end if;
  if not has_schema_privilege(service, own_id, 'USAGE') then
    execute format('grant usage on schema %I to %I', own, service);
  end if;
  if not (has_schema_privilege(service, 'lead_staging', 'USAGE') and has_schema_privilege(service, 'lead_staging', 'CREATE')) then
    execute format('grant usage, create on schema lead_staging to %I', service);
  end if;
  for target in
    select w.* from (
      select c.oid, c.oid::regclass as name, case when c.oid <> all (spread) then l.moving end as moving, case
          when c.relname = 'migrations' then array['SELECT']
          when cardinality(l.moving) > 0 and c.oid = any (spread) then array['SELECT', 'INSERT', 'UPDATE']
          when l.name is not null then array['SELECT', 'INSERT']
          else array['SELECT', 'INSERT', 'UPDATE', 'DELETE'] end as wanted
      from pg_class c left join log_tables() l on l.name = c.relname
      where c.relnamespace = own_id and c.relkind in ('r', 'p', 'v', 'm')
    ) w
    where exists (select from unnest(every) p where has_table_privilege(service, w.oid, p) <> (p = any(w.wanted)))
      or w.moving is not null and exists (
        select from pg_attribute a where a.attrelid = w.oid and a.attnum > 0 and not a.attisdropped
          and has_column_privilege(service, w.oid, a.attnum, 'UPDATE') <> (a.attname = any(w.moving)))
  loop
    execute format('revoke all on %s from public, %I', target.name, service);
    execute format('grant %s on %s to %I', array_to_string(target.wanted, ', '), target.name, service);
    if cardinality(target.moving) > 0 then
      execute format('grant update (%s) on %s to %I', array_to_string(target.moving, ', '), target.name, service);
    end if;
  end loop;
  for target in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = own_id and c.relkind = 'S'
      and not (has_sequence_privilege(service, c.oid, 'USAGE') and has_sequence_privilege(service, c.oid, 'SELECT'))
  loop
    execute format('grant usage, select on sequence %s to %I', target.name, service);
  end loop;
  for target in
    select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = own_id and p.prosecdef and not has_function_privilege(service, p.oid, 'EXECUTE')
  loop
    execute format('grant execute on function %s to %I', target.name, service);
  end loop;
  -- Of imports that were under way before the service had a role of its own.
  for target in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'lead_staging'::regnamespace and c.relkind = 'r' and c.relowner = (select oid from pg_roles where rolname = current_user)
  loop
    begin
      execute format('alter table %s owner to %I', target.name, service);
    exception when insufficient_privilege then
      execute format('drop table %s', target.name);
    end;
  end loop;
  perform grant_job_access(service);
end
$$;

-- As before.
create or replace function grant_job_access(service name) returns void language plpgsql as $$
declare
  target record;
begin
  if to_regnamespace('graphile_worker') is null then
    return;
  end if;
  if not has_schema_privilege(service, 'graphile_worker', 'USAGE') then
    execute format('grant usage on schema graphile_worker to %I', service);
  end if;
  for target in
    select c.oid::regclass as name, c.relkind, c.relname, c.relrowsecurity and not exists (
        select from pg_policy p where p.polrelid = c.oid and p.polroles = array(select oid from pg_roles where rolname = service)) as is_hidden
    from pg_class c where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind in ('r', 'v', 'S')
  loop
    if target.relkind = 'S' then
      execute format('grant usage, select on sequence %s to %I', target.name, service);
    elsif target.relname = 'migrations' then
      execute format('grant select on %s to %I', target.name, service);
    else
      execute format('grant select, insert, update, delete on %s to %I', target.name, service);
    end if;
    if target.is_hidden then
      execute format('create policy %I on %s to %I using (true) with check (true)', 'rows_of_' || service, target.name, service);
    end if;
  end loop;
end
$$;
