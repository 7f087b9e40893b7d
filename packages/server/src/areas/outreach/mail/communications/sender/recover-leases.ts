import { findTakenMessageIds } from '../../../../../engine/mail/index.ts';
import { rowsIn } from '../../../../../kit/db/index.ts';
import type { SendingPorts } from '../sending-ports.ts';
import { type AttemptedRow, findBegunByDead, freeClaimsOfDead, freeLeases } from './attempted.repository.ts';
import { endAttempts } from './end-attempts.ts';
import type { Attempt } from './outgoing.ts';
import { settleAttempts } from './settle-attempts.ts';

const AT_ONCE = 200;

/**
 * Recovers what dead nodes held. Messages they had only claimed are free again. Those being handed over may
 * or may not have been accepted: they become `delivery_unknown` and are never sent again, unless the sandbox
 * shows that it accepted them.
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

/** Frees leases of this node that have nothing in progress. */
export async function reclaimOwn({ db, nodes }: SendingPorts, inFlight: Set<string>): Promise<void> {
  // Messages not in memory were not handed over: a handover starts and ends in memory.
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
