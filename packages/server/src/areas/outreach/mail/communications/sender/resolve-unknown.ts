import { rowsIn } from '../../../../../kit/db/index.ts';
import type { SendingPorts } from '../sending-ports.ts';
import { findUnknown } from './attempted.repository.ts';
import { endAttempts } from './end-attempts.ts';
import { settleAttempts } from './settle-attempts.ts';

/**
 * Marks messages with an unknown outcome as sent when there is evidence that they were accepted: something
 * only a recipient or server could have written came back, or the server filed them as sent. Nothing is sent
 * again. Ids are UUIDs; messages with a known outcome are unchanged.
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
