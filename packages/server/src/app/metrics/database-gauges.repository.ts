import { only } from '../../kit/db/index.ts';
import type { FigureSource } from '../../kit/observability/index.ts';

/** Figures of the database server that the service's role can read. */
export const databaseGauges: FigureSource = {
  part: 'database',
  figures: [
    { name: 'trivium_database_size_bytes', help: 'Size of the database on its disk.' },
    {
      name: 'trivium_database_server_connections',
      help: 'Connections of all clients to the database server.',
    },
    { name: 'trivium_database_server_connections_limit', help: 'Most connections that the server takes.' },
    {
      name: 'trivium_database_oldest_transaction_seconds',
      help: 'Age of the oldest transaction that this role can see, which keeps dead rows from being removed.',
    },
    {
      name: 'trivium_database_transaction_ids_used_ratio',
      help: 'The part of the transaction ids that is used up before the server must freeze rows, 0 to 1.',
    },
    { name: 'trivium_database_replicas', help: 'Replicas that are connected to the database server.' },
    {
      name: 'trivium_database_replication_lag_seconds',
      help: 'How far the replica that lags most is behind; absent where none is connected, or the role may not see it.',
    },
    {
      name: 'trivium_database_archive_failing_seconds',
      help: 'For how long the server could not archive its log: 0 while it can, or archives nothing.',
    },
  ],
  async read(query) {
    const row = only(
      await query<Record<string, number | null>>(
        `select pg_database_size(current_database())::float8 as size,
           (select count(*) from pg_stat_activity) as connections,
           current_setting('max_connections')::float8 as most,
           (select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::float8 from pg_stat_activity
             where pid <> pg_backend_pid() and backend_type = 'client backend') as oldest,
           (select max(age(datfrozenxid)) / 2147483648.0 from pg_database)::float8 as ids,
           (select count(*) from pg_stat_replication) as replicas,
           (select extract(epoch from max(replay_lag))::float8 from pg_stat_replication) as lag,
           (select case when last_failed_time > coalesce(last_archived_time, '-infinity')
               then extract(epoch from clock_timestamp() - coalesce(last_archived_time, stats_reset)) else 0 end::float8
             from pg_stat_archiver) as archiving`,
      ),
    );
    const value = (name: string) => row[name] ?? null;
    return [
      { name: 'trivium_database_size_bytes', value: value('size') },
      { name: 'trivium_database_server_connections', value: value('connections') },
      { name: 'trivium_database_server_connections_limit', value: value('most') },
      { name: 'trivium_database_oldest_transaction_seconds', value: value('oldest') },
      { name: 'trivium_database_transaction_ids_used_ratio', value: value('ids') },
      { name: 'trivium_database_replicas', value: value('replicas') },
      { name: 'trivium_database_replication_lag_seconds', value: value('lag') },
      { name: 'trivium_database_archive_failing_seconds', value: value('archiving') },
    ];
  },
};
