import { sql } from 'kysely';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { selectPage } from '../../../../kit/db/index.ts';
import type { MatchedTypes } from './outreach-types.ts';

export interface OutreachEventFilter {
  meant?: MatchedTypes | undefined;
  campaignId?: string | undefined;
  leadId?: string | undefined;
  agentId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Only events before this position of the log. */
  before?: number | undefined;
}

/** An event with what it is about. Ids are UUIDs; `data` is JSON text. */
export interface OutreachEvent {
  position: number;
  id: string;
  type: string;
  campaignId: string | null;
  leadId: string | null;
  agentId: string | null;
  traceId: string | null;
  correlationId: string | null;
  occurredAt: Date;
  data: string;
}

/** A page of the platform's events, newest first, with the total number. */
export async function findEvents(
  db: AnyDatabase,
  orgId: string,
  filter: OutreachEventFilter,
  page: { limit: number; offset: number },
): Promise<{ events: OutreachEvent[]; total: number; hasMore: boolean }> {
  const where = conditionsOf(orgId, filter);
  const before = filter.before === undefined ? sql`` : sql`and i.position < ${filter.before}`;
  const { rows, total } = await selectPage(db, {
    rows: sql<OutreachEvent>`
      select i.position, e.id, e.type, i.campaign_id as "campaignId", i.lead_id as "leadId", i.agent_id as "agentId",
        i.trace_id as "traceId", e.correlation_id as "correlationId", e.occurred_at as "occurredAt", e.data
      from (select * from outreach_events i where ${where} ${before} order by i.position desc
        limit ${page.limit + 1} offset ${page.offset}) i
      join events e on e.org_id = ${orgId} and e.position = i.position
      order by i.position desc`,
    matching: sql`select 1 from outreach_events i where ${where}`,
    page,
  });
  return { events: rows.slice(0, page.limit), total, hasMore: rows.length > page.limit };
}

function conditionsOf(orgId: string, { meant, campaignId, leadId, agentId, from, to }: OutreachEventFilter) {
  const conditions = [sql`i.org_id = ${orgId}`];
  if (meant !== undefined) {
    conditions.push(
      sql`(i.fact = any(${meant.facts}::text[]) or (i.fact is null and i.type = any(${meant.types}::text[])))`,
    );
  }
  if (campaignId !== undefined) conditions.push(sql`i.campaign_id = ${campaignId}`);
  if (leadId !== undefined) conditions.push(sql`i.lead_id = ${leadId}`);
  if (agentId !== undefined) conditions.push(sql`i.agent_id = ${agentId}`);
  if (from !== undefined) conditions.push(sql`i.occurred_at >= ${from}`);
  if (to !== undefined) conditions.push(sql`i.occurred_at <= ${to}`);
  return sql.join(conditions, sql` and `);
}
