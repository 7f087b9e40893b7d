import type { QueryRows } from '../../../../kit/db/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import type { Budget } from '../../books/economics/ledger-terms.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import type { Metric } from '../../terms/counter.repository.ts';
import { type Campaign, campaigns, type Execution } from './campaign.ts';

export type Counted = Partial<Record<Metric, number>>;

type ShownExecution = Pick<
  Execution,
  'id' | 'status' | 'testCohortSize' | 'leadsTargeted' | 'startAt' | 'createdAt'
>;

/** A campaign with everything it has done. */
export interface CampaignReport extends Counters {
  campaign: Campaign;
  executions: ShownExecution[];
  budget: Pick<Budget, 'limitMicros' | 'spentMicros' | 'reservedMicros'>;
  breaches: { slo: string; since: Date }[];
}

interface Counters {
  totals: Counted;
  bySteps: { step: number; counted: Counted }[];
  byVariants: { step: number; variant: string; counted: Counted }[];
}

interface CounterRow {
  step: number;
  variant: string;
  metric: Metric;
  value: number;
}

interface ReportRow extends Campaign {
  /** JSON turns times into strings. */
  executions: (Omit<ShownExecution, 'startAt' | 'createdAt'> & { startAt: string; createdAt: string })[];
  budget: CampaignReport['budget'] | null;
  counters: CounterRow[];
  breaches: { slo: string; since: string }[];
}

/** A single statement sees one snapshot, so the figures are consistent, and it costs one round trip. */
const REPORT = `select ${campaigns.columns},
    (select coalesce(json_agg(e order by e."createdAt" desc, e.id desc), '[]') from (
       select id, status, test_cohort_size as "testCohortSize", leads_targeted as "leadsTargeted", start_at as "startAt",
         created_at as "createdAt" from campaign_executions
       where org_id = $1 and campaign_id = $2 order by created_at desc, id desc limit 100) e) as executions,
    (select row_to_json(b) from (select limit_micros as "limitMicros",
         spent_micros as "spentMicros", reserved_micros as "reservedMicros" from budgets
       where org_id = $1 and campaign_id = $2) b) as budget,
    (select coalesce(json_agg(c order by c.step, c.variant), '[]') from (
       select step, variant, metric, value from campaign_counters
       where org_id = $1 and campaign_id = $2) c) as counters,
    (select coalesce(json_agg(s order by s.slo), '[]') from (select slo, since from campaign_slo_breaches
       where org_id = $1 and campaign_id = $2) s) as breaches
  from outreach_campaigns where org_id = $1 and id = $2`;

/** Reads from counters, so the cost does not depend on how much was sent. Throws `not_found`. */
export async function readCampaign(
  { pool }: Pick<SendingPorts, 'pool'>,
  orgId: string,
  campaignId: string,
): Promise<CampaignReport> {
  const { rows } = await pool.query<ReportRow>({
    name: 'campaign_report',
    text: REPORT,
    values: [orgId, campaignId],
  });
  const [row] = rows;
  if (row === undefined) throw notFound('campaign');
  const { executions, budget, counters, breaches, ...campaign } = row;
  return {
    campaign,
    executions: executions.map((one) => ({
      ...one,
      startAt: new Date(one.startAt),
      createdAt: new Date(one.createdAt),
    })),
    budget: budget ?? { limitMicros: null, spentMicros: 0, reservedMicros: 0 },
    ...sumUp(counters),
    breaches: breaches.map(({ slo, since }) => ({ slo, since: new Date(since) })),
  };
}

/** Totals of each of these campaigns so far, by id. */
export async function readTotals(
  query: QueryRows,
  orgId: string,
  campaignIds: readonly string[],
): Promise<Map<string, Counted>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await query<{ campaignId: string; metric: Metric; value: number }>(
    `select campaign_id as "campaignId", metric, sum(value)::bigint as value from campaign_counters
     where org_id = $1 and campaign_id = any($2::uuid[]) group by campaign_id, metric`,
    [orgId, [...campaignIds]],
  );
  const totals = new Map<string, Counted>();
  for (const { campaignId, metric, value } of rows) {
    const counted = totals.get(campaignId) ?? {};
    totals.set(campaignId, counted);
    add(counted, metric, value);
  }
  return totals;
}

function sumUp(rows: readonly CounterRow[]): Counters {
  const totals: Counted = {};
  const bySteps = new Map<number, Counted>();
  const byVariants = new Map<string, { step: number; variant: string; counted: Counted }>();
  for (const { step, variant, metric, value } of rows) {
    add(totals, metric, value);
    if (step === 0) continue;
    const counted = bySteps.get(step) ?? {};
    bySteps.set(step, counted);
    add(counted, metric, value);
    if (variant === '') continue;
    const name = `${step} ${variant}`;
    const one = byVariants.get(name) ?? { step, variant, counted: {} };
    byVariants.set(name, one);
    add(one.counted, metric, value);
  }
  return {
    totals,
    bySteps: [...bySteps].map(([step, counted]) => ({ step, counted })),
    byVariants: [...byVariants.values()],
  };
}

function add(counted: Counted, metric: Metric, value: number): void {
  counted[metric] = (counted[metric] ?? 0) + value;
}
