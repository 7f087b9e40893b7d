import { formatEventRecord } from './event-record.ts';

/** An event as stored in the log. `id` and `orgId` are UUIDs. */
export interface StoredEvent {
  id: string;
  orgId: string;
  position: number;
  type: string;
  source: string;
  /** Unix milliseconds. */
  occurredAt: number;
  correlationId: string | null;
  fact: string | null;
  /** JSON text. */
  data: string;
  metadata: string;
}

/** The columns of `events` that make up a StoredEvent. */
export const storedEventColumns = `id, org_id as "orgId", position, type, source,
  round(date_part('epoch', occurred_at) * 1000) as "occurredAt", correlation_id as "correlationId", fact, data, metadata`;

/** The event's record: the JSON text that was hashed, byte for byte. */
export function recordOf(event: StoredEvent): string {
  return formatEventRecord(event);
}
