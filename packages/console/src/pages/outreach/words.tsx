import type { Answer } from '../../api/client.ts';
import { words } from '../../parts/format.tsx';
import { type StateLabel, statusIn } from '../../parts/status.tsx';

export type Campaign = Answer<'getCampaign'>;
export type Message = Answer<'getCommunication'>;
export type Lead = Answer<'getLead'>;
export type Inbound = Answer<'getInboundMail'>;

const campaignLabels: Record<string, StateLabel> = {
  draft: ['Draft', 'plain'],
  launching: ['Launching', 'busy'],
  active: ['Active', 'good'],
  paused: ['Paused', 'warn'],
  completed: ['Done', 'plain'],
  cancelled: ['Cancelled', 'warn'],
  failed: ['Launch failed', 'bad'],
};

const messageLabels: Record<string, StateLabel> = {
  pending: ['Waiting', 'busy'],
  processing: ['Being sent', 'busy'],
  sent: ['Sent', 'good'],
  failed: ['Not sent', 'bad'],
};

const leadLabels: Record<string, StateLabel> = {
  new: ['New', 'plain'],
  enriched: ['Enriched', 'plain'],
  scored: ['Scored', 'plain'],
  contacted: ['Contacted', 'busy'],
  replied: ['Replied', 'good'],
  meeting_booked: ['Meeting booked', 'good'],
  unsubscribed: ['Unsubscribed', 'warn'],
  bounced: ['Address bounces', 'bad'],
  suppressed: ['Suppressed', 'warn'],
};

const answerLabels: Record<string, StateLabel> = {
  positive: ['Interested', 'good'],
  question: ['Question', 'busy'],
  neutral: ['Neutral', 'plain'],
  negative: ['Not interested', 'warn'],
  unsubscribe: ['Wants no mail', 'warn'],
  out_of_office: ['Out of office', 'plain'],
  auto_reply: ['Automatic reply', 'plain'],
  bounce: ['Bounced', 'bad'],
  soft_bounce: ['Bounced for now', 'warn'],
  complaint: ['Complaint', 'bad'],
};

export const CampaignStatus = statusIn(campaignLabels);
export const MessageStatus = statusIn(messageLabels);
export const LeadStatus = statusIn(leadLabels);
export const AnswerStatus = statusIn(answerLabels);

export function answerLabel(kind: string): string {
  return answerLabels[kind]?.[0] ?? words(kind);
}

function optionsOf(any: string, table: Record<string, StateLabel>) {
  return [{ id: '', label: any }, ...Object.entries(table).map(([id, [label]]) => ({ id, label }))];
}

export const campaignStatuses = optionsOf('Any status', campaignLabels);
export const messageStatuses = optionsOf('Any status', messageLabels);
export const leadStatuses = optionsOf('Any status', leadLabels);
export const answerKinds = optionsOf('Any kind', answerLabels);

const causes: Record<string, string> = {
  schedule: 'Scheduled for later',
  send_window: 'Outside the send window',
  quiet_hours: "Quiet hours at the reader's place",
  frequency_cap: 'Contact frequency limit reached',
  campaign_daily_limit: "Campaign's daily limit is used up",
  mailbox_daily_limit: "Mailbox's daily limit is used up",
  mailbox_hourly_limit: "Mailbox's hourly limit is used up",
  mailbox_gap: 'Waiting between two mails of the mailbox',
  mailbox_paused: 'Mailbox is paused',
  no_mailbox: 'Mailbox was deleted',
  budget: 'Budget is used up',
  campaign_draft: 'Not launched yet',
  campaign_launching: 'Leads are being chosen',
  campaign_paused: 'Campaign is paused',
  campaign_completed: 'All steps are done',
  campaign_cancelled: 'Campaign was cancelled',
  campaign_failed: 'Launch failed',
  relay_unreachable: 'Mail server is unreachable',
  relay_deferred: 'Receiving server asked to come back later',
  service: 'Internal error; will be retried',
  next_step: 'Leads wait for their next step',
  nothing_left: 'Nothing left to send',
};

/** Why something waits, in a few words. */
export function causeText(cause: string): string {
  return causes[cause] ?? words(cause);
}

const failures: Record<string, string> = {
  compliance_blocked: 'held back by the guard',
  suppressed: 'to who wants no mail',
  hard_bounce: 'to addresses that do not exist',
  rejected: 'refused by the receiving server',
  invalid_message: 'that cannot be sent as they are',
  smtputf8_unsupported: 'to addresses that the mail server cannot write to',
  delivery_unknown: 'of which nobody knows whether they arrived',
  relay_unreachable: 'for which the mail server was out of reach',
  deferred_too_long: 'put off for too long by the receiving server',
  cancelled: 'of campaigns that were cancelled',
};

/** Why mails were not sent, after their number. */
export function mailFailureText(code: string): string {
  return failures[code] ?? `by “${words(code)}”`;
}

/** The guard's message with API field names replaced by the console's labels. */
export function guardText(detail: string): string {
  return detail
    .replace(
      'Set `legal.postal_address` of the campaign or `postal_address` of the mailbox.',
      'Fill in “Postal address” of the campaign or of the mailbox.',
    )
    .replace('Set `legal.basis`.', 'Choose a “Legal basis”.')
    .replace('`legal.quiet_hours` of a campaign would hold it until', 'Quiet hours would hold it until')
    .replace('legitimate_interest', 'legitimate interest')
    .replaceAll(/`([^`]*)`/g, '“$1”');
}

/** An address that wraps before its @ in narrow places. */
export function Address({ of }: { of: string }) {
  const at = of.lastIndexOf('@');
  if (at < 0) return of;
  return (
    <>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </>
  );
}

export function nameOf(lead: Pick<Lead, 'first_name' | 'last_name' | 'email'>): string {
  return [lead.first_name, lead.last_name].filter(Boolean).join(' ') || lead.email;
}

/** A campaign's texts and settings; the API returns them as given. */
export interface Strategy {
  subject?: string;
  body?: string;
  html?: string;
  value_proposition?: string;
  sender?: { name?: string; email?: string; mailbox_ids?: string[] };
  sequence?: Step[];
  send_window?: { days?: string[]; start?: string; end?: string; timezone?: string };
  legal?: { postal_address?: string; basis?: string; quiet_hours?: { start: string; end: string } };
  tracking?: { opens?: boolean; clicks?: boolean };
}

export interface Text {
  subject?: string;
  body?: string;
  html?: string;
}

export interface Step extends Text {
  step: number;
  delay_hours?: number;
  condition?: string;
  variants?: (Text & { variant: string; weight?: number })[];
}

/** What a campaign tracks: both by default. */
export function countsOf({ tracking }: Strategy): { opens: boolean; clicks: boolean } {
  return { opens: true, clicks: true, ...tracking };
}

export function strategyOf(campaign: { messaging_strategy: unknown }): Strategy {
  return campaign.messaging_strategy as Strategy;
}

/** The steps as sent: a single text is one step. */
export function stepsOf({ sequence, subject, body, html }: Strategy): Step[] {
  if (sequence !== undefined && sequence.length > 0) return sequence;
  if (!body && !html) return [];
  return [{ step: 1, ...(subject && { subject }), ...(body && { body }), ...(html && { html }) }];
}
