import type { QueryRows } from '../../../kit/db/index.ts';

/** A subscription's progress through the events logged before it was created. */
export interface Backfill {
  subscriptionId: string;
  orgId: string;
  /** Unix milliseconds: earlier events are skipped. */
  since: number;
  nextPosition: number;
  endPosition: number;
  queued: number;
}

/** A subscription with this many waiting deliveries gets no more from its backfill for now. */
const MAX_WAITING = 5_000;

/**
 * Stores a backfill up to the current head of the log. Call it in the transaction that creates the
 * subscription and locks the head: then no event is in both parts or in neither.
 */
export async function insertBackfill(
  query: QueryRows,
  backfill: { subscriptionId: string; orgId: string; since: number; now: Date },
): Promise<void> {
  const { subscriptionId, orgId, since, now } = backfill;
  // The index over times skips whole chunks that ended before `since`.
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

/** Locks the open backfill that may proceed, was worked on longest ago, and that no other node works on. */
export async function lockOpenBackfill(query: QueryRows): Promise<Backfill | undefined> {
  const [row] = await query<{
    subscription_id: string;
    org_id: string;
    since: Date;
    next_position: number;
    end_position: number;
    queued: number;
  }>('select * from lock_open_backfill($1)', [MAX_WAITING]);
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
  { orgId, subscriptionId }: Pick<Backfill, 'orgId' | 'subscriptionId'>,
  progress: { nextPosition: number; queued: number; now: Date; isFinished: boolean },
): Promise<void> {
  await query(
    `update backfills set next_position = $2, queued = queued + $3, worked_at = $4,
       finished_at = case when $5 then $4::timestamptz end
     where org_id = $6 and subscription_id = $1`,
    [subscriptionId, progress.nextPosition, progress.queued, progress.now, progress.isFinished, orgId],
  );
}

/** An event of the log, for a backfill to match. */
export interface PastEvent {
  position: number;
  /** Unix milliseconds. */
  occurredAt: number;
  type: string;
  fact: string | null;
  data: string | null;
}

/**
 * Events of a range that occurred since then (Unix milliseconds). The payload is read only if a filter needs
 * it, or to see whom a notice concerns.
 */
export function readPastEvents(
  query: QueryRows,
  orgId: string,
  { first, end, since }: { first: number; end: number; since: number },
  { withPayloads }: { withPayloads: boolean },
): Promise<PastEvent[]> {
  return query(
    `select position, type, fact, round(date_part('epoch', occurred_at) * 1000) as "occurredAt",
       case when $5 or type like 'webhook.%' then data end as data from events
     where org_id = $1 and position >= $2 and position < $3 and occurred_at >= to_timestamp($4 / 1000.0)
     order by position`,
    [orgId, first, end, since, withPayloads],
  );
}

/** Queues deliveries of past events, due at once. */
export async function queueMatched(
  query: QueryRows,
  { orgId, subscriptionId }: { orgId: string; subscriptionId: string },
  matched: readonly { id: string; position: number; eventName: string }[],
  nowMs: number,
): Promise<void> {
  if (matched.length === 0) return;
  await query(
    `insert into deliveries (id, org_id, subscription_id, position, event_name, next_attempt_at)
     select m.id, $4, $5, m.position, m.event_name, to_timestamp($6 / 1000.0)
     from unnest($1::uuid[], $2::bigint[], $3::text[]) as m(id, position, event_name)`,
    [
      matched.map(({ id }) => id),
      matched.map(({ position }) => position),
      matched.map(({ eventName }) => eventName),
      orgId,
      subscriptionId,
      nowMs,
    ],
  );
}
