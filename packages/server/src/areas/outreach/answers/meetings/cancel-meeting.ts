import { type QueryRows, rowsIn } from '../../../../kit/db/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { recordSpans } from '../../books/traces/span.repository.ts';
import { newSpanId, traceIdOf } from '../../books/traces/trace-ids.ts';
import { findRecipients, insertCommunications } from '../../mail/communications/communication.repository.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { findMeeting, markCancelled, withdrawInvitation } from './meeting.repository.ts';
import type { Meeting } from './meeting.ts';
import { invitationKey, writeInvitation } from './write-invitation.ts';

/**
 * Calls a meeting off: its time is free again, and whoever was sent an invitation is sent its cancellation. One that
 * is called off already stays so. Throws `not_found`.
 */
export function cancelMeeting(ports: SendingPorts, orgId: string, id: string): Promise<Meeting> {
  const { unitOfWork, clock } = ports;
  return unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const found = await findMeeting(query, orgId, id);
    if (found === undefined) throw notFound('meeting');
    const meeting: Meeting = { ...found, status: 'cancelled' };
    if (!(await markCancelled(query, orgId, id))) return { value: meeting };
    await recallInvitation(ports, query, meeting);
    const { campaignId, leadId } = meeting;
    await recordSpans(tx, orgId, [
      {
        traceId: traceIdOf(orgId, campaignId ?? undefined, leadId),
        spanId: newSpanId(),
        name: 'meeting.cancel',
        kind: 'server',
        campaignId: campaignId ?? undefined,
        leadId,
        startedAtMs: clock.now(),
        durationMs: 0,
        status: 'ok',
      },
    ]);
    return { value: meeting };
  });
}

/** An invitation that has not begun to go out never does; one that has is followed by its cancellation. */
async function recallInvitation(ports: SendingPorts, query: QueryRows, meeting: Meeting): Promise<void> {
  const { orgId, id, leadId } = meeting;
  const invitation = await withdrawInvitation(query, orgId, invitationKey('REQUEST', id));
  if (invitation !== 'under way') return;
  const lead = (await findRecipients(query, orgId, [leadId])).get(leadId);
  const cancellation = lead && (await writeInvitation(ports, query, meeting, lead));
  if (cancellation !== undefined) await insertCommunications(query, [cancellation]);
}
