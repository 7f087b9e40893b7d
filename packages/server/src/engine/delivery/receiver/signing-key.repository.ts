import { only, type QueryRows } from '../../../kit/db/index.ts';
import type { SubscriptionName } from '../subscription-name.ts';

/** A key that receivers verify with. */
export interface PublishedKey {
  publicKey: string;
  createdAt: Date;
  /** Until when it signs alongside a newer one; null for the current one. */
  expiresAt: Date | null;
}

/** The keys that sign for a subscription, of any organization, at a given time; the current one first. */
export function publishedKeys(query: QueryRows, subscriptionId: string, now: Date): Promise<PublishedKey[]> {
  return query<PublishedKey & Record<string, unknown>>(
    `select public_key as "publicKey", created_at as "createdAt", expires_at as "expiresAt"
     from subscription_signing_keys where subscription_id = $1 and (expires_at is null or expires_at > $2)
     order by version desc`,
    [subscriptionId, now],
  );
}

/** Version of the newest key; 0 when there is none. */
export async function currentVersion(query: QueryRows, { orgId, id }: SubscriptionName): Promise<number> {
  const rows = await query<{ version: number }>(
    'select coalesce(max(version), 0) as version from subscription_signing_keys where org_id = $1 and subscription_id = $2',
    [orgId, id],
  );
  return only(rows).version;
}

export async function insertKey(
  query: QueryRows,
  { orgId, id }: SubscriptionName,
  key: { version: number; publicKey: string; sealed: string; createdAt: Date },
): Promise<void> {
  await query(
    `insert into subscription_signing_keys (org_id, subscription_id, version, public_key, sealed, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [orgId, id, key.version, key.publicKey, key.sealed, key.createdAt],
  );
}

/**
 * Expires the keys before `version`: at `end`, or at their own end if earlier; all but the last `kept`
 * immediately, at `now`.
 */
export async function endEarlierKeys(
  query: QueryRows,
  { orgId, id }: SubscriptionName,
  options: { version: number; end: Date; kept: number; now: Date },
): Promise<void> {
  await query(
    `update subscription_signing_keys
     set expires_at = least(expires_at, case when version < $3 - $5 then $6::timestamptz else $4::timestamptz end)
     where org_id = $1 and subscription_id = $2 and version < $3`,
    [orgId, id, options.version, options.end, options.kept, options.now],
  );
}
