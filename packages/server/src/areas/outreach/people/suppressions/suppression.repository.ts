import { sql } from 'kysely';
import { formsOf, normalAddress, normalDomain } from '../../../../engine/mail/index.ts';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import { containing, selectPage } from '../../../../kit/db/index.ts';
import { newUuid } from '../../../../kit/ids.ts';

export type SuppressionKind = 'email' | 'domain';

/** Whom an organization never writes to. `value` is null once the person was erased. */
export interface Suppression {
  id: string;
  kind: SuppressionKind;
  value: string | null;
  reason: string;
  source: string;
  campaignId: string | null;
  createdAt: Date;
  expiresAt: Date | null;
}

export interface NewSuppression {
  id?: string | undefined;
  kind: SuppressionKind;
  value: string;
  reason: string;
  source: string;
  campaignId?: string | undefined;
  expiresAt?: Date | null | undefined;
  /** Keeps the hash only. */
  hashedOnly?: boolean;
}

interface SuppressionRow {
  id: string;
  kind: SuppressionKind;
  value: string | null;
  reason: string;
  source: string;
  campaign_id: string | null;
  created_at: Date;
  expires_at: Date | null;
}

const columns = sql`id, kind, value, reason, source, campaign_id, created_at, expires_at`;

/** Adds to the list; one that stands already takes the new reason and end. Returns them in the given order. */
export async function addSuppressions(
  tx: AnyTransaction,
  orgId: string,
  list: readonly NewSuppression[],
  now: Date,
): Promise<Suppression[]> {
  const added: Suppression[] = [];
  for (const one of list) {
    const value = one.kind === 'email' ? normalAddress(one.value) : normalDomain(one.value);
    const { rows } = await sql<SuppressionRow>`
      insert into suppressions (id, org_id, kind, value, value_hash, reason, source, campaign_id, created_at, expires_at)
      values (${one.id ?? newUuid(now.getTime())}, ${orgId}, ${one.kind}, ${one.hashedOnly ? null : value},
        suppression_hash(${orgId}, ${value}), ${one.reason}, ${one.source}, ${one.campaignId ?? null}, ${now},
        ${one.expiresAt ?? null})
      on conflict (org_id, kind, value_hash, campaign_id) do update
      set reason = excluded.reason, source = excluded.source, expires_at = excluded.expires_at,
        value = case when ${one.hashedOnly ?? false} then null else excluded.value end
      returning ${columns}`.execute(tx);
    added.push(toSuppression(rows[0]!));
  }
  if (list.length > 0) await turnBooks(tx, orgId);
  return added;
}

export async function findSuppression(
  db: AnyDatabase,
  orgId: string,
  id: string,
): Promise<Suppression | undefined> {
  const { rows } = await sql<SuppressionRow>`
    select ${columns} from suppressions where org_id = ${orgId} and id = ${id}`.execute(db);
  return rows[0] && toSuppression(rows[0]);
}

export async function listSuppressions(
  db: AnyDatabase,
  orgId: string,
  page: { q?: string | undefined; limit: number; offset: number },
): Promise<{ suppressions: Suppression[]; total: number }> {
  const likes = page.q === undefined ? null : formsOf(page.q).map(containing);
  const where = sql`org_id = ${orgId} and (${likes}::text[] is null or value like any(${likes}))`;
  const { rows, total } = await selectPage(db, {
    rows: sql<SuppressionRow>`select ${columns} from suppressions where ${where}
      order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`,
    count: sql`select count(*) from suppressions where ${where}`,
  });
  return { suppressions: rows.map(toSuppression), total };
}

/** False when there is none. */
export async function deleteSuppression(tx: AnyTransaction, orgId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from suppressions where org_id = ${orgId} and id = ${id} returning id`.execute(tx);
  if (rows.length > 0) await turnBooks(tx, orgId);
  return rows.length > 0;
}

/** Notes a change that can make the findings of an earlier import untrue. */
async function turnBooks(tx: AnyTransaction, orgId: string): Promise<void> {
  await sql`insert into lead_books (org_id, revision) values (${orgId}, 1)
    on conflict (org_id) do update set revision = lead_books.revision + 1`.execute(tx);
}

/** For each of the addresses that is suppressed, by what. Campaign-wide ones count for that campaign only. */
export async function findSuppressed(
  db: AnyDatabase,
  orgId: string,
  emails: readonly string[],
  { campaignId, now }: { campaignId?: string | undefined; now: Date },
): Promise<Map<string, Suppression>> {
  if (emails.length === 0) return new Map();
  const candidates = emails.flatMap((email) =>
    valuesOf(email).map(({ kind, value }) => ({ email, kind, value })),
  );
  const { rows } = await sql<SuppressionRow & { email: string }>`
    select distinct on (c.email) c.email, s.id, s.kind, s.value, s.reason, s.source, s.campaign_id, s.created_at, s.expires_at
    from jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) as c(email text, kind text, value text)
    join suppressions s on s.org_id = ${orgId} and s.kind = c.kind and s.value_hash = suppression_hash(${orgId}, c.value)
    where (s.campaign_id is null or s.campaign_id = ${campaignId ?? null}) and (s.expires_at is null or s.expires_at > ${now})
    order by c.email, s.created_at`.execute(db);
  return new Map(rows.map((row) => [row.email, toSuppression(row)]));
}

/** What would suppress an address: itself, its domain, and the domains above that. */
function valuesOf(email: string): { kind: SuppressionKind; value: string }[] {
  return formsOf(email).flatMap((address) => {
    const labels = address.slice(address.lastIndexOf('@') + 1).split('.');
    const domains = labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'));
    return [
      { kind: 'email' as const, value: address },
      ...domains.slice(0, 10).map((value) => ({ kind: 'domain' as const, value })),
    ];
  });
}

function toSuppression(row: SuppressionRow): Suppression {
  return {
    id: row.id,
    kind: row.kind,
    value: row.value,
    reason: row.reason,
    source: row.source,
    campaignId: row.campaign_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
