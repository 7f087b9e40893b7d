import type { QueryRows } from '../../../../kit/db/index.ts';
import { queryPage } from '../../../../kit/db/index.ts';
import type { Meeting } from './meeting.ts';

const COLUMNS = `org_id as "orgId", id, lead_id as "leadId", campaign_id as "campaignId", communication_id as "communicationId",
  meeting_time as "meetingTime", duration_minutes as "durationMinutes", sales_rep as "salesRep", status, source,
  external_id as "externalId", ics_uid as "icsUid", attribution, created_at as "createdAt"`;

/** False when the slot, or the calendar's own id of it, is taken. */
export async function insertMeeting(query: QueryRows, meeting: Meeting): Promise<boolean> {
  const rows = await query(
    `insert into outreach_meetings (org_id, id, lead_id, campaign_id, communication_id, meeting_time, duration_minutes,
       sales_rep, status, source, external_id, ics_uid, attribution, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict do nothing returning id`,
    [
      meeting.orgId,
      meeting.id,
      meeting.leadId,
      meeting.campaignId,
      meeting.communicationId,
      meeting.meetingTime,
      meeting.durationMinutes,
      meeting.salesRep,
      meeting.status,
      meeting.source,
      meeting.externalId,
      meeting.icsUid,
      JSON.stringify(meeting.attribution),
      meeting.createdAt,
    ],
  );
  return rows.length > 0;
}

export async function findMeeting(query: QueryRows, orgId: string, id: string): Promise<Meeting | undefined> {
  const rows = await query<Meeting>(
    `select ${COLUMNS} from outreach_meetings where org_id = $1 and id = $2`,
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
    `select ${COLUMNS} from outreach_meetings where org_id = $1 and source = $2 and external_id = $3`,
    [orgId, source, externalId],
  );
  return rows[0];
}

/** False when it was cancelled before. */
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
  const { rows: meetings, total } = await queryPage<Meeting>(
    query,
    {
      rows: `select ${COLUMNS} from outreach_meetings where ${where} order by created_at desc, id desc limit $4 offset $5`,
      count: `select count(*) from outreach_meetings where ${where}`,
    },
    [...values, request.limit, request.offset],
  );
  return { meetings, total };
}

/** When somebody is taken within a time, as milliseconds from and to. */
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
