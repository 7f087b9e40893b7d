import { sql } from 'kysely';
import { formsOf, normalAddress, normalDomain } from '../../../../engine/mail/index.ts';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import { column, containing, defineTable, only, type RowOf, selectPage } from '../../../../kit/db/index.ts';
import { newUuid } from '../../../../kit/ids.ts';

export type SuppressionKind = 'email' | 'domain';

/** Addresses an organization never writes to. `value` is null once the person was erased. */
export const suppressions = defineTable('suppressions', {
  id: column.uuid(),
  kind: column.text<SuppressionKind>(),
  value: column.text().orNull(),
  reason: column.text(),
  source: column.text(),
  campaignId: column.uuid().orNull(),
  createdAt: column.timestamp(),
  expiresAt: column.timestamp().orNull(),
});

export type Suppression = RowOf<typeof suppressions>;

export interface NewSuppression {
  id?: string | undefined;
  kind: SuppressionKind;
  value: string;
  reason: string;
  source: string;
  campaignId?: string | undefined;
  expiresAt?: Date | null | undefined;
  /** Stores only the hash. */
  hashedOnly?: boolean;
}

const columns = sql.raw(suppressions.columns);

/** Adds to the list; existing entries get the new reason and expiry. Returns them in the given order. */
export async function addSuppressions(
  tx: AnyTransaction,
  orgId: string,
  list: readonly NewSuppression[],
  now: Date,
): Promise<Suppression[]> {
  const added: Suppression[] = [];
  for (const one of list) {
    const value = one.kind === 'email' ? normalAddress(one.value) : normalDomain(one.value);
    const { rows } = await sql<Suppression>`
      insert into suppressions (id, org_id, kind, value, value_hash, reason, source, campaign_id, created_at, expires_at)
      values (${one.id ?? newUuid(now.getTime())}, ${orgId}, ${one.kind}, ${one.hashedOnly ? null : value},
        suppression_hash(${orgId}, ${value}), ${one.reason}, ${one.source}, ${one.campaignId ?? null}, ${now},
        ${one.expiresAt ?? null})
      on conflict (org_id, kind, value_hash, campaign_id) do update
      set reason = excluded.reason, source = excluded.source, expires_at = excluded.expires_at,
        value = case when ${one.hashedOnly ?? false} then null else excluded.value end
      returning ${columns}`.execute(tx);
    added.push(only(rows));
  }
  if (list.length > 0) await turnBooks(tx, orgId);
  return added;
}

export async function findSuppression(
  db: AnyDatabase,
  orgId: string,
  id: string,
): Promise<Suppression | undefined> {
  const { rows } = await sql<Suppression>`
    select ${columns} from suppressions where org_id = ${orgId} and id = ${id}`.execute(db);
  return rows[0];
}

export async function listSuppressions(
  db: AnyDatabase,
  orgId: string,
  page: { q?: string | undefined; limit: number; offset: number },
): Promise<{ suppressions: Suppression[]; total: number }> {
  const likes = page.q === undefined ? null : formsOf(page.q).map(containing);
  const where = sql`org_id = ${orgId} and (${likes}::text[] is null or value like any(${likes}))`;
  const { rows, total } = await selectPage(db, {
    rows: sql<Suppression>`select ${columns} from suppressions where ${where}
      order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`,
    matching: sql`select 1 from suppressions where ${where}`,
    page,
  });
  return { suppressions: rows, total };
}

/** False when there is none. */
export async function deleteSuppression(tx: AnyTransaction, orgId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from suppressions where org_id = ${orgId} and id = ${id} returning id`.execute(tx);
  if (rows.length > 0) await turnBooks(tx, orgId);
  return rows.length > 0;
}

/** Records a change that can invalidate the results of an earlier import. */
async function turnBooks(tx: AnyTransaction, orgId: string): Promise<void> {
  await sql`insert into lead_books (org_id, revision) values (${orgId}, 1)
    on conflict (org_id) do update set revision = lead_books.revision + 1`.execute(tx);
}

/** The suppression for each suppressed address. Campaign-specific entries apply only to that campaign. */
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
  const { rows } = await sql<Suppression & { email: string }>`
    select distinct on (c.email) c.email, ${sql.raw(suppressions.columnsOf('s'))}
    from jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) as c(email text, kind text, value text)
    join suppressions s on s.org_id = ${orgId} and s.kind = c.kind and s.value_hash = suppression_hash(${orgId}, c.value)
    where (s.campaign_id is null or s.campaign_id = ${campaignId ?? null}) and (s.expires_at is null or s.expires_at > ${now})
    order by c.email, s.created_at`.execute(db);
  return new Map(rows.map(({ email, ...suppression }) => [email, suppression]));
}

/** What would suppress an address: itself, its domain and parent domains. */
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
