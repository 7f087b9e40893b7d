-- What stands in the log stays, and what the service may do in a database that it does not own.

-- Heads move forward only. The conditions are judged without a call, so an append pays next to nothing.
create trigger event_logs_forward before update on event_logs for each row
  when (new.org_id <> old.org_id or new.size < old.size) execute function refuse_change();
create trigger event_logs_kept before delete or truncate on event_logs
  for each statement execute function refuse_change();
create trigger event_trees_forward before update on event_trees for each row
  when (new.org_id <> old.org_id or new.chunks < old.chunks or new.signed_size < old.signed_size
    or new.checkpoints < old.checkpoints) execute function refuse_change();
create trigger event_trees_kept before delete or truncate on event_trees
  for each statement execute function refuse_change();

-- A tile grows at its end until it is full.
create trigger event_tiles_forward before update on event_tiles for each row
  when (new.org_id <> old.org_id or new.level <> old.level or new.tile <> old.tile
    or substr(new.hashes, 1, length(old.hashes)) <> old.hashes) execute function refuse_change();
create trigger event_tiles_kept before delete or truncate on event_tiles
  for each statement execute function refuse_change();

create trigger event_kinds_append_only before update or delete or truncate on event_kinds
  for each statement execute function refuse_change();
create trigger event_chunks_append_only before update or delete or truncate on event_chunks
  for each statement execute function refuse_change();
create trigger event_counts_append_only before update or delete or truncate on event_counts
  for each statement execute function refuse_change();

-- Of a key nothing changes but that its private half is destroyed.
create trigger checkpoint_keys_forward before update on checkpoint_keys for each row
  when (new.id <> old.id or new.public_key <> old.public_key or new.created_at <> old.created_at
    or new.sealed_private_key not in ('', old.sealed_private_key)) execute function refuse_change();
create trigger checkpoint_keys_kept before delete or truncate on checkpoint_keys
  for each statement execute function refuse_change();

-- The tables that the service may only add to, and the columns of each that it may move forward.
create function log_tables() returns table (name text, moving text[])
language sql immutable as $$
  values
    ('events', '{}'::text[]),
    ('event_checkpoints', '{}'),
    ('event_kinds', '{}'),
    ('event_chunks', '{}'),
    ('event_counts', '{}'),
    ('event_tiles', '{hashes}'),
    ('event_trees', '{chunks,signed_size,checkpoints}'),
    ('event_logs', '{size,routes_version}'),
    ('checkpoint_keys', '{sealed_private_key}')
$$;

-- What the running service needs of an owner, each as narrow as it can be.

-- The part of the log of attempts for one day (UTC). Made apart and then attached, which hardly locks; what the
-- default partition held of the day moves over.
create function make_attempt_partition(day date) returns void
language plpgsql security definer as $$
declare
  part text := 'delivery_attempts_' || to_char(day, 'YYYYMMDD');
  first timestamptz := day::timestamp at time zone 'UTC';
  ending timestamptz := (day + 1)::timestamp at time zone 'UTC';
begin
  if to_regclass(part) is not null then
    return;
  end if;
  execute format('create table %I (like delivery_attempts including defaults including constraints)', part);
  execute format('with moved as (
      delete from delivery_attempts_default where attempted_at >= %L and attempted_at < %L returning *
    ) insert into %I select * from moved', first, ending, part);
  execute format('alter table delivery_attempts attach partition %I for values from (%L) to (%L)', part, first, ending);
end
$$;

create function drop_attempt_partition(day date) returns void
language plpgsql security definer as $$
begin
  execute format('drop table if exists %I', 'delivery_attempts_' || to_char(day, 'YYYYMMDD'));
end
$$;

-- Whether every span that is written is queued for the collector too, by the statement that writes it.
create function set_span_export(wanted boolean) returns void
language plpgsql security definer as $$
declare
  present boolean := exists (
    select from pg_trigger where tgname = 'trace_spans_export' and tgrelid = 'trace_spans'::regclass);
begin
  if wanted and not present then
    create or replace trigger trace_spans_export after insert on trace_spans
      referencing new table as new_spans for each statement execute function queue_spans_for_export();
  elsif present and not wanted then
    drop trigger if exists trace_spans_export on trace_spans;
    delete from trace_export_queue;
  end if;
end
$$;

-- A function that runs as its owner must find the owner's tables, whatever its caller's path and temporary tables are.
-- PostgreSQL's own names come first by themselves.
do $$
declare
  routine text;
begin
  foreach routine in array array[
    'make_attempt_partition(date)', 'drop_attempt_partition(date)', 'set_span_export(boolean)']
  loop
    execute format('alter function %s set search_path = %I, pg_temp', routine, current_schema());
    execute format('revoke execute on function %s from public', routine);
  end loop;
end
$$;

-- Gives a role what the service needs and no more, also of tables that are newer than this. Called by the owner after
-- each migration; changes nothing where nothing is missing.
create function grant_service_access(service name) returns void language plpgsql as $$
declare
  own name := current_schema();
  own_id oid := (select oid from pg_namespace where nspname = current_schema());
  every text[] := array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'];
  target record;
begin
  execute format('revoke create on schema %I from public, %I', own, service);
  execute format('grant usage on schema %I to %I', own, service);
  execute format('grant usage, create on schema lead_staging to %I', service);
  for target in
    select w.* from (
      select c.oid, c.oid::regclass as name, l.moving, case
          when c.relname = 'migrations' then array['SELECT']
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

-- The same for the tables of the job library, whose rows nobody but their owner sees unless a policy says so.
create function grant_job_access(service name) returns void language plpgsql as $$
declare
  target record;
begin
  if to_regnamespace('graphile_worker') is null then
    return;
  end if;
  execute format('grant usage on schema graphile_worker to %I', service);
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

revoke execute on function grant_service_access(name), grant_job_access(name) from public;
