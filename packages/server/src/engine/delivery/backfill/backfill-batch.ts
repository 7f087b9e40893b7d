import type { Pool } from 'pg';
import { inTransaction, type QueryRows } from '../../../kit/db/index.ts';
import { newUuid } from '../../../kit/ids.ts';
import { buildRoutes, matchEvent } from '../subscription-directory.ts';
import type { SubscriptionStore } from '../subscription-store.ts';
import { type Backfill, lockOpenBackfill, noteBackfilled } from './backfill-repository.ts';

/** Events that one transaction looks at. */
const BATCH = 500;

interface PastEvent {
  position: number;
  /** Unix milliseconds. */
  occurredAt: number;
  type: string;
  fact: string | null;
  data: string | null;
}

/**
 * Matches one batch of past events for an open backfill, if there is one. The deliveries and the
 * place in the log commit together, so that no event comes twice or is passed over, whenever it is
 * cut off. Returns how many deliveries it made; undefined when
 * there is no backfill.
 */
export async function backfillBatch(
  pool: Pool,
  store: SubscriptionStore,
  nowMs: number,
): Promise<number | undefined> {
  return inTransaction(pool, async (query) => {
    const backfill = await lockOpenBackfill(query);
    if (backfill === undefined) return undefined;
    const { nextPosition, queued } = await matchBatch(query, store, backfill, nowMs);
    await noteBackfilled(query, backfill.subscriptionId, {
      nextPosition,
      queued,
      now: new Date(nowMs),
      isFinished: nextPosition >= backfill.endPosition,
    });
    return queued;
  });
}

async function matchBatch(query: QueryRows, store: SubscriptionStore, backfill: Backfill, nowMs: number) {
  const { subscriptionId, orgId, since, endPosition } = backfill;
  const nextPosition = Math.min(backfill.nextPosition + BATCH, endPosition);
  const [subscription] = await store.withIds([subscriptionId], nowMs, query);
  if (subscription === undefined) return { nextPosition: endPosition, queued: 0 };
  // A payload is read only for a filter to look at, or to see whom a notice concerns.
  const events = await query<PastEvent>(
    `select position, type, fact, round(date_part('epoch', occurred_at) * 1000) as "occurredAt", case when $5 or type like 'webhook.%' then data end as data from events
     where org_id = $1 and position >= $2 and position < $3 and occurred_at >= to_timestamp($4 / 1000.0)
     order by position`,
    [orgId, backfill.nextPosition, nextPosition, since, subscription.filter !== null],
  );
  const routes = buildRoutes([subscription]);
  const matched = events.flatMap(({ position, occurredAt, type, fact, data }) =>
    matchEvent(routes, { type, fact, data: data ?? '{}' }).map(({ eventName }) => ({
      position,
      occurredAt,
      eventName,
    })),
  );
  if (matched.length > 0) {
    await query(
      `insert into deliveries (id, org_id, subscription_id, position, event_name, next_attempt_at)
       select m.id, $4, $5, m.position, m.event_name, to_timestamp($6 / 1000.0)
       from unnest($1::uuid[], $2::bigint[], $3::text[]) as m(id, position, event_name)`,
      [
        matched.map(({ occurredAt }) => newUuid(occurredAt)),
        matched.map(({ position }) => position),
        matched.map(({ eventName }) => eventName),
        orgId,
        subscriptionId,
        nowMs,
      ],
    );
  }
  return { nextPosition, queued: matched.length };
}
