import type { QueryRows } from '../../../kit/db/index.ts';

/** Nodes that keep the partitions take turns. The number has no other meaning. */
const PARTITIONS_LOCK = 7_420_003;

/** Names of the partitions of the log of attempts. */
export async function partitionNames(query: QueryRows): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'delivery_attempts'::regclass`,
  );
  return rows.map(({ name }) => name);
}

/** For a transaction that makes or drops one. */
export async function lockPartitions(query: QueryRows): Promise<void> {
  // Attempts that are written meanwhile must not queue up behind one long reader of the log.
  await query(`set local lock_timeout = '3s'`, []);
  await query('select pg_advisory_xact_lock($1)', [PARTITIONS_LOCK]);
}

/** `isoDay` such as 2026-01-31, here and below. */
export async function makePartition(query: QueryRows, isoDay: string): Promise<void> {
  await query('select make_attempt_partition($1)', [isoDay]);
}

export async function dropPartition(query: QueryRows, isoDay: string): Promise<void> {
  await query('select drop_attempt_partition($1)', [isoDay]);
}

/** Removes attempts for whose day there was no partition. */
export async function removeStrayAttempts(query: QueryRows, beforeMs: number): Promise<void> {
  await query('delete from delivery_attempts_default where attempted_at < to_timestamp($1 / 1000.0)', [
    beforeMs,
  ]);
}
