import { sql } from 'kysely';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import type { AgentCall } from '../agent/agent.ts';
import { leadOf } from '../agent/agent-errors.ts';

export interface CopyRow {
  email: string;
  first_name: string | null;
  company: string | null;
  title: string | null;
  intent: Record<
    string,
    { detected?: boolean; evidence?: string; roles?: string[]; round?: string; from?: string; to?: string }
  > | null;
  strategy: {
    value_proposition?: string;
    call_to_action?: string;
    sender?: { name?: string };
    tone?: string;
    language?: string;
  } | null;
}

export async function readRow(
  db: AnyDatabase,
  call: Pick<AgentCall, 'orgId' | 'campaignId' | 'leadId'>,
): Promise<CopyRow> {
  const { orgId, campaignId } = call;
  const leadId = leadOf(call);
  const { rows } = await sql<CopyRow>`
      select l.email, l.first_name, coalesce(l.company, p.company->>'name') as company, l.title, p.intent,
        (select messaging_strategy from outreach_campaigns c where c.org_id = l.org_id and c.id = ${campaignId ?? null}) as strategy
      from leads l left join lead_profiles p on p.org_id = l.org_id and p.lead_id = l.id
      where l.org_id = ${orgId} and l.id = ${leadId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw notFound('lead');
  return row;
}
