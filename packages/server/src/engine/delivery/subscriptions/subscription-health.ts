import type { QueryRows } from '../../../kit/db/index.ts';
import { nothingQueued, type QueueFigures } from '../figures/queue-figures.ts';
import { noticeNames } from '../upkeep/notices.ts';
import { type BlockedKeys, readBlockedKeys } from './blocked-keys.repository.ts';
import { lastErrorsOf } from './subscription-health.repository.ts';
import type { SubscriptionRecord } from './subscription-record.ts';

/** The current health of a subscription. */
export interface SubscriptionHealth {
  state: 'healthy' | 'failing' | 'blocked' | 'paused' | 'disabled';
  /** The first failure since the last success; null while deliveries succeed. */
  failingSince: Date | null;
  /** The error of the latest failed attempt; null while deliveries succeed. */
  lastError: string | null;
  /** Deliveries with an attempt in flight or to come. */
  pending: number;
  dead: number;
  /** Keys blocked by a dead letter; null when there are none. */
  blocked: BlockedKeys | null;
}

type Known = Pick<SubscriptionRecord, 'id' | 'orgId' | 'status' | 'failingSince' | 'ordering'>;

/**
 * The health of each of these subscriptions of one organization, in the given order; at most two extra
 * queries, for failing and for ordered ones.
 */
export async function readHealth(
  query: QueryRows,
  queueFigures: Pick<QueueFigures, 'read'>,
  records: readonly Known[],
): Promise<SubscriptionHealth[]> {
  const inOrder = records.filter(({ ordering }) => ordering?.onFailure === 'block').map(({ id }) => id);
  const [first] = records;
  const [figures, errors, blockedKeys] = await Promise.all([
    queueFigures.read(),
    lastErrors(query, records),
    first === undefined ? new Map<string, BlockedKeys>() : readBlockedKeys(query, first.orgId, inOrder),
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
  const failing = records.flatMap(({ id, failingSince }) =>
    failingSince === null ? [] : [{ id, failingSince }],
  );
  const [first] = records;
  if (first === undefined || failing.length === 0) return new Map();
  return lastErrorsOf(query, first.orgId, failing, noticeNames);
}
