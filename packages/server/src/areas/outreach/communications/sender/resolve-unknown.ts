import { rowsIn } from '../query-rows.ts';
import type { SendingPorts } from '../sending-ports.ts';
import { ATTEMPT_COLUMNS, type AttemptRow, endAttempts } from './end-attempts.ts';
import { settleAttempts } from './settle-attempts.ts';

/**
 * Of a message whose handing over ended unseen, something came back that only its recipient or a server could
 * write: it was taken. It counts as sent from then on; nothing is sent again.
 */
export async function resolveUnknown(
  ports: SendingPorts,
  { orgId, communicationId, evidence }: { orgId: string; communicationId: string; evidence: string },
): Promise<void> {
  const rows = await rowsIn(ports.db)<AttemptRow>(
    `select ${ATTEMPT_COLUMNS} from communications
     where org_id = $1 and id = $2 and status = 'failed' and failure_code = 'delivery_unknown'
       and attempt_token is not null`,
    [orgId, communicationId],
  );
  if (rows.length === 0) return;
  await settleAttempts(ports, await endAttempts(ports, rows, () => ({ kind: 'sent', response: evidence })));
}
