import type { AppendParticipant } from '../../../engine/spine/index.ts';
import { parseId } from '../../../kit/ids.ts';
import { REVIEW_SOURCE } from './review-event.ts';

/** An event of the platform and the application that it is about. */
interface IndexedEvent {
  org_id: string;
  rank: number;
  application_id: string;
  type: string;
  fact: string | null;
  occurred_ms: number;
  correlation_id: string | null;
}

/**
 * Notes with each event of the review platform, in the statement that appends it, which application it is
 * about: a review that a workflow asked for carries the correlation id of what started the workflow.
 */
export function reviewEventIndex(): AppendParticipant<IndexedEvent[]> {
  return {
    name: 'review_index',
    parameterCount: 1,
    sql: (first) => `
      insert into review_events (org_id, application_id, position, type, fact, occurred_at, correlation_id)
      select h.org_id, e.application_id, h.base + e.rank, e.type, e.fact, to_timestamp(e.occurred_ms / 1000.0),
        e.correlation_id
      from jsonb_to_recordset($${first}::jsonb) as e(org_id uuid, rank integer, application_id uuid, type text,
        fact text, occurred_ms float8, correlation_id text)
      join heads h on h.org_id = e.org_id`,
    loadRoutes: async () => {},
    forgetRoutes: () => {},
    plan: (orgId, events) => {
      const found: IndexedEvent[] = [];
      for (const [rank, event] of events.entries()) {
        if (event.source !== REVIEW_SOURCE) continue;
        const id = (event.payload as Record<string, unknown>).application_id;
        const uuid = typeof id === 'string' ? parseId('app', id) : undefined;
        if (uuid === undefined) continue;
        found.push({
          org_id: orgId,
          rank,
          application_id: uuid,
          type: event.type,
          fact: event.fact,
          occurred_ms: event.occurredAt,
          correlation_id: event.correlationId,
        });
      }
      return found;
    },
    parameters: (plans) => {
      const events = plans.flat();
      return events.length === 0 ? undefined : [JSON.stringify(events)];
    },
    committed: () => {},
    abandoned: () => {},
  };
}
