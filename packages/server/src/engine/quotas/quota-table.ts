/** What can be limited for an organization. */
export const quotaNames = [
  'subscriptions',
  'api_keys',
  'people',
  'workflows',
  'stored_bytes',
  'events_per_day',
  'model_usd_per_month',
] as const;

export type QuotaName = (typeof quotaNames)[number];

/** Quotas on what exists or was spent; the one on events counts what was done in a day. */
export type CountedQuota = Exclude<QuotaName, 'events_per_day'>;

/** What error messages call it. */
export const quotaTexts: Record<CountedQuota, string> = {
  subscriptions: 'subscriptions',
  api_keys: 'API keys',
  people: 'people',
  workflows: 'workflows',
  stored_bytes: 'bytes of stored files',
  model_usd_per_month: 'USD a month for language models',
};
