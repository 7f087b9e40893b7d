import type { QueryRows } from '../../../../kit/db/index.ts';
import { insertRows, queryPage } from '../../../../kit/db/index.ts';
import {
  type Communication,
  communications,
  type EarlierMessage,
  earlierMessages,
  type Recipient,
  recipients,
} from './communication.ts';

/** Inserts messages, skipping those whose key is taken. Returns the inserted ids. */
export async function insertCommunications(
  query: QueryRows,
  list: readonly Communication[],
): Promise<Set<string>> {
  const written = await insertRows(query, communications, list, { skipTaken: true, returning: ['id'] });
  return new Set(written.map(({ id }) => id));
}

/** The messages with these keys, each with its organization. */
export async function findByKeys(
  query: QueryRows,
  keys: readonly { orgId: string; key: string }[],
): Promise<Communication[]> {
  if (keys.length === 0) return [];
  const rows = await query<Communication>(
    `select ${communications.columns} from communications
     where (org_id, idempotency_key) in (select * from unnest($1::uuid[], $2::text[]))`,
    [keys.map(({ orgId }) => orgId), keys.map(({ key }) => key)],
  );
  return rows;
}

export async function findCommunication(
  query: QueryRows,
  orgId: string,
  id: string,
): Promise<Communication | undefined> {
  const rows = await query<Communication>(
    `select ${communications.columns} from communications where org_id = $1 and id = $2`,
    [orgId, id],
  );
  return rows[0];
}

export interface CommunicationFilter {
  status?: string | undefined;
  campaignId?: string | undefined;
  leadId?: string | undefined;
}

/** Newest first: ids follow creation order. */
export async function listCommunications(
  query: QueryRows,
  request: { orgId: string; limit: number; offset: number } & CommunicationFilter,
): Promise<{ communications: Communication[]; total: number }> {
  const values = [request.orgId, request.status ?? null, request.campaignId ?? null, request.leadId ?? null];
  const where = `org_id = $1 and ($2::text is null or status = $2) and ($3::uuid is null or campaign_id = $3)
    and ($4::uuid is null or lead_id = $4)`;
  // All of them, or those in a state, are counted with every change: see `outbox_counts`.
  const isCounted = request.campaignId === undefined && request.leadId === undefined;
  const { rows, total } = await queryPage<Communication>(
    query,
    {
      rows: `select ${communications.columns} from communications where ${where}
        order by id desc limit $5 offset $6`,
      ...(isCounted
        ? {
            count: `select coalesce(sum(messages), 0)::bigint from outbox_counts
              where org_id = $1 and ($2::text is null or status = $2)`,
          }
        : { matching: `select 1 from communications where ${where}`, page: request }),
    },
    [...values, request.limit, request.offset],
  );
  return { communications: rows, total };
}

export async function findRecipients(
  query: QueryRows,
  orgId: string,
  leadIds: readonly string[],
): Promise<Map<string, Recipient>> {
  if (leadIds.length === 0) return new Map();
  const rows = await query<Recipient>(
    `select ${recipients.columns} from leads where org_id = $1 and id = any($2::uuid[])`,
    [orgId, [...leadIds]],
  );
  return new Map(rows.map((row) => [row.leadId, row]));
}

/** The leads with these addresses, creating missing ones. By address. */
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
  const rows = await query<Recipient>(
    `select distinct on (email) ${recipients.columns} from leads
     where org_id = $1 and email = any($2::text[]) order by email, email_copy`,
    [orgId, emails],
  );
  return new Map(rows.map((row) => [row.email, row]));
}

export async function findEarlierMessages(
  query: QueryRows,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, EarlierMessage>> {
  if (ids.length === 0) return new Map();
  const rows = await query<EarlierMessage>(
    `select ${earlierMessages.columns} from communications where org_id = $1 and id = any($2::uuid[])`,
    [orgId, [...ids]],
  );
  return new Map(rows.map((one) => [one.id, one]));
}

/** Those of the addresses that were sent a mail before. */
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
