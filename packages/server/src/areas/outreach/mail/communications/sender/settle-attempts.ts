import type { NewEvent } from '../../../../../engine/spine/index.ts';
import { rowsIn } from '../../../../../kit/db/index.ts';
import type { Expense } from '../../../books/economics/ledger-terms.ts';
import { recordSpans, type Span } from '../../../books/traces/span.repository.ts';
import { newSpanId } from '../../../books/traces/trace-ids.ts';
import { type Count, countAll } from '../../../terms/counter.repository.ts';
import { sentEvent } from '../communication-events.ts';
import type { SendingPorts } from '../sending-ports.ts';
import type { Attempt } from './outgoing.ts';
import { releaseMoney } from './reservation.repository.ts';
import {
  advanceRuns,
  type Ended,
  moveStates,
  noteBounces,
  noteLeads,
  stopRuns,
} from './settled.repository.ts';

/**
 * Writes the outcomes of attempts: states, sequences, counters, money, spans and events in one commit.
 * Idempotent: messages already settled, or taken by another attempt, are left unchanged.
 */
export async function settleAttempts(ports: SendingPorts, batch: readonly Attempt[]): Promise<void> {
  for (const [orgId, attempts] of Map.groupBy(batch, ({ outgoing }) => outgoing.communication.orgId)) {
    await ports.unitOfWork(async (tx) => {
      const query = rowsIn(tx);
      const now = new Date(ports.clock.now());
      const moved = await moveStates(query, orgId, attempts);
      const settled = attempts.filter(({ outgoing }) => moved.has(outgoing.communication.id));
      const resolved = settled.filter(({ outgoing }) => moved.get(outgoing.communication.id));
      const sent = settled.filter((attempt) => attempt.kind === 'sent');
      const failed = settled.filter((attempt) => attempt.kind === 'failed');
      const paid = settled.filter(mayBePaid);
      const firstDelivered = await advanceRuns(query, orgId, sent);
      await stopRuns(query, orgId, failed);
      await noteLeads(query, orgId, sent);
      await noteBounces(query, orgId, failed, now);
      await countAll(query, orgId, countsOf({ sent, failed, resolved, firstDelivered }));
      await recordSpans(
        tx,
        orgId,
        settled.map((attempt) => spanOf(attempt, ports)),
      );
      await releaseMoney(
        query,
        settled.filter((attempt) => !mayBePaid(attempt)).map(({ outgoing }) => outgoing),
        now,
      );
      const money = await ports.ledger.settleIn(
        tx,
        orgId,
        paid.map((attempt) => expenseOf(attempt, ports.mailPriceMicros)),
        paid.flatMap(({ outgoing }) => outgoing.reservation ?? []),
      );
      const events: NewEvent[] = sent.map(({ outgoing, endedAtMs }) =>
        sentEvent(outgoing.communication, new Date(endedAtMs)),
      );
      return { value: undefined, events: [...events, ...money] };
    });
  }
}

/**
 * As far as is known, the relay will bill whatever it may have accepted; not counting it could overspend the
 * budget.
 */
function mayBePaid(attempt: Attempt): boolean {
  return attempt.kind === 'sent' || (attempt.kind === 'failed' && attempt.code === 'delivery_unknown');
}

function countsOf(ended: {
  sent: Ended<'sent'>[];
  failed: Ended<'failed'>[];
  resolved: readonly Attempt[];
  firstDelivered: Set<string>;
}): Count[] {
  const place = ({ outgoing: { communication } }: Attempt) => ({
    campaignId: communication.campaignId,
    step: communication.step,
    variant: communication.variant,
  });
  return [
    ...ended.sent.flatMap((attempt): Count[] => {
      const counts: Count[] = [
        { ...place(attempt), metric: 'emails_sent' },
        { ...place(attempt), metric: 'delivered' },
      ];
      if (ended.firstDelivered.has(attempt.outgoing.communication.id)) {
        counts.push({ ...place(attempt), metric: 'delivered_leads' });
      }
      return counts;
    }),
    // It had been counted as failed.
    ...ended.resolved.map((attempt): Count => ({ ...place(attempt), metric: 'failed', by: -1 })),
    ...ended.failed.map(
      (attempt): Count => ({
        ...place(attempt),
        metric: attempt.code === 'hard_bounce' ? 'bounces' : 'failed',
      }),
    ),
  ];
}

function expenseOf({ outgoing: { communication } }: Attempt, amountMicros: number): Expense {
  return {
    category: 'channel_costs',
    amountMicros,
    campaignId: communication.campaignId ?? undefined,
    leadId: communication.leadId ?? undefined,
    reference: `send ${communication.id}`,
    detail: { channel: communication.channel },
  };
}

function spanOf(attempt: Attempt, { mailer, mailPriceMicros }: SendingPorts): Span {
  const { communication } = attempt.outgoing;
  return {
    traceId: communication.traceId,
    spanId: newSpanId(),
    name: 'smtp.send',
    kind: 'client',
    campaignId: communication.campaignId ?? undefined,
    leadId: communication.leadId ?? undefined,
    startedAtMs: attempt.startedAtMs,
    durationMs: attempt.endedAtMs - attempt.startedAtMs,
    status: attempt.kind === 'sent' ? 'ok' : 'error',
    statusMessage: attempt.kind === 'sent' ? undefined : attempt.detail,
    attributes: {
      'messaging.message.id': communication.messageId,
      'server.address': mailer.relay,
      'trivium.attempt': communication.attempts + 1,
    },
    costMicros: attempt.kind === 'sent' ? mailPriceMicros : 0,
  };
}
