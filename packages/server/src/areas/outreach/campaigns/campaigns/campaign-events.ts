import { factEvent } from '../../../../engine/catalog/index.ts';
import type { NewEvent } from '../../../../engine/spine/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import type { Campaign, Execution, PauseReason } from './campaign.ts';

const source = 'outreach';

export function createdEvent(campaign: Campaign, correlationId: string | undefined): NewEvent {
  return factEvent('campaign_created', {
    orgId: campaign.orgId,
    source,
    correlationId,
    data: {
      campaign_id: formatId('cmp', campaign.id),
      name: campaign.name,
      status: 'draft',
      channels: campaign.channels,
      agent_squad: campaign.squad,
      created_at: campaign.createdAt.toISOString(),
    },
  });
}

export function launchedEvent(
  campaign: Campaign,
  execution: Execution,
  {
    budgetLimitUsd,
    at,
    correlationId,
  }: { budgetLimitUsd: number | null; at: Date; correlationId: string | undefined },
): NewEvent {
  return factEvent('campaign_launched', {
    orgId: campaign.orgId,
    source,
    correlationId,
    data: {
      campaign_id: formatId('cmp', campaign.id),
      execution_id: formatId('cex', execution.id),
      leads_targeted: execution.leadsTargeted,
      budget_limit_usd: budgetLimitUsd,
      daily_send_limit: campaign.dailySendLimit,
      launched_at: at.toISOString(),
    },
  });
}

export function pausedEvent(orgId: string, campaignId: string, reason: PauseReason, at: Date): NewEvent {
  return factEvent('campaign_paused', {
    orgId,
    source,
    data: { campaign_id: formatId('cmp', campaignId), reason, paused_at: at.toISOString() },
  });
}

export function completedEvent(
  orgId: string,
  campaignId: string,
  totals: {
    leadsTargeted: number;
    emailsSent: number;
    replies: number;
    meetings: number;
    spendUsd: number;
    at: Date;
  },
): NewEvent {
  return factEvent('campaign_completed', {
    orgId,
    source,
    data: {
      campaign_id: formatId('cmp', campaignId),
      leads_targeted: totals.leadsTargeted,
      emails_sent: totals.emailsSent,
      replies: totals.replies,
      meetings_booked: totals.meetings,
      spend_usd: totals.spendUsd,
      completed_at: totals.at.toISOString(),
    },
  });
}

export function sloEvent(
  orgId: string,
  campaignId: string,
  breach: { slo: string; threshold: number; actual: number; windowMinutes: number; at: Date },
): NewEvent {
  return factEvent('slo_violated', {
    orgId,
    source,
    data: {
      campaign_id: formatId('cmp', campaignId),
      slo: breach.slo,
      threshold: breach.threshold,
      actual: breach.actual,
      window_minutes: breach.windowMinutes,
      violated_at: breach.at.toISOString(),
    },
  });
}
