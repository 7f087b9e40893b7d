import type { Pool } from 'pg';
import type { Delivery } from './subscription.ts';

export interface DueSubscription {
  subscriptionId: string;
  /** Unix milliseconds of its earliest waiting delivery. */
  dueAt: number;
}

interface ClaimedRow {
  id: string;
  subscription_id: string;
  event_name: string;
  attempts: number;
  event_id: string;
  org_id: string;
  position: number;
  type: string;
  source: string;
  occurred_at: Date;
  data: string;
}

// Jumps from one subscription to the next in the index, so the cost follows the number of
// subscriptions that wait, not the number of deliveries.
const DUE_SQL = `
  with recursive waiting as (
    (select subscription_id, next_attempt_at from deliveries where lease_owner is null
     order by subscription_id, next_attempt_at limit 1)
    union all
    select following.* from waiting w cross join lateral (
      select d.subscription_id, d.next_attempt_at from deliveries d
      where d.lease_owner is null and d.subscription_id > w.subscription_id
      order by d.subscription_id, d.next_attempt_at limit 1) following
  )
  select w.subscription_id, w.next_attempt_at
  from waiting w join subscriptions s on s.id = w.subscription_id and s.status = 'active'`;

// The lock on the subscription makes a pause wait for a claim under way, and a claim see a pause.
const CLAIM_SQL = `
  with active as (
    select id from subscriptions where id = any($1::uuid[]) and status = 'active' for share skip locked
  ),
  due as (
    select d.id from unnest($1::uuid[], $2::int[]) as e(subscription_id, wanted)
    join active a on a.id = e.subscription_id
    cross join lateral (
      select id from deliveries
      where subscription_id = e.subscription_id and lease_owner is null and next_attempt_at <= to_timestamp($3 / 1000.0)
      order by next_attempt_at, id limit e.wanted
      for update skip locked) d
  ),
  claimed as (
    update deliveries d set lease_owner = $4 from due where d.id = due.id
    returning d.id, d.org_id, d.subscription_id, d.position, d.event_name, d.attempts
  )
  select c.*, e.id as event_id, e.type, e.source, e.occurred_at, e.data
  from claimed c join events e on e.org_id = c.org_id and e.position = c.position
  order by c.id`;

/** The deliveries that wait in the database, and the leases on them. */
export function createDueDeliveries(pool: Pool, nodeId: string) {
  return {
    /** Active subscriptions with waiting deliveries, due or not. */
    async waitingSubscriptions(): Promise<DueSubscription[]> {
      const { rows } = await pool.query<{ subscription_id: string; next_attempt_at: Date }>(DUE_SQL);
      return rows.map((row) => ({
        subscriptionId: row.subscription_id,
        dueAt: row.next_attempt_at.getTime(),
      }));
    },

    /** Leases up to `wanted` due deliveries of each subscription to this node, oldest first. */
    async claim(wanted: { subscriptionId: string; count: number }[], nowMs: number): Promise<Delivery[]> {
      const { rows } = await pool.query<ClaimedRow>(CLAIM_SQL, [
        wanted.map(({ subscriptionId }) => subscriptionId),
        wanted.map(({ count }) => count),
        nowMs,
        nodeId,
      ]);
      return rows.map(toDelivery);
    },

    /** Gives leases of this node back. */
    async release(deliveryIds: string[]): Promise<void> {
      if (deliveryIds.length === 0) return;
      await pool.query(
        'update deliveries set lease_owner = null where id = any($1::uuid[]) and lease_owner = $2',
        [deliveryIds, nodeId],
      );
    },

    /** Gives every lease of this node back. */
    async releaseAll(): Promise<void> {
      await pool.query('update deliveries set lease_owner = null where lease_owner = $1', [nodeId]);
    },

    /** Ids of all deliveries that carry this node's lease. */
    async leasedHere(): Promise<string[]> {
      const { rows } = await pool.query<{ id: string }>('select id from deliveries where lease_owner = $1', [
        nodeId,
      ]);
      return rows.map(({ id }) => id);
    },

    /** Frees what dead nodes had leased; returns how many deliveries that was. */
    async takeOver(deadNodeIds: string[]): Promise<number> {
      if (deadNodeIds.length === 0) return 0;
      const { rowCount } = await pool.query(
        'update deliveries set lease_owner = null where lease_owner = any($1::uuid[])',
        [deadNodeIds],
      );
      return rowCount ?? 0;
    },
  };
}

export type DueDeliveries = ReturnType<typeof createDueDeliveries>;

function toDelivery(row: ClaimedRow): Delivery {
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    eventName: row.event_name,
    attempts: row.attempts,
    event: {
      id: row.event_id,
      orgId: row.org_id,
      position: row.position,
      type: row.type,
      source: row.source,
      occurredAt: row.occurred_at.getTime(),
      data: row.data,
    },
  };
}
