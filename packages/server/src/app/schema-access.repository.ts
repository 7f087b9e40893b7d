import type { ClientBase } from 'pg';
import { only } from '../kit/db/index.ts';

/** Whether this role owns the schema. An empty database belongs to the first role that connects. */
export async function ownsSchema(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ owns: boolean }>(
    `select coalesce((select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('migrations')), true) as owns`,
  );
  return only(rows).owns;
}

/** The role of this connection. */
export async function currentRole(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ role: string }>('select current_user as role');
  return only(rows).role;
}

/** Gives the service's role only those rights on the tables that it needs. */
export async function grantAccess(client: ClientBase, serviceRole: string): Promise<void> {
  await client.query('select grant_service_access($1)', [serviceRole]);
}

/** Rights with which this connection's role could change the log. */
export async function findExcess(client: ClientBase): Promise<{ role: string; reasons: string[] }> {
  const { rows } = await client.query<{ role: string; reasons: string[] }>(EXCESS_SQL);
  return only(rows);
}

const EXCESS_SQL = `
  with logs as (
    select t.name, t.moving, c.oid, c.relowner from log_tables() t join pg_class c on c.oid = to_regclass(t.name)
  ),
  reasons(reason) as (
    select 'it is a superuser' from pg_roles where rolname = current_user and rolsuper
    union all select 'it may make roles' from pg_roles where rolname = current_user and rolcreaterole
    union all select 'it is a member of ' || rolname from pg_roles
      where rolname in ('pg_write_server_files', 'pg_execute_server_program', 'pg_write_all_data')
        and pg_has_role(current_user, oid, 'member')
    union all select 'it owns ' || name from logs where pg_has_role(current_user, relowner, 'member')
    union all select 'it has ' || privilege || ' on ' || name
      from logs, unnest(array['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) privilege
      where not pg_has_role(current_user, relowner, 'member') and has_table_privilege(oid, privilege)
        -- Citus knows no rights on columns; triggers guard these on every part.
        and not (privilege = 'UPDATE' and cardinality(moving) > 0 and oid = any (spread_tables()))
    union all select 'it may update ' || attname || ' of ' || name from logs join pg_attribute a on a.attrelid = logs.oid
      where a.attnum > 0 and not a.attisdropped and a.attname <> all (moving) and not has_table_privilege(logs.oid, 'UPDATE')
        and has_column_privilege(logs.oid, a.attnum, 'UPDATE')
    union all select 'it may create in the schema ' || current_schema()
      where has_schema_privilege(current_schema(), 'CREATE')
    union all select 'it may set session_replication_role'
      where current_setting('server_version_num')::int >= 150000
        and has_parameter_privilege('session_replication_role', 'SET')
  )
  select current_user as role, array(select reason from reasons limit 5) as reasons`;
