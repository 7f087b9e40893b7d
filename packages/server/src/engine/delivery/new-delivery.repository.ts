import { float8Array, int4Array, textArray, uuidArray } from '../../kit/db/index.ts';
import type { StatementPart } from '../spine/index.ts';
import type { Delivery } from './subscription.ts';

/** A delivery of a new event; `rank` is the event's index in its plan. */
export interface NewDelivery {
  orgId: string;
  delivery: Pick<Delivery, 'id' | 'subscriptionId' | 'eventName'>;
  rank: number;
  /** Unix milliseconds, by this node's clock. */
  nextAttemptAt: number;
  /**
   * Upper bound relative to the database's current time: a halted node may not know that the clock was set
   * back.
   */
  delayMs: number;
  /** The node that sends it right after the commit; null if any node may claim it. */
  leaseOwner: string | null;
  /** Ordering key; null for none. */
  orderKey: string | null;
}

/** Writes the deliveries of new events. */
export const newDeliveries: StatementPart<NewDelivery> = {
  name: 'new_deliveries',
  parameterCount: 9,
  isInFunction: true,
  sql: (n) => `
      insert into deliveries (id, org_id, subscription_id, position, event_name, next_attempt_at, lease_owner, order_key)
      select d.id, d.org_id, d.subscription_id, h.base + d.rank, d.event_name,
        least(to_timestamp(d.next_attempt_at / 1000.0), now() + d.delay_ms * interval '1 ms'), d.lease_owner, d.order_key
      from unnest($${n}::uuid[], $${n + 1}::uuid[], $${n + 2}::uuid[], $${n + 3}::int[], $${n + 4}::text[],
        $${n + 5}::float8[], $${n + 6}::uuid[], $${n + 7}::text[], $${n + 8}::float8[])
        as d(id, org_id, subscription_id, rank, event_name, next_attempt_at, lease_owner, order_key, delay_ms)
      join heads h on h.org_id = d.org_id`,
  values: (all) => [
    uuidArray(all.map(({ delivery }) => delivery.id)),
    uuidArray(all.map(({ orgId }) => orgId)),
    uuidArray(all.map(({ delivery }) => delivery.subscriptionId)),
    int4Array(all.map(({ rank }) => rank)),
    textArray(all.map(({ delivery }) => delivery.eventName)),
    float8Array(all.map(({ nextAttemptAt }) => nextAttemptAt)),
    uuidArray(all.map(({ leaseOwner }) => leaseOwner)),
    textArray(all.map(({ orderKey }) => orderKey)),
    float8Array(all.map(({ delayMs }) => delayMs)),
  ],
};
