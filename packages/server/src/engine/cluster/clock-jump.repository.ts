import type { QueryRows } from '../../kit/db/index.ts';
import type { ClockJump } from './shared-clock.ts';

/** Jumps recorded within this many milliseconds, oldest first. */
export function readJumps(query: QueryRows, withinMs: number): Promise<ClockJump[]> {
  return query<ClockJump>(
    `select (extract(epoch from clock_timestamp() - heard_at) * 1000)::float8 as "agoMs", ahead_ms as "aheadMs"
     from clock_jumps where heard_at > clock_timestamp() - $1 * interval '1 ms' order by id`,
    [withinMs],
  );
}

/** The total by which the clock was changed during the last so many milliseconds. */
export interface HeardJump {
  aheadMs: number;
  withinMs: number;
  /** Rows up to this one are about earlier jumps. */
  afterId: string;
}

/** What other nodes have already recorded of the same jump. */
const WRITTEN_SQL = `
  select coalesce(sum(ahead_ms), 0) as "aheadMs" from clock_jumps
  where id > $1 and heard_at > clock_timestamp() - $2 * interval '1 ms'`;

/**
 * Records the part of the jump that nobody else has recorded, if it is at least `leastMs`. Runs in the
 * caller's transaction. Returns the last id.
 */
export async function writeJump(
  query: QueryRows,
  { aheadMs, withinMs, afterId }: HeardJump,
  { leastMs, keptMs }: { leastMs: number; keptMs: number },
): Promise<string> {
  await query(LOCK_SQL);
  const [written] = await query<{ aheadMs: number }>(WRITTEN_SQL, [afterId, withinMs]);
  const unwrittenMs = aheadMs - (written?.aheadMs ?? 0);
  if (Math.abs(unwrittenMs) >= leastMs) await addJump(query, unwrittenMs, keptMs);
  return lastJump(query);
}

/**
 * The same of what was found at the start: what was written after `afterId` was written since. Nothing where what others have
 * written since some moment adds up to it: whoever was heard of last may have heard of more than it wrote.
 */
export async function writeFoundJump(
  query: QueryRows,
  { aheadMs, afterId }: Omit<HeardJump, 'withinMs'>,
  { leastMs, keptMs }: { leastMs: number; keptMs: number },
): Promise<void> {
  await query(LOCK_SQL);
  const rows = await query<{ aheadMs: number; isLater: boolean }>(
    `select ahead_ms as "aheadMs", id > $1 as "isLater" from clock_jumps order by id desc`,
    [afterId],
  );
  let sum = 0;
  let later = 0;
  for (const row of rows) {
    sum += row.aheadMs;
    if (row.isLater) later = sum;
    if (Math.abs(aheadMs - sum) < leastMs) return;
  }
  await addJump(query, aheadMs - later, keptMs);
}

const LOCK_SQL = 'lock table clock_jumps in share row exclusive mode';

/** What was heard of before stays as long ago as it is. */
async function addJump(query: QueryRows, aheadMs: number, keptMs: number): Promise<void> {
  await query(`update clock_jumps set heard_at = heard_at + $1 * interval '1 ms'`, [aheadMs]);
  await query('insert into clock_jumps (heard_at, ahead_ms) values (clock_timestamp(), $1)', [aheadMs]);
  await query(`delete from clock_jumps where heard_at < clock_timestamp() - $1 * interval '1 ms'`, [keptMs]);
}

/** The id of the newest jump that is written down. */
export async function lastJump(query: QueryRows): Promise<string> {
  const [last] = await query<{ id: string }>('select coalesce(max(id), 0)::text as id from clock_jumps');
  return last?.id ?? '0';
}
