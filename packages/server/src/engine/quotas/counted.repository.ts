import type { CountedQuota } from './quota-table.ts';

/** What each quota counts, as an SQL expression; `org` is the expression for the organization's id. */
export function countedBy(org: string): Record<CountedQuota, string> {
  return {
    subscriptions: `(select count(*) from subscriptions where org_id = ${org})`,
    api_keys: `(select count(*) from api_keys where org_id = ${org} and revoked_at is null
      and origin not in ('portal', 'person') and (expires_at is null or expires_at > clock_timestamp()))`,
    people: `(select count(*) from users where org_id = ${org} and removed_at is null)`,
    workflows: `(select count(*) from workflows where org_id = ${org} and deleted_at is null)`,
    model_usd_per_month: `(select coalesce(ceil(sum(spent_micros) / 1000000), 0)::bigint from model_budgets
      where org_id = ${org} and name = 'month ' || to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM'))`,
    stored_bytes: `(select coalesce(sum(size_bytes), 0)::bigint from blobs where org_id = ${org})`,
  };
}
