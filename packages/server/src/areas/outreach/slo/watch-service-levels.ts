import type { NewEvent } from '../../../engine/spine/index.ts';
import { campaignsIn } from '../campaigns/campaign.repository.ts';
import type { Campaign, PauseReason, ServiceLevels } from '../campaigns/campaign.ts';
import { sloEvent } from '../campaigns/campaign-events.ts';
import { pauseIn } from '../campaigns/change-state.ts';
import { type QueryRows, rowsIn } from '../communications/query-rows.ts';
import type { SendingPorts } from '../communications/sending-ports.ts';

/** What holds where a campaign states nothing: mailbox providers act on senders above these. */
export const defaultServiceLevels = {
  bounce_rate_max: 0.08,
  complaint_rate_max: 0.003,
  window_minutes: 1_440,
  min_sample: 50,
} satisfies ServiceLevels;

export interface Breach {
  slo: string;
  threshold: number;
  actual: number;
}

interface Measured {
  sent: number;
  /** Refused at the door, and so never sent. */
  refused: number;
  bounced: number;
  complained: number;
  opened: number;
  replied: number;
  latency_p95_ms: number | null;
}

/** The levels that a window's figures break. */
export function findBreaches(levels: ServiceLevels, measured: Measured): Breach[] {
  const tried = measured.sent + measured.refused;
  if (tried < (levels.min_sample ?? defaultServiceLevels.min_sample)) return [];
  const rate = (count: number, of: number) => (of === 0 ? 0 : Math.min(count / of, 1));
  const most: [keyof ServiceLevels, number][] = [
    ['bounce_rate_max', rate(measured.bounced, tried)],
    ['complaint_rate_max', rate(measured.complained, measured.sent)],
    ['send_latency_p95_ms', measured.latency_p95_ms ?? 0],
  ];
  const least: [keyof ServiceLevels, number][] = [
    ['open_rate_min', rate(measured.opened, measured.sent)],
    ['reply_rate_min', rate(measured.replied, measured.sent)],
  ];
  const all = { ...defaultServiceLevels, ...levels };
  return [
    ...most.filter(([slo, actual]) => all[slo] !== undefined && actual > all[slo]),
    ...least.filter(([slo, actual]) => all[slo] !== undefined && actual < all[slo]),
  ].map(([slo, actual]) => ({ slo, threshold: all[slo]!, actual }));
}

/** Looks at every active campaign; tells of each breach once, and pauses where going on would do harm. */
export async function watchServiceLevels(ports: SendingPorts): Promise<void> {
  const campaigns = await campaignsIn(rowsIn(ports.db), 'active');
  for (const campaign of campaigns) await watchOne(ports, campaign);
}

const pauses: Record<string, PauseReason | undefined> = {
  bounce_rate_max: 'bounce_rate',
  complaint_rate_max: 'complaint_rate',
};

async function watchOne({ unitOfWork, clock }: SendingPorts, campaign: Campaign): Promise<void> {
  const { orgId, id: campaignId, slo } = campaign;
  const windowMinutes = slo.window_minutes ?? defaultServiceLevels.window_minutes;
  await unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const at = new Date(clock.now());
    const breaches = findBreaches(
      slo,
      await measure(query, campaign, new Date(at.getTime() - windowMinutes * 60_000)),
    );
    const broken = breaches.map((breach) => breach.slo);
    await query(
      'delete from campaign_slo_breaches where org_id = $1 and campaign_id = $2 and slo <> all($3::text[])',
      [orgId, campaignId, broken],
    );
    const added = await query<{ slo: string }>(
      `insert into campaign_slo_breaches (org_id, campaign_id, slo, since)
       select $1, $2, slo, $4 from unnest($3::text[]) as slo on conflict do nothing returning slo`,
      [orgId, campaignId, broken, at],
    );
    const fresh = breaches.filter(({ slo: name }) => added.some((row) => row.slo === name));
    const events: NewEvent[] = fresh.map((breach) =>
      sloEvent(orgId, campaignId, { ...breach, windowMinutes, at }),
    );
    for (const breach of fresh) {
      const reason = pauses[breach.slo];
      if (reason !== undefined) events.push(...(await pauseIn(query, { orgId, campaignId, reason, at })));
    }
    return { value: undefined, events };
  });
}

async function measure(query: QueryRows, { orgId, id }: Campaign, since: Date): Promise<Measured> {
  const [measured] = await query<Measured>(
    `select count(*) filter (where sent_at is not null) as sent,
       count(*) filter (where bounced_at is not null and sent_at is null) as refused,
       count(*) filter (where bounced_at is not null) as bounced,
       count(*) filter (where complained_at is not null) as complained,
       count(*) filter (where opened_at is not null) as opened,
       count(*) filter (where replied_at is not null) as replied,
       percentile_cont(0.95) within group (order by extract(epoch from sent_at - scheduled_at) * 1000)
         filter (where sent_at is not null) as latency_p95_ms
     from communications where org_id = $1 and campaign_id = $2 and coalesce(sent_at, bounced_at) > $3`,
    [orgId, id, since],
  );
  return measured!;
}
