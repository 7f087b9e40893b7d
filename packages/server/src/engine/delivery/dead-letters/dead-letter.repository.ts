import { only, type QueryRows, queryPage } from '../../../kit/db/index.ts';
import type { Face } from '../subscription.ts';

/** A delivery whose attempts have all failed. Ids are UUIDs. */
export interface DeadLetter {
  deliveryId: string;
  subscriptionId: string;
  face: Face;
  eventId: string;
  eventName: string;
  attempts: number;
  failedAt: Date;
  lastResponseCode: number | null;
  lastError: string;
}

export interface DeadLetterFilter {
  subscriptionId?: string | undefined;
  /** A regular expression for the event's name. */
  name?: string | undefined;
  /** Unix milliseconds of the last failure: from (inclusive), to (exclusive). */
  from?: number | undefined;
  to?: number | undefined;
}

interface Row {
  delivery_id: string;
  subscription_id: string;
  face: Face;
  event_id: string;
  event_name: string;
  attempts: number;
  failed_at: Date;
  last_response_code: number | null;
  last_error: string;
}

// Deliveries of a deleted subscription count as gone, even before their rows are removed.
const FILTER = `d.org_id = $1 and ($2::uuid is null or d.subscription_id = $2)
  and ($3::text is null or d.event_name ~ $3)
  and ($4::float8 is null or d.failed_at >= to_timestamp($4 / 1000.0))
  and ($5::float8 is null or d.failed_at < to_timestamp($5 / 1000.0))`;
const FROM = 'from dead_letters d join subscriptions s on s.org_id = d.org_id and s.id = d.subscription_id';
const COUNT = `select count(*) as total ${FROM} where ${FILTER}`;

/** An organization's dead letters, newest first, and their total. */
export async function listDeadLetters(
  query: QueryRows,
  orgId: string,
  filter: DeadLetterFilter,
  page: { limit: number; offset: number },
): Promise<{ deadLetters: DeadLetter[]; total: number }> {
  const { rows, total } = await queryPage<Row>(
    query,
    {
      rows: `select d.delivery_id, d.subscription_id, s.face, d.event_id, d.event_name, d.attempts, d.failed_at,
          d.last_response_code, d.last_error
        ${FROM} where ${FILTER} order by d.failed_at desc, d.delivery_id desc limit $6 offset $7`,
      matching: `select 1 ${FROM} where ${FILTER}`,
      page,
    },
    [...filterValues(orgId, filter), page.limit, page.offset],
  );
  return { deadLetters: rows.map(toDeadLetter), total };
}

export async function countDeadLetters(
  query: QueryRows,
  orgId: string,
  filter: DeadLetterFilter,
): Promise<number> {
  return only(await query<{ total: number }>(COUNT, filterValues(orgId, filter))).total;
}

/** Moves the dead deliveries of one event back into the queue; returns their ids. */
export async function requeueEvent(
  query: QueryRows,
  orgId: string,
  eventId: string,
  subscriptionId: string | undefined,
  nowMs: number,
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `with moved as (
       delete from dead_letters d where d.org_id = $1 and d.event_id = $2 and d.subscription_id = any(array(
         select s.id from subscriptions s where s.org_id = $1 and ($3::uuid is null or s.id = $3)))
       returning d.*
     )
     insert into deliveries (id, org_id, subscription_id, position, event_name, next_attempt_at, order_key)
     select delivery_id, org_id, subscription_id, position, event_name, to_timestamp($4::float8 / 1000.0), order_key
     from moved
     on conflict do nothing returning id`,
    [orgId, eventId, subscriptionId ?? null, nowMs],
  );
  return rows.map(({ id }) => id);
}

/** A dead letter in the order in which they are replayed. */
export interface DeadLetterPlace {
  failedAt: Date;
  deliveryId: string;
}

/**
 * Moves up to `limit` dead letters behind a place back into the queue, oldest first; returns how many, and
 * the last one.
 */
export async function requeueBatch(
  query: QueryRows,
  orgId: string,
  filter: DeadLetterFilter,
  { after, nowMs, limit }: { after: DeadLetterPlace | undefined; nowMs: number; limit: number },
): Promise<{ moved: number; last: DeadLetterPlace | undefined }> {
  const rows = await query<{ moved: number; last_failed_at: Date | null; last_id: string | null }>(
    `select * from requeue_dead_letters($1, $2, $3, to_timestamp($4::float8 / 1000.0), to_timestamp($5::float8 / 1000.0),
       to_timestamp($6::float8 / 1000.0), $7, $8, $9)`,
    [...filterValues(orgId, filter), nowMs, limit, after?.failedAt ?? null, after?.deliveryId ?? null],
  );
  const { moved, last_failed_at: failedAt, last_id: deliveryId } = only(rows);
  return { moved, last: failedAt === null || deliveryId === null ? undefined : { failedAt, deliveryId } };
}

/** Deletes the dead deliveries of one event; returns how many. */
export async function dropEvent(
  query: QueryRows,
  orgId: string,
  eventId: string,
  subscriptionId: string | undefined,
): Promise<number> {
  const rows = await query<{ dropped: number }>('select drop_dead_letters($1, $2, $3) as dropped', [
    orgId,
    eventId,
    subscriptionId ?? null,
  ]);
  return only(rows).dropped;
}

function filterValues(orgId: string, filter: DeadLetterFilter): unknown[] {
  return [orgId, filter.subscriptionId ?? null, filter.name ?? null, filter.from ?? null, filter.to ?? null];
}

function toDeadLetter(row: Row): DeadLetter {
  return {
    deliveryId: row.delivery_id,
    subscriptionId: row.subscription_id,
    face: row.face,
    eventId: row.event_id,
    eventName: row.event_name,
    attempts: row.attempts,
    failedAt: row.failed_at,
    lastResponseCode: row.last_response_code,
    lastError: row.last_error,
  };
}
