import type { QueryRows } from '../../../kit/db/index.ts';

export const metrics = [
  'emails_sent',
  'delivered',
  'delivered_leads',
  'failed',
  'opens',
  'opens_machine',
  'unique_opens',
  'opened_leads',
  'clicks',
  'replies',
  'replied_leads',
  'positive_replies',
  'auto_replies',
  'bounces',
  'complaints',
  'unsubscribes',
  'blocked',
  'meetings_booked',
  'leads_targeted',
] as const;

export type Metric = (typeof metrics)[number];

/** One or more occurrences of something a campaign counts. */
export interface Count {
  campaignId: string | null;
  step?: number | null;
  variant?: string | null;
  metric: Metric;
  by?: number;
}

/**
 * Increments campaign counters in the transaction of the event that reports it, so that they always equal a
 * recount. Rows are locked in order, so that two writers cannot deadlock.
 */
export async function countAll(query: QueryRows, orgId: string, counts: readonly Count[]): Promise<void> {
  const known = counts.filter(({ campaignId }) => campaignId !== null);
  if (known.length === 0) return;
  await query(
    `insert into campaign_counters (org_id, campaign_id, step, variant, metric, value)
     select $1, campaign_id, step, variant, metric, sum(value)
     from unnest($2::uuid[], $3::int[], $4::text[], $5::text[], $6::bigint[]) as c(campaign_id, step, variant, metric, value)
     group by campaign_id, step, variant, metric order by campaign_id, step, variant, metric
     on conflict (org_id, campaign_id, step, variant, metric)
     do update set value = campaign_counters.value + excluded.value`,
    [
      orgId,
      known.map(({ campaignId }) => campaignId),
      known.map(({ step }) => step ?? 0),
      known.map(({ variant }) => variant ?? ''),
      known.map(({ metric }) => metric),
      known.map(({ by }) => by ?? 1),
    ],
  );
}
