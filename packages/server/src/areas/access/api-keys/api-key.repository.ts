import { sql } from 'kysely';
import { selectPage } from '../../../kit/db/index.ts';
import type { AccessDatabase, AccessTransaction, KeyOrigin } from '../access-tables.ts';

/** The channel on which nodes tell one another that a key changed; the payload is its UUID. */
export const KEYS_CHANNEL = 'api_keys';

/** A key as its organization sees it. Ids are UUIDs. */
export interface ApiKey {
  id: string;
  orgId: string;
  name: string;
  hint: string;
  scopes: string[];
  environment: string;
  origin: KeyOrigin;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  /** Until when the secret before the newest works beside it; null when none does. */
  previousExpiresAt: Date | null;
}

export interface NewApiKey {
  id: string;
  orgId: string;
  name: string;
  scopes: readonly string[];
  environment: string;
  origin: KeyOrigin;
  /** The webhook subscription that the key of a portal link is confined to. */
  subscriptionId: string | null;
  createdAt: Date;
  expiresAt: Date | null;
}

export interface NewSecret {
  keyHash: Buffer;
  hint: string;
  createdAt: Date;
}

/** Which keys of an organization are meant: all, or those of one environment. */
export interface KeyRange {
  orgId: string;
  environment?: string | undefined;
}

/** Writes the key with its first secret; false when its id is taken. */
export async function insertKey(tx: AccessTransaction, key: NewApiKey, secret: NewSecret): Promise<boolean> {
  const inserted = await tx
    .insertInto('api_keys')
    .values({
      id: key.id,
      org_id: key.orgId,
      name: key.name,
      scopes: [...key.scopes],
      environment: key.environment,
      origin: key.origin,
      subscription_id: key.subscriptionId,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
      last_used_at: null,
      revoked_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) return false;
  await insertSecret(tx, key.id, 1, secret);
  return true;
}

/** Adds a secret; those before it end at `othersEnd`, or when they would have ended before. */
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
  await tx
    .insertInto('api_key_secrets')
    .values({
      key_id: keyId,
      version,
      key_hash: secret.keyHash,
      key_hint: secret.hint,
      created_at: secret.createdAt,
      expires_at: null,
    })
    .execute();
}

/** Locks the key against other changes of it until the transaction ends; undefined when there is none. */
export async function lockKey(
  tx: AccessTransaction,
  range: KeyRange,
  keyId: string,
): Promise<ApiKey | undefined> {
  const locked = await keysIn(tx, range)
    .select('api_keys.id')
    .where('api_keys.id', '=', keyId)
    .forUpdate()
    .executeTakeFirst();
  return locked && (await findKey(tx, range, keyId));
}

export async function findKey(
  db: AccessDatabase,
  range: KeyRange,
  keyId: string,
): Promise<ApiKey | undefined> {
  const row = await withSecrets(keysIn(db, range)).where('api_keys.id', '=', keyId).executeTakeFirst();
  return row && toApiKey(row);
}

/** Newest first, ties by id. */
export async function listKeys(
  db: AccessDatabase,
  range: KeyRange,
  page: { limit: number; offset: number },
): Promise<{ keys: ApiKey[]; total: number }> {
  const { rows, total } = await selectPage(db, {
    rows: withSecrets(keysIn(db, range))
      .orderBy('api_keys.created_at', 'desc')
      .orderBy('api_keys.id', 'desc')
      .limit(page.limit)
      .offset(page.offset),
    count: keysIn(db, range).select((select) => select.fn.countAll<number>().as('total')),
  });
  return { keys: rows.map(toApiKey), total };
}

/** False when there is no such key, or it was revoked before. */
export async function markRevoked(
  tx: AccessTransaction,
  range: KeyRange,
  keyId: string,
  at: Date,
): Promise<boolean> {
  let update = tx
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('org_id', '=', range.orgId)
    .where('id', '=', keyId)
    .where('subscription_id', 'is', null)
    .where('revoked_at', 'is', null);
  if (range.environment !== undefined) update = update.where('environment', '=', range.environment);
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Tells every node, once the transaction commits. */
export async function announceKeyChange(tx: AccessTransaction, keyId: string): Promise<void> {
  await sql`select pg_notify(${KEYS_CHANNEL}, ${keyId})`.execute(tx);
}

function keysIn(db: AccessDatabase, range: KeyRange) {
  const keys = db
    .selectFrom('api_keys')
    .where('api_keys.org_id', '=', range.orgId)
    // Those of portal links are their subscription's.
    .where('api_keys.subscription_id', 'is', null)
    .where('api_keys.revoked_at', 'is', null);
  return range.environment === undefined ? keys : keys.where('api_keys.environment', '=', range.environment);
}

function withSecrets(keys: ReturnType<typeof keysIn>) {
  return keys
    .select([
      'api_keys.id',
      'api_keys.org_id',
      'api_keys.name',
      'api_keys.scopes',
      'api_keys.environment',
      'api_keys.origin',
      'api_keys.created_at',
      'api_keys.expires_at',
      'api_keys.last_used_at',
    ])
    .select((select) => [
      select
        .selectFrom('api_key_secrets as newest')
        .select('newest.key_hint')
        .whereRef('newest.key_id', '=', 'api_keys.id')
        .orderBy('newest.version', 'desc')
        .limit(1)
        .as('key_hint'),
      select
        .selectFrom('api_key_secrets as earlier')
        .select((earlier) => earlier.fn.max('earlier.expires_at').as('ends'))
        .whereRef('earlier.key_id', '=', 'api_keys.id')
        .as('previous_expires_at'),
    ]);
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof withSecrets>['executeTakeFirstOrThrow']>>;

function toApiKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    hint: row.key_hint ?? '',
    scopes: row.scopes,
    environment: row.environment,
    origin: row.origin,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    previousExpiresAt: row.previous_expires_at,
  };
}
