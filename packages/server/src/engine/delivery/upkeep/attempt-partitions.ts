import type { Pool } from 'pg';
import { inTransaction, type QueryRows, queryPool } from '../../../kit/db/index.ts';
import {
  dropPartition,
  lockPartitions,
  makePartition,
  partitionNames,
  removeStrayAttempts,
} from './attempt-partition.repository.ts';

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 3;

/**
 * Creates the attempt log's partitions for today and the days ahead, and drops those older than
 * `retentionDays`. Days are UTC. Any number of nodes may call it at any time.
 */
export async function keepAttemptPartitions(
  pool: Pool,
  options: { nowMs: number; retentionDays: number },
): Promise<{ made: string[]; dropped: string[] }> {
  const today = Math.floor(options.nowMs / DAY_MS);
  const present = await partitionDays(pool);
  const wanted = Array.from({ length: DAYS_AHEAD + 1 }, (_, i) => today + i);
  const missing = wanted.filter((day) => !present.has(day));
  // A day is kept until its last moment is past the retention.
  const outdated = [...present].filter((day) => day + 1 + options.retentionDays <= today).sort();
  for (const day of missing) await underLock(pool, (query) => makePartition(query, isoDay(day)));
  for (const day of outdated) {
    await underLock(pool, (query) => dropPartition(query, isoDay(day)));
  }
  await removeStrayAttempts(queryPool(pool), (today - options.retentionDays) * DAY_MS);
  return { made: missing.map(partitionName), dropped: outdated.map(partitionName) };
}

function partitionName(day: number): string {
  return `delivery_attempts_${isoDay(day).replaceAll('-', '')}`;
}

function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

async function partitionDays(pool: Pool): Promise<Set<number>> {
  const names = await partitionNames(queryPool(pool));
  const days = names.flatMap((name) => {
    const match = /^delivery_attempts_(\d{4})(\d\d)(\d\d)$/.exec(name);
    return match ? [Date.parse(`${match[1]}-${match[2]}-${match[3]}T00:00:00Z`) / DAY_MS] : [];
  });
  return new Set(days);
}

async function underLock(pool: Pool, work: (query: QueryRows) => Promise<unknown>): Promise<void> {
  await inTransaction(pool, async (query) => {
    await lockPartitions(query);
    await work(query);
  });
}
