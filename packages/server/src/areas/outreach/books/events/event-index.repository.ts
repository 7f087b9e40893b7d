import type { StatementPart } from '../../../../engine/spine/index.ts';

/** An event of the platform, and what it is about. */
export interface IndexedEvent {
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

/** Records what new events are about. */
export const newIndexedEvents: StatementPart<IndexedEvent> = {
  name: 'outreach_index',
  parameterCount: 1,
  sql: (first) => `
    insert into outreach_events (org_id, position, type, fact, occurred_at, campaign_id, lead_id, agent_id, trace_id)
    select h.org_id, h.base + e.rank, e.type, e.fact, to_timestamp(e.occurred_ms / 1000.0), e.campaign_id, e.lead_id,
      e.agent_id, e.trace_id
    from jsonb_to_recordset($${first}::jsonb) as e(org_id uuid, rank integer, type text, fact text, occurred_ms float8,
      campaign_id uuid, lead_id uuid, agent_id uuid, trace_id uuid)
    join heads h on h.org_id = e.org_id`,
  values: (events) => [JSON.stringify(events)],
};
