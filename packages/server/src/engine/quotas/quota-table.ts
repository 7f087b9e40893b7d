/** What can be bounded for an organization. */
export const quotaNames = [
  'subscriptions',
  'api_keys',
  'people',
  'workflows',
  'stored_bytes',
  'events_per_day',
] as const;

export type QuotaName = (typeof quotaNames)[number];

/** Quotas of what there is; that of events is of what was done on a day. */
export type CountedQuota = Exclude<QuotaName, 'events_per_day'>;

/** How much there is; `$1` is the organization. */
export const countStatements: Record<CountedQuota, string> = {
  subscriptions: 'select count(*) as used from subscriptions where org_id = $1',
  api_keys: `select count(*) as used from api_keys where org_id = $1 and revoked_at is null
    and origin not in ('portal', 'person') and (expires_at is null or expires_at > clock_timestamp())`,
  people: 'select count(*) as used from users where org_id = $1 and removed_at is null',
  workflows: 'select count(*) as used from workflows where org_id = $1 and deleted_at is null',
  stored_bytes: 'select coalesce(sum(size_bytes), 0)::bigint as used from blobs where org_id = $1',
};

/** What a refusal calls it. */
export const quotaWords: Record<CountedQuota, string> = {
  subscriptions: 'subscriptions',
  api_keys: 'API keys',
  people: 'people',
  workflows: 'workflows',
  stored_bytes: 'bytes of stored files',
};
