import { queryPage } from '../../../../kit/db/index.ts';
import type { QueryRows } from '../../terms/query-rows.ts';
import type { Communication, Recipient } from './communication.ts';

export interface CommunicationRow {
  org_id: string;
  id: string;
  campaign_id: string | null;
  execution_id: string | null;
  lead_id: string | null;
  channel: string;
  step: number | null;
  variant: string | null;
  to_address: string;
  to_name: string | null;
  subject: string;
  body: string;
  html: string | null;
  mailbox_id: string;
  in_reply_to: string | null;
  calendar: Communication['calendar'];
  status: Communication['status'];
  failure_code: Communication['failureCode'];
  failure_detail: string | null;
  compliance: Communication['compliance'];
  idempotency_key: string | null;
  body_hash: Buffer | null;
  scheduled_at: Date;
  next_attempt_at: Date;
  waiting_for: string | null;
  attempts: number;
  message_id: string;
  token: string;
  trace_id: string;
  correlation_id: string | null;
  created_at: Date;
  sent_at: Date | null;
  delivered_at: Date | null;
  opened_at: Date | null;
  clicked_at: Date | null;
  replied_at: Date | null;
  bounced_at: Date | null;
}

export const COMMUNICATION_COLUMNS = `org_id, id, campaign_id, execution_id, lead_id, channel, step, variant, to_address,
  to_name, subject, body, html, mailbox_id, in_reply_to, calendar, status, failure_code, failure_detail, compliance,
  idempotency_key, body_hash, scheduled_at, next_attempt_at, waiting_for, attempts, message_id, token, trace_id,
  correlation_id, created_at, sent_at, delivered_at, opened_at, clicked_at, replied_at, bounced_at`;

export function toCommunication(row: CommunicationRow): Communication {
  return {
    orgId: row.org_id,
    id: row.id,
    campaignId: row.campaign_id,
    executionId: row.execution_id,
    leadId: row.lead_id,
    channel: row.channel,
    step: row.step,
    variant: row.variant,
    toAddress: row.to_address,
    toName: row.to_name,
    subject: row.subject,
    body: row.body,
    html: row.html,
    mailboxId: row.mailbox_id,
    inReplyTo: row.in_reply_to,
    calendar: row.calendar,
    status: row.status,
    failureCode: row.failure_code,
    failureDetail: row.failure_detail,
    compliance: row.compliance,
    idempotencyKey: row.idempotency_key,
    bodyHash: row.body_hash,
    scheduledAt: row.scheduled_at,
    nextAttemptAt: row.next_attempt_at,
    waitingFor: row.waiting_for,
    attempts: row.attempts,
    messageId: row.message_id,
    token: row.token,
    traceId: row.trace_id,
    correlationId: row.correlation_id,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    deliveredAt: row.delivered_at,
    openedAt: row.opened_at,
    clickedAt: row.clicked_at,
    repliedAt: row.replied_at,
    bouncedAt: row.bounced_at,
  };
}

/** Writes messages; one whose key is taken is left out. Returns the ids of those that were written. */
export async function insertCommunications(
  query: QueryRows,
  list: readonly Communication[],
): Promise<Set<string>> {
  if (list.length === 0) return new Set();
  const rows = list.map((one) => ({
    org_id: one.orgId,
    id: one.id,
    campaign_id: one.campaignId,
    execution_id: one.executionId,
    lead_id: one.leadId,
    channel: one.channel,
    step: one.step,
    variant: one.variant,
    to_address: one.toAddress,
    to_name: one.toName,
    subject: one.subject,
    body: one.body,
    html: one.html,
    mailbox_id: one.mailboxId,
    in_reply_to: one.inReplyTo,
    calendar: one.calendar,
    status: one.status,
    failure_code: one.failureCode,
    failure_detail: one.failureDetail,
    compliance: one.compliance,
    idempotency_key: one.idempotencyKey,
    body_hash: one.bodyHash?.toString('hex') ?? null,
    scheduled_at: one.scheduledAt,
    next_attempt_at: one.nextAttemptAt,
    waiting_for: one.waitingFor,
    message_id: one.messageId,
    token: one.token,
    trace_id: one.traceId,
    correlation_id: one.correlationId,
    created_at: one.createdAt,
  }));
  const written = await query<{ id: string }>(
    `insert into communications (org_id, id, campaign_id, execution_id, lead_id, channel, step, variant, to_address,
       to_name, subject, body, html, mailbox_id, in_reply_to, calendar, status, failure_code, failure_detail, compliance,
       idempotency_key, body_hash, scheduled_at, next_attempt_at, waiting_for, message_id, token, trace_id,
       correlation_id, created_at)
     select org_id, id, campaign_id, execution_id, lead_id, channel, step, variant, to_address, to_name, subject, body,
       html, mailbox_id, in_reply_to, calendar, status, failure_code, failure_detail, compliance, idempotency_key,
       decode(body_hash, 'hex'), scheduled_at, next_attempt_at, waiting_for, message_id, token, trace_id,
       correlation_id, created_at
     from json_to_recordset($1::json) as r(org_id uuid, id uuid, campaign_id uuid, execution_id uuid, lead_id uuid,
       channel text, step int, variant text, to_address text, to_name text, subject text, body text, html text,
       mailbox_id uuid, in_reply_to text, calendar jsonb, status text, failure_code text, failure_detail text,
       compliance jsonb, idempotency_key text, body_hash text, scheduled_at timestamptz, next_attempt_at timestamptz,
       waiting_for text, message_id text, token text, trace_id uuid, correlation_id text,
       created_at timestamptz)
     on conflict do nothing returning id`,
    [JSON.stringify(rows)],
  );
  return new Set(written.map(({ id }) => id));
}

/** The messages under these keys, each with its organization. */
export async function findByKeys(
  query: QueryRows,
  keys: readonly { orgId: string; key: string }[],
): Promise<Communication[]> {
  if (keys.length === 0) return [];
  const rows = await query<CommunicationRow>(
    `select ${COMMUNICATION_COLUMNS} from communications
     where (org_id, idempotency_key) in (select * from unnest($1::uuid[], $2::text[]))`,
    [keys.map(({ orgId }) => orgId), keys.map(({ key }) => key)],
  );
  return rows.map(toCommunication);
}

export async function findCommunication(
  query: QueryRows,
  orgId: string,
  id: string,
): Promise<Communication | undefined> {
  const rows = await query<CommunicationRow>(
    `select ${COMMUNICATION_COLUMNS} from communications where org_id = $1 and id = $2`,
    [orgId, id],
  );
  return rows[0] && toCommunication(rows[0]);
}

export interface CommunicationFilter {
  status?: string | undefined;
  campaignId?: string | undefined;
  leadId?: string | undefined;
}

/** Newest first: ids follow the order in which messages were made. */
export async function listCommunications(
  query: QueryRows,
  request: { orgId: string; limit: number; offset: number } & CommunicationFilter,
): Promise<{ communications: Communication[]; total: number }> {
  const values = [request.orgId, request.status ?? null, request.campaignId ?? null, request.leadId ?? null];
  const where = `org_id = $1 and ($2::text is null or status = $2) and ($3::uuid is null or campaign_id = $3)
    and ($4::uuid is null or lead_id = $4)`;
  const { rows, total } = await queryPage<CommunicationRow>(
    query,
    {
      rows: `select ${COMMUNICATION_COLUMNS} from communications where ${where}
        order by id desc limit $5 offset $6`,
      count: `select count(*) from communications where ${where}`,
    },
    [...values, request.limit, request.offset],
  );
  return { communications: rows.map(toCommunication), total };
}

interface RecipientRow {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  title: string | null;
  company: string | null;
  domain: string | null;
  country: string | null;
  timezone: string | null;
  custom_fields: Record<string, unknown> | null;
}

const RECIPIENT_COLUMNS =
  'id, email, first_name, last_name, title, company, domain, country, timezone, custom_fields';

function toRecipient(row: RecipientRow): Recipient {
  return {
    leadId: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    title: row.title,
    company: row.company,
    domain: row.domain,
    country: row.country,
    timezone: row.timezone,
    customFields: row.custom_fields,
  };
}

export async function findRecipients(
  query: QueryRows,
  orgId: string,
  leadIds: readonly string[],
): Promise<Map<string, Recipient>> {
  if (leadIds.length === 0) return new Map();
  const rows = await query<RecipientRow>(
    `select ${RECIPIENT_COLUMNS} from leads where org_id = $1 and id = any($2::uuid[])`,
    [orgId, [...leadIds]],
  );
  return new Map(rows.map((row) => [row.id, toRecipient(row)]));
}

/** The leads with these addresses, each made when there is none. By address. */
export async function ensureRecipients(
  query: QueryRows,
  orgId: string,
  people: readonly { id: string; email: string }[],
  now: Date,
): Promise<Map<string, Recipient>> {
  if (people.length === 0) return new Map();
  const emails = people.map(({ email }) => email);
  await query(
    `insert into leads (org_id, id, email, domain, created_at, updated_at)
     select $1, p.id, p.email, split_part(p.email, '@', 2), $4, $4
     from unnest($2::uuid[], $3::text[]) as p(id, email)
     where not exists (select from leads l where l.org_id = $1 and l.email = p.email)
     order by p.email
     on conflict do nothing`,
    [orgId, people.map(({ id }) => id), emails, now],
  );
  const rows = await query<RecipientRow>(
    `select distinct on (email) ${RECIPIENT_COLUMNS} from leads
     where org_id = $1 and email = any($2::text[]) order by email, email_copy`,
    [orgId, emails],
  );
  return new Map(rows.map((row) => [row.email, toRecipient(row)]));
}

/** Of these addresses, those to which a mail was sent before. */
export async function findThreads(
  query: QueryRows,
  orgId: string,
  addresses: readonly string[],
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await query<{ to_address: string }>(
    `select distinct to_address from communications
     where org_id = $1 and to_address = any($2::text[]) and sent_at is not null`,
    [orgId, [...addresses]],
  );
  return new Set(rows.map(({ to_address }) => to_address));
}
