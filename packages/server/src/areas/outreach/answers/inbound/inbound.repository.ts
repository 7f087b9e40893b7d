import {
  column,
  defineTable,
  only,
  type QueryRows,
  queryPage,
  type RowOf,
} from '../../../../kit/db/index.ts';
import type { TrackedMessage } from '../../mail/tracking/tracked-message.repository.ts';
import type { Classification, Finding } from './classify-reply.ts';
import type { Match } from './inbound-match.repository.ts';
import type { ReadMail } from './read-mail.sandbox.ts';

/** Mails that came in. */
export const inboundMessages = defineTable('inbound_messages', {
  id: column.uuid(),
  source: column.text(),
  from: column.text().named('from_address'),
  subject: column.text(),
  text: column.text(),
  classification: column.text<Classification>(),
  confidence: column.computed<number>('round(confidence::numeric, 4)::float8'),
  /** Who decided it. */
  engine: column.text<'rules' | 'llm'>(),
  awayUntil: column.timestamp().orNull(),
  communicationId: column.uuid().orNull(),
  campaignId: column.uuid().orNull(),
  leadId: column.uuid().orNull(),
  /** Recipient of the message being answered: a bounce itself comes from a machine. */
  recipient: column.computed<string | null>(`(select c.to_address from communications c
    where c.org_id = inbound_messages.org_id and c.id = inbound_messages.communication_id)`),
  matchedBy: column.text().orNull(),
  receivedAt: column.timestamp(),
});

export type InboundRecord = RowOf<typeof inboundMessages>;

/** Newest first, ties by id. */
export async function listInbound(
  query: QueryRows,
  request: {
    orgId: string;
    classification?: string | undefined;
    campaignId?: string | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ messages: InboundRecord[]; total: number }> {
  const values = [request.orgId, request.classification ?? null, request.campaignId ?? null];
  const where =
    'org_id = $1 and ($2::text is null or classification = $2) and ($3::uuid is null or campaign_id = $3)';
  const { rows: messages, total } = await queryPage<InboundRecord>(
    query,
    {
      // The recipient is looked up for the page only, not for what it skips.
      rows: `select ${inboundMessages.columns} from (
          select id as page_id from inbound_messages where ${where} order by received_at desc, id desc limit $4 offset $5
        ) p join inbound_messages on org_id = $1 and id = page_id order by received_at desc, id desc`,
      matching: `select 1 from inbound_messages where ${where}`,
      page: request,
    },
    [...values, request.limit, request.offset],
  );
  return { messages, total };
}

export async function findInbound(
  query: QueryRows,
  orgId: string,
  id: string,
): Promise<InboundRecord | undefined> {
  const rows = await query<InboundRecord>(
    `select ${inboundMessages.columns} from inbound_messages where org_id = $1 and id = $2`,
    [orgId, id],
  );
  return rows[0];
}

interface NewInbound {
  id: string;
  orgId: string;
  source: string;
  mail: ReadMail;
  fingerprint: Buffer;
  finding: Finding;
  message: TrackedMessage | undefined;
  match: Match | undefined;
  now: Date;
}

export async function insertInbound(
  query: QueryRows,
  one: NewInbound,
): Promise<{ id: string; isNew: boolean }> {
  const { mail, finding, message, fingerprint } = one;
  const rows = await query<{ id: string }>(
    `insert into inbound_messages (org_id, id, fingerprint, source, communication_id, campaign_id, lead_id, from_address,
       subject, text, classification, confidence, engine, away_until, matched_by, received_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     on conflict (org_id, fingerprint) do nothing returning id`,
    [
      one.orgId,
      one.id,
      fingerprint,
      one.source,
      message?.id ?? null,
      message?.campaignId ?? null,
      message?.leadId ?? null,
      mail.from,
      mail.subject,
      mail.text,
      finding.classified.classification,
      finding.classified.confidence,
      finding.engine,
      finding.classified.awayUntil ?? null,
      one.match?.by ?? null,
      one.now,
    ],
  );
  if (rows[0] !== undefined) return { id: rows[0].id, isNew: true };
  const earlier = await query<{ id: string }>(
    'select id from inbound_messages where org_id = $1 and fingerprint = $2',
    [one.orgId, fingerprint],
  );
  return { id: only(earlier).id, isNew: false };
}

/** Automated mail to whoever replies stops: the sequence ends, and queued messages are not sent. */
export async function stopOnReply(
  query: QueryRows,
  { orgId, campaignId, leadId }: TrackedMessage,
): Promise<void> {
  if (campaignId === null || leadId === null) return;
  await query(
    `update sequence_runs set status = 'stopped', stop_reason = 'replied', due_at = null
     where org_id = $1 and campaign_id = $2 and lead_id = $3 and status = 'active'`,
    [orgId, campaignId, leadId],
  );
  await query(
    `update communications set status = 'failed', failure_code = 'cancelled', lease_node = null, waiting_for = null,
       failure_detail = 'The lead has replied.'
     where org_id = $1 and campaign_id = $2 and lead_id = $3 and status = 'pending' and execution_id is not null`,
    [orgId, campaignId, leadId],
  );
}

/** Postpones messages to an absent person until they are back. */
export async function park(query: QueryRows, { orgId, leadId }: TrackedMessage, until: Date): Promise<void> {
  await query(
    `update sequence_runs set away_until = $3, due_at = greatest(due_at, $3)
     where org_id = $1 and lead_id = $2 and status = 'active'`,
    [orgId, leadId, until],
  );
  await query(
    `update communications set next_attempt_at = greatest(next_attempt_at, $3), waiting_for = 'out_of_office'
     where org_id = $1 and lead_id = $2 and status = 'pending' and execution_id is not null and lease_node is null`,
    [orgId, leadId, until],
  );
}

/** A message that may or may not have been accepted by the server. */
export interface UnknownMessage {
  orgId: string;
  communicationId: string;
  messageId: string;
  since: Date;
}

/** The newest first. */
export function listUnknown(query: QueryRows, since: Date, limit: number): Promise<UnknownMessage[]> {
  return query<UnknownMessage>(
    `select org_id as "orgId", id as "communicationId", message_id as "messageId", unknown_since as since
     from communications where unknown_since > $1 order by unknown_since desc limit $2`,
    [since, limit],
  );
}
