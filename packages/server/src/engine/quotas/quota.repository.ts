import { only, type QueryRows } from '../../kit/db/index.ts';
import { countedBy } from './counted.repository.ts';
import type { CountedQuota, QuotaName } from './quota-table.ts';

/** A quota of an organization and its usage. */
export interface QuotaUse {
  name: QuotaName;
  limit: number;
  used: number;
}

const counted = countedBy('$1');

export async function countUsed(query: QueryRows, orgId: string, name: CountedQuota): Promise<number> {
  return only(await query<{ used: number }>(`select ${counted[name]} as used`, [orgId])).used;
}

/** The limit; undefined when the organization has none. */
export async function findLimit(
  query: QueryRows,
  orgId: string,
  name: QuotaName,
): Promise<number | undefined> {
  const [quota] = await query<{ most: number }>(
    'select most from organization_quotas where org_id = $1 and name = $2',
    [orgId, name],
  );
  return quota?.most;
}

/** The same, locked: nobody else can add against it until the transaction ends. */
export async function lockLimit(
  query: QueryRows,
  orgId: string,
  name: QuotaName,
): Promise<number | undefined> {
  const [quota] = await query<{ most: number }>(
    'select most from organization_quotas where org_id = $1 and name = $2 for update',
    [orgId, name],
  );
  return quota?.most;
}

/** The day (UTC) of a moment. */
const dayOf = (moment: string) => `(${moment}::timestamptz at time zone 'UTC')::date`;
/** The database's own time, as it reads a parameter: Citus takes `now()` neither in CASE nor in COALESCE. */
const ITS_OWN_TIME = 'now';

/**
 * Counts events against the day's quota. False when there is none, or fewer are left. One clock decides which
 * day it is: nodes that disagree would restart each other's days.
 */
export async function countEvents(
  query: QueryRows,
  { orgId, events, at }: { orgId: string; events: number; at: Date | null },
): Promise<boolean> {
  const taken = await query(
    `update organization_quotas set used = case when day = ${dayOf('$3')} then used else 0 end + $2::bigint, day = ${dayOf('$3')}
     where org_id = $1 and name = 'events_per_day'
       and case when day = ${dayOf('$3')} then used else 0 end + $2::bigint <= most
     returning 1`,
    [orgId, events, at ?? ITS_OWN_TIME],
  );
  return taken.length > 0;
}

/** An organization's quotas; `used` is today's, 0 for those not counted by day. */
export function listQuotas(query: QueryRows, orgId: string, at: Date | null): Promise<QuotaUse[]> {
  return query(
    `select name, most as "limit", case when day = ${dayOf('$2')} then used else 0 end as used
     from organization_quotas where org_id = $1 order by name`,
    [orgId, at ?? ITS_OWN_TIME],
  );
}

/** Replaces all quotas of an organization. Events published today stay counted. */
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
