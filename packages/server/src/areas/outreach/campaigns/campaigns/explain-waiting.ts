import type { AnyTransaction } from '../../../../engine/spine/index.ts';
import { type QueryRows, readAtOnce, rowsIn } from '../../../../kit/db/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { mailboxesOf } from '../../mail/mailboxes/mailbox.repository.ts';
import { allowanceOf } from '../../mail/mailboxes/mailbox.ts';
import { toTerms } from '../../terms/campaign-terms.repository.ts';
import { findCampaign } from './campaign.repository.ts';
import type { Campaign } from './campaign.ts';
import { readWaiting } from './waiting.repository.ts';

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

/** Explains why a campaign is not sending right now. Throws `not_found`. */
export function explainWaiting(
  ports: SendingPorts,
  orgId: string,
  campaignId: string,
): Promise<WaitingReport> {
  const { db, clock } = ports;
  const now = new Date(clock.now());
  return readAtOnce(db, async (tx) => {
    const query = rowsIn(tx);
    const campaign = await findCampaign(query, orgId, campaignId);
    if (campaign === undefined) throw notFound('campaign');
    const { messages, runs } = await readWaiting(query, orgId, campaignId, now);
    const reasons = mergeReasons([
      ...stateReason(campaign),
      ...(await budgetReason(ports, tx, campaign)),
      ...(await mailboxReasons(query, campaign, now)),
      ...messages.flatMap(({ waitingFor, messages, nextAt }) =>
        waitingFor === null ? [] : [reasonOf(waitingFor, { messages, until: nextAt })],
      ),
    ]);
    const isReady = messages.some(({ waitingFor, nextAt }) => waitingFor === null && nextAt <= now);
    const isSending = campaign.status === 'active' && (isReady || runs.due > 0);
    if (reasons.length === 0 && !isSending) {
      reasons.push(
        runs.active > 0
          ? reasonOf('next_step', { messages: runs.active, until: runs.nextAt })
          : reasonOf('nothing_left'),
      );
    }
    const times = [...messages, runs].flatMap(({ nextAt }) => nextAt?.getTime() ?? []);
    const nextAt = times.length === 0 ? null : new Date(Math.min(...times));
    return { status: campaign.status, isSending, nextAt, reasons };
  });
}

function reasonOf(
  reason: keyof typeof details | (string & {}),
  { messages = null, until = null }: { messages?: number | null; until?: Date | null } = {},
): WaitingReason {
  return { reason, detail: detailOf(reason), messages, until };
}

function detailOf(reason: string): string {
  return (details as Record<string, string | undefined>)[reason] ?? reason;
}

function stateReason({ status, pauseReason }: Campaign): WaitingReason[] {
  const state = stateReasons[status];
  if (state === undefined) return [];
  const why = pauseReason === null ? '' : ` The reason is ${pauseReason}.`;
  return [{ ...reasonOf(`campaign_${status}`), detail: state + why }];
}

async function budgetReason(
  { ledger, mailPriceMicros }: SendingPorts,
  tx: AnyTransaction,
  { orgId, id }: Campaign,
): Promise<WaitingReason[]> {
  const { limitMicros, spentMicros, reservedMicros } = await ledger.readBudget(tx, orgId, id);
  const holdsOne = limitMicros === null || limitMicros - spentMicros - reservedMicros >= mailPriceMicros;
  return holdsOne ? [] : [reasonOf('budget')];
}

async function mailboxReasons(query: QueryRows, campaign: Campaign, now: Date): Promise<WaitingReason[]> {
  const { mailboxIds } = toTerms(campaign.id, campaign.status, campaign.strategy);
  const mailboxes = await mailboxesOf(query, campaign.orgId);
  return mailboxes
    .filter(({ id, isDefault }) => (mailboxIds.length === 0 ? isDefault : mailboxIds.includes(id)))
    .flatMap((mailbox) => {
      const { messages, held } = allowanceOf(mailbox, now.getTime());
      if (messages > 0 || held === null) return [];
      const detail = `${mailbox.address}: ${detailOf(held.reason)}`;
      return [{ ...reasonOf(held.reason, { until: new Date(held.until) }), detail }];
    });
}

/** Merges what holds up a mailbox or the budget with the messages waiting for it. */
function mergeReasons(reasons: readonly WaitingReason[]): WaitingReason[] {
  const merged = new Map<string, WaitingReason>();
  for (const one of reasons) {
    // Several mailboxes are separate reasons; messages do not say which of them they wait for.
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

const details = {
  schedule: 'The time that was set is not here yet.',
  send_window: 'It is outside the send window where the recipients are.',
  quiet_hours: 'It is night where the recipients are (`legal.quiet_hours`).',
  frequency_cap: 'The recipients were written to as often as the campaign allows.',
  campaign_daily_limit: 'The daily limit of the campaign is used up; sending continues the next day (UTC).',
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
} as const;
