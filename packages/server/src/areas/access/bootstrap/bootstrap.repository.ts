import { sql } from 'kysely';
import type { AccessDatabase, AccessTransaction } from '../access-tables.ts';

/** Whether the organization has or had any key. */
export async function hasKeys(db: AccessDatabase, orgId: string): Promise<boolean> {
  const row = await db
    .selectFrom('api_keys')
    .select('id')
    .where('org_id', '=', orgId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The key, in any organization, that has this secret. */
export async function findSecretOwner(
  db: AccessDatabase,
  keyHash: Buffer,
): Promise<{ keyId: string; orgId: string } | undefined> {
  const row = await db
    .selectFrom('api_key_secrets as s')
    .innerJoin('api_keys as k', 'k.id', 's.key_id')
    .select(['k.id', 'k.org_id'])
    .where('s.key_hash', '=', keyHash)
    .executeTakeFirst();
  return row && { keyId: row.id, orgId: row.org_id };
}

/** The organization's key created from BOOTSTRAP_API_KEY. */
export async function findBootstrapKey(db: AccessDatabase, orgId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select('id')
    .where('org_id', '=', orgId)
    .where('origin', '=', 'bootstrap')
    .executeTakeFirst();
  return row?.id;
}

/** Makes the key valid again, without expiry, from anywhere, with these scopes. */
export async function reviveKey(
  tx: AccessTransaction,
  orgId: string,
  keyId: string,
  scopes: readonly string[],
): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: null, expires_at: null, allowed_addresses: null, scopes: [...scopes] })
    .where('org_id', '=', orgId)
    .where('id', '=', keyId)
    .execute();
}

/** Makes one of the key's existing secrets valid again, without expiry. */
export async function reviveSecret(tx: AccessTransaction, keyId: string, keyHash: Buffer): Promise<void> {
  await tx
    .updateTable('api_key_secrets')
    .set({ expires_at: null })
    .where('key_id', '=', keyId)
    .where('key_hash', '=', keyHash)
    .execute();
}

/** Expires earlier values of BOOTSTRAP_API_KEY at `at`, unless they expire sooner. */
export async function endBootstrapSecrets(
  tx: AccessTransaction,
  orgId: string,
  exceptHash: Buffer,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('api_key_secrets as s')
    .from('api_keys as k')
    .set({ expires_at: sql<Date>`least(s.expires_at, ${at})` })
    .whereRef('k.id', '=', 's.key_id')
    .where('k.org_id', '=', orgId)
    .where('k.origin', '=', 'bootstrap')
    .where('s.key_hash', '!=', exceptHash)
    .execute();
}
