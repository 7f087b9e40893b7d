import { normalAddress } from '../../../../engine/mail/index.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { formatId, newUuid, parseId } from '../../../../kit/ids.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { mailboxesOf } from '../../mail/mailboxes/mailbox.repository.ts';
import { createMailbox } from '../../mail/mailboxes/mailbox-service.ts';
import type { MessagingStrategy } from '../../terms/strategy.ts';
import { checkStrategy } from './check-campaign.ts';

/** The strategy to store: validated, with a mailbox for its sender address. */
export async function prepareStrategy(
  ports: SendingPorts,
  orgId: string,
  strategy: MessagingStrategy,
): Promise<MessagingStrategy> {
  await checkStrategy(orgId, strategy);
  await checkMailboxes(ports, orgId, strategy);
  return withMailbox(ports, orgId, strategy);
}

async function checkMailboxes(
  { db }: SendingPorts,
  orgId: string,
  { sender }: MessagingStrategy,
): Promise<void> {
  const ids = sender?.mailbox_ids ?? [];
  if (ids.length === 0) return;
  const known = new Set((await mailboxesOf(rowsIn(db), orgId)).map(({ id }) => id));
  const missing = ids.findIndex((id) => !known.has(parseId('mbx', id) ?? ''));
  if (missing < 0) return;
  throw notFound('mailbox', `messaging_strategy.sender.mailbox_ids.${missing}`);
}

/** A campaign that names a sender address uses its mailbox, which is created if needed. */
async function withMailbox(
  ports: SendingPorts,
  orgId: string,
  strategy: MessagingStrategy,
): Promise<MessagingStrategy> {
  const { sender } = strategy;
  const address = normalAddress(sender?.email ?? '');
  if (address === '' || (sender?.mailbox_ids ?? []).length > 0) return strategy;
  const known = (await mailboxesOf(rowsIn(ports.db), orgId)).find((mailbox) => mailbox.address === address);
  const fields = sender?.name === undefined ? {} : { name: sender.name };
  const { id } =
    known ?? (await createMailbox(ports, { orgId, address, fields }, newUuid(ports.clock.now()))).mailbox;
  return { ...strategy, sender: { ...sender, mailbox_ids: [formatId('mbx', id)] } };
}
