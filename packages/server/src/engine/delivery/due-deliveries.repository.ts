import type { Pool } from 'pg';
import type { Following } from './followers.ts';
import { createLeases } from './lease.repository.ts';
import type { Delivery } from './subscription.ts';
import type { SubscriptionName } from './subscription-name.ts';

export interface DueSubscription {
  subscriptionId: string;
  /** Unix milliseconds of its earliest waiting delivery. */
  dueAt: number;
}

/** Rows of leased deliveries, from claims and from handing over the next of a key. */
export interface ClaimedRow {
  id: string;
  subscription_id: string;
  event_name: string;
  attempts: number;
  event_id: string;
  org_id: string;
  log_position: number;
  type: string;
  source: string;
  /** A string where rows arrive as JSON. */
  occurred_at: Date | string;
  data: string;
}

interface PassedRow {
  id: null;
  subscription_id: string;
}

function isClaimed(row: ClaimedRow | PassedRow): row is ClaimedRow {
  return row.id !== null;
}

/** Deliveries waiting in the database, and their leases. */
export function createDueDeliveries(pool: Pool, nodeId: string) {
  return {
    ...createLeases(pool, nodeId),

    /** Active subscriptions with waiting deliveries, due or not. */
    async waitingSubscriptions(): Promise<DueSubscription[]> {
      const { rows } = await pool.query<{ subscription_id: string; due_at: Date }>(
        'select * from due_subscriptions()',
      );
      return rows.map((row) => ({ subscriptionId: row.subscription_id, dueAt: row.due_at.getTime() }));
    },

    /**
     * Leases up to `wanted` due deliveries of each subscription to this node, oldest first, with at most
     * `maxBytes` of payload in total. `more`: subscriptions of which many deliveries were skipped because
     * they wait for their turn in order.
     */
    async claim(
      wanted: { orgId: string; subscriptionId: string; count: number }[],
      nowMs: number,
      maxBytes: number,
    ): Promise<{ deliveries: Delivery[]; more: Set<string> }> {
      const sorted = wanted.toSorted((a, b) => (a.subscriptionId < b.subscriptionId ? -1 : 1));
      const { rows } = await pool.query<ClaimedRow | PassedRow>(
        'select * from claim_deliveries($1, $2, $3, to_timestamp($4 / 1000.0), $5, $6)',
        [
          sorted.map(({ orgId }) => orgId),
          sorted.map(({ subscriptionId }) => subscriptionId),
          sorted.map(({ count }) => count),
          nowMs,
          nodeId,
          maxBytes,
        ],
      );
      const more = new Set(rows.filter(({ id }) => id === null).map((row) => row.subscription_id));
      return { deliveries: rows.filter(isClaimed).map(toDelivery), more };
    },

    /** Shortens the wait of deliveries scheduled later than now. */
    async bringForward(nowMs: number, byMs: number): Promise<void> {
      // On a distributed queue, Citus accepts only immutable functions; timestamptz minus interval is not
      // one.
      await pool.query(
        `update deliveries set next_attempt_at = greatest(
           to_timestamp(extract(epoch from next_attempt_at - to_timestamp(0))::float8 - $2::float8 / 1000),
           to_timestamp($1::float8 / 1000))
         where next_attempt_at > to_timestamp($1::float8 / 1000)`,
        [nowMs, byMs],
      );
    },
  };
}

/** Whether one of these nodes holds a lease on a delivery of the subscription. */
export async function isLeasedBy(
  pool: Pool,
  { orgId, id }: SubscriptionName,
  nodeIds: readonly string[],
): Promise<boolean> {
  const { rows } = await pool.query(
    'select 1 from deliveries where org_id = $1 and subscription_id = $2 and lease_owner = any($3::uuid[]) limit 1',
    [orgId, id, nodeIds],
  );
  return rows.length > 0;
}

export type DueDeliveries = ReturnType<typeof createDueDeliveries>;

export function toDelivery(row: ClaimedRow): Delivery {
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    eventName: row.event_name,
    attempts: row.attempts,
    event: {
      id: row.event_id,
      orgId: row.org_id,
      position: row.log_position,
      type: row.type,
      source: row.source,
      occurredAt: new Date(row.occurred_at).getTime(),
      data: row.data,
      trace: undefined,
    },
  };
}

/** Deliveries queued behind leased ones of the same key that may be sent with them, in log order. */
export async function readFollowers(
  pool: Pool,
  heads: { orgIds: string[]; headIds: string[]; known: number[]; nodeId: string; nowMs: number },
  bounds: { limit: number; bytes: number },
): Promise<Following[]> {
  const { rows } = await pool.query<ClaimedRow & { head: string }>(
    'select * from read_followers($1, $2, $3, $4, to_timestamp($5 / 1000.0), $6, $7)',
    [heads.orgIds, heads.headIds, heads.known, bounds.limit, heads.nowMs, heads.nodeId, bounds.bytes],
  );
  return rows.map((row) => ({ headId: row.head, follower: toDelivery(row) }));
}
