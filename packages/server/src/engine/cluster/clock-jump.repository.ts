import type { QueryRows } from '../../kit/db/index.ts';
import type { ClockJump } from './shared-clock.ts';

/** The jumps that were written down within so many milliseconds, the oldest first. */
export function readJumps(query: QueryRows, withinMs: number): Promise<ClockJump[]> {
  return query<ClockJump>(
    `select (extract(epoch from clock_timestamp() - heard_at) * 1000)::float8 as "agoMs", ahead_ms as "aheadMs"
     from clock_jumps where heard_at > clock_timestamp() - $1 * interval '1 ms' order by id`,
    [withinMs],
  );
}

/** By so much the clock was set, all in all, in the last so many milliseconds. */
export interface HeardJump {
  aheadMs: number;
  withinMs: number;
  /** What stands in the table up to here is of jumps before. */
  afterId: string;
}

/** What others, who heard of the same jump, have written of it. */
const WRITTEN_SQL = `
  select coalesce(sum(ahead_ms), 0) as "aheadMs" from clock_jumps
  where id > $1 and heard_at > clock_timestamp() - $2 * interval '1 ms'`;

/** Writes down what nobody else has written of it, if that is as much as `leastMs`. In a transaction of the caller. Answers the last id. */
export async function writeJump(
  query: QueryRows,
  { aheadMs, withinMs, afterId }: HeardJump,
  { leastMs, keptMs }: { leastMs: number; keptMs: number },
): Promise<string> {
  await query('lock table clock_jumps in share row exclusive mode');
  const [written] = await query<{ aheadMs: number }>(WRITTEN_SQL, [afterId, withinMs]);
  const unwrittenMs = aheadMs - (written?.aheadMs ?? 0);
  if (Math.abs(unwrittenMs) >= leastMs) {
    // What was heard of before stays as long ago as it is.
    await query(`update clock_jumps set heard_at = heard_at + $1 * interval '1 ms'`, [unwrittenMs]);
    await query('insert into clock_jumps (heard_at, ahead_ms) values (clock_timestamp(), $1)', [unwrittenMs]);
    await query(`delete from clock_jumps where heard_at < clock_timestamp() - $1 * interval '1 ms'`, [
      keptMs,
    ]);
  }
  const [last] = await query<{ id: string }>('select coalesce(max(id), 0)::text as id from clock_jumps');
  return last?.id ?? afterId;
}
