import { rowsIn } from '../../../../kit/db/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { mailboxesOf } from '../../mail/mailboxes/mailbox.repository.ts';
import { allowanceOf } from '../../mail/mailboxes/mailbox.ts';
import { toTerms } from '../../terms/campaign-terms.ts';
import { findCampaign } from './campaign.repository.ts';

export interface WaitingReason {
  reason: string;
  /** One or two sentences: what it waits for, and what would help. */
  detail: string;
  messages: number | null;
  until: Date | null;
}

export interface WaitingReport {
  status: string;
  isSending: boolean;
  nextAt: Date | null;
  reasons: WaitingReason[];
}

interface Waiting {
  waiting_for: string | null;
  messages: number;
  next_at: Date;
}

/** Answers why a campaign sends nothing just now. Throws `not_found`. */
export function explainWaiting(
  { db, clock, ledger, mailPriceMicros }: SendingPorts,
  orgId: string,
  campaignId: string,
): Promise<WaitingReport> {
  const now = new Date(clock.now());
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const query = rowsIn(tx);
      const campaign = await findCampaign(query, orgId, campaignId);
      if (campaign === undefined) throw notFound('campaign');
      const waiting = await query<Waiting>(
        `select waiting_for, count(*) as messages, min(next_attempt_at) as next_at from communications
         where org_id = $1 and campaign_id = $2 and status in ('pending', 'processing') group by waiting_for`,
        [orgId, campaignId],
      );
      const [runs] = await query<{ active: number; due: number; next_at: Date | null }>(
        `select count(*) as active, count(*) filter (where due_at <= $3) as due, min(due_at) as next_at
         from sequence_runs where org_id = $1 and campaign_id = $2 and status = 'active'`,
        [orgId, campaignId, now],
      );
      const reasons: WaitingReason[] = [];
      const state = stateReasons[campaign.status];
      if (state !== undefined) {
        const why = campaign.pauseReason === null ? '' : ` The reason is ${campaign.pauseReason}.`;
        reasons.push({
          reason: `campaign_${campaign.status}`,
          detail: state + why,
          messages: null,
          until: null,
        });
      }
      const budget = await ledger.readBudget(tx, orgId, campaignId);
      const free =
        budget.limitMicros === null ? null : budget.limitMicros - budget.spentMicros - budget.reservedMicros;
      if (free !== null && free < mailPriceMicros) {
        reasons.push({ reason: 'budget', detail: details.budget!, messages: null, until: null });
      }
      const { mailboxIds } = toTerms(campaignId, campaign.status, campaign.strategy);
      for (const mailbox of await mailboxesOf(query, orgId)) {
        if (mailboxIds.length === 0 ? !mailbox.isDefault : !mailboxIds.includes(mailbox.id)) continue;
        const { messages, held } = allowanceOf(mailbox, now.getTime());
        if (messages > 0 || held === null) continue;
        const detail = `${mailbox.address}: ${details[held.reason] ?? held.reason}`;
        reasons.push({ reason: held.reason, detail, messages: null, until: new Date(held.until) });
      }
      for (const { waiting_for, messages, next_at } of waiting) {
        if (waiting_for === null) continue;
        const detail = details[waiting_for] ?? waiting_for;
        reasons.push({ reason: waiting_for, detail, messages, until: next_at });
      }
      const merged = mergeReasons(reasons);
      const ready = waiting.find(({ waiting_for, next_at }) => waiting_for === null && next_at <= now);
      const isSending = campaign.status === 'active' && (ready !== undefined || runs!.due > 0);
      if (merged.length === 0 && !isSending && runs!.active > 0) {
        const until = runs!.next_at;
        merged.push({ reason: 'next_step', detail: details.next_step!, messages: runs!.active, until });
      }
      if (merged.length === 0 && !isSending) {
        merged.push({ reason: 'nothing_left', detail: details.nothing_left!, messages: null, until: null });
      }
      const times = [...waiting.map(({ next_at }) => next_at), runs!.next_at].filter((at) => at !== null);
      const nextAt = times.length === 0 ? null : new Date(Math.min(...times.map((at) => at.getTime())));
      return { status: campaign.status, isSending, nextAt, reasons: merged };
    });
}

/** What holds a mailbox or the budget, and the messages that wait for it, are one reason. */
function mergeReasons(reasons: readonly WaitingReason[]): WaitingReason[] {
  const merged = new Map<string, WaitingReason>();
  for (const one of reasons) {
    // Several mailboxes are several reasons; the messages do not tell which of them they wait for.
    const earlier = merged.get(one.reason);
    if (earlier === undefined) merged.set(one.reason, one);
    else if (one.messages !== null) {
      merged.set(one.reason, { ...earlier, messages: one.messages, until: earlier.until ?? one.until });
    } else merged.set(one.reason, { ...earlier, detail: `${earlier.detail} ${one.detail}` });
  }
  return [...merged.values()];
}

const stateReasons: Record<string, string | undefined> = {
  draft: 'The campaign was not launched. Launch it.',
  launching: 'The leads of the launch are being chosen.',
  paused: 'The campaign is paused. Resume it.',
  completed: 'All sequences are finished. Add leads and launch again.',
  cancelled: 'The campaign was cancelled.',
  failed: 'The launch failed.',
};

const details: Record<string, string | undefined> = {
  schedule: 'The time that was set is not here yet.',
  send_window: 'It is outside the send window where the recipients are.',
  quiet_hours: 'It is night where the recipients are (`legal.quiet_hours`).',
  frequency_cap: 'The recipients were written to as often as the campaign allows.',
  campaign_daily_limit: 'The daily limit of the campaign is used up; it goes on the next day (UTC).',
  mailbox_daily_limit: 'The daily limit of the mailbox, with its warm-up, is used up.',
  mailbox_hourly_limit: 'The hourly limit of the mailbox is used up.',
  mailbox_gap: 'The mailbox keeps its gap between two messages.',
  mailbox_paused: 'The mailbox is paused. Set its status to active.',
  no_mailbox: 'The mailbox is gone. Name another one.',
  budget: 'The budget does not hold another message. Resume it with a higher `budget_limit_usd`.',
  campaign_paused: 'The campaign is paused. Resume it.',
  relay_unreachable: 'The relay could not be reached, or refused this service. Look at SMTP_URL.',
  relay_deferred: 'The receiving server asked to come back later.',
  service: 'A fault of the service; it is tried again.',
  next_step: 'Leads wait for their next step.',
  nothing_left: 'No message and no sequence is open.',
};
