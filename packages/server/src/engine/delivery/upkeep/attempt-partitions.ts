import type { Pool } from 'pg';
import { inTransaction, type QueryRows } from '../../../kit/db/index.ts';

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 3;
/** Nodes that keep the partitions take turns. The number has no other meaning. */
const PARTITIONS_LOCK = 7_420_003;

/**
 * Makes the partitions of the log of attempts for today and the days ahead, and drops those of days
 * that are older than `retentionDays`. Days are UTC. Any number of nodes may call it at any time.
 */
export async function keepAttemptPartitions(
  pool: Pool,
  options: { nowMs: number; retentionDays: number },
): Promise<{ made: string[]; dropped: string[] }> {
  const today = Math.floor(options.nowMs / DAY_MS);
  const present = await partitionDays(pool);
  const wanted = Array.from({ length: DAYS_AHEAD + 1 }, (_, i) => today + i);
  const missing = wanted.filter((day) => !present.has(day));
  // A day is kept until its last moment is older than the retention.
  const outdated = [...present].filter((day) => day + 1 + options.retentionDays <= today).sort();
  for (const day of missing)
    await underLock(pool, (query) => query('select make_attempt_partition($1)', [isoDay(day)]));
  for (const day of outdated) {
    await underLock(pool, (query) => query('select drop_attempt_partition($1)', [isoDay(day)]));
  }
  await dropStrays(pool, (today - options.retentionDays) * DAY_MS);
  return { made: missing.map(partitionName), dropped: outdated.map(partitionName) };
}

function partitionName(day: number): string {
  return `delivery_attempts_${isoDay(day).replaceAll('-', '')}`;
}

function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

async function partitionDays(pool: Pool): Promise<Set<number>> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'delivery_attempts'::regclass`,
  );
  const days = rows.flatMap(({ name }) => {
    const match = /^delivery_attempts_(\d{4})(\d\d)(\d\d)$/.exec(name);
    return match ? [Date.parse(`${match[1]}-${match[2]}-${match[3]}T00:00:00Z`) / DAY_MS] : [];
  });
  return new Set(days);
}

async function underLock(pool: Pool, work: (query: QueryRows) => Promise<unknown>): Promise<void> {
  await inTransaction(pool, async (query) => {
    // Attempts that are written meanwhile must not queue up behind one long reader of the log.
    await query(`set local lock_timeout = '3s'`, []);
    await query('select pg_advisory_xact_lock($1)', [PARTITIONS_LOCK]);
    await work(query);
  });
}

/** Attempts for whose day there was no partition. */
async function dropStrays(pool: Pool, beforeMs: number): Promise<void> {
  await pool.query('delete from delivery_attempts_default where attempted_at < to_timestamp($1 / 1000.0)', [
    beforeMs,
  ]);
}
