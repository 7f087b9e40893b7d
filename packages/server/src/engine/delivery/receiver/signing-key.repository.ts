import { only, type QueryRows } from '../../../kit/db/index.ts';

/** A key that receivers verify with. */
export interface PublishedKey {
  publicKey: string;
  createdAt: Date;
  /** Until when it signs beside a newer one; null for the current one. */
  expiresAt: Date | null;
}

/** The keys of a subscription that sign at a moment, the current one first. */
export function publishedKeys(query: QueryRows, subscriptionId: string, now: Date): Promise<PublishedKey[]> {
  return query<PublishedKey & Record<string, unknown>>(
    `select public_key as "publicKey", created_at as "createdAt", expires_at as "expiresAt"
     from subscription_signing_keys where subscription_id = $1 and (expires_at is null or expires_at > $2)
     order by version desc`,
    [subscriptionId, now],
  );
}

/** The number of the newest key; 0 where there is none. */
export async function currentVersion(query: QueryRows, subscriptionId: string): Promise<number> {
  const rows = await query<{ version: number }>(
    'select coalesce(max(version), 0) as version from subscription_signing_keys where subscription_id = $1',
    [subscriptionId],
  );
  return only(rows).version;
}

export async function insertKey(
  query: QueryRows,
  key: { subscriptionId: string; version: number; publicKey: string; sealed: string; createdAt: Date },
): Promise<void> {
  await query(
    `insert into subscription_signing_keys (subscription_id, version, public_key, sealed, created_at)
     values ($1, $2, $3, $4, $5)`,
    [key.subscriptionId, key.version, key.publicKey, key.sealed, key.createdAt],
  );
}

/**
 * Ends the keys before `version`: at `end`, or when they end anyway; those older than the last `kept` at once, at `now`.
 */
export async function endEarlierKeys(
  query: QueryRows,
  subscriptionId: string,
  options: { version: number; end: Date; kept: number; now: Date },
): Promise<void> {
  await query(
    `update subscription_signing_keys
     set expires_at = least(expires_at, case when version < $2 - $4 then $5::timestamptz else $3::timestamptz end)
     where subscription_id = $1 and version < $2`,
    [subscriptionId, options.version, options.end, options.kept, options.now],
  );
}
