import type { Span } from '../../books/traces/span.repository.ts';
import { newSpanId } from '../../books/traces/trace-ids.ts';
import { blockingCheck } from '../compliance/compliance-check.ts';
import type { Communication } from './communication.ts';

/** The spans of a message entering the outbox: the queueing, and within it the guard's check. */
export function enqueueSpans(communication: Communication, endedAtMs: number): Span[] {
  const { traceId, campaignId, leadId, compliance, createdAt } = communication;
  const blocking = blockingCheck(compliance);
  const shared = {
    traceId,
    campaignId: campaignId ?? undefined,
    leadId: leadId ?? undefined,
    startedAtMs: createdAt.getTime(),
    durationMs: Math.max(endedAtMs - createdAt.getTime(), 0),
    status: blocking === undefined ? 'ok' : 'error',
    statusMessage: blocking?.detail,
  } as const;
  const parentSpanId = newSpanId();
  return [
    {
      ...shared,
      spanId: parentSpanId,
      name: 'outbox.enqueue',
      kind: 'producer',
      attributes: {
        'messaging.message.id': communication.messageId,
        'trivium.channel': communication.channel,
      },
    },
    {
      ...shared,
      spanId: newSpanId(),
      parentSpanId,
      name: 'compliance.check',
      attributes: { 'trivium.decision': compliance.decision, 'trivium.rule': blocking?.rule ?? '' },
    },
  ];
}
