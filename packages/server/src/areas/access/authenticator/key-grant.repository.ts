import { sql } from 'kysely';
import type { AccessDatabase } from '../access-tables.ts';

/** What the authenticator needs to know about a secret. */
export interface KeyGrant {
  keyHash: Buffer;
  keyId: string;
  orgId: string;
  scopes: string[];
  environment: string;
  allowedAddresses: string[] | null;
  subscriptionId: string | undefined;
  /** Set for people only. */
  role: string | undefined;
  /** Whether the organization is suspended. */
  isSuspended: boolean;
  /** Whether it has an event quota. */
  isMetered: boolean;
  /** Unix milliseconds; the earlier of the key's and the secret's expiry. */
  expiresAt: number | undefined;
}

/**
 * Grants of known, unrevoked secrets and of the sessions started with one. Spans all organizations: the
 * organization is the answer.
 */
export async function findGrants(db: AccessDatabase, keyHashes: Buffer[]): Promise<KeyGrant[]> {
  const secrets = db
    .selectFrom('api_key_secrets')
    .select(['key_hash', 'key_id', 'expires_at'])
    .where(sql<boolean>`key_hash = any(${keyHashes}::bytea[])`);
  const sessions = db
    .selectFrom('key_sessions')
    .select(['token_hash as key_hash', 'key_id', sql<Date | null>`expires_at`.as('expires_at')])
    .where(sql<boolean>`token_hash = any(${keyHashes}::bytea[])`);
  const rows = await db
    .selectFrom(secrets.unionAll(sessions).as('s'))
    .innerJoin('api_keys as k', 'k.id', 's.key_id')
    .innerJoin('organizations as o', 'o.id', 'k.org_id')
    .leftJoin('users as u', 'u.id', 'k.id')
    .select([
      's.key_hash as keyHash',
      'k.id as keyId',
      'k.org_id as orgId',
      'k.scopes',
      'k.environment',
      'k.allowed_addresses as allowedAddresses',
      'k.subscription_id as subscriptionId',
      'u.role',
    ])
    .select(sql<boolean>`o.suspended_at is not null`.as('isSuspended'))
    .select(
      sql<boolean>`exists (select from organization_quotas q where q.org_id = o.id and q.name = 'events_per_day')`.as(
        'isMetered',
      ),
    )
    .select(sql<Date | null>`least(k.expires_at, s.expires_at)`.as('expiresAt'))
    .where('k.revoked_at', 'is', null)
    .execute();
  return rows.map(({ subscriptionId, expiresAt, role, ...grant }) => ({
    ...grant,
    subscriptionId: subscriptionId ?? undefined,
    role: role ?? undefined,
    expiresAt: expiresAt?.getTime(),
  }));
}

/** Writes when keys were last used; addresses keys of any organization by id. */
export async function writeLastUsed(db: AccessDatabase, uses: { keyId: string; at: Date }[]): Promise<void> {
  await sql`
    update api_keys k set last_used_at = greatest(k.last_used_at, u.at)
    from (
      select l.id, u.at
      from unnest(${uses.map((use) => use.keyId)}::uuid[], ${uses.map((use) => use.at)}::timestamptz[]) as u(id, at)
      join api_keys l on l.id = u.id
      order by l.id for no key update of l
    ) u
    where k.id = u.id`.execute(db);
}
