import { newUuid } from '../../../kit/ids.ts';
import type { Communication } from '../mail/communications/communication.ts';
import { type NewCommunication, newCommunication } from '../mail/communications/new-communication.ts';

/** A message that is due at once, of an organization that has nothing else. */
export function aMessage(more: Partial<NewCommunication> = {}): Communication {
  const id = newUuid();
  const at = new Date();
  return newCommunication({
    orgId: newUuid(),
    id,
    leadId: null,
    channel: 'email',
    toAddress: 'ann@firm.invalid',
    toName: null,
    subject: 'A question',
    body: 'Hello',
    html: null,
    mailboxId: newUuid(),
    scheduledAt: at,
    messageId: `<${id}@service.invalid>`,
    token: id.replaceAll('-', ''),
    traceId: newUuid(),
    createdAt: at,
    verdict: { decision: 'allowed', checks: [] },
    ...more,
  });
}
