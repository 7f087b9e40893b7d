import { cutText } from '../../../../../kit/cut-text.ts';
import { type QueryRows, rowsIn, transact } from '../../../../../kit/db/index.ts';
import { countAll } from '../../../terms/counter.repository.ts';
import type { FailureCode } from '../communication.ts';
import type { SendingPorts } from '../sending-ports.ts';
import { type Outgoing, retryAt } from './outgoing.ts';
import { releaseMoney } from './reservation.repository.ts';
import { putBack, stopRun } from './settled.repository.ts';

export interface PutBackReason {
  /** Whether the relay could not be reached. */
  isRelay: boolean;
  /** Whether sending itself failed, rather than the service around it. */
  isMail: boolean;
  /** The failure recorded when there are no more retries. */
  code: FailureCode;
  detail: string;
}

/** Frees a message of which nothing was handed over, to be retried later; after the last retry it fails. */
export async function putBackUnbegun(
  { db, clock, nodes }: SendingPorts,
  outgoing: Outgoing,
  { isRelay, isMail, code, detail }: PutBackReason,
): Promise<void> {
  const { attempts } = outgoing.communication;
  const now = clock.now();
  // A fault of the service does not count as an attempt: the message waits until it passes.
  const next = !isMail ? now + 5_000 : isRelay ? retryAt(attempts + 1, now) : undefined;
  await transact(db, async (tx) => {
    const query = rowsIn(tx);
    const isMoved = await putBack(query, outgoing, {
      nodeId: nodes.nodeId,
      attempts: isMail ? 1 : 0,
      nextAt: next === undefined ? null : new Date(next),
      waitingFor: next === undefined ? null : isRelay ? 'relay_unreachable' : 'service',
      detail: cutText(detail, 500),
      code,
    });
    if (!isMoved) return;
    await releaseMoney(query, [outgoing], new Date(now));
    if (next === undefined) await giveUp(query, outgoing, code);
  });
}

/** Ends the sequence after a permanent failure, so that its campaign can complete. */
async function giveUp(query: QueryRows, { communication }: Outgoing, code: FailureCode): Promise<void> {
  const { orgId, campaignId, leadId, executionId } = communication;
  await countAll(query, orgId, [{ ...communication, metric: 'failed' }]);
  if (executionId === null) return;
  await stopRun(query, { orgId, campaignId, leadId, reason: code });
}
