import type { QueryRows } from '../../../kit/db/index.ts';
import { nothingQueued, type QueueFigures } from '../figures/queue-figures.ts';
import { noticeNames } from '../upkeep/notices.ts';
import { type BlockedKeys, readBlockedKeys } from './blocked-keys.ts';
import type { SubscriptionRecord } from './subscription-record.ts';

/** How a subscription fares at present. */
export interface SubscriptionHealth {
  state: 'healthy' | 'failing' | 'blocked' | 'paused' | 'disabled';
  /** The first failure since the last success; null while deliveries succeed. */
  failingSince: Date | null;
  /** Why the latest attempt failed that did; null while deliveries succeed. */
  lastError: string | null;
  /** Deliveries with an attempt under way or to come. */
  pending: number;
  dead: number;
  /** The keys that wait behind a dead letter; null when none does. */
  blocked: BlockedKeys | null;
}

type Known = Pick<SubscriptionRecord, 'id' | 'orgId' | 'status' | 'failingSince' | 'ordering'>;

/**
 * The health of each of these subscriptions of one organization, in their order; at most two queries, for those that
 * fail and for those in order.
 */
export async function readHealth(
  query: QueryRows,
  queueFigures: Pick<QueueFigures, 'read'>,
  records: readonly Known[],
): Promise<SubscriptionHealth[]> {
  const inOrder = records.filter(({ ordering }) => ordering?.onFailure === 'block').map(({ id }) => id);
  const [figures, errors, blockedKeys] = await Promise.all([
    queueFigures.read(),
    lastErrors(query, records),
    readBlockedKeys(query, inOrder),
  ]);
  return records.map(({ id, status, failingSince }) => {
    const { pending, dead } = figures.get(id) ?? nothingQueued;
    const blocked = blockedKeys.get(id) ?? null;
    const sending = blocked ? 'blocked' : failingSince ? 'failing' : 'healthy';
    const state = status === 'active' ? sending : status;
    return { state, failingSince, lastError: errors.get(id) ?? null, pending, dead, blocked };
  });
}

async function lastErrors(query: QueryRows, records: readonly Known[]): Promise<Map<string, string>> {
  const failing = records.filter(({ failingSince }) => failingSince !== null);
  if (failing.length === 0) return new Map();
  // An attempt that failed since then began at most a response window before.
  const rows = await query<{ id: string; error: string }>(
    `select f.id, a.error from unnest($1::uuid[], $2::timestamptz[]) as f(id, since)
     cross join lateral (
       select error from delivery_attempts
       where subscription_id = f.id and org_id = $3 and attempted_at >= f.since - interval '1 minute'
         and not succeeded and kind = 'event' and not (event_name = any($4::text[]))
       order by attempted_at desc limit 1) a
     where a.error is not null`,
    [
      failing.map(({ id }) => id),
      failing.map(({ failingSince }) => failingSince),
      failing[0]!.orgId,
      noticeNames,
    ],
  );
  return new Map(rows.map(({ id, error }) => [id, error]));
}
