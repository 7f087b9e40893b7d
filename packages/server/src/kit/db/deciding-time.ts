import { type Clock, momentToDecide } from '../clock.ts';
import { only, type QueryRows } from './query-rows.ts';

/**
 * The time, in Unix milliseconds, by which a transaction decides for all nodes, for example to which day or
 * hour of a limit it belongs. Read after the counter is locked, so that later transactions never see an
 * earlier time.
 */
export async function decidingTime(query: QueryRows, clock: Clock): Promise<number> {
  const moment = momentToDecide(clock);
  if (moment !== null) return moment.getTime();
  const rows = await query<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  return Math.floor(only(rows).now);
}
