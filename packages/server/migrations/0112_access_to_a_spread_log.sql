-- Citus knows no rights on single columns. Of a table that is spread over machines, the service may update all; the triggers
-- that guard the log stand on every part of it, and let through the same changes as before.
-- Born by nodes from 0.1.0 on

-- Tables that Citus keeps; none where there is no Citus.
create function spread_tables() returns oid[] language plpgsql stable as $$
declare
  found oid[];
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'select array_agg(logicalrelid::oid) from pg_catalog.pg_dist_partition' into found;
  end if;
  return coalesce(found, '{}');
end
$$;

-- As before, apart from such tables.
create or replace function grant_service_access(service name) returns void language plpgsql as $$
declare
  own name := current_schema();
  own_id oid := (select oid from pg_namespace where nspname = current_schema());
  spread constant oid[] := spread_tables();
  every text[] := array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'];
  target record;
begin
  execute format('revoke create on schema %I from public, %I', own, service);
  execute format('grant usage on schema %I to %I', own, service);
  execute format('grant usage, create on schema lead_staging to %I', service);
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
