import { rowsIn } from '../../../../../kit/db/index.ts';
import type { SendingPorts } from '../sending-ports.ts';
import { findUnknown } from './attempted.repository.ts';
import { endAttempts } from './end-attempts.ts';
import { settleAttempts } from './settle-attempts.ts';

/**
 * Of messages whose handing over ended unseen, something shows that they were taken: what only a recipient or
 * a server could write came back, or the server filed them as sent. They count as sent from then on; nothing
 * is sent again. Ids are UUIDs; of messages whose end is known, nothing changes.
 */
export async function resolveUnknown(
  ports: SendingPorts,
  messages: readonly { orgId: string; communicationId: string }[],
  evidence: string,
): Promise<void> {
  if (messages.length === 0) return;
  const rows = await findUnknown(rowsIn(ports.db), messages);
  if (rows.length === 0) return;
  await settleAttempts(ports, await endAttempts(ports, rows, () => ({ kind: 'sent', response: evidence })));
}
