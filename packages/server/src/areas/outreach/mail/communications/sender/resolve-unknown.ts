import { rowsIn } from '../../../../../kit/db/index.ts';
import type { SendingPorts } from '../sending-ports.ts';
import { type AttemptedRow, attempted, endAttempts } from './end-attempts.ts';
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
  const rows = await rowsIn(ports.db)<AttemptedRow>(
    `select ${attempted.columns} from communications
     where (org_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))
       and status = 'failed' and failure_code = 'delivery_unknown' and attempt_token is not null`,
    [messages.map(({ orgId }) => orgId), messages.map(({ communicationId }) => communicationId)],
  );
  if (rows.length === 0) return;
  await settleAttempts(ports, await endAttempts(ports, rows, () => ({ kind: 'sent', response: evidence })));
}
