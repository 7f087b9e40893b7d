import type { QueryRows } from '../../../../kit/db/index.ts';

/** The message behind a link. Ids are UUIDs. */
export interface TrackedMessage {
  orgId: string;
  id: string;
  campaignId: string | null;
  executionId: string | null;
  leadId: string | null;
  channel: string;
  step: number | null;
  variant: string | null;
  traceId: string;
  correlationId: string | null;
  toAddress: string;
  messageId: string;
  sentAt: Date | null;
  opens: number;
  machineOpens: number;
  clicks: number;
  openedAt: Date | null;
  clickedAt: Date | null;
  repliedAt: Date | null;
  bouncedAt: Date | null;
  complainedAt: Date | null;
  unsubscribedAt: Date | null;
}

const COLUMNS = `org_id as "orgId", id, campaign_id as "campaignId", execution_id as "executionId", lead_id as "leadId",
  channel, step, variant, trace_id as "traceId", correlation_id as "correlationId", to_address as "toAddress", message_id as "messageId", sent_at as "sentAt",
  opens, machine_opens as "machineOpens", clicks, opened_at as "openedAt", clicked_at as "clickedAt",
  replied_at as "repliedAt", bounced_at as "bouncedAt", complained_at as "complainedAt",
  unsubscribed_at as "unsubscribedAt"`;

const TOKEN = /^[0-9a-f]{32}$/;

/** The message behind a link; locked when it is going to be updated. */
export async function findByToken(
  query: QueryRows,
  token: string,
  lock = false,
): Promise<TrackedMessage | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const rows = await query<TrackedMessage>(
    `select ${COLUMNS} from communications where token = $1${lock ? ' for update' : ''}`,
    [token],
  );
  return rows[0];
}

/** The message with an id. */
export async function lockMessage(
  query: QueryRows,
  orgId: string,
  id: string,
): Promise<TrackedMessage | undefined> {
  const rows = await query<TrackedMessage>(
    `select ${COLUMNS} from communications where org_id = $1 and id = $2 for update`,
    [orgId, id],
  );
  return rows[0];
}

/** Sets the time of first occurrence for the lead in its campaign; true when this was the first. */
export async function noteRun(
  query: QueryRows,
  { orgId, campaignId, leadId }: TrackedMessage,
  column: 'opened_at' | 'clicked_at' | 'replied_at' | 'meeting_at',
  at: Date,
): Promise<boolean> {
  const rows = await query(
    `update sequence_runs set ${column} = $4
     where org_id = $1 and campaign_id = $2 and lead_id = $3 and ${column} is null returning lead_id`,
    [orgId, campaignId, leadId, at],
  );
  return rows.length > 0;
}

type EngagementCount =
  | 'opens'
  | 'machine_opens'
  | 'clicks'
  | 'replies'
  | 'positive_replies'
  | 'negative_replies'
  | 'auto_replies'
  | 'bounces'
  | 'complaints'
  | 'unsubscribes'
  | 'meetings';

/** Increments the lead's engagement, which scores read. */
export async function noteEngagement(
  query: QueryRows,
  { orgId, leadId }: Pick<TrackedMessage, 'orgId' | 'leadId'>,
  count: EngagementCount,
  time: 'last_opened_at' | 'last_clicked_at' | 'last_replied_at' | 'last_meeting_at' | null,
  at: Date,
): Promise<void> {
  if (leadId === null) return;
  const timed = time === null ? '' : `, ${time}`;
  await query(
    `insert into lead_engagement (org_id, lead_id, ${count}${timed})
     select $1::uuid, l.id, 1${time === null ? '' : ', $3::timestamptz'} from leads l
     where l.org_id = $1 and l.id = $2 for key share of l
     on conflict (org_id, lead_id) do update set ${count} = lead_engagement.${count} + 1${
       time === null ? '' : `, ${time} = greatest(lead_engagement.${time}, $3)`
     }`,
    time === null ? [orgId, leadId] : [orgId, leadId, at],
  );
}

/** Stops all mail to the address: queued messages fail, and its leads' sequences end. */
export async function stopWriting(
  query: QueryRows,
  { orgId, toAddress }: Pick<TrackedMessage, 'orgId' | 'toAddress'>,
  reason: string,
): Promise<void> {
  await query(
    `update communications set status = 'failed', failure_code = 'suppressed', lease_node = null, waiting_for = null,
       failure_detail = $3
     where org_id = $1 and to_address = $2 and status = 'pending'`,
    [orgId, toAddress, `The address is suppressed: ${reason}.`],
  );
  await query(
    `update sequence_runs set status = 'stopped', stop_reason = $3, due_at = null
     where org_id = $1 and status = 'active' and lead_id in (select id from leads where org_id = $1 and email = $2)`,
    [orgId, toAddress, reason],
  );
}

/** Records when something first happened to a message. */
export async function noteMoment(
  query: QueryRows,
  { orgId, id }: TrackedMessage,
  column: 'bounced_at' | 'complained_at' | 'replied_at' | 'unsubscribed_at',
  at: Date,
): Promise<void> {
  await query(`update communications set ${column} = coalesce(${column}, $3) where org_id = $1 and id = $2`, [
    orgId,
    id,
    at,
  ]);
}

/** Opens by machines are counted separately. */
export async function countOpen(
  query: QueryRows,
  { orgId, id }: TrackedMessage,
  { machine, at }: { machine: boolean; at: Date },
): Promise<void> {
  if (machine) {
    await query('update communications set machine_opens = machine_opens + 1 where org_id = $1 and id = $2', [
      orgId,
      id,
    ]);
    return;
  }
  await query(
    'update communications set opens = opens + 1, opened_at = coalesce(opened_at, $3) where org_id = $1 and id = $2',
    [orgId, id, at],
  );
}

export async function countClick(query: QueryRows, { orgId, id }: TrackedMessage, at: Date): Promise<void> {
  await query(
    'update communications set clicks = clicks + 1, clicked_at = coalesce(clicked_at, $3) where org_id = $1 and id = $2',
    [orgId, id, at],
  );
}
