import { type QueryRows, rowsIn } from '../../../../kit/db/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { recordSpans } from '../../books/traces/span.repository.ts';
import { newSpanId, traceIdOf } from '../../books/traces/trace-ids.ts';
import { findRecipients, insertCommunications } from '../../mail/communications/communication.repository.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { holdLeads } from '../../people/leads/known-lead.repository.ts';
import { findMeeting, markCancelled, withdrawInvitation } from './meeting.repository.ts';
import type { Meeting } from './meeting.ts';
import { invitationKey, writeInvitation } from './write-invitation.ts';

/**
 * Cancels a meeting: the slot is free again, and if an invitation was sent, a cancellation follows.
 * Cancelling twice has no effect. Throws `not_found`.
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

/** Withdraws an invitation that has not started sending; otherwise a cancellation follows it. */
async function recallInvitation(ports: SendingPorts, query: QueryRows, meeting: Meeting): Promise<void> {
  const { orgId, id, leadId } = meeting;
  const invitation = await withdrawInvitation(query, orgId, invitationKey('REQUEST', id));
  if (invitation !== 'under way') return;
  const held = await holdLeads(query, orgId, [leadId], { waits: true });
  const lead = (await findRecipients(query, orgId, [...held])).get(leadId);
  const cancellation = lead && (await writeInvitation(ports, query, meeting, lead));
  if (cancellation !== undefined) await insertCommunications(query, [cancellation]);
}
