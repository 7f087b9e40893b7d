import { sql } from 'kysely';
import type { AccessDatabase, AccessTransaction } from '../access-tables.ts';
import { KEYS_CHANNEL, type PortalGrant } from '../api-keys/api-key.repository.ts';

/** Deletes an organization's portal link keys that expired before `now`. */
export async function removeEndedPortalKeys(tx: AccessTransaction, orgId: string, now: Date): Promise<void> {
  await sql`
    with ended as (
      select id from api_keys where org_id = ${orgId} and origin = 'portal' and (expires_at <= ${now} or revoked_at is not null)
    ), secrets as (
      delete from api_key_secrets where key_id in (select id from ended)
    )
    delete from api_keys where id in (select id from ended)`.execute(tx);
}

/** Revokes every portal link of a subscription and notifies every node; returns the key ids. */
export async function revokePortalKeysOf(
  tx: AccessTransaction,
  orgId: string,
  subscriptionId: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with revoked as (
      update api_keys set revoked_at = ${now}
      where org_id = ${orgId} and origin = 'portal' and subscription_id = ${subscriptionId} and revoked_at is null
      returning id
    )
    select id, pg_notify(${KEYS_CHANNEL}, id::text) from revoked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The grant behind a portal link's key; undefined when there is none. */
export async function findPortalGrant(
  db: AccessDatabase,
  orgId: string,
  keyId: string,
): Promise<{ grant: PortalGrant; expiresAt: Date } | undefined> {
  const { rows } = await sql<{ portal: PortalGrant | null; expires_at: Date }>`
    select portal, expires_at from api_keys
    where org_id = ${orgId} and id = ${keyId} and origin = 'portal' and revoked_at is null`.execute(db);
  const [row] = rows;
  return row && { grant: row.portal ?? {}, expiresAt: row.expires_at };
}
