import type pg from 'pg';
import { only } from '../../kit/db/index.ts';

/** What a maintainer needs to know about the database. It reads no rows of users' data. */
export async function describeDatabase(client: pg.Client): Promise<object> {
  const rows = async (text: string) => (await client.query(text)).rows as object[];
  return {
    server: (await rows('select version(), pg_database_size(current_database()) as size_bytes'))[0],
    settings: await rows(
      `select name, setting, unit from pg_settings where name in ('max_connections', 'shared_buffers', 'work_mem',
         'max_wal_size', 'wal_level', 'synchronous_commit', 'autovacuum', 'random_page_cost', 'server_encoding')
       order by name`,
    ),
    migrations: await rows('select * from migrations order by 1'),
    tables: await rows(
      `select n.nspname || '.' || c.relname as name, c.reltuples::bigint as rows_about,
         pg_total_relation_size(c.oid) as size_bytes, s.n_dead_tup as dead_rows_about, s.last_autovacuum, s.last_autoanalyze
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       left join pg_stat_user_tables s on s.relid = c.oid
       where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker') order by 3 desc limit 300`,
    ),
    connections: await rows(
      `select application_name, state, wait_event_type, wait_event, count(*) as connections,
         max(extract(epoch from clock_timestamp() - xact_start))::integer as longest_transaction_seconds
       from pg_stat_activity where datname = current_database() group by 1, 2, 3, 4 order by 5 desc limit 50`,
    ),
    nodes: await rows(
      `select info, started_at, heartbeat_at, left_at from nodes order by heartbeat_at desc limit 20`,
    ),
    jobs: await rows(
      `select t.identifier as job, count(*) as jobs, count(*) filter (where j.locked_at is not null) as running,
         count(*) filter (where j.attempts >= j.max_attempts) as given_up, min(j.run_at) as earliest
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id group by 1 order by 1`,
    ),
  };
}

/** The version of the server, as a text and as a number such as 150004. */
export async function readServerVersion(client: pg.Client): Promise<{ version: string; number: number }> {
  const { rows } = await client.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  );
  return only(rows);
}
