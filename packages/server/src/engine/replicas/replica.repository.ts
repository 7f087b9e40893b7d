import type { ClientBase } from 'pg';
import { only, queryClient } from '../../kit/db/index.ts';

/** Identifies the database on a server; a replica has its primary's identity. */
export interface DatabaseIdentity {
  system: string;
  database: string;
}

export async function readIdentity(client: ClientBase): Promise<DatabaseIdentity> {
  return only(
    await queryClient(client)<DatabaseIdentity>(
      `select (select system_identifier::text from pg_control_system()) as system, current_database() as database`,
    ),
  );
}

/** Current log position of a primary. */
export async function readWritten(client: ClientBase): Promise<number> {
  const { written } = only(
    await queryClient(client)<{ written: number }>(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as written`,
    ),
  );
  return written;
}

/**
 * How far a replica has replayed its primary's log. Undefined: the server is not a replica, or no longer one.
 */
export async function readReplayed(client: ClientBase): Promise<number | undefined> {
  const { replayed } = only(
    await queryClient(client)<{ replayed: number | null }>(
      `select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as replayed`,
    ),
  );
  return replayed ?? undefined;
}

/** Whatever becomes of the server, nothing is written over this connection. */
export async function neverWrite(client: ClientBase): Promise<void> {
  await client.query('set default_transaction_read_only = on');
}
