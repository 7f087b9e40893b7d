import { factEvent } from '../../../../engine/catalog/index.ts';
import type { AnyTransaction, NewEvent } from '../../../../engine/spine/index.ts';
import type { QueryRows } from '../../../../kit/db/index.ts';
import { correlationOf, messageData, messageEvent } from '../../mail/communications/communication-events.ts';
import {
  noteEngagement,
  noteMoment,
  noteRun,
  stopWriting,
  type TrackedMessage,
} from '../../mail/tracking/tracked-message.repository.ts';
import { leave } from '../../mail/tracking/unsubscribe.ts';
import { moveLead } from '../../people/leads/lead.repository.ts';
import { addSuppressions } from '../../people/suppressions/suppression.repository.ts';
import { type Count, countAll } from '../../terms/counter.repository.ts';
import type { Classified } from './classify-reply.ts';
import { park, stopOnReply } from './inbound.repository.ts';
import type { Bounce } from './read-report.ts';

/** A mail bounced. If permanent, the address is suppressed; if temporary, it is only recorded. */
export async function noteBounce(
  tx: AnyTransaction,
  query: QueryRows,
  message: TrackedMessage,
  bounce: Bounce,
  at: Date,
): Promise<NewEvent[]> {
  const event = messageEvent('communication.bounced', message, {
    bounce_type: bounce.isHard ? 'hard' : 'soft',
    status: bounce.status ?? null,
    diagnostic: bounce.diagnostic,
    bounced_at: at.toISOString(),
  });
  if (!bounce.isHard || message.bouncedAt !== null) return [event];
  await noteMoment(query, message, 'bounced_at', at);
  await suppress(tx, message, { reason: 'hard_bounce', source: 'bounce', at });
  await stopWriting(query, message, 'bounced');
  await moveLead(query, message, { to: 'bounced', from: ['new', 'contacted'], at });
  await noteEngagement(query, message, 'bounces', null, at);
  const counts: Count[] = [{ ...message, metric: 'bounces' }];
  // Accepted by the server, and bounced later.
  if (message.sentAt !== null) counts.push({ ...message, metric: 'delivered', by: -1 });
  await countAll(query, message.orgId, counts);
  return [event];
}

/** The reader marked it as spam. Nothing is sent to that address again. */
export async function noteComplaint(
  tx: AnyTransaction,
  query: QueryRows,
  message: TrackedMessage,
  at: Date,
): Promise<NewEvent[]> {
  await suppress(tx, message, { reason: 'complaint', source: 'complaint', at });
  await stopWriting(query, message, 'complaint');
  if (message.complainedAt !== null) return [];
  await noteMoment(query, message, 'complained_at', at);
  await noteEngagement(query, message, 'complaints', null, at);
  await countAll(query, message.orgId, [{ ...message, metric: 'complaints' }]);
  return [messageEvent('communication.complained', message, { complained_at: at.toISOString() })];
}

/** A person or machine replied. */
export async function noteReply(
  tx: AnyTransaction,
  query: QueryRows,
  message: TrackedMessage,
  { classification, confidence, awayUntil }: Classified,
  at: Date,
): Promise<NewEvent[]> {
  const event = factEvent('communication_replied', {
    orgId: message.orgId,
    source: 'outreach',
    correlationId: correlationOf(message),
    data: { ...messageData(message), classification, confidence, replied_at: at.toISOString() },
  });
  if (classification === 'out_of_office' || classification === 'auto_reply') {
    await noteEngagement(query, message, 'auto_replies', null, at);
    await countAll(query, message.orgId, [{ ...message, metric: 'auto_replies' }]);
    if (awayUntil !== undefined) await park(query, message, awayUntil);
    return [event];
  }
  const isPositive = classification === 'positive';
  const isOptOut = classification === 'unsubscribe';
  // Before the messages are locked, as by whoever starts to send them.
  if (isOptOut) await suppress(tx, message, { reason: 'unsubscribed', source: 'unsubscribe', at });
  await noteMoment(query, message, 'replied_at', at);
  const isFirst = await noteRun(query, message, 'replied_at', at);
  await stopOnReply(query, message);
  await moveLead(query, message, { to: 'replied', from: ['new', 'contacted'], at });
  await noteEngagement(query, message, 'replies', 'last_replied_at', at);
  if (isPositive) await noteEngagement(query, message, 'positive_replies', null, at);
  if (classification === 'negative') await noteEngagement(query, message, 'negative_replies', null, at);
  const counts: Count[] = [{ ...message, metric: 'replies' }];
  if (isPositive) counts.push({ ...message, metric: 'positive_replies' });
  if (isFirst) counts.push({ ...message, metric: 'replied_leads' });
  await countAll(query, message.orgId, counts);
  if (!isOptOut) return [event];
  return [event, ...(await leave(query, message, { at, source: 'reply' }))];
}

async function suppress(
  tx: AnyTransaction,
  { orgId, toAddress }: TrackedMessage,
  { reason, source, at }: { reason: string; source: string; at: Date },
): Promise<void> {
  await addSuppressions(tx, orgId, [{ kind: 'email', value: toAddress, reason, source }], at);
}
