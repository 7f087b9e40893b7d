import { sql } from 'kysely';
import { formsOf } from '../../../../engine/mail/index.ts';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import {
  column,
  containing,
  containingAnyForm,
  defineTable,
  folded,
  type QueryRows,
  type RowOf,
  selectPage,
} from '../../../../kit/db/index.ts';
import { leadProfile } from './lead-profile.ts';

export const leadStatuses = [
  'new',
  'enriched',
  'scored',
  'contacted',
  'replied',
  'meeting_booked',
  'unsubscribed',
  'bounced',
  'suppressed',
] as const;

export type LeadStatus = (typeof leadStatuses)[number];
export type Tier = 'A' | 'B' | 'C' | 'D';

/** Progress on a lead shows as its status until it is contacted. */
const STATUS = `case when l.status <> 'new' then l.status when s.lead_id is not null then 'scored'
  when l.enriched_at is not null then 'enriched' else 'new' end`;

/** Leads (`l`) with their scores (`s`). */
export const leads = defineTable('leads', {
  ...leadProfile,
  status: column.computed<LeadStatus>(STATUS),
  score: column.computed<number | null>('s.score'),
  tier: column.computed<Tier | null>('s.tier'),
  tags: column.computed<string[]>(`array(select t.tag from lead_tags t
    where t.org_id = l.org_id and t.lead_id = l.id order by t.tag)`),
  campaignIds: column.computed<string[]>(`array(select c.campaign_id from campaign_leads c
    where c.org_id = l.org_id and c.lead_id = l.id order by c.added_at, c.campaign_id)`),
  enrichedAt: column.timestamp().orNull(),
  lastContactedAt: column.timestamp().orNull(),
  createdAt: column.timestamp(),
  updatedAt: column.timestamp(),
});

export type Lead = RowOf<typeof leads>;

export interface LeadFilter {
  /** Part of the address, a name or the company. */
  q?: string | undefined;
  status?: LeadStatus | undefined;
  tier?: Tier | undefined;
  country?: string | undefined;
  tag?: string | undefined;
  campaignId?: string | undefined;
  importId?: string | undefined;
  ids?: readonly string[] | undefined;
}

const columns = sql.raw(leads.columnsOf('l'));
const statusColumn = sql.raw(STATUS);

const NAME = sql.raw(folded("concat_ws(' ', l.first_name, l.last_name)"));
const COMPANY = sql.raw(folded('l.company'));

const withScore = sql`left join lead_scores s on s.org_id = l.org_id and s.lead_id = l.id`;

export async function findLead(db: AnyDatabase, orgId: string, id: string): Promise<Lead | undefined> {
  const { rows } = await sql<Lead>`
    select ${columns} from leads l ${withScore} where l.org_id = ${orgId} and l.id = ${id}`.execute(db);
  return rows[0];
}

/** Newest first: ids follow creation order. */
export async function listLeads(
  db: AnyDatabase,
  orgId: string,
  filter: LeadFilter,
  page: { limit: number; offset: number },
): Promise<{ leads: Lead[]; total: number }> {
  const where = conditionsOf(orgId, filter);
  const needsScore = filter.tier !== undefined || filter.status !== undefined;
  const { rows, total } = await selectPage(db, {
    // What a page skips is passed over in an index: nothing but the ids is computed of it.
    rows: sql<Lead>`select ${columns} from (
        select l.id from leads l ${needsScore ? withScore : sql``} where ${where}
        order by l.id desc limit ${page.limit} offset ${page.offset}
      ) p join leads l on l.org_id = ${orgId} and l.id = p.id ${withScore} order by l.id desc`,
    matching: sql`select 1 from leads l ${needsScore ? withScore : sql``} where ${where}`,
    page,
  });
  return { leads: rows, total };
}

/** Leads (`l`) that match a filter, as SQL starting at `from`. */
export function leadsWhere(orgId: string, filter: LeadFilter) {
  return sql`from leads l ${withScore} where ${conditionsOf(orgId, filter)}`;
}

function conditionsOf(orgId: string, filter: LeadFilter) {
  const { q, status, tier, country, tag, campaignId, importId, ids } = filter;
  const conditions = [sql`l.org_id = ${orgId}`];
  if (ids !== undefined) conditions.push(sql`l.id = any(${[...ids]}::uuid[])`);
  if (importId !== undefined) conditions.push(sql`l.import_id = ${importId}`);
  if (country !== undefined) conditions.push(sql`upper(l.country) = upper(${country})`);
  if (tag !== undefined) {
    conditions.push(
      sql`exists (select from lead_tags t where t.org_id = l.org_id and t.lead_id = l.id and t.tag = ${tag})`,
    );
  }
  if (q !== undefined) {
    const wanted = sql`any(array(select ${sql.raw(folded('p'))} from unnest(${containingAnyForm(q)}::text[]) p))`;
    conditions.push(
      sql`(l.email like any(${formsOf(q).map(containing)}) or ${NAME} like ${wanted} or ${COMPANY} like ${wanted})`,
    );
  }
  if (status !== undefined) conditions.push(hasStatus(status));
  if (tier !== undefined) conditions.push(sql`s.tier = ${tier}`);
  if (campaignId !== undefined) {
    conditions.push(
      sql`exists (select from campaign_leads c where c.org_id = l.org_id and c.lead_id = l.id and c.campaign_id = ${campaignId})`,
    );
  }
  return sql.join(conditions, sql` and `);
}

/** Once somebody was contacted, the stored state is the one that shows, and an index finds those in it. */
function hasStatus(status: LeadStatus) {
  const isDerived = status === 'new' || status === 'enriched' || status === 'scored';
  return isDerived ? sql`${statusColumn} = ${status}` : sql`l.status = ${status}`;
}

/** False when the lead is gone. Deletes all data about a person outside the event log, which contains only ids. */
export async function deleteLeadRows(tx: AnyTransaction, orgId: string, leadId: string): Promise<boolean> {
  const { rows } = await sql<{ email: string }>`
    delete from leads where org_id = ${orgId} and id = ${leadId} returning email`.execute(tx);
  const [lead] = rows;
  if (lead === undefined) return false;
  for (const table of [
    'campaign_leads',
    'lead_tags',
    'lead_profiles',
    'lead_enrichments',
    'lead_scores',
    'lead_engagement',
  ]) {
    await sql`delete from ${sql.table(table)} where org_id = ${orgId} and lead_id = ${leadId}`.execute(tx);
  }
  await sql`update agent_executions set input = '{}', output = null, error = null
    where org_id = ${orgId} and lead_id = ${leadId}`.execute(tx);
  await sql`delete from enrichment_cache where org_id = ${orgId} and key = ${lead.email}`.execute(tx);
  await sql`update lead_import_rejects set raw = '', detail = null
    where org_id = ${orgId} and import_id = any(array(select i.id from lead_imports i where i.org_id = ${orgId})) and exists (select from unnest(${formsOf(lead.email)}::text[]) f where position(f in lower(raw)) > 0)`.execute(
    tx,
  );
  await sql`update suppressions set value = null
    where org_id = ${orgId} and kind = 'email' and value_hash = suppression_hash(${orgId}, ${lead.email})`.execute(
    tx,
  );
  return true;
}

/** Moves a lead to a state if its current one precedes it. */
export async function moveLead(
  query: QueryRows,
  { orgId, leadId }: { orgId: string; leadId: string | null },
  { to, from, at }: { to: LeadStatus; from: readonly LeadStatus[]; at: Date },
): Promise<void> {
  await query(
    'update leads set status = $4, updated_at = $3 where org_id = $1 and id = $2 and status = any($5::text[])',
    [orgId, leadId, at, to, from],
  );
}

/** The owner of the address has opted out. */
export async function markUnsubscribed(
  query: QueryRows,
  { orgId, email, at }: { orgId: string; email: string; at: Date },
): Promise<void> {
  await query(`update leads set status = 'unsubscribed', updated_at = $3 where org_id = $1 and email = $2`, [
    orgId,
    email,
    at,
  ]);
}
