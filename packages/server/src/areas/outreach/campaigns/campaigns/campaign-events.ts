import { factData, factEvent } from '../../../../engine/catalog/index.ts';
import type { NewEvent } from '../../../../engine/spine/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import type { Campaign, Execution, PauseReason } from './campaign.ts';

const source = 'outreach';

export function createdEvent(campaign: Campaign, correlationId: string | undefined): NewEvent {
  return factEvent('campaign_created', {
    orgId: campaign.orgId,
    source,
    correlationId,
    data: factData('campaign_created', campaign, {
      campaign_id: formatId('cmp', campaign.id),
      status: 'draft',
      agent_squad: campaign.squad,
    }),
  });
}

export function launchedEvent(
  campaign: Campaign,
  execution: Execution,
  {
    correlationId,
    ...launch
  }: { budgetLimitUsd: number | null; launchedAt: Date; correlationId: string | undefined },
): NewEvent {
  return factEvent('campaign_launched', {
    orgId: campaign.orgId,
    source,
    correlationId,
    data: factData(
      'campaign_launched',
      { ...campaign, ...execution, ...launch },
      {
        campaign_id: formatId('cmp', campaign.id),
        execution_id: formatId('cex', execution.id),
      },
    ),
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
    meetingsBooked: number;
    spendUsd: number;
    completedAt: Date;
  },
): NewEvent {
  return factEvent('campaign_completed', {
    orgId,
    source,
    data: factData('campaign_completed', totals, { campaign_id: formatId('cmp', campaignId) }),
  });
}

export function sloEvent(
  orgId: string,
  campaignId: string,
  breach: { slo: string; threshold: number; actual: number; windowMinutes: number; violatedAt: Date },
): NewEvent {
  return factEvent('slo_violated', {
    orgId,
    source,
    data: factData('slo_violated', breach, { campaign_id: formatId('cmp', campaignId) }),
  });
}
