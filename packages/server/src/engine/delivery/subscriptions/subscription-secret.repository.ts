import { only, type QueryRows } from '../../../kit/db/index.ts';
import type { SubscriptionName } from '../subscription-name.ts';

/** Version of the current signing secret. */
export async function currentSecretVersion(
  query: QueryRows,
  { orgId, id }: SubscriptionName,
): Promise<number> {
  const rows = await query<{ version: number }>(
    'select max(version) as version from subscription_secrets where org_id = $1 and subscription_id = $2',
    [orgId, id],
  );
  return only(rows).version;
}

export async function insertSecret(
  query: QueryRows,
  { orgId, id }: SubscriptionName,
  secret: { version: number; sealed: string; createdAt: Date },
): Promise<void> {
  await query(
    'insert into subscription_secrets (org_id, subscription_id, version, sealed, created_at) values ($1, $2, $3, $4, $5)',
    [orgId, id, secret.version, secret.sealed, secret.createdAt],
  );
}

/**
 * Expires the secrets before `version`: at `end`, or at their own end if earlier; all but the last `kept`
 * immediately, at `now`.
 */
export async function endEarlierSecrets(
  query: QueryRows,
  { orgId, id }: SubscriptionName,
  options: { version: number; end: Date; kept: number; now: Date },
): Promise<void> {
  await query(
    `update subscription_secrets
     set expires_at = least(expires_at, case when version < $3 - $5 then $6::timestamptz else $4::timestamptz end)
     where org_id = $1 and subscription_id = $2 and version < $3`,
    [orgId, id, options.version, options.end, options.kept, options.now],
  );
}
