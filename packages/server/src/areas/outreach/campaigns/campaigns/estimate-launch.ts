import type { QueryRows } from '../../../../kit/db/index.ts';
import { usdOfMicros } from '../../books/economics/money.ts';
import { dailyLimitOn, type Mailbox } from '../../mail/mailboxes/mailbox.ts';
import { type SequenceStep, transports } from '../../terms/strategy.ts';
import type { AudienceCounts, AudienceKind } from './audience.repository.ts';
import { readHistory } from './campaign.repository.ts';
import type { Campaign } from './campaign.ts';

export interface EstimateRequest {
  campaign: Campaign;
  kind: AudienceKind;
  counts: AudienceCounts;
  targeted: number;
  steps: SequenceStep[];
  mailboxes: readonly Mailbox[];
  dailySendLimit: number | null;
  priceMicros: number;
  /** Remaining budget; null without one. */
  freeMicros: number | null;
  startAt: Date;
  mode: 'smtp' | 'sandbox';
}

const DAY_MS = 86_400_000;

/** The expected cost and results of a launch, as far as they can be known, and what they are based on. */
export async function estimateLaunch(query: QueryRows, request: EstimateRequest) {
  const { campaign, counts, targeted, steps, priceMicros } = request;
  const history = await readHistory(query, campaign.orgId);
  const most = targeted * steps.length;
  // Leads that reply get no further steps.
  const likely = Math.round(targeted * expectedSteps(steps, history?.replyRate ?? 0));
  const days = daysNeeded(request, most);
  const lastStepMs = steps.slice(1).reduce((sum, { delay_hours }) => sum + delay_hours * 3_600_000, 0);
  const endsAt = new Date(request.startAt.getTime() + Math.max(days - 1, 0) * DAY_MS + lastStepMs);
  return {
    estimate: {
      ai_inference_usd: 0,
      data_enrichment_usd: 0,
      channel_costs_usd: usdOfMicros(likely * priceMicros),
      total_usd: usdOfMicros(likely * priceMicros),
      low_usd: usdOfMicros(targeted * priceMicros),
      high_usd: usdOfMicros(most * priceMicros),
      per_lead_usd: targeted === 0 ? 0 : usdOfMicros(Math.round((likely * priceMicros) / targeted)),
      basis: `${usdOfMicros(priceMicros)} USD a mail, ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}, rule engines; ${
        history === undefined
          ? 'no replies assumed, since the organization has no history'
          : `replies as in the ${history.delivered} leads reached so far`
      }`,
    },
    projection: {
      audience: request.kind,
      leads_eligible: counts.eligible,
      leads_targeted: targeted,
      leads_suppressed: counts.suppressed,
      leads_excluded: counts.excluded,
      emails_planned: most,
      estimated_days:
        targeted === 0
          ? 0
          : Math.max(days, Math.ceil((endsAt.getTime() - request.startAt.getTime()) / DAY_MS)),
      estimated_completion_at: endsAt.toISOString(),
      projected_replies: history === undefined ? null : Math.round(targeted * history.replyRate),
      projected_meetings: history === undefined ? null : Math.round(targeted * history.meetingRate),
    },
    warnings: warningsOf(request, most),
  };
}

function expectedSteps(steps: SequenceStep[], replyRate: number): number {
  const perStep = replyRate / Math.max(steps.length, 1);
  return steps.reduce((sum, _step, i) => sum + (1 - perStep) ** i, 0);
}

function daysNeeded({ mailboxes, dailySendLimit, startAt, targeted }: EstimateRequest, most: number): number {
  if (targeted === 0) return 0;
  const limits = mailboxes.map(
    (mailbox) => dailyLimitOn(mailbox, startAt.getTime()) ?? Number.POSITIVE_INFINITY,
  );
  const perDay = Math.min(
    limits.reduce((sum, limit) => sum + limit, 0),
    dailySendLimit ?? Number.POSITIVE_INFINITY,
  );
  return Math.max(Math.ceil(most / perDay), 1);
}

function warningsOf(
  { campaign, counts, freeMicros, priceMicros, mode, targeted }: EstimateRequest,
  most: number,
): string[] {
  const warnings: string[] = [];
  if (targeted === 0) warnings.push('There is no eligible lead. Import leads into the campaign.');
  if (counts.suppressed > 0)
    warnings.push(`${counts.suppressed} leads are suppressed and will not be contacted.`);
  if (freeMicros !== null && freeMicros < most * priceMicros) {
    const covered = priceMicros === 0 ? most : Math.floor(freeMicros / priceMicros);
    warnings.push(`The budget covers ${covered} of ${most} planned mails.`);
  }
  for (const channel of campaign.channels.filter((one) => !transports.includes(one))) {
    warnings.push(`The channel ${channel} has no transport; its steps are left out.`);
  }
  if (mode === 'sandbox')
    warnings.push('No relay is set (SMTP_URL): mails go to the sandbox and reach nobody.');
  if (campaign.strategy.legal?.postal_address === undefined) {
    warnings.push('The campaign states no postal address (`messaging_strategy.legal.postal_address`).');
  }
  return warnings;
}
