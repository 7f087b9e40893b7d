import { findTakenMessageIds } from '../../../../../engine/mail/index.ts';
import { rowsIn } from '../../../../../kit/db/index.ts';
import type { SendingPorts } from '../sending-ports.ts';
import { type AttemptedRow, findBegunByDead, freeClaimsOfDead, freeLeases } from './attempted.repository.ts';
import { endAttempts } from './end-attempts.ts';
import type { Attempt } from './outgoing.ts';
import { settleAttempts } from './settle-attempts.ts';

const AT_ONCE = 200;

/**
 * Looks after what dead nodes held. What they had only claimed is free again. What was being handed over may
 * or may not have been taken: it is `delivery_unknown` and never sent again, unless the sandbox shows that
 * it was taken.
 */
export async function recoverFromDead(ports: SendingPorts): Promise<void> {
  const query = rowsIn(ports.db);
  await freeClaimsOfDead(query, ports.nodes);
  for (;;) {
    const rows = await findBegunByDead(query, ports.nodes, AT_ONCE);
    if (rows.length === 0) return;
    await settleAttempts(ports, await toAttempts(ports, rows));
    if (rows.length < AT_ONCE) return;
  }
}

/** Frees what carries this node's lease although nothing of it is under way. */
export async function reclaimOwn({ db, nodes }: SendingPorts, inFlight: Set<string>): Promise<void> {
  // Of what is not in memory nothing was handed over: handing over begins and ends in memory.
  await freeLeases(rowsIn(db), nodes.nodeId, [...inFlight]);
}

async function toAttempts(ports: SendingPorts, rows: AttemptedRow[]): Promise<Attempt[]> {
  const ids = rows.map((row) => row.messageId);
  const taken =
    ports.mailer.mode === 'sandbox' ? await findTakenMessageIds(ports.pool, ids) : new Set<string>();
  return endAttempts(ports, rows, ({ messageId }) =>
    taken.has(messageId)
      ? { kind: 'sent', response: 'found in the sandbox' }
      : {
          kind: 'failed',
          code: 'delivery_unknown',
          detail: 'The service ended while the message was handed over; whether it was taken is unknown.',
        },
  );
}
