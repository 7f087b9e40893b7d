import { factEvent } from '../../../../engine/catalog/index.ts';
import type { NewEvent } from '../../../../engine/spine/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { formatTraceId } from '../../books/traces/trace-ids.ts';
import type { ComplianceCheck } from '../compliance/compliance-check.ts';
import type { Communication } from './communication.ts';

type EventFields = Pick<
  Communication,
  'orgId' | 'id' | 'leadId' | 'campaignId' | 'channel' | 'step' | 'variant' | 'traceId' | 'correlationId'
>;

const source = 'outreach';

/** Data that every fact about a message includes. */
export function messageData(one: EventFields) {
  return {
    communication_id: formatId('com', one.id),
    lead_id: one.leadId === null ? 'none' : formatId('led', one.leadId),
    campaign_id: one.campaignId === null ? null : formatId('cmp', one.campaignId),
    channel: one.channel,
    step: one.step,
    variant: one.variant,
    trace_id: formatTraceId(one.traceId),
  };
}

/**
 * Everything between a campaign and a lead carries their trace id as its correlation, unless something else
 * caused it.
 */
export function correlationOf({
  traceId,
  correlationId,
}: Pick<Communication, 'traceId' | 'correlationId'>): string {
  return correlationId ?? formatTraceId(traceId);
}

/** A message event that is not in a catalogue. */
export function messageEvent(type: string, one: EventFields, data: Record<string, unknown>): NewEvent {
  return {
    orgId: one.orgId,
    type,
    source,
    data: { ...messageData(one), ...data },
    metadata: { correlationId: correlationOf(one) },
  };
}

export function sentEvent(one: EventFields & { messageId: string }, sentAt: Date) {
  const data = { ...messageData(one), message_id: one.messageId, sent_at: sentAt.toISOString() };
  return factEvent('communication_sent', {
    orgId: one.orgId,
    source,
    data,
    correlationId: correlationOf(one),
  });
}

export function blockedEvent(one: EventFields, check: ComplianceCheck, at: Date) {
  const { communication_id, lead_id, campaign_id, trace_id } = messageData(one);
  return factEvent('compliance_blocked', {
    orgId: one.orgId,
    source,
    correlationId: correlationOf(one),
    data: {
      communication_id,
      lead_id,
      campaign_id,
      trace_id,
      rule: check.rule,
      severity: check.severity,
      detail: check.detail,
      blocked_at: at.toISOString(),
    },
  });
}
