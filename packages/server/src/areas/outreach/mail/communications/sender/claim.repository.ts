import { only, type QueryRows } from '../../../../../kit/db/index.ts';
import type { Reservation } from '../../../books/economics/ledger-terms.ts';
import { toTerms } from '../../../terms/campaign-terms.repository.ts';
import type { MessagingStrategy } from '../../../terms/strategy.ts';
import { type Communication, communications } from '../communication.ts';
import { type Campaign, DAY_MS, type Deferral, dayOf } from './choose-due.ts';

interface CampaignRow {
  org_id: string;
  id: string;
  status: string;
  messaging_strategy: MessagingStrategy;
  daily_send_limit: number | null;
  send_day: string | null;
  sent_in_day: number;
}

/** Whether a message is due to be claimed by then. */
export async function hasPending(query: QueryRows, now: Date): Promise<boolean> {
  const found = await query<{ due: boolean }>(
    `select exists (select from communications
       where is_open and status = 'pending' and lease_node is null and next_attempt_at <= $1) as due`,
    [now],
  );
  return only(found).due;
}

export async function lockCampaigns(
  query: QueryRows,
  rows: readonly Communication[],
  nowMs: number,
): Promise<Map<string, Campaign>> {
  const ids = [...new Set(rows.flatMap((row) => row.campaignId ?? []))];
  if (ids.length === 0) return new Map();
  const found = await query<CampaignRow>(
    `select org_id, id, status, messaging_strategy, daily_send_limit, send_day::text, sent_in_day
     from outreach_campaigns where id = any($1::uuid[]) order by org_id, id for no key update`,
    [ids],
  );
  const day = dayOf(nowMs);
  return new Map(
    found.map((row) => {
      const used = row.send_day === day ? row.sent_in_day : 0;
      const left =
        row.daily_send_limit === null ? Number.POSITIVE_INFINITY : Math.max(row.daily_send_limit - used, 0);
      return [
        row.id,
        { orgId: row.org_id, terms: toTerms(row.id, row.status, row.messaging_strategy), left, used: 0, day },
      ];
    }),
  );
}

/** When each address was last written to. Oldest first. */
export async function recentlySent(
  query: QueryRows,
  capped: readonly Communication[],
  nowMs: number,
): Promise<Map<string, Date[]>> {
  if (capped.length === 0) return new Map();
  const found = await query<{ to_address: string; began_at: Date }>(
    `select c.to_address, coalesce(c.sent_at, $4) as began_at from communications c
     join (select distinct * from unnest($1::uuid[], $2::text[])) as w(org_id, to_address)
       on c.org_id = w.org_id and c.to_address = w.to_address
     where c.sent_at > $3 or c.lease_node is not null order by 2`,
    [
      capped.map((row) => row.orgId),
      capped.map((row) => row.toAddress),
      new Date(nowMs - 31 * DAY_MS),
      new Date(nowMs),
    ],
  );
  const byAddress = new Map<string, Date[]>();
  for (const { to_address, began_at } of found) {
    const list = byAddress.get(to_address);
    if (list === undefined) byAddress.set(to_address, [began_at]);
    else list.push(began_at);
  }
  return byAddress;
}

export async function noteCampaignUse(query: QueryRows, campaigns: Campaign[]): Promise<void> {
  if (campaigns.length === 0) return;
  await query(
    `update outreach_campaigns c set send_day = u.day,
       sent_in_day = case when c.send_day = u.day then c.sent_in_day else 0 end + u.used
     from unnest($1::uuid[], $2::uuid[], $3::date[], $4::int[]) as u(org_id, id, day, used)
     where c.org_id = u.org_id and c.id = u.id`,
    [
      campaigns.map(({ orgId }) => orgId),
      campaigns.map(({ terms }) => terms.id),
      campaigns.map(({ day }) => day),
      campaigns.map(({ used }) => used),
    ],
  );
}

export async function putOff(query: QueryRows, deferrals: Deferral[]): Promise<void> {
  if (deferrals.length === 0) return;
  await query(
    `update communications c set next_attempt_at = d.until, waiting_for = d.reason
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[]) as d(org_id, id, until, reason)
     where c.org_id = d.org_id and c.id = d.id`,
    [
      deferrals.map(({ communication }) => communication.orgId),
      deferrals.map(({ communication }) => communication.id),
      deferrals.map(({ untilMs }) => new Date(untilMs)),
      deferrals.map(({ waitingFor }) => waitingFor),
    ],
  );
}

export async function lease(
  query: QueryRows,
  taken: Communication[],
  { nodeId, held }: { nodeId: string; held: Map<string, Reservation> },
): Promise<void> {
  if (taken.length === 0) return;
  await query(
    `update communications c set lease_node = $3, waiting_for = null, reservation_id = t.reservation_id
     from unnest($1::uuid[], $2::uuid[], $4::uuid[]) as t(org_id, id, reservation_id)
     where c.org_id = t.org_id and c.id = t.id`,
    [
      taken.map(({ orgId }) => orgId),
      taken.map(({ id }) => id),
      nodeId,
      taken.map(({ id }) => held.get(id)?.id ?? null),
    ],
  );
}

/** Due messages, locked, each with its lead's time zone; those locked by others are skipped. */
export function lockDue(
  query: QueryRows,
  now: Date,
  most: number,
): Promise<(Communication & { zone: string | null })[]> {
  return query<Communication & { zone: string | null }>(
    `select ${communications.columns}, (select timezone from leads l where l.org_id = c.org_id and l.id = c.lead_id) as zone
     from communications c
     where is_open and status = 'pending' and lease_node is null and next_attempt_at <= $1
     order by next_attempt_at, id limit $2 for update skip locked`,
    [now, most],
  );
}
