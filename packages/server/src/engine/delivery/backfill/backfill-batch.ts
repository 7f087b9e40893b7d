import type { Pool } from 'pg';
import { inTransaction, type QueryRows } from '../../../kit/db/index.ts';
import { newUuid } from '../../../kit/ids.ts';
import { buildRoutes, matchEvent } from '../subscription-directory.ts';
import type { SubscriptionStore } from '../subscription-store.repository.ts';
import {
  type Backfill,
  lockOpenBackfill,
  noteBackfilled,
  queueMatched,
  readPastEvents,
} from './backfill.repository.ts';

/** Events examined per transaction. */
const BATCH = 500;

/**
 * Matches one batch of past events for an open backfill, if there is one. The deliveries and the position in
 * the log commit together, so that no event is repeated or skipped, whenever it is interrupted. Returns how
 * many deliveries it created; undefined when there is no backfill.
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
    await noteBackfilled(query, backfill, {
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
  const range = { first: backfill.nextPosition, end: nextPosition, since };
  const events = await readPastEvents(query, orgId, range, { withPayloads: subscription.filter !== null });
  const routes = buildRoutes([subscription]);
  const matched = events.flatMap(({ position, occurredAt, type, fact, data }) =>
    matchEvent(routes, { type, fact, data: data ?? '{}' }).map(({ eventName }) => ({
      id: newUuid(occurredAt),
      position,
      eventName,
    })),
  );
  await queueMatched(query, { orgId, subscriptionId }, matched, nowMs);
  return { nextPosition, queued: matched.length };
}
