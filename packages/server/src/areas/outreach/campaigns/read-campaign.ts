import { notFound } from '../../../kit/errors/index.ts';
import { type QueryRows, rowsIn } from '../communications/query-rows.ts';
import type { SendingPorts } from '../communications/sending-ports.ts';
import type { Budget } from '../economics/ledger.ts';
import { executionsOf, findCampaign } from './campaign.repository.ts';
import type { Campaign, Execution } from './campaign.ts';
import type { Metric } from './counters.ts';

export type Counted = Partial<Record<Metric, number>>;

/** A campaign with all that it has done. */
export interface CampaignReport {
  campaign: Campaign;
  executions: Execution[];
  budget: Budget;
  totals: Counted;
  bySteps: { step: number; counted: Counted }[];
  byVariants: { step: number; variant: string; counted: Counted }[];
  breaches: { slo: string; since: Date }[];
}

/** Reads it from counters, so that it costs the same however much was sent. Throws `not_found`. */
export function readCampaign(
  { db, ledger }: Pick<SendingPorts, 'db' | 'ledger'>,
  orgId: string,
  campaignId: string,
): Promise<CampaignReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const query = rowsIn(tx);
      const campaign = await findCampaign(query, orgId, campaignId);
      if (campaign === undefined) throw notFound('campaign');
      const counters = await readCounters(query, orgId, campaignId);
      return {
        campaign,
        executions: await executionsOf(query, orgId, campaignId),
        budget: await ledger.readBudget(tx, orgId, campaignId),
        ...counters,
        breaches: await query<{ slo: string; since: Date }>(
          'select slo, since from campaign_slo_breaches where org_id = $1 and campaign_id = $2 order by slo',
          [orgId, campaignId],
        ),
      };
    });
}

export async function readCounters(query: QueryRows, orgId: string, campaignId: string) {
  const rows = await query<{ step: number; variant: string; metric: Metric; value: number }>(
    `select step, variant, metric, value from campaign_counters where org_id = $1 and campaign_id = $2
     order by step, variant`,
    [orgId, campaignId],
  );
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
