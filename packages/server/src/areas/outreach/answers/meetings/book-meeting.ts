import { factData, factEvent } from '../../../../engine/catalog/index.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { recordSpans } from '../../books/traces/span.repository.ts';
import { formatTraceId, newSpanId, traceIdOf } from '../../books/traces/trace-ids.ts';
import { findRecipients, insertCommunications } from '../../mail/communications/communication.repository.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { noteEngagement } from '../../mail/tracking/tracked-message.repository.ts';
import { holdLeads } from '../../people/leads/known-lead.repository.ts';
import { moveLead } from '../../people/leads/lead.repository.ts';
import { countAll } from '../../terms/counter.repository.ts';
import { readAttribution } from './attribution.repository.ts';
import {
  endSequences,
  findConflicting,
  insertMeeting,
  lastCorrelation,
  requireCampaign,
} from './meeting.repository.ts';
import type { BookingRequest, Meeting } from './meeting.ts';
import { writeInvitation } from './write-invitation.ts';

/**
 * Books a meeting with a lead: ends its sequences, counts it and sends the invitation. A booking that already
 * exists under the calendar's own id is returned unchanged. Throws `not_found`, and `conflict` for a taken
 * slot.
 */
export async function bookMeeting(ports: SendingPorts, request: BookingRequest): Promise<Meeting> {
  const { unitOfWork, clock } = ports;
  const { orgId, leadId, campaignId } = request;
  return unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const lead = (await findRecipients(query, orgId, [leadId])).get(leadId);
    if (lead === undefined) throw notFound('lead', 'lead_id');
    if (campaignId !== null) await requireCampaign(query, orgId, campaignId);
    const at = new Date(clock.now());
    const meeting: Meeting = {
      ...request,
      status: 'booked',
      icsUid: `${formatId('mtg', request.id)}@trivium`,
      attribution: await readAttribution(query, orgId, leadId),
      createdAt: at,
    };
    if (!(await insertMeeting(query, meeting))) return { value: await findConflicting(query, request) };
    await endSequences(query, orgId, leadId);
    const from = ['new', 'contacted', 'replied'] as const;
    await moveLead(query, meeting, { to: 'meeting_booked', from, at });
    await noteEngagement(query, meeting, 'meetings', 'last_meeting_at', at);
    await countAll(query, orgId, [{ campaignId, metric: 'meetings_booked' }]);
    if (request.invites) {
      const invitation = await writeInvitation(ports, query, meeting, lead);
      if (invitation !== undefined) await insertCommunications(query, [invitation]);
    }
    const traceId = traceIdOf(orgId, campaignId ?? undefined, leadId);
    await recordSpans(tx, orgId, [
      {
        traceId,
        spanId: newSpanId(),
        name: 'meeting.book',
        kind: 'server',
        campaignId: campaignId ?? undefined,
        leadId,
        startedAtMs: at.getTime(),
        durationMs: clock.now() - at.getTime(),
        status: 'ok',
        attributes: { 'trivium.source': request.source },
      },
    ]);
    // Last, after the messages are locked, as in an erasure: it may have ended since the lead was read.
    if (!(await holdLeads(query, orgId, [leadId], { waits: true })).has(leadId)) {
      throw notFound('lead', 'lead_id');
    }
    const correlationId = (await lastCorrelation(query, orgId, leadId)) ?? formatTraceId(traceId);
    return { value: meeting, events: [bookedEvent(meeting, correlationId)] };
  });
}

function bookedEvent(meeting: Meeting, correlationId: string) {
  return factEvent('meeting_booked', {
    orgId: meeting.orgId,
    source: 'outreach',
    correlationId,
    data: factData('meeting_booked', meeting, {
      lead_id: formatId('led', meeting.leadId),
      campaign_id: meeting.campaignId && formatId('cmp', meeting.campaignId),
    }),
  });
}
