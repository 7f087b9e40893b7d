import { only, type QueryRows } from '../../../kit/db/index.ts';
import type { SecretBox } from '../../../kit/secrets/index.ts';
import { newSigningKeyPair } from '../../../kit/signing/index.ts';

/** A key that receivers verify with. */
export interface PublishedKey {
  publicKey: string;
  createdAt: Date;
  /** Until when it signs beside a newer one; null for the current one. */
  expiresAt: Date | null;
}

/** Earlier keys that may sign beside the current one. */
const MAX_OVERLAPPING = 3;

export const signingKeyContext = (subscriptionId: string, version: number) =>
  `subscription_signing_keys/${subscriptionId}/${version}`;

/** The keys of a subscription that sign at a moment, the current one first. */
export function publishedKeys(query: QueryRows, subscriptionId: string, now: Date): Promise<PublishedKey[]> {
  return query<PublishedKey & Record<string, unknown>>(
    `select public_key as "publicKey", created_at as "createdAt", expires_at as "expiresAt"
     from subscription_signing_keys where subscription_id = $1 and (expires_at is null or expires_at > $2)
     order by version desc`,
    [subscriptionId, now],
  );
}

/** Makes the first key of a subscription, unless it has one. */
export async function ensureSigningKey(
  query: QueryRows,
  secretBox: SecretBox,
  subscriptionId: string,
  now: Date,
): Promise<void> {
  if ((await currentVersion(query, subscriptionId)) === 0) {
    await insertKey(query, secretBox, { subscriptionId, version: 1, now });
  }
}

/** Makes a new key, which signs at once; the earlier ones sign beside it until the overlap ends. */
export async function replaceSigningKey(
  query: QueryRows,
  secretBox: SecretBox,
  subscriptionId: string,
  { now, overlapSeconds }: { now: Date; overlapSeconds: number },
): Promise<void> {
  const version = (await currentVersion(query, subscriptionId)) + 1;
  const end = new Date(now.getTime() + overlapSeconds * 1_000);
  await query(
    `update subscription_signing_keys
     set expires_at = least(expires_at, case when version < $2 - $4 then $5::timestamptz else $3::timestamptz end)
     where subscription_id = $1 and version < $2`,
    [subscriptionId, version, end, MAX_OVERLAPPING, now],
  );
  await insertKey(query, secretBox, { subscriptionId, version, now });
}

async function currentVersion(query: QueryRows, subscriptionId: string): Promise<number> {
  const rows = await query<{ version: number }>(
    'select coalesce(max(version), 0) as version from subscription_signing_keys where subscription_id = $1',
    [subscriptionId],
  );
  return only(rows).version;
}

async function insertKey(
  query: QueryRows,
  secretBox: SecretBox,
  { subscriptionId, version, now }: { subscriptionId: string; version: number; now: Date },
): Promise<void> {
  const { publicKey, privateKey } = newSigningKeyPair();
  const sealed = secretBox.seal(privateKey, signingKeyContext(subscriptionId, version));
  await query(
    `insert into subscription_signing_keys (subscription_id, version, public_key, sealed, created_at)
     values ($1, $2, $3, $4, $5)`,
    [subscriptionId, version, publicKey, sealed, now],
  );
}
