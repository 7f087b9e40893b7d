import type { NewEvent } from '../../../../engine/spine/index.ts';
import { newUuid } from '../../../../kit/ids.ts';
import type { CampaignTerms } from '../../campaigns/campaign-terms.ts';
import { toTerms } from '../../campaigns/campaign-terms.ts';
import { pauseIn } from '../../campaigns/change-state.ts';
import type { MessagingStrategy } from '../../campaigns/strategy.ts';
import { quietUntil } from '../../compliance/quiet-hours.ts';
import type { Reservation } from '../../economics/ledger.ts';
import { RESERVATION_LIFE_MS } from '../../economics/ledger.ts';
import { lockMailboxes, noteUse } from '../../mailboxes/mailbox.repository.ts';
import { allowanceOf, type Mailbox } from '../../mailboxes/mailbox.ts';
import { isInWindow, nextInWindow, readWindow, zoneOf } from '../../sequences/send-window.ts';
import {
  COMMUNICATION_COLUMNS,
  type CommunicationRow,
  toCommunication,
} from '../communication.repository.ts';
import type { Communication } from '../communication.ts';
import { type QueryRows, rowsIn } from '../query-rows.ts';
import type { SendingPorts } from '../sending-ports.ts';
import type { Outgoing } from './outgoing.ts';

interface CampaignRow {
  org_id: string;
  id: string;
  status: string;
  messaging_strategy: MessagingStrategy;
  daily_send_limit: number | null;
  send_day: string | null;
  sent_in_day: number;
}

interface Campaign {
  orgId: string;
  terms: CampaignTerms;
  left: number;
  used: number;
  day: string;
}

/** Why a message does not begin now, and when it is looked at again. */
interface Deferral {
  communication: Communication;
  waitingFor: string;
  untilMs: number;
}

const DAY_MS = 86_400_000;
/** How soon a message of a paused campaign is looked at again; a resume looks at once. */
const PAUSED_RECHECK_MS = 3_600_000;

export interface Claim {
  outgoing: Outgoing[];
  /** Whether more may be due. */
  isFull: boolean;
}

/**
 * Claims due messages for this node: those that their mailbox, campaign, budget, recipient's frequency and
 * send window let begin now. The others are put off, each with the reason. All in one transaction, so that
 * however many nodes claim, no limit is passed.
 */
export async function claimDue(ports: SendingPorts, most: number): Promise<Claim> {
  const nowMs = ports.clock.now();
  return ports.unitOfWork<Claim>(async (tx) => {
    const query = rowsIn(tx);
    const rows = await query<CommunicationRow & { zone: string | null }>(
      `select ${COMMUNICATION_COLUMNS}, (select timezone from leads l where l.org_id = c.org_id and l.id = c.lead_id) as zone
       from communications c
       where is_open and status = 'pending' and lease_node is null and next_attempt_at <= $1
       order by next_attempt_at, id limit $2 for update skip locked`,
      [new Date(nowMs), most],
    );
    if (rows.length === 0) return { value: { outgoing: [], isFull: false } };
    const due = rows.map((row) => ({ communication: toCommunication(row), zone: row.zone }));
    const mailboxes = await lockMailboxes(query, [...new Set(rows.map((row) => row.mailbox_id))]);
    const campaigns = await lockCampaigns(query, rows, nowMs);
    const capped = rows.filter(
      ({ campaign_id }) => campaign_id !== null && isCapped(campaigns.get(campaign_id)),
    );
    const recent = await recentlySent(query, capped, nowMs);
    const choice = new Choice(nowMs, { mailboxes, campaigns, recent });
    for (const { communication, zone } of due) choice.consider(communication, zone);
    const held = await holdMoney(query, choice, { nowMs, priceMicros: ports.mailPriceMicros });
    await noteUse(query, choice.mailboxUses());
    await noteCampaignUse(query, choice.campaignUses());
    await putOff(query, choice.deferrals);
    await lease(query, choice.taken, { nodeId: ports.nodes.nodeId, held });
    const outgoing = choice.taken.map((one) => choice.toOutgoing(one, held));
    return {
      value: { outgoing, isFull: rows.length === most },
      events: await pauseUnfunded(query, choice.deferrals, new Date(nowMs)),
    };
  });
}

interface Found {
  mailboxes: Mailbox[];
  campaigns: Map<string, Campaign>;
  recent: Map<string, Date[]>;
}

/** Goes through what is due, in its order, and says of each whether it may begin. */
class Choice {
  readonly taken: Communication[] = [];
  readonly deferrals: Deferral[] = [];
  readonly #nowMs: number;
  readonly #found: Found;
  readonly #mailboxes: Map<string, { mailbox: Mailbox; left: number; taken: number; held: number }>;

  constructor(nowMs: number, found: Found) {
    this.#nowMs = nowMs;
    this.#found = found;
    this.#mailboxes = new Map(
      found.mailboxes.map((mailbox) => [
        mailbox.id,
        { mailbox, left: allowanceOf(mailbox, nowMs).messages, taken: 0, held: 0 },
      ]),
    );
  }

  consider(communication: Communication, zone: string | null): void {
    const campaign = communication.campaignId && this.#found.campaigns.get(communication.campaignId);
    const refusal =
      (campaign ? this.#campaignRefusal(communication, campaign, zone) : undefined) ??
      this.#mailboxRefusal(communication);
    if (refusal !== undefined) {
      this.deferrals.push({ communication, ...refusal });
      return;
    }
    const box = this.#mailboxes.get(communication.mailboxId)!;
    box.left--;
    box.taken++;
    if (campaign) {
      campaign.left--;
      campaign.used++;
    }
    this.#noteRecent(communication.toAddress);
    this.taken.push(communication);
  }

  /** A message that was taken after all cannot begin: gives back what it used. */
  giveBack(communication: Communication, waitingFor: string, untilMs: number): void {
    this.taken.splice(this.taken.indexOf(communication), 1);
    const box = this.#mailboxes.get(communication.mailboxId)!;
    box.left++;
    box.taken--;
    const campaign = communication.campaignId && this.#found.campaigns.get(communication.campaignId);
    if (campaign) {
      campaign.left++;
      campaign.used--;
    }
    this.deferrals.push({ communication, waitingFor, untilMs });
  }

  mailboxUses() {
    const hour = new Date(Math.floor(this.#nowMs / 3_600_000) * 3_600_000);
    const day = dayOf(this.#nowMs);
    return [...this.#mailboxes.values()].flatMap(({ mailbox, taken }) => {
      // A mailbox without any limit need not be written to.
      if (taken === 0 || !isLimited(mailbox)) return [];
      const { usedInDay, usedInHour } = allowanceOf(mailbox, this.#nowMs);
      return {
        id: mailbox.id,
        orgId: mailbox.orgId,
        day,
        sentInDay: usedInDay + taken,
        hourStartedAt: hour,
        sentInHour: usedInHour + taken,
        freeAt: new Date(this.#nowMs + mailbox.minGapSeconds * 1_000),
      };
    });
  }

  campaignUses() {
    return [...this.#found.campaigns.values()].filter(({ used }) => used > 0);
  }

  toOutgoing(communication: Communication, held: Map<string, Reservation>): Outgoing {
    return {
      communication,
      mailbox: this.#mailboxes.get(communication.mailboxId)!.mailbox,
      terms: communication.campaignId
        ? this.#found.campaigns.get(communication.campaignId)?.terms
        : undefined,
      reservation: held.get(communication.id),
      claimedAtMs: this.#nowMs,
    };
  }

  #campaignRefusal(
    { toAddress, executionId }: Communication,
    { terms, left }: Campaign,
    zone: string | null,
  ) {
    const isHeld = terms.status === 'paused' || (executionId !== null && terms.status !== 'active');
    if (isHeld) {
      return { waitingFor: `campaign_${terms.status}`, untilMs: this.#nowMs + PAUSED_RECHECK_MS };
    }
    const { send_window, frequency_cap } = terms.strategy;
    const zoneName = zoneOf(send_window, zone);
    const window = readWindow(send_window);
    // What somebody queued by hand goes at the moment that they chose.
    if (executionId !== null && !isInWindow(window, zoneName, this.#nowMs)) {
      return { waitingFor: 'send_window', untilMs: nextInWindow(window, zoneName, this.#nowMs) };
    }
    const { quietHours } = terms.legal;
    const quietEnd = quietHours ? quietUntil(quietHours, zone, this.#nowMs) : undefined;
    if (quietEnd !== undefined) return { waitingFor: 'quiet_hours', untilMs: quietEnd };
    if (frequency_cap !== undefined) {
      const since = this.#nowMs - frequency_cap.per_hours * 3_600_000;
      const within = (this.#found.recent.get(toAddress) ?? []).filter((at) => at.getTime() > since);
      if (within.length >= frequency_cap.max_messages) {
        const oldest = within[within.length - frequency_cap.max_messages]!.getTime();
        return { waitingFor: 'frequency_cap', untilMs: oldest + frequency_cap.per_hours * 3_600_000 };
      }
    }
    if (left <= 0) return { waitingFor: 'campaign_daily_limit', untilMs: nextDayMs(this.#nowMs) };
    return undefined;
  }

  #mailboxRefusal({ mailboxId }: Communication) {
    const box = this.#mailboxes.get(mailboxId);
    if (box === undefined) return { waitingFor: 'no_mailbox', untilMs: this.#nowMs + PAUSED_RECHECK_MS };
    if (box.left > 0) return undefined;
    const { held } = allowanceOf(box.mailbox, this.#nowMs);
    const until = held?.until ?? this.#nowMs + 60_000;
    // Where a gap is kept, those that wait are given their places in the line at once.
    const place = held?.reason === 'mailbox_gap' ? box.held++ * box.mailbox.minGapSeconds * 1_000 : 0;
    return { waitingFor: held?.reason ?? 'mailbox', untilMs: until + place };
  }

  #noteRecent(address: string): void {
    const list = this.#found.recent.get(address) ?? [];
    list.push(new Date(this.#nowMs));
    this.#found.recent.set(address, list);
  }
}

function isLimited({ dailyLimit, hourlyLimit, minGapSeconds, warmup }: Mailbox): boolean {
  return dailyLimit !== null || hourlyLimit !== null || minGapSeconds > 0 || warmup !== null;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function nextDayMs(ms: number): number {
  return (Math.floor(ms / DAY_MS) + 1) * DAY_MS;
}

async function lockCampaigns(
  query: QueryRows,
  rows: readonly CommunicationRow[],
  nowMs: number,
): Promise<Map<string, Campaign>> {
  const ids = [...new Set(rows.flatMap((row) => row.campaign_id ?? []))];
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

function isCapped(campaign: Campaign | undefined): boolean {
  return campaign?.terms.strategy.frequency_cap !== undefined;
}

/** When each of the addresses was last written to. Oldest first. */
async function recentlySent(
  query: QueryRows,
  capped: readonly CommunicationRow[],
  nowMs: number,
): Promise<Map<string, Date[]>> {
  if (capped.length === 0) return new Map();
  const found = await query<{ to_address: string; began_at: Date }>(
    `select c.to_address, coalesce(c.sent_at, $4) as began_at from communications c
     join (select distinct * from unnest($1::uuid[], $2::text[])) as w(org_id, to_address)
       on c.org_id = w.org_id and c.to_address = w.to_address
     where c.sent_at > $3 or c.lease_node is not null order by 2`,
    [
      capped.map((row) => row.org_id),
      capped.map((row) => row.to_address),
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

/**
 * Holds the price of each message that belongs to a campaign with a budget; what the budget does not hold
 * waits. The lock on the budget's row puts all who ask into one line.
 */
async function holdMoney(
  query: QueryRows,
  choice: Choice,
  { nowMs, priceMicros }: { nowMs: number; priceMicros: number },
): Promise<Map<string, Reservation>> {
  const held = new Map<string, Reservation>();
  const withCampaign = choice.taken.filter(({ campaignId }) => campaignId !== null);
  if (withCampaign.length === 0 || priceMicros === 0) return held;
  const budgets = await query<{ org_id: string; campaign_id: string; free: number }>(
    `select org_id, campaign_id, limit_micros - spent_micros - reserved_micros as free from budgets
     where campaign_id = any($1::uuid[]) and limit_micros is not null order by org_id, campaign_id for no key update`,
    [[...new Set(withCampaign.map(({ campaignId }) => campaignId))]],
  );
  const reservations: Reservation[] = [];
  for (const { org_id, campaign_id, free } of budgets) {
    let left = free;
    for (const one of withCampaign) {
      if (one.campaignId !== campaign_id) continue;
      if (left < priceMicros) {
        choice.giveBack(one, 'budget', nowMs + PAUSED_RECHECK_MS);
        continue;
      }
      left -= priceMicros;
      const reservation = {
        id: newUuid(nowMs),
        orgId: org_id,
        campaignId: campaign_id,
        amountMicros: priceMicros,
      };
      reservations.push(reservation);
      held.set(one.id, reservation);
    }
  }
  await storeReservations(query, reservations, nowMs);
  return held;
}

/** A campaign whose budget does not hold one more message is paused. */
async function pauseUnfunded(query: QueryRows, deferrals: Deferral[], at: Date): Promise<NewEvent[]> {
  const unfunded = new Map<string, string>();
  for (const { communication, waitingFor } of deferrals) {
    if (waitingFor === 'budget') unfunded.set(communication.campaignId!, communication.orgId);
  }
  const events: NewEvent[] = [];
  for (const [campaignId, orgId] of unfunded) {
    events.push(...(await pauseIn(query, { orgId, campaignId, reason: 'budget', at })));
  }
  return events;
}

async function storeReservations(query: QueryRows, list: Reservation[], nowMs: number): Promise<void> {
  if (list.length === 0) return;
  await query(
    `with added as (
       insert into cost_reservations (org_id, id, campaign_id, amount_micros, expires_at)
       select r.*, $5::timestamptz from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[]) as r
       returning org_id, campaign_id, amount_micros
     ), sums as (select org_id, campaign_id, sum(amount_micros) as amount from added group by 1, 2)
     update budgets b set reserved_micros = b.reserved_micros + s.amount, updated_at = $6
     from sums s where b.org_id = s.org_id and b.campaign_id = s.campaign_id`,
    [
      list.map(({ orgId }) => orgId),
      list.map(({ id }) => id),
      list.map(({ campaignId }) => campaignId),
      list.map(({ amountMicros }) => amountMicros),
      new Date(nowMs + RESERVATION_LIFE_MS),
      new Date(nowMs),
    ],
  );
}

async function noteCampaignUse(query: QueryRows, campaigns: Campaign[]): Promise<void> {
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

async function putOff(query: QueryRows, deferrals: Deferral[]): Promise<void> {
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

async function lease(
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
