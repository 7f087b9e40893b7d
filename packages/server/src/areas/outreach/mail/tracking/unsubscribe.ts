import type { NewEvent } from '../../../../engine/spine/index.ts';
import { type QueryRows, rowsIn } from '../../../../kit/db/index.ts';
import { addSuppressions } from '../../people/suppressions/suppression.repository.ts';
import { countAll } from '../../terms/counter.repository.ts';
import { messageEvent } from '../communications/communication-events.ts';
import type { SendingPorts } from '../communications/sending-ports.ts';
import { noteEngagement } from './record-visit.ts';
import { findByToken, type TrackedMessage } from './tracked-message.repository.ts';

/**
 * Ends all mail to the person that a message went to: the address is suppressed, what is queued for it fails,
 * its sequences stop. When this resolves, nothing more begins. False for a token that is none; a second time
 * changes nothing.
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

/** Writes that a person left; the suppression itself is the caller's. */
export async function leave(
  query: QueryRows,
  message: TrackedMessage,
  { at, source }: { at: Date; source: 'link' | 'reply' },
): Promise<NewEvent[]> {
  await stopWriting(query, message, 'unsubscribed');
  if (message.unsubscribedAt !== null) return [];
  await query('update communications set unsubscribed_at = $3 where org_id = $1 and id = $2', [
    message.orgId,
    message.id,
    at,
  ]);
  await query(`update leads set status = 'unsubscribed', updated_at = $3 where org_id = $1 and email = $2`, [
    message.orgId,
    message.toAddress,
    at,
  ]);
  await noteEngagement(query, message, 'unsubscribes', null, at);
  await countAll(query, message.orgId, [{ ...message, metric: 'unsubscribes' }]);
  return [messageEvent('lead.unsubscribed', message, { source, unsubscribed_at: at.toISOString() })];
}

/** Nothing more goes to the address: what is queued fails, sequences of its leads stop. */
export async function stopWriting(
  query: QueryRows,
  { orgId, toAddress }: Pick<TrackedMessage, 'orgId' | 'toAddress'>,
  reason: string,
): Promise<void> {
  await query(
    `update communications set status = 'failed', failure_code = 'suppressed', lease_node = null, waiting_for = null,
       failure_detail = $3
     where org_id = $1 and to_address = $2 and status = 'pending'`,
    [orgId, toAddress, `The address is suppressed: ${reason}.`],
  );
  await query(
    `update sequence_runs set status = 'stopped', stop_reason = $3, due_at = null
     where org_id = $1 and status = 'active' and lead_id in (select id from leads where org_id = $1 and email = $2)`,
    [orgId, toAddress, reason],
  );
}
