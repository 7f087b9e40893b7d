import type { Static } from 'typebox';
import { toRecord } from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { usdOfMicros } from '../../books/economics/money.ts';
import { transports } from '../../terms/strategy.ts';
import {
  campaignDetail,
  campaignRecord,
  type campaignSummary,
  executionRecord,
  type metricsRecord,
} from './campaign.schema.ts';
import { type Campaign, defaultServiceLevels, type Execution } from './campaign.ts';
import type { CampaignReport, Counted } from './campaign-report.repository.ts';
import type { WaitingReport } from './explain-waiting.ts';
import { launchRecord, waitingReason, whyRecord } from './launch.schema.ts';

export function toCampaignRecord(campaign: Campaign): Static<typeof campaignRecord> {
  const id = formatId('cmp', campaign.id);
  return toRecord(campaignRecord, campaign, {
    id,
    campaign_id: id,
    channel_support: campaign.channels.map((channel) => ({
      channel,
      supported: transports.includes(channel),
    })),
    messaging_strategy: campaign.strategy,
    agent_squad: campaign.squad,
  });
}

export function toCampaignSummary(campaign: Campaign, counted: Counted = {}): Static<typeof campaignSummary> {
  const { emails_sent, unique_opens, replies, bounces, meetings_booked } = countsOf(counted);
  return {
    ...toCampaignRecord(campaign),
    leads_targeted: counted.leads_targeted ?? 0,
    emails_sent,
    unique_opens,
    replies,
    bounces,
    meetings_booked,
  };
}

export function toCampaignDetail(report: CampaignReport): Static<typeof campaignDetail> {
  const { campaign, budget, breaches } = report;
  const { limitMicros, spentMicros, reservedMicros } = budget;
  return toRecord(campaignDetail, campaign, {
    ...toCampaignRecord(campaign),
    executions: report.executions.map((one) =>
      toRecord(executionRecord, one, { execution_id: formatId('cex', one.id) }),
    ),
    budget: {
      limit_usd: limitMicros === null ? null : usdOfMicros(limitMicros),
      spent_usd: usdOfMicros(spentMicros),
      reserved_usd: usdOfMicros(reservedMicros),
      remaining_usd:
        limitMicros === null ? null : usdOfMicros(Math.max(limitMicros - spentMicros - reservedMicros, 0)),
      spent_fraction: limitMicros ? spentMicros / limitMicros : 0,
    },
    slo: {
      ...defaultServiceLevels,
      ...campaign.slo,
      violations: breaches.map(({ slo, since }) => ({ slo, since: since.toISOString() })),
    },
    metrics: toMetrics(report),
  });
}

function toMetrics({ totals, bySteps, byVariants, budget }: CampaignReport): Static<typeof metricsRecord> {
  const { leads_targeted = 0, delivered_leads = 0, opened_leads = 0, replied_leads = 0 } = totals;
  const counted = countsOf(totals);
  const spent = budget.spentMicros;
  const tried = counted.emails_sent + counted.bounces;
  return {
    leads_targeted,
    ...counted,
    open_rate: ratio(opened_leads, delivered_leads),
    reply_rate: ratio(replied_leads, delivered_leads),
    booking_rate: ratio(counted.meetings_booked, leads_targeted),
    bounce_rate: ratio(counted.bounces, tried),
    spend_usd: usdOfMicros(spent),
    budget_usd: budget.limitMicros === null ? null : usdOfMicros(budget.limitMicros),
    cost_per_reply_usd: counted.replies === 0 ? null : usdOfMicros(Math.round(spent / counted.replies)),
    cost_per_meeting_usd:
      counted.meetings_booked === 0 ? null : usdOfMicros(Math.round(spent / counted.meetings_booked)),
    by_step: bySteps.map(({ step, counted: of }) => ({ step, ...countsOf(of) })),
    by_variant: byVariants.map(({ step, variant, counted: of }) => ({ step, variant, ...countsOf(of) })),
  };
}

function countsOf(counted: Counted) {
  const of = (metric: keyof Counted) => counted[metric] ?? 0;
  return {
    emails_sent: of('emails_sent'),
    delivered: of('delivered'),
    opens: of('opens'),
    opens_machine: of('opens_machine'),
    unique_opens: of('unique_opens'),
    clicks: of('clicks'),
    replies: of('replies'),
    positive_replies: of('positive_replies'),
    auto_replies: of('auto_replies'),
    bounces: of('bounces'),
    complaints: of('complaints'),
    unsubscribes: of('unsubscribes'),
    blocked: of('blocked'),
    failed: of('failed'),
    meetings_booked: of('meetings_booked'),
  };
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(part / whole, 1);
}

export function toLaunchRecord(
  execution: Execution,
  campaign: Campaign,
  limits: { budgetLimitUsd: number | null; dailySendLimit: number | null },
): Static<typeof launchRecord> {
  return toRecord(launchRecord, execution, {
    execution_id: formatId('cex', execution.id),
    campaign_id: formatId('cmp', campaign.id),
    status: 'launching',
    cost_estimate: execution.estimate as Static<typeof launchRecord>['cost_estimate'],
    projected_counts: { audience: 'campaign', ...execution.projection } as Static<
      typeof launchRecord
    >['projected_counts'],
    limits: toRecord(launchRecord.properties.limits, { ...execution, ...limits }),
  });
}

export function toWhyRecord(campaignId: string, report: WaitingReport): Static<typeof whyRecord> {
  return toRecord(whyRecord, report, {
    campaign_id: formatId('cmp', campaignId),
    reasons: report.reasons.map((one) => toRecord(waitingReason, one)),
  });
}
