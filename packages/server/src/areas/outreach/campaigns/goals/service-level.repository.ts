import type { QueryRows } from '../../../../kit/db/index.ts';
import { type Campaign, defaultServiceLevels } from '../campaigns/campaign.ts';

export interface Measured {
  sent: number;
  /** Rejected by the server and so never sent. */
  refused: number;
  bounced: number;
  complained: number;
  opened: number;
  replied: number;
  latency_p95_ms: number | null;
}

/** Figures of each campaign in its own window. */
export async function measureAll(
  query: QueryRows,
  campaigns: readonly Campaign[],
  at: Date,
): Promise<Map<string, Measured>> {
  if (campaigns.length === 0) return new Map();
  const since = ({ slo }: Campaign) =>
    new Date(at.getTime() - (slo.window_minutes ?? defaultServiceLevels.window_minutes) * 60_000);
  const rows = await query<Measured & { id: string }>(
    `select c.id, m.* from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as c(org_id, id, since)
     cross join lateral (
       select count(*) filter (where sent_at is not null) as sent,
         count(*) filter (where bounced_at is not null and sent_at is null) as refused,
         count(*) filter (where bounced_at is not null) as bounced,
         count(*) filter (where complained_at is not null) as complained,
         count(*) filter (where opened_at is not null) as opened,
         count(*) filter (where replied_at is not null) as replied,
         percentile_cont(0.95) within group (order by extract(epoch from sent_at - scheduled_at) * 1000)
           filter (where sent_at is not null) as latency_p95_ms
       from communications x
       where x.org_id = c.org_id and x.campaign_id = c.id and coalesce(x.sent_at, x.bounced_at) > c.since) m`,
    [campaigns.map(({ orgId }) => orgId), campaigns.map(({ id }) => id), campaigns.map(since)],
  );
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

export async function standingBreaches(
  query: QueryRows,
  campaigns: readonly Campaign[],
): Promise<Map<string, string[]>> {
  const rows = await query<{ campaign_id: string; slos: string[] }>(
    `select b.campaign_id, array_agg(b.slo) as slos from campaign_slo_breaches b
     join unnest($1::uuid[], $2::uuid[]) as c(org_id, id) on b.org_id = c.org_id and b.campaign_id = c.id
     group by b.campaign_id`,
    [campaigns.map(({ orgId }) => orgId), campaigns.map(({ id }) => id)],
  );
  return new Map(rows.map(({ campaign_id, slos }) => [campaign_id, slos]));
}

/** Stores exactly the levels that are broken now. Returns the newly broken ones. */
export async function noteBreaches(
  query: QueryRows,
  { orgId, campaignId, broken, at }: { orgId: string; campaignId: string; broken: string[]; at: Date },
): Promise<Set<string>> {
  await query(
    'delete from campaign_slo_breaches where org_id = $1 and campaign_id = $2 and slo <> all($3::text[])',
    [orgId, campaignId, broken],
  );
  const added = await query<{ slo: string }>(
    `insert into campaign_slo_breaches (org_id, campaign_id, slo, since)
     select $1, $2, slo, $4 from unnest($3::text[]) as slo on conflict do nothing returning slo`,
    [orgId, campaignId, broken, at],
  );
  return new Set(added.map(({ slo }) => slo));
}
