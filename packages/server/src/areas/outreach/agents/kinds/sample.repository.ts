import { sql } from 'kysely';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import type { TitleCount } from '../model/icp-task.ts';

const SAMPLE_LEADS = 5_000;
const MAX_TITLES = 150;

/** What is known of a lead, for finding similar ones. */
export interface SampleLead {
  title: string | null;
  country: string | null;
  industry: string | null;
  employees: number | null;
  isWon: boolean;
}

/**
 * The leads to look at: those that answered first, then the newest. Both come from the end of an index, however many
 * leads there are.
 */
function sampled(orgId: string, campaignId: string | undefined) {
  const won =
    campaignId === undefined
      ? sql``
      : sql`and exists (select from campaign_leads m
    where m.org_id = e.org_id and m.lead_id = e.lead_id and m.campaign_id = ${campaignId})`;
  const newest =
    campaignId === undefined
      ? sql`select id as lead_id from leads where org_id = ${orgId}`
      : sql`select lead_id from campaign_leads where org_id = ${orgId} and campaign_id = ${campaignId}`;
  return sql`won as materialized (
      select e.lead_id from lead_engagement e
      where e.org_id = ${orgId} and (e.positive_replies > 0 or e.meetings > 0) ${won}
      order by e.lead_id desc limit ${SAMPLE_LEADS}
    ), newest as materialized (
      ${newest} order by lead_id desc limit ${SAMPLE_LEADS}
    ), sampled as materialized (
      select lead_id, true as is_won from won
      union all select lead_id, false from newest where lead_id not in (select lead_id from won)
      order by is_won desc, lead_id desc limit ${SAMPLE_LEADS}
    )`;
}

/** Leads that answered first, then the newest. */
export async function readSample(
  db: AnyDatabase,
  orgId: string,
  campaignId: string | undefined,
): Promise<SampleLead[]> {
  const { rows } = await sql<SampleLead>`
      with ${sampled(orgId, campaignId)}
      select l.title, l.country, p.company->>'industry' as industry, (p.company->>'employee_count')::int as employees,
        s.is_won as "isWon"
      from sampled s join leads l on l.org_id = ${orgId} and l.id = s.lead_id
      left join lead_profiles p on p.org_id = l.org_id and p.lead_id = l.id
      order by s.is_won desc, l.id desc`.execute(db);
  return rows;
}

/** Titles of the sampled leads, most frequent first. */
export async function readTitles(
  db: AnyDatabase,
  orgId: string,
  campaignId: string | undefined,
  onlyWon: boolean,
): Promise<TitleCount[]> {
  const { rows } = await sql<TitleCount>`
    with ${sampled(orgId, campaignId)}
    select left(l.title, 120) as title, count(*)::int as leads
    from sampled s join leads l on l.org_id = ${orgId} and l.id = s.lead_id
    where l.title is not null and (s.is_won or not ${onlyWon})
    group by 1 order by leads desc, title limit ${MAX_TITLES}`.execute(db);
  return rows;
}
