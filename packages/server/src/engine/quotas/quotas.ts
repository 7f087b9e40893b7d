import { only, type QueryRows } from '../../kit/db/index.ts';
import { AppError } from '../../kit/errors/index.ts';
import { quotaErrors } from './quota-errors.ts';
import { type CountedQuota, countStatements, type QuotaName, quotaWords } from './quota-table.ts';

/** A quota of an organization and how much of it is used. */
export interface QuotaUse {
  name: QuotaName;
  limit: number;
  used: number;
}

const DAY_MS = 86_400_000;

/**
 * To be called in the transaction that adds something, after it did: refuses what is one too many. The quota is locked
 * until the transaction ends, so that of several at once none goes beyond it; an organization without one waits for nobody.
 *
 * @throws AppError quota_reached
 */
export async function checkQuota(query: QueryRows, orgId: string, name: CountedQuota): Promise<void> {
  const limit = await lockQuota(query, orgId, name);
  if (limit === undefined || (await countUsed(query, orgId, name)) <= limit) return;
  throw quotaReached(name, limit);
}

/** What is left of a quota; undefined where nothing bounds it. */
export async function restOf(
  query: QueryRows,
  orgId: string,
  name: CountedQuota,
): Promise<{ limit: number; free: number } | undefined> {
  const [quota] = await query<{ most: number }>(
    'select most from organization_quotas where org_id = $1 and name = $2',
    [orgId, name],
  );
  if (quota === undefined) return undefined;
  const used = await countUsed(query, orgId, name);
  return { limit: quota.most, free: Math.max(quota.most - used, 0) };
}

export function quotaReached(name: CountedQuota, limit: number): AppError {
  return new AppError(quotaErrors.quota_reached, {
    message: `This organization may have ${limit} ${quotaWords[name]} at most. Delete what is no longer needed, or ask whoever runs the service.`,
    details: { quota: name, limit },
  });
}

async function lockQuota(query: QueryRows, orgId: string, name: CountedQuota): Promise<number | undefined> {
  const [quota] = await query<{ most: number }>(
    'select most from organization_quotas where org_id = $1 and name = $2 for update',
    [orgId, name],
  );
  return quota?.most;
}

async function countUsed(query: QueryRows, orgId: string, name: CountedQuota): Promise<number> {
  return only(await query<{ used: number }>(countStatements[name], [orgId])).used;
}

/**
 * Counts events of an organization against its quota of the day (UTC), all of them or none.
 *
 * @throws AppError daily_quota_used_up
 */
export async function takeEvents(
  query: QueryRows,
  { orgId, events, nowMs }: { orgId: string; events: number; nowMs: number },
): Promise<void> {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const taken = await query(
    `update organization_quotas set used = case when day = $3::date then used else 0 end + $2::bigint, day = $3::date
     where org_id = $1 and name = 'events_per_day'
       and case when day = $3::date then used else 0 end + $2::bigint <= most
     returning 1`,
    [orgId, events, day],
  );
  if (taken.length > 0) return;
  const [quota] = await query<{ most: number }>(
    `select most from organization_quotas where org_id = $1 and name = 'events_per_day'`,
    [orgId],
  );
  // It was lifted a moment ago.
  if (quota === undefined) return;
  const waitSeconds = Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1_000);
  throw new AppError(quotaErrors.daily_quota_used_up, {
    message: `This organization may publish ${quota.most} events a day, and today's are used up, or too few are left for this request. Go on in ${waitSeconds} seconds, or ask whoever runs the service.`,
    headers: { 'retry-after': String(waitSeconds) },
    details: { quota: 'events_per_day', limit: quota.most },
  });
}

/** Every quota that an organization has, with its use. */
export async function readQuotas(query: QueryRows, orgId: string, nowMs: number): Promise<QuotaUse[]> {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const rows = await query<QuotaUse>(
    `select name, most as "limit", case when day = $2::date then used else 0 end as used
     from organization_quotas where org_id = $1 order by name`,
    [orgId, day],
  );
  return Promise.all(
    rows.map(async (quota) =>
      quota.name === 'events_per_day' ? quota : { ...quota, used: await countUsed(query, orgId, quota.name) },
    ),
  );
}

/** Puts these quotas in the place of all that an organization had. What was published today stays counted. */
export async function writeQuotas(
  query: QueryRows,
  orgId: string,
  quotas: Partial<Record<QuotaName, number>>,
): Promise<void> {
  const entries = Object.entries(quotas);
  const names = entries.map(([name]) => name);
  await query('delete from organization_quotas where org_id = $1 and name <> all($2::text[])', [
    orgId,
    names,
  ]);
  await query(
    `insert into organization_quotas (org_id, name, most)
     select $1, q.name, q.most from unnest($2::text[], $3::bigint[]) as q(name, most)
     on conflict (org_id, name) do update set most = excluded.most`,
    [orgId, names, entries.map(([, most]) => most)],
  );
}
