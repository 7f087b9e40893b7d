import { Type } from 'typebox';
import { strictObject } from '../../../../kit/http/index.ts';
import { countryCode } from '../../people/scoring/country-code.ts';
import { readTitle } from '../../people/scoring/title-terms.ts';
import { defineAgent } from '../agent/agent.ts';
import { icpTask } from '../model/icp-task.ts';
import { readSample, readTitles, type SampleLead } from './sample.repository.ts';

/** Derives the ideal customer from the leads that answered, or from all when too few did. */
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
    const rows = await readSample(db, orgId, campaignId);
    const won = rows.filter(({ isWon }) => isWon);
    const used = won.length >= 5 ? won : rows;
    const traits = (read: (row: SampleLead) => string | null | undefined) =>
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
