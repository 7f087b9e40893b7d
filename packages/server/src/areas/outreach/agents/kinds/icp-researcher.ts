import { sql } from 'kysely';
import { Type } from 'typebox';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { strictObject } from '../../../../kit/http/index.ts';
import { countryCode } from '../../people/scoring/country-code.ts';
import { readTitle } from '../../people/scoring/title-terms.ts';
import { defineAgent } from '../agent/agent.ts';
import { icpTask, type TitleCount } from '../model/icp-task.ts';

const SAMPLE_LEADS = 5_000;
const MOST_TITLES = 150;

interface SampleRow {
  title: string | null;
  country: string | null;
  industry: string | null;
  employees: number | null;
  is_won: boolean;
}

/** Reads the ideal customer off the leads that answered, or off all where too few did. */
export const icpResearcher = defineAgent<{ minimum_share?: number }>({
  role: 'icp_researcher',
  name: 'ICP researcher',
  description: 'Describes the ideal customer by those leads that replied well or booked a meeting.',
  input: strictObject({
    minimum_share: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 1,
        default: 0.15,
        description: 'Of the leads, how many must share a trait.',
      }),
    ),
  }),
  output: Type.Object({
    icp: Type.Object({}, { additionalProperties: true }),
    based_on: Type.Object({ leads: Type.Integer(), won: Type.Integer(), used: Type.String() }),
    evidence: Type.Array(
      Type.Object({
        trait: Type.String(),
        value: Type.String(),
        leads: Type.Integer(),
        share: Type.Number(),
      }),
    ),
  }),
  async run({ db }, { orgId, campaignId, input }) {
    const { rows } = await sql<SampleRow>`
      select l.title, l.country, p.company->>'industry' as industry, (p.company->>'employee_count')::int as employees,
        coalesce(e.positive_replies > 0 or e.meetings > 0, false) as is_won
      from leads l
      left join lead_profiles p on p.org_id = l.org_id and p.lead_id = l.id
      left join lead_engagement e on e.org_id = l.org_id and e.lead_id = l.id
      where l.org_id = ${orgId} and (${campaignId ?? null}::uuid is null or exists (
        select from campaign_leads m where m.org_id = l.org_id and m.lead_id = l.id and m.campaign_id = ${campaignId ?? null}))
      order by is_won desc, l.id desc limit ${SAMPLE_LEADS}`.execute(db);
    const won = rows.filter(({ is_won }) => is_won);
    const used = won.length >= 5 ? won : rows;
    const traits = (read: (row: SampleRow) => string | null | undefined) =>
      countTraits(used.map(read), input.minimum_share ?? 0.15);
    const found = {
      seniorities: traits(({ title }) => title && readTitle(title).seniority),
      departments: traits(({ title }) => title && readTitle(title).department),
      countries: traits(({ country }) => country && (countryCode(country) ?? country)),
      industries: traits(({ industry }) => industry),
    };
    const sizes = used.flatMap(({ employees }) => employees ?? []).sort((a, b) => a - b);
    const quantile = (share: number) =>
      sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))] ?? 0;
    return {
      output: {
        icp: {
          ...Object.fromEntries(
            Object.entries(found).map(([name, list]) => [name, list.map(({ value }) => value)]),
          ),
          ...(sizes.length >= 5 && { employee_min: quantile(0.1), employee_max: quantile(0.9) }),
        },
        based_on: { leads: rows.length, won: won.length, used: used === won ? 'won' : 'all' },
        evidence: Object.entries(found).flatMap(([trait, list]) => list.map((one) => ({ trait, ...one }))),
      },
      toolCalls: 1,
    };
  },
  ask: async ({ db }, { orgId, campaignId, input }, rules) => {
    const { used } = (rules.output as { based_on: { used: string } }).based_on;
    const titles = await readTitles(db, orgId, campaignId, used === 'won');
    return icpTask(titles, input.minimum_share ?? 0.15, rules);
  },
});

function countTraits(values: readonly (string | null | undefined)[], minimumShare: number) {
  const counts = new Map<string, number>();
  for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, leads]) => ({ value, leads, share: Math.round((leads / values.length) * 1_000) / 1_000 }))
    .filter(({ share }) => share >= minimumShare)
    .sort((a, b) => b.leads - a.leads || (a.value < b.value ? -1 : 1))
    .slice(0, 10);
}

/** The titles that the sampled leads have, the most frequent first. */
async function readTitles(
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
    group by title order by leads desc, title limit ${MOST_TITLES}`.execute(db);
  return rows;
}
