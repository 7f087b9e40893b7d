import type { AppendParticipant } from '../../../../engine/spine/index.ts';
import { parseId } from '../../../../kit/ids.ts';
import { parseTraceId } from '../traces/trace-ids.ts';
import { isOutreachEvent } from './outreach-types.ts';

/** One event of the platform, and whom and what it is about. */
interface IndexedEvent {
  org_id: string;
  rank: number;
  type: string;
  fact: string | null;
  occurred_ms: number;
  campaign_id: string | null;
  lead_id: string | null;
  agent_id: string | null;
  trace_id: string | null;
}

interface IndexPlan {
  events: IndexedEvent[];
}

/**
 * Notes with each event of the outreach platform, in the statement that appends it, which campaign, lead
 * and agent it is about, so that the log can be asked by them.
 */
export function outreachEventIndex(): AppendParticipant<IndexPlan> {
  return {
    name: 'outreach_index',
    parameterCount: 1,
    sql: (first) => `
      insert into outreach_events (org_id, position, type, fact, occurred_at, campaign_id, lead_id, agent_id, trace_id)
      select h.org_id, h.base + e.rank, e.type, e.fact, to_timestamp(e.occurred_ms / 1000.0), e.campaign_id, e.lead_id,
        e.agent_id, e.trace_id
      from jsonb_to_recordset($${first}::jsonb) as e(org_id uuid, rank integer, type text, fact text, occurred_ms float8,
        campaign_id uuid, lead_id uuid, agent_id uuid, trace_id uuid)
      join heads h on h.org_id = e.org_id`,
    loadRoutes: async () => {},
    forgetRoutes: () => {},
    plan: (orgId, events) => ({
      events: events.flatMap((event, rank) => {
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
    }),
    parameters: (plans) => {
      const events = plans.flatMap((plan) => plan.events);
      return events.length === 0 ? undefined : [JSON.stringify(events)];
    },
    committed: () => {},
    abandoned: () => {},
  };
}

function uuidOf(prefix: 'cmp' | 'led' | 'agt', id: unknown): string | null {
  return typeof id === 'string' ? (parseId(prefix, id) ?? null) : null;
}
