import { insertRows, type QueryRows, queryPage, rowsIn } from '../../../../kit/db/index.ts';
import { AppError, notFound } from '../../../../kit/errors/index.ts';
import { parseId } from '../../../../kit/ids.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { type BookingRequest, type Meeting, meetings } from './meeting.ts';
import type { CalendarBooking } from './read-booking.ts';

/** False when the slot or the calendar's own id is taken. */
export async function insertMeeting(query: QueryRows, meeting: Meeting): Promise<boolean> {
  const rows = await insertRows(query, meetings, [meeting], { skipTaken: true, returning: ['id'] });
  return rows.length > 0;
}

export async function findMeeting(query: QueryRows, orgId: string, id: string): Promise<Meeting | undefined> {
  const rows = await query<Meeting>(
    `select ${meetings.columns} from outreach_meetings where org_id = $1 and id = $2`,
    [orgId, id],
  );
  return rows[0];
}

export async function findByExternalId(
  query: QueryRows,
  orgId: string,
  source: string,
  externalId: string,
): Promise<Meeting | undefined> {
  const rows = await query<Meeting>(
    `select ${meetings.columns} from outreach_meetings where org_id = $1 and source = $2 and external_id = $3`,
    [orgId, source, externalId],
  );
  return rows[0];
}

/** False when it was already cancelled. */
export async function markCancelled(query: QueryRows, orgId: string, id: string): Promise<boolean> {
  const rows = await query(
    `update outreach_meetings set status = 'cancelled' where org_id = $1 and id = $2 and status <> 'cancelled' returning id`,
    [orgId, id],
  );
  return rows.length > 0;
}

/** Newest first, ties by id. */
export async function listMeetings(
  query: QueryRows,
  request: {
    orgId: string;
    campaignId?: string | undefined;
    leadId?: string | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ meetings: Meeting[]; total: number }> {
  const values = [request.orgId, request.campaignId ?? null, request.leadId ?? null];
  const where =
    'org_id = $1 and ($2::uuid is null or campaign_id = $2) and ($3::uuid is null or lead_id = $3)';
  const { rows, total } = await queryPage<Meeting>(
    query,
    {
      rows: `select ${meetings.columns} from outreach_meetings where ${where} order by created_at desc, id desc limit $4 offset $5`,
      matching: `select 1 from outreach_meetings where ${where}`,
      page: request,
    },
    [...values, request.limit, request.offset],
  );
  return { meetings: rows, total };
}

/** When somebody is busy within a period, as start and end in milliseconds. */
export async function busyTimes(
  query: QueryRows,
  orgId: string,
  salesRep: string,
  from: Date,
  to: Date,
): Promise<{ from: number; to: number }[]> {
  const rows = await query<{ meeting_time: Date; duration_minutes: number }>(
    `select meeting_time, duration_minutes from outreach_meetings
     where org_id = $1 and sales_rep = $2 and status = 'booked' and meeting_time > $3 and meeting_time < $4`,
    [orgId, salesRep, new Date(from.getTime() - 86_400_000), to],
  );
  return rows.map((row) => ({
    from: row.meeting_time.getTime(),
    to: row.meeting_time.getTime() + row.duration_minutes * 60_000,
  }));
}

export async function requireCampaign(query: QueryRows, orgId: string, campaignId: string): Promise<void> {
  const rows = await query('select 1 from outreach_campaigns where org_id = $1 and id = $2', [
    orgId,
    campaignId,
  ]);
  if (rows.length === 0) throw notFound('campaign', 'campaign_id');
}

export async function findConflicting(query: QueryRows, request: BookingRequest): Promise<Meeting> {
  const { orgId, id, source, externalId } = request;
  const earlier =
    (await findMeeting(query, orgId, id)) ??
    (externalId === null ? undefined : await findByExternalId(query, orgId, source, externalId));
  if (earlier !== undefined) return earlier;
  throw new AppError('conflict', {
    field: 'meeting_time',
    message: 'This time was taken meanwhile. Choose another one.',
  });
}

/** Ends automated sequences for a lead with a meeting. */
export async function endSequences(query: QueryRows, orgId: string, leadId: string): Promise<void> {
  await query(
    `update sequence_runs set status = 'stopped', stop_reason = 'meeting_booked', due_at = null
     where org_id = $1 and lead_id = $2 and status = 'active'`,
    [orgId, leadId],
  );
  await query(
    `update communications set status = 'failed', failure_code = 'cancelled', lease_node = null, waiting_for = null,
       failure_detail = 'The lead has booked a meeting.'
     where org_id = $1 and lead_id = $2 and status = 'pending' and execution_id is not null`,
    [orgId, leadId],
  );
}

/** The correlation of the last message to the lead, unless it was only its trace. */
export async function lastCorrelation(
  query: QueryRows,
  orgId: string,
  leadId: string,
): Promise<string | undefined> {
  const [last] = await query<{ correlation_id: string | null }>(
    `select correlation_id from communications where org_id = $1 and lead_id = $2 and sent_at is not null
     order by sent_at desc limit 1`,
    [orgId, leadId],
  );
  return last?.correlation_id ?? undefined;
}

/** Finds the lead by the ids in the link, else by address; with the campaign that last wrote to it. */
export async function findLead(
  { db }: SendingPorts,
  orgId: string,
  booking: CalendarBooking,
): Promise<{ leadId: string; campaignId: string | null } | undefined> {
  const leadId = booking.leadId === undefined ? undefined : parseId('led', booking.leadId);
  const named = booking.campaignId === undefined ? undefined : parseId('cmp', booking.campaignId);
  const rows = await rowsIn(db)<{ id: string; campaign_id: string | null }>(
    `select l.id, coalesce(
       (select k.id from outreach_campaigns k where k.org_id = $1 and k.id = $4),
       (select c.campaign_id from communications c where c.org_id = $1 and c.lead_id = l.id and c.sent_at is not null
        order by c.sent_at desc limit 1)) as campaign_id
     from leads l where l.org_id = $1 and (l.id = $2 or l.email = $3) order by (l.id = $2) desc nulls last, l.email_copy limit 1`,
    [orgId, leadId ?? null, booking.email, named ?? null],
  );
  return rows[0] && { leadId: rows[0].id, campaignId: rows[0].campaign_id };
}

/** Withdraws an invitation that has not started sending; returns whether it has. */
export async function withdrawInvitation(
  query: QueryRows,
  orgId: string,
  key: string,
): Promise<'none' | 'withdrawn' | 'under way'> {
  const [invitation] = await query<{ status: string; leaseNode: string | null }>(
    `select status, lease_node as "leaseNode" from communications
     where org_id = $1 and idempotency_key = $2 for update`,
    [orgId, key],
  );
  if (invitation === undefined || invitation.status === 'failed') return 'none';
  if (invitation.status !== 'pending' || invitation.leaseNode !== null) return 'under way';
  await query(
    `update communications set status = 'failed', failure_code = 'cancelled', waiting_for = null,
       failure_detail = 'The meeting was cancelled.' where org_id = $1 and idempotency_key = $2`,
    [orgId, key],
  );
  return 'withdrawn';
}
