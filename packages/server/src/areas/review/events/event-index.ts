import type { AppendParticipant } from '../../../engine/spine/index.ts';
import { parseId } from '../../../kit/ids.ts';
import { type IndexedEvent, newIndexedEvents } from './event-index.repository.ts';
import { REVIEW_SOURCE } from './review-event.ts';

/**
 * Records the application of each of the review platform's events, in the statement that appends it. The
 * correlation id is not enough: a review requested by a workflow carries that of the workflow's trigger.
 */
export function reviewEventIndex(): AppendParticipant<IndexedEvent[]> {
  const { name, sql, parameterCount, values } = newIndexedEvents;
  return {
    name,
    sql,
    parameterCount,
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
      return events.length === 0 ? undefined : values(events);
    },
    committed: () => {},
    abandoned: () => {},
  };
}
