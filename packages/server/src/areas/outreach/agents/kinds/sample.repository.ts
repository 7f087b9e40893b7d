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

/** Leads that answered first, then the newest. */
export async function readSample(
  db: AnyDatabase,
  orgId: string,
  campaignId: string | undefined,
): Promise<SampleLead[]> {
  const { rows } = await sql<SampleLead>`
      select l.title, l.country, p.company->>'industry' as industry, (p.company->>'employee_count')::int as employees,
        coalesce(e.positive_replies > 0 or e.meetings > 0, false) as "isWon"
      from leads l
      left join lead_profiles p on p.org_id = l.org_id and p.lead_id = l.id
      left join lead_engagement e on e.org_id = l.org_id and e.lead_id = l.id
      where l.org_id = ${orgId} and (${campaignId ?? null}::uuid is null or exists (
        select from campaign_leads m where m.org_id = l.org_id and m.lead_id = l.id and m.campaign_id = ${campaignId ?? null}))
      order by "isWon" desc, l.id desc limit ${SAMPLE_LEADS}`.execute(db);
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
    select title, count(*)::int as leads from (
      select left(l.title, 120) as title from leads l
      left join lead_engagement e on e.org_id = l.org_id and e.lead_id = l.id
      where l.org_id = ${orgId} and l.title is not null
        and (not ${onlyWon} or e.positive_replies > 0 or e.meetings > 0)
        and (${campaignId ?? null}::uuid is null or exists (
          select from campaign_leads m where m.org_id = l.org_id and m.lead_id = l.id and m.campaign_id = ${campaignId ?? null}))
      order by l.id desc limit ${SAMPLE_LEADS}) t
    group by title order by leads desc, title limit ${MAX_TITLES}`.execute(db);
  return rows;
}
