import type { QueryRows } from '../../../kit/db/index.ts';
import type { DeliveredEvent } from '../subscription.ts';
import type { AttemptDetailRow, EventRow } from './attempt.repository.ts';

/** One delivery of a request. */
export interface CarriedDelivery {
  deliveryId: string;
  eventName: string;
  event: DeliveredEvent;
}

interface MemberRow extends EventRow {
  delivery_id: string;
  event_name: string;
  attempted_at: Date;
  response_time_ms: number;
}

/** All deliveries in the batches of these attempts, which belong to one subscription, in batch order. */
export async function readBatches(
  query: QueryRows,
  attempts: readonly AttemptDetailRow[],
): Promise<Map<AttemptDetailRow, CarriedDelivery[]>> {
  const [first] = attempts;
  if (first === undefined) return new Map();
  const rows = await query<MemberRow>(
    `select a.delivery_id, a.event_name, a.attempted_at, a.response_time_ms,
       e.id, e.org_id, e.position, e.type, e.source, e.occurred_at, e.data
     from delivery_attempts a join events e on e.org_id = $1 and e.position = a.position
     where a.org_id = $1 and a.subscription_id = $2 and a.attempted_at = any($3::timestamptz[]) and a.kind = 'event'`,
    [first.org_id, first.subscription_id, attempts.map(({ attempted_at }) => attempted_at)],
  );
  return new Map(
    attempts.map((attempt) => [attempt, inOrder(rows.filter((row) => isTogether(attempt, row)))]),
  );
}

/** Deliveries sent in one request started and ended together. */
function isTogether(attempt: AttemptDetailRow, row: MemberRow): boolean {
  const isAtOnce = row.attempted_at.getTime() === attempt.attempted_at.getTime();
  return isAtOnce && row.response_time_ms === attempt.response_time_ms;
}

function inOrder(rows: readonly MemberRow[]): CarriedDelivery[] {
  return rows
    .toSorted((a, b) => a.position - b.position || (a.delivery_id < b.delivery_id ? -1 : 1))
    .map((row) => ({ deliveryId: row.delivery_id, eventName: row.event_name, event: toDelivered(row) }));
}

export function toDelivered(event: EventRow): DeliveredEvent {
  return {
    id: event.id,
    orgId: event.org_id,
    position: event.position,
    type: event.type,
    source: event.source,
    occurredAt: event.occurred_at.getTime(),
    data: event.data,
  };
}
