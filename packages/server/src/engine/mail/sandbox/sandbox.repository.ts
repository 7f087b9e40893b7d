import type { Pool } from 'pg';
import { cutText } from '../../../kit/cut-text.ts';
import { queryPage, queryPool } from '../../../kit/db/index.ts';

export interface NewSandboxMail {
  orgId: string;
  id: string;
  messageId: string | null;
  envelopeFrom: string;
  envelopeTo: string;
  subject: string;
  raw: Buffer;
  receivedAt: Date;
}

/** A mail in the sandbox, without its text. */
export interface SandboxMail {
  id: string;
  messageId: string | null;
  envelopeFrom: string;
  envelopeTo: string;
  subject: string;
  sizeBytes: number;
  receivedAt: Date;
}

export async function insertSandboxMails(pool: Pool, mails: NewSandboxMail[]): Promise<void> {
  const column = <K extends keyof NewSandboxMail>(name: K) => mails.map((mail) => mail[name]);
  await pool.query({
    name: 'insert_sandbox_mails',
    text: `insert into mail_sandbox (org_id, id, message_id, envelope_from, envelope_to, subject, raw, received_at)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bytea[], $8::timestamptz[])`,
    values: [
      column('orgId'),
      column('id'),
      column('messageId'),
      column('envelopeFrom'),
      column('envelopeTo'),
      // NUL is the only character that a text column cannot hold.
      mails.map(({ subject }) => cutText(subject.replaceAll('\0', ''), 2_000)),
      column('raw'),
      column('receivedAt'),
    ],
  });
}

const FIELDS = `id, message_id as "messageId", envelope_from as "envelopeFrom", envelope_to as "envelopeTo",
  subject, length(raw) as "sizeBytes", received_at as "receivedAt"`;

/** Newest first. `to` filters by recipient address. */
export async function listSandboxMails(
  pool: Pool,
  request: { orgId: string; to?: string | undefined; limit: number; offset: number },
): Promise<{ mails: SandboxMail[]; total: number }> {
  const { orgId, to = null, limit, offset } = request;
  const where = 'org_id = $1 and ($2::text is null or lower(envelope_to) = lower($2))';
  const { rows: mails, total } = await queryPage<SandboxMail>(
    queryPool(pool),
    {
      rows: `select ${FIELDS} from mail_sandbox where ${where} order by received_at desc, id desc limit $3 offset $4`,
      matching: `select 1 from mail_sandbox where ${where}`,
      page: request,
    },
    [orgId, to, limit, offset],
  );
  return { mails, total };
}

export async function findSandboxMail(
  pool: Pool,
  orgId: string,
  id: string,
): Promise<(SandboxMail & { raw: Buffer }) | undefined> {
  const { rows } = await pool.query<SandboxMail & { raw: Buffer }>(
    `select ${FIELDS}, raw from mail_sandbox where org_id = $1 and id = $2`,
    [orgId, id],
  );
  return rows[0];
}

/** Which of these mails the sandbox has accepted, by Message-ID. */
export async function findTakenMessageIds(pool: Pool, messageIds: string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ message_id: string }>(
    'select distinct message_id from mail_sandbox where message_id = any($1)',
    [messageIds],
  );
  return new Set(rows.map(({ message_id }) => message_id));
}

export async function removeOldSandboxMails(pool: Pool, before: Date): Promise<void> {
  await pool.query('delete from mail_sandbox where received_at < $1', [before]);
}
