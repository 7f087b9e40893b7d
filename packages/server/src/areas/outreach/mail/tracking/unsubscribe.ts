import type { NewEvent } from '../../../../engine/spine/index.ts';
import { type QueryRows, rowsIn } from '../../../../kit/db/index.ts';
import { markUnsubscribed } from '../../people/leads/lead.repository.ts';
import { addSuppressions } from '../../people/suppressions/suppression.repository.ts';
import { countAll } from '../../terms/counter.repository.ts';
import { messageEvent } from '../communications/communication-events.ts';
import type { SendingPorts } from '../communications/sending-ports.ts';
import {
  findByToken,
  noteEngagement,
  noteMoment,
  stopWriting,
  type TrackedMessage,
} from './tracked-message.repository.ts';

/**
 * Ends all mail to a message's recipient: the address is suppressed, queued messages fail, sequences stop.
 * Once this resolves, nothing more starts. False for an invalid token; calling it again has no effect.
 */
export async function unsubscribe(
  { unitOfWork, clock }: SendingPorts,
  token: string,
  source: 'link' | 'reply' = 'link',
): Promise<boolean> {
  return unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const message = await findByToken(query, token, true);
    if (message === undefined) return { value: false };
    const at = new Date(clock.now());
    await addSuppressions(
      tx,
      message.orgId,
      [{ kind: 'email', value: message.toAddress, reason: 'unsubscribed', source: 'unsubscribe' }],
      at,
    );
    return { value: true, events: await leave(query, message, { at, source }) };
  });
}

/** Records that a person opted out; the caller adds the suppression. */
export async function leave(
  query: QueryRows,
  message: TrackedMessage,
  { at, source }: { at: Date; source: 'link' | 'reply' },
): Promise<NewEvent[]> {
  await stopWriting(query, message, 'unsubscribed');
  if (message.unsubscribedAt !== null) return [];
  await noteMoment(query, message, 'unsubscribed_at', at);
  await markUnsubscribed(query, { orgId: message.orgId, email: message.toAddress, at });
  await noteEngagement(query, message, 'unsubscribes', null, at);
  await countAll(query, message.orgId, [{ ...message, metric: 'unsubscribes' }]);
  return [messageEvent('lead.unsubscribed', message, { source, unsubscribed_at: at.toISOString() })];
}
