import type { QueryRows } from '../../../../kit/db/index.ts';

/** A message as its links name it. Ids are UUIDs. */
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

/** The message that a link names; locked when something will be written to it. */
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
