import type { AppendParticipant } from '../../../../engine/spine/index.ts';
import { parseId } from '../../../../kit/ids.ts';
import { parseTraceId } from '../traces/trace-ids.ts';
import { type IndexedEvent, newIndexedEvents } from './event-index.repository.ts';
import { isOutreachEvent } from './outreach-types.ts';

/**
 * Records, in the statement that appends an event of the outreach platform, its campaign, lead and agent, so
 * that the log can be queried by them.
 */
export function outreachEventIndex(): AppendParticipant<IndexedEvent[]> {
  const { name, sql, parameterCount, values } = newIndexedEvents;
  return {
    name,
    sql,
    parameterCount,
    loadRoutes: async () => {},
    forgetRoutes: () => {},
    plan: (orgId, events) =>
      events.flatMap((event, rank) => {
        if (!isOutreachEvent(event.type, event.fact)) return [];
        const data = event.payload as Record<string, unknown>;
        return [
          {
            org_id: orgId,
            rank,
            type: event.type,
            fact: event.fact,
            occurred_ms: event.occurredAt,
            campaign_id: uuidOf('cmp', data.campaign_id),
            lead_id: uuidOf('led', data.lead_id),
            agent_id: uuidOf('agt', data.agent_id),
            trace_id: typeof data.trace_id === 'string' ? (parseTraceId(data.trace_id) ?? null) : null,
          },
        ];
      }),
    parameters: (plans) => {
      const events = plans.flat();
      return events.length === 0 ? undefined : values(events);
    },
    committed: () => {},
    abandoned: () => {},
  };
}

function uuidOf(prefix: 'cmp' | 'led' | 'agt', id: unknown): string | null {
  return typeof id === 'string' ? (parseId(prefix, id) ?? null) : null;
}
