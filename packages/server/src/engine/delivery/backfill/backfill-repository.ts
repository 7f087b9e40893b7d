import type { QueryRows } from '../../../kit/db/index.ts';

/** A subscription's way through the log of events from before it was made. */
export interface Backfill {
  subscriptionId: string;
  orgId: string;
  /** Unix milliseconds: earlier events are passed over. */
  since: number;
  nextPosition: number;
  endPosition: number;
  queued: number;
}

/** Deliveries of a subscription that may wait before its backfill adds more. */
const MOST_WAITING = 5_000;

/**
 * Stores a backfill up to the present head of the log. To be called in the transaction that makes
 * the subscription and holds the head: no event lies in both parts, and none between them.
 */
export async function insertBackfill(
  query: QueryRows,
  backfill: { subscriptionId: string; orgId: string; since: number; now: Date },
): Promise<void> {
  const { subscriptionId, orgId, since, now } = backfill;
  // Whole chunks that ended before the time are skipped by the index over times.
  await query(
    `insert into backfills (subscription_id, org_id, since, next_position, end_position, created_at, worked_at)
     select $1, $2, to_timestamp($3::float8 / 1000.0), least(l.size, 4096::bigint * coalesce(
         (select chunk from event_chunks where org_id = $2 and latest_ms >= $3::float8 order by chunk limit 1),
         (select max(chunk) + 1 from event_chunks where org_id = $2), 0)),
       l.size, $4, $4
     from event_logs l where l.org_id = $2`,
    [subscriptionId, orgId, since, now],
  );
}

/** The open backfill that was worked on longest ago, that may go on and that no other node works on, locked. */
export async function lockOpenBackfill(query: QueryRows): Promise<Backfill | undefined> {
  const [row] = await query<{
    subscription_id: string;
    org_id: string;
    since: Date;
    next_position: number;
    end_position: number;
    queued: number;
  }>(
    `select b.* from backfills b join subscriptions s on s.id = b.subscription_id and s.status = 'active'
     where b.finished_at is null and (
       select count(*) from (select 1 from deliveries d where d.subscription_id = b.subscription_id
         and d.lease_owner is null limit ${MOST_WAITING}) waiting) < ${MOST_WAITING}
     order by b.worked_at limit 1 for update of b skip locked`,
    [],
  );
  return (
    row && {
      subscriptionId: row.subscription_id,
      orgId: row.org_id,
      since: row.since.getTime(),
      nextPosition: row.next_position,
      endPosition: row.end_position,
      queued: row.queued,
    }
  );
}

export async function noteBackfilled(
  query: QueryRows,
  subscriptionId: string,
  progress: { nextPosition: number; queued: number; now: Date; isFinished: boolean },
): Promise<void> {
  await query(
    `update backfills set next_position = $2, queued = queued + $3, worked_at = $4,
       finished_at = case when $5 then $4::timestamptz end
     where subscription_id = $1`,
    [subscriptionId, progress.nextPosition, progress.queued, progress.now, progress.isFinished],
  );
}
