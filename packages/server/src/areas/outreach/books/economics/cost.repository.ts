import { sql } from 'kysely';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';

export type CostGrouping = 'agent' | 'campaign' | 'day';

/** Whole micro-USD. */
export interface CostTotals {
  aiInference: number;
  dataEnrichment: number;
  channelCosts: number;
  total: number;
}

export interface CostGroup extends CostTotals {
  /** UUID of the agent or campaign, or the day (UTC) as `YYYY-MM-DD`; null for costs that belong to none. */
  key: string | null;
}

/** Maximum groups in a response; the rest are summed. */
export const MAX_GROUPS = 1_000;

interface GroupRow {
  key: string | null;
  ai: number;
  data: number;
  channel: number;
}

const keys = {
  agent: sql`agent_id::text`,
  campaign: sql`campaign_id::text`,
  day: sql`to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD')`,
} as const;

/** Spending from `from` (inclusive) to `to` (exclusive), by group: days in order, others by amount. */
export async function readCosts(
  db: AnyDatabase,
  orgId: string,
  { groupBy, from, to }: { groupBy: CostGrouping; from: Date; to: Date },
): Promise<CostGroup[]> {
  const order = groupBy === 'day' ? sql`1` : sql`sum(amount_micros) desc, 1`;
  const { rows } = await sql<GroupRow>`
    select ${keys[groupBy]} as key,
      coalesce(sum(amount_micros) filter (where category = 'ai_inference'), 0)::bigint as ai,
      coalesce(sum(amount_micros) filter (where category = 'data_enrichment'), 0)::bigint as data,
      coalesce(sum(amount_micros) filter (where category = 'channel_costs'), 0)::bigint as channel
    from cost_entries where org_id = ${orgId} and occurred_at >= ${from} and occurred_at < ${to}
    group by 1 order by ${order}`.execute(db);
  return rows.map(({ key, ai, data, channel }) => ({
    key,
    aiInference: ai,
    dataEnrichment: data,
    channelCosts: channel,
    total: ai + data + channel,
  }));
}

export function sumCosts(groups: readonly CostTotals[]): CostTotals {
  const sum = (part: keyof CostTotals) => groups.reduce((total, group) => total + group[part], 0);
  return {
    aiInference: sum('aiInference'),
    dataEnrichment: sum('dataEnrichment'),
    channelCosts: sum('channelCosts'),
    total: sum('total'),
  };
}
