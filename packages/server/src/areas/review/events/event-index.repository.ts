import type { StatementPart } from '../../../engine/spine/index.ts';

/** An event of the platform and the application it is about. */
export interface IndexedEvent {
  org_id: string;
  rank: number;
  application_id: string;
  type: string;
  fact: string | null;
  occurred_ms: number;
  correlation_id: string | null;
}

/** Records which applications new events are about. */
export const newIndexedEvents: StatementPart<IndexedEvent> = {
  name: 'review_index',
  parameterCount: 1,
  sql: (first) => `
    insert into review_events (org_id, application_id, position, type, fact, occurred_at, correlation_id)
    select h.org_id, e.application_id, h.base + e.rank, e.type, e.fact, to_timestamp(e.occurred_ms / 1000.0),
      e.correlation_id
    from jsonb_to_recordset($${first}::jsonb) as e(org_id uuid, rank integer, application_id uuid, type text,
      fact text, occurred_ms float8, correlation_id text)
    join heads h on h.org_id = e.org_id`,
  values: (events) => [JSON.stringify(events)],
};
