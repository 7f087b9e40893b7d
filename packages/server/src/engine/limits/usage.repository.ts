import type { Pool } from 'pg';

/** Requests served but not recorded yet. */
export interface Served {
  orgId: string;
  /** Name of the limit. */
  name: string;
  requests: number;
}

export interface UsageHour {
  startsAt: Date;
  requests: number;
}

/** Nodes lock rows in one order. Also deletes what is older than 90 days. */
export async function addServed(pool: Pool, nowMs: number, served: Served[]): Promise<void> {
  await pool.query(
    `with old as (delete from usage_hours where hour < to_timestamp($1::float8 / 1000) - interval '90 days')
     insert into usage_hours as u (org_id, name, hour, requests)
     select s.org_id, s.name, date_trunc('hour', to_timestamp($1::float8 / 1000), 'UTC'), s.requests
     from unnest($2::uuid[], $3::text[], $4::bigint[]) as s(org_id, name, requests)
     order by s.org_id, s.name
     on conflict (org_id, name, hour) do update set requests = u.requests + excluded.requests`,
    [
      nowMs,
      served.map(({ orgId }) => orgId),
      served.map(({ name }) => name),
      served.map(({ requests }) => requests),
    ],
  );
}

/** Every hour of the last days, including the current one and those without requests; oldest first. */
export async function readUsageHours(
  pool: Pool,
  { orgId, name, days, nowMs }: { orgId: string; name: string; days: number; nowMs: number },
): Promise<UsageHour[]> {
  const { rows } = await pool.query<UsageHour>(
    `select h.hour as "startsAt", coalesce(u.requests, 0) as requests
     from (select date_trunc('hour', to_timestamp($4::float8 / 1000), 'UTC') as last) t,
       generate_series(t.last - make_interval(hours => $3 * 24 - 1), t.last, interval '1 hour') as h(hour)
       left join usage_hours u on u.org_id = $1 and u.name = $2 and u.hour = h.hour
     order by h.hour`,
    [orgId, name, days, nowMs],
  );
  return rows.map(({ startsAt, requests }) => ({ startsAt, requests: Number(requests) }));
}
