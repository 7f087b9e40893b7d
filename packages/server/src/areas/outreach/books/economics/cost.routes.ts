import { type Static, Type } from 'typebox';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { AppError, invalidField } from '../../../../kit/errors/index.ts';
import {
  type AnyRoute,
  defineRoute,
  EARLIEST_MS,
  named,
  ok,
  strictObject,
  timestampField,
  toMoment,
} from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { outreachErrors } from '../../terms/outreach-errors.ts';
import {
  type CostGroup,
  type CostGrouping,
  type CostTotals,
  MAX_GROUPS,
  readCosts,
  sumCosts,
} from './cost.repository.ts';
import { usdOfMicros } from './money.ts';

const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;
const groupings = ['agent', 'campaign', 'day'] as const satisfies readonly CostGrouping[];

const costsQuery = strictObject({
  from: Type.Optional(timestampField('Earliest time, inclusive. Default: 30 days before `to`.')),
  to: Type.Optional(timestampField('Latest time, exclusive. Default: now.')),
  group_by: Type.Optional(
    Type.String({ maxLength: 50, description: '`agent`, `campaign` or `day` (UTC). Default: `day`.' }),
  ),
});

const usd = () => Type.Number({ minimum: 0, description: 'USD, exact to the millionth.' });
const totals = {
  ai_inference_usd: usd(),
  data_enrichment_usd: usd(),
  channel_costs_usd: usd(),
  total_usd: usd(),
};

const costsRecord = named(
  'Costs',
  Type.Object({
    from: timestampField('Earliest time, inclusive.'),
    to: timestampField('Latest time, exclusive.'),
    currency: Type.Literal('USD', { description: 'The currency of all amounts.' }),
    group_by: Type.String({ enum: [...groupings], description: 'The grouping.' }),
    totals: named(
      'CostTotals',
      Type.Object(totals, {
        description: 'The sum of the groups, of what belongs to no group, and of the rest.',
      }),
    ),
    groups: Type.Array(
      Type.Object({
        key: Type.String({ description: 'The id of the agent or campaign, or the day.' }),
        agent_id: Type.Optional(Type.String({ description: '`agt_…`, where groups are of agents.' })),
        campaign_id: Type.Optional(Type.String({ description: '`cmp_…`, where groups are of campaigns.' })),
        date: Type.Optional(Type.String({ description: 'The day (UTC), where groups are of days.' })),
        ...totals,
      }),
      { description: 'The costliest first; of days the oldest first.' },
    ),
    unattributed: named('CostTotals', Type.Object(totals, { description: 'Cost of no agent or campaign.' })),
    rest: Type.Object(
      { groups: Type.Integer({ description: 'Number of groups in this sum.' }), ...totals },
      { description: `Groups beyond the first ${MAX_GROUPS}, summed.` },
    ),
  }),
);

export function costRoutes(service: () => { db: AnyDatabase; clock: Clock }): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/outreach/economics/costs',
      operationId: 'getCosts',
      tag: 'Outreach',
      summary: 'Read what was spent',
      description:
        'By category, and by agent, campaign or day: the totals are the same whichever is asked for.',
      access: 'outreach:read',
      limits: ['outreach_queries'],
      query: costsQuery,
      responses: { 200: costsRecord },
      errors: ['invalid_group_by'],
      handler: async ({ principal, query }) => {
        const { db, clock } = service();
        const groupBy = readGrouping(query.group_by);
        const range = readPeriod(query.from, query.to, clock.now());
        return ok(toRecord(await readCosts(db, principal.orgId, { groupBy, ...range }), groupBy, range));
      },
    }),
  ];
}

function readGrouping(given: string | undefined): CostGrouping {
  const grouping = given ?? 'day';
  if ((groupings as readonly string[]).includes(grouping)) return grouping as CostGrouping;
  throw new AppError(outreachErrors.invalid_group_by, {
    message: '`group_by` must be `agent`, `campaign` or `day`.',
    field: 'group_by',
  });
}

function readPeriod(
  from: string | undefined,
  to: string | undefined,
  nowMs: number,
): { from: Date; to: Date } {
  // The end is exclusive, so one is added to include what was booked this very millisecond.
  const toMs = to === undefined ? nowMs + 1 : toMoment(to).getTime();
  const fromMs =
    from === undefined
      ? Math.max(Math.floor(toMs / DAY_MS - DEFAULT_DAYS) * DAY_MS, EARLIEST_MS)
      : toMoment(from).getTime();
  if (fromMs > toMs) {
    throw invalidField('from', '`from` lies after `to`. Swap them.');
  }
  return { from: new Date(fromMs), to: new Date(toMs) };
}

function toRecord(
  all: readonly CostGroup[],
  groupBy: CostGrouping,
  range: { from: Date; to: Date },
): Static<typeof costsRecord> {
  const named = all.flatMap(({ key, ...sums }) => (key === null ? [] : [{ key, ...sums }]));
  const shown = named.slice(0, MAX_GROUPS);
  return {
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    currency: 'USD',
    group_by: groupBy,
    totals: inUsd(sumCosts(all)),
    groups: shown.map((group) => ({ ...keyOf(groupBy, group.key), ...inUsd(group) })),
    unattributed: inUsd(sumCosts(all.filter(({ key }) => key === null))),
    rest: { groups: named.length - shown.length, ...inUsd(sumCosts(named.slice(MAX_GROUPS))) },
  };
}

function keyOf(groupBy: CostGrouping, key: string) {
  if (groupBy === 'day') return { key, date: key };
  const id = formatId(groupBy === 'agent' ? 'agt' : 'cmp', key);
  return groupBy === 'agent' ? { key: id, agent_id: id } : { key: id, campaign_id: id };
}

function inUsd({ aiInference, dataEnrichment, channelCosts, total }: CostTotals) {
  return {
    ai_inference_usd: usdOfMicros(aiInference),
    data_enrichment_usd: usdOfMicros(dataEnrichment),
    channel_costs_usd: usdOfMicros(channelCosts),
    total_usd: usdOfMicros(total),
  };
}
