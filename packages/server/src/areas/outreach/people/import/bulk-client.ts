import pg from 'pg';
import type { DatabaseConnection } from '../../../../kit/db/index.ts';

/**
 * A connection for statements over millions of rows, which may take minutes and sort in memory. Kept apart
 * from the pool, whose statements must finish within seconds. Its commits are asynchronous: progress commits
 * together with the work, and the commit that ends a job goes through the pool, whose flush covers all
 * earlier ones.
 */
export async function openBulkClient(connection: DatabaseConnection): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'trivium bulk', keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  await client.query(`set work_mem = '96MB'; set maintenance_work_mem = '128MB'; set statement_timeout = 0;
    set synchronous_commit = off; set max_parallel_workers_per_gather = 0;
    set idle_in_transaction_session_timeout = 0; set client_encoding = 'UTF8'`);
  return client;
}
