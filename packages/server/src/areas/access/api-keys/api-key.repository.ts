import { sql } from 'kysely';
import { column, defineTable, insertRows, type NewRowOf, rowsIn, selectPage } from '../../../kit/db/index.ts';
import { PRODUCTION } from '../../../kit/http/index.ts';
import type { AccessDatabase, AccessTransaction, KeyOrigin } from '../access-tables.ts';

/** NOTIFY channel on which nodes announce that a key changed; the payload is the key's UUID. */
export const KEYS_CHANNEL = 'api_keys';

/** A key as its organization sees it. Ids are UUIDs. */
export interface ApiKey {
  id: string;
  orgId: string;
  name: string;
  hint: string;
  scopes: string[];
  environment: string;
  /** Addresses and networks the key may be used from; null for anywhere. */
  allowedAddresses: string[] | null;
  origin: KeyOrigin;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  /** How long the previous secret stays valid beside the newest; null when there is none. */
  previousExpiresAt: Date | null;
}

/** The settings a portal link was created with. */
export interface PortalGrant {
  /** Types and patterns its holder may choose from. */
  eventTypes?: string[];
  appearance?: PortalAppearance;
}

export interface PortalAppearance {
  /** Whose portal it is, as shown to the holder. */
  name?: string;
  /** `#rrggbb` */
  accent?: string;
  theme?: 'light' | 'dark';
}

export const apiKeys = defineTable('api_keys', {
  id: column.uuid(),
  orgId: column.uuid(),
  name: column.text(),
  scopes: column.textArray(),
  environment: column.text(),
  allowedAddresses: column.textArray().orNull(),
  origin: column.text<KeyOrigin>(),
  /** The webhook subscription a portal link's key is limited to. */
  subscriptionId: column.uuid().orNull(),
  /** What its holder may choose, and how their portal looks. */
  portal: column.json<PortalGrant>().orNull(),
  createdAt: column.timestamp(),
  expiresAt: column.timestamp().orNull(),
});

export type NewApiKey = Omit<NewRowOf<typeof apiKeys>, 'scopes' | 'allowedAddresses' | 'portal'> & {
  scopes: readonly string[];
  /** Null or absent: anywhere. */
  allowedAddresses?: readonly string[] | null;
  portal?: PortalGrant | null;
};

export const keySecrets = defineTable('api_key_secrets', {
  keyId: column.uuid(),
  version: column.integer(),
  keyHash: column.bytes(),
  hint: column.text().named('key_hint'),
  createdAt: column.timestamp(),
});

export type NewSecret = Pick<NewRowOf<typeof keySecrets>, 'keyHash' | 'hint' | 'createdAt'>;

/** Inserts the principal of a person. It has no secret: only sessions refer to it. */
export async function insertPrincipal(tx: AccessTransaction, key: NewApiKey): Promise<void> {
  await insertRows(rowsIn(tx), apiKeys, [rowOf(key)]);
}

function rowOf(given: NewApiKey): NewRowOf<typeof apiKeys> {
  const { scopes, allowedAddresses = null, portal = null, ...key } = given;
  return { ...key, portal, scopes: [...scopes], allowedAddresses: allowedAddresses && [...allowedAddresses] };
}

/** Inserts the key with its first secret; false when the id is taken. */
export async function insertKey(tx: AccessTransaction, key: NewApiKey, secret: NewSecret): Promise<boolean> {
  const made = await insertRows(rowsIn(tx), apiKeys, [rowOf(key)], { skipTaken: ['id'], returning: ['id'] });
  if (made.length === 0) return false;
  await insertSecret(tx, key.id, 1, secret);
  return true;
}

/**
 * Adds a secret; earlier ones, and sessions started with them, expire at `othersEnd` unless they expire
 * sooner.
 */
export async function addSecret(
  tx: AccessTransaction,
  keyId: string,
  secret: NewSecret,
  othersEnd: Date,
): Promise<void> {
  await tx
    .updateTable('api_key_secrets')
    .set({ expires_at: sql<Date>`least(expires_at, ${othersEnd})` })
    .where('key_id', '=', keyId)
    .execute();
  await tx
    .updateTable('key_sessions')
    .set({ expires_at: sql<Date>`least(expires_at, ${othersEnd})` })
    .where('key_id', '=', keyId)
    .execute();
  const { newest } = await tx
    .selectFrom('api_key_secrets')
    .select((select) => select.fn.max('version').as('newest'))
    .where('key_id', '=', keyId)
    .executeTakeFirstOrThrow();
  await insertSecret(tx, keyId, (newest ?? 0) + 1, secret);
}

async function insertSecret(
  tx: AccessTransaction,
  keyId: string,
  version: number,
  secret: NewSecret,
): Promise<void> {
  await insertRows(rowsIn(tx), keySecrets, [{ ...secret, keyId, version }]);
}

/** Locks the key until the transaction ends; undefined when there is none. */
export async function lockKey(
  tx: AccessTransaction,
  orgId: string,
  keyId: string,
): Promise<ApiKey | undefined> {
  const locked = await keysIn(tx, orgId)
    .select('api_keys.id')
    .where('api_keys.id', '=', keyId)
    .forUpdate()
    .executeTakeFirst();
  return locked && (await findKey(tx, orgId, keyId));
}

export function findKey(db: AccessDatabase, orgId: string, keyId: string): Promise<ApiKey | undefined> {
  return withSecrets(keysIn(db, orgId)).where('api_keys.id', '=', keyId).executeTakeFirst();
}

/**
 * When the issuing key or person expires, and where it may be used from; undefined when it is revoked. It
 * cannot be revoked until the transaction ends, so whoever revokes it sees all that it issued.
 */
export async function lockIssuer(
  tx: AccessTransaction,
  orgId: string,
  id: string,
): Promise<Pick<ApiKey, 'expiresAt' | 'allowedAddresses'> | undefined> {
  return tx
    .selectFrom('api_keys')
    .select(['expires_at as expiresAt', 'allowed_addresses as allowedAddresses'])
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}

/**
 * Locks keys or people, and with `admins` every key that can manage keys, in one order: two that change each
 * other at the same moment wait instead of deadlocking.
 */
export async function lockKeys(
  tx: AccessTransaction,
  { orgId, ids, admins = false }: { orgId: string; ids: readonly string[]; admins?: boolean },
): Promise<void> {
  await rowsIn(tx)(
    `select 1 from api_keys where org_id = $1 and revoked_at is null
       and (id = any($2::uuid[]) or $3 and 'admin' = any(scopes) and origin <> 'person')
     order by id for update`,
    [orgId, ids, admins],
  );
}

/** Newest first, ties by id. */
export async function listKeys(
  db: AccessDatabase,
  orgId: string,
  page: { limit: number; offset: number },
): Promise<{ keys: ApiKey[]; total: number }> {
  const { rows, total } = await selectPage(db, {
    rows: withSecrets(keysIn(db, orgId))
      .orderBy('api_keys.created_at', 'desc')
      .orderBy('api_keys.id', 'desc')
      .limit(page.limit)
      .offset(page.offset),
    count: keysIn(db, orgId).select((select) => select.fn.countAll<number>().as('total')),
  });
  return { keys: rows, total };
}

/**
 * Keys of the organization that can still manage keys after `until`. Locked until the transaction ends, so
 * that two keys revoking each other are serialized.
 */
export async function lockAdminKeys(tx: AccessTransaction, orgId: string, until: Date): Promise<string[]> {
  const rows = await keysIn(tx, orgId)
    .select('api_keys.id')
    .where('api_keys.environment', '=', PRODUCTION)
    .where(sql<boolean>`'admin' = any(api_keys.scopes)`)
    .where((where) =>
      where.or([where('api_keys.expires_at', 'is', null), where('api_keys.expires_at', '>', until)]),
    )
    .orderBy('api_keys.id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** False when there is no such key, or it is already revoked. */
export async function markRevoked(
  tx: AccessTransaction,
  orgId: string,
  keyId: string,
  at: Date,
): Promise<boolean> {
  const updated = await tx
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('org_id', '=', orgId)
    .where('id', '=', keyId)
    .where('subscription_id', 'is', null)
    .where('origin', '!=', 'person')
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Updates the given fields; the caller holds the lock on the key. */
export async function updateKey(
  tx: AccessTransaction,
  { id, orgId, name, allowedAddresses }: Pick<ApiKey, 'id' | 'orgId' | 'name' | 'allowedAddresses'>,
): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ name, allowed_addresses: allowedAddresses })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute();
}

/** Notifies every node once the transaction commits. */
export async function announceKeyChange(tx: AccessTransaction, keyId: string): Promise<void> {
  await sql`select pg_notify(${KEYS_CHANNEL}, ${keyId})`.execute(tx);
}

function keysIn(db: AccessDatabase, orgId: string) {
  return (
    db
      .selectFrom('api_keys')
      .where('api_keys.org_id', '=', orgId)
      // Portal link keys belong to their subscription, and people are listed as users.
      .where('api_keys.subscription_id', 'is', null)
      .where('api_keys.origin', '!=', 'person')
      .where('api_keys.revoked_at', 'is', null)
  );
}

function withSecrets(keys: ReturnType<typeof keysIn>) {
  return keys
    .select([
      'api_keys.id',
      'api_keys.org_id as orgId',
      'api_keys.name',
      'api_keys.scopes',
      'api_keys.environment',
      'api_keys.allowed_addresses as allowedAddresses',
      'api_keys.origin',
      'api_keys.created_at as createdAt',
      'api_keys.expires_at as expiresAt',
      'api_keys.last_used_at as lastUsedAt',
    ])
    .select((select) => [
      select
        .selectFrom('api_key_secrets as newest')
        .select('newest.key_hint')
        .whereRef('newest.key_id', '=', 'api_keys.id')
        .orderBy('newest.version', 'desc')
        .limit(1)
        .$asScalar()
        .$notNull()
        .as('hint'),
      select
        .selectFrom('api_key_secrets as earlier')
        .select((earlier) => earlier.fn.max('earlier.expires_at').as('ends'))
        .whereRef('earlier.key_id', '=', 'api_keys.id')
        .as('previousExpiresAt'),
    ]);
}
