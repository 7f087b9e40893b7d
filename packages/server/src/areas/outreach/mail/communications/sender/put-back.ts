import { type QueryRows, rowsIn } from '../../../../../kit/db/index.ts';
import { countAll } from '../../../terms/counter.repository.ts';
import type { FailureCode } from '../communication.ts';
import type { SendingPorts } from '../sending-ports.ts';
import { type Outgoing, retryAt } from './outgoing.ts';
import { releaseMoney } from './reservation.repository.ts';

export interface PutBackReason {
  /** The relay could not be reached. */
  isRelay: boolean;
  /** The fault lies in sending, not in the service around it. */
  isMail: boolean;
  /** What a message fails with that is not tried again. */
  code: FailureCode;
  detail: string;
}

/** Frees a message of which nothing was handed over, to be tried again later; in the end it fails. */
export async function putBackUnbegun(
  { db, clock, nodes }: SendingPorts,
  outgoing: Outgoing,
  { isRelay, isMail, code, detail }: PutBackReason,
): Promise<void> {
  const { orgId, id, attempts } = outgoing.communication;
  const now = clock.now();
  // A fault of the service is no attempt: the message waits for it to pass.
  const next = !isMail ? now + 5_000 : isRelay ? retryAt(attempts + 1, now) : undefined;
  await db.transaction().execute(async (tx) => {
    const query = rowsIn(tx);
    const moved = await query(
      `update communications set lease_node = null, reservation_id = null, attempts = attempts + $4,
         next_attempt_at = coalesce($5, next_attempt_at), waiting_for = $6, failure_detail = $7,
         status = case when $5::timestamptz is null then 'failed' else status end,
         failure_code = case when $5::timestamptz is null then $8::text end
       where org_id = $1 and id = $2 and lease_node = $3 and status = 'pending' returning id`,
      [
        orgId,
        id,
        nodes.nodeId,
        isMail ? 1 : 0,
        next === undefined ? null : new Date(next),
        next === undefined ? null : isRelay ? 'relay_unreachable' : 'service',
        detail.slice(0, 500),
        code,
      ],
    );
    if (moved.length === 0) return;
    await releaseMoney(query, [outgoing], new Date(now));
    if (next === undefined) await giveUp(query, outgoing, code);
  });
}

/** Nothing follows a message that failed for good; its sequence ends, so that its campaign can. */
async function giveUp(query: QueryRows, { communication }: Outgoing, code: FailureCode): Promise<void> {
  const { orgId, campaignId, leadId, executionId } = communication;
  await countAll(query, orgId, [{ ...communication, metric: 'failed' }]);
  if (executionId === null) return;
  await query(
    `update sequence_runs set status = 'stopped', stop_reason = $4, due_at = null
     where org_id = $1 and campaign_id = $2 and lead_id = $3 and status = 'active'`,
    [orgId, campaignId, leadId, code],
  );
}
