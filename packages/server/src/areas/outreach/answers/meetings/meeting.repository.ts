import type { QueryRows } from '../../../../kit/db/index.ts';
import { insertRows, queryPage } from '../../../../kit/db/index.ts';
import { type Meeting, meetings } from './meeting.ts';

/** False when the slot, or the calendar's own id of it, is taken. */
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
  const { rows, total } = await queryPage<Meeting>(
    query,
    {
      rows: `select ${meetings.columns} from outreach_meetings where ${where} order by created_at desc, id desc limit $4 offset $5`,
      count: `select count(*) from outreach_meetings where ${where}`,
    },
    [...values, request.limit, request.offset],
  );
  return { meetings: rows, total };
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
