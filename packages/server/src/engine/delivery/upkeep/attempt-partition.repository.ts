import type { QueryRows } from '../../../kit/db/index.ts';

/** Serializes partition maintenance across nodes. An arbitrary number. */
const PARTITIONS_LOCK = 7_420_003;

/** Names of the attempt log's partitions. */
export async function partitionNames(query: QueryRows): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'delivery_attempts'::regclass`,
  );
  return rows.map(({ name }) => name);
}

/** Call in a transaction that creates or drops one. */
export async function lockPartitions(query: QueryRows): Promise<void> {
  // Concurrent inserts of attempts must not queue up behind one long reader of the log.
  await query(`set local lock_timeout = '3s'`, []);
  await query('select pg_advisory_xact_lock($1)', [PARTITIONS_LOCK]);
}

/** `isoDay`, here and below: for example 2026-01-31. */
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
