import type { Pool } from 'pg';
import type { Clock } from '../../../kit/clock.ts';
import { type QueryRows, queryPool } from '../../../kit/db/index.ts';
import { uuidTime } from '../../../kit/ids.ts';
import { type AttemptSums, readFigures } from './attempt-figures.ts';
import { type FigureSpan, figureSpans, ownSubscriptions, sumFigures } from './figures.repository.ts';
import { nothingQueued, type QueueFigures, sumQueueFigures } from './queue-figures.ts';

export interface StatisticsRange {
  span: FigureSpan;
  /** Unix milliseconds: from (inclusive), to (exclusive). */
  from: number;
  to: number;
  subscriptionId?: string | undefined;
}

export interface Backlog {
  pending: number;
  dead: number;
  /**
   * When the event of the oldest pending delivery was accepted, in Unix milliseconds; null when none is
   * pending.
   */
  oldestPendingAt: number | null;
}

export interface DeliveryStatistics {
  totals: AttemptSums;
  /** Oldest first; buckets without attempts are left out. Times are Unix milliseconds. */
  buckets: (AttemptSums & { startsAt: number })[];
  backlog: Backlog;
  now: number;
}

/** Delivery statistics from counters maintained along the way: nothing is counted from the log. */
export function createDeliveryStatistics({
  pool,
  clock,
  queueFigures,
}: {
  pool: Pool;
  clock: Clock;
  queueFigures: QueueFigures;
}) {
  const query = queryPool(pool);
  return {
    async read(orgId: string, range: StatisticsRange): Promise<DeliveryStatistics> {
      const [sums, backlog] = await Promise.all([
        sumFigures(query, orgId, range),
        readBacklog(query, queueFigures, orgId, range.subscriptionId),
      ]);
      const totals = new Map<number, number>();
      for (const { figures } of sums) {
        for (const [place, count] of figures) totals.set(place, (totals.get(place) ?? 0) + count);
      }
      return {
        totals: readFigures(totals),
        buckets: sums.map(({ startsAt, figures }) => ({ startsAt, ...readFigures(figures) })),
        backlog,
        now: clock.now(),
      };
    },
  };
}

export type DeliveryStatisticsReader = ReturnType<typeof createDeliveryStatistics>;

/** Extends a range to whole buckets. */
export function wholeBuckets({ span, from, to }: Pick<StatisticsRange, 'span' | 'from' | 'to'>) {
  const ms = figureSpans[span].seconds * 1_000;
  return { from: Math.floor(from / ms) * ms, to: Math.ceil(to / ms) * ms };
}

async function readBacklog(
  query: QueryRows,
  queueFigures: QueueFigures,
  orgId: string,
  subscriptionId: string | undefined,
): Promise<Backlog> {
  const figures = await queueFigures.read();
  const candidates = subscriptionId === undefined ? [...figures.keys()] : [subscriptionId];
  const own = await ownSubscriptions(query, orgId, candidates);
  const sum = sumQueueFigures(own.map((id) => figures.get(id) ?? nothingQueued));
  return {
    pending: sum.pending,
    dead: sum.dead,
    oldestPendingAt: sum.oldestPending === null ? null : uuidTime(sum.oldestPending),
  };
}
