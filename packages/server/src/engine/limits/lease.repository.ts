import type { Pool } from 'pg';

export interface LeaseRequest {
  orgId: string;
  name: string;
  limit: number;
  windowSeconds: number;
  /** How many requests are waiting for it; at least 1. */
  wanted: number;
  /** How much the node would like in advance. */
  appetite: number;
}

export interface Lease {
  orgId: string;
  name: string;
  windowStart: number;
  windowEnds: number;
  /** When it was taken, by the clock that windows follow. */
  toldAt: number;
  /** Total leased by all nodes in this window, including this lease. */
  leased: number;
  granted: number;
}

export interface LeaseReturn {
  orgId: string;
  name: string;
  windowStart: number;
  unused: number;
}

/**
 * A window that begins further ahead was opened before the clock was set back; nodes disagree about the time
 * by less.
 */
export const AHEAD_MS = 5_000;

/** The database's time, unless the first value overrides it; in milliseconds, as in the code. */
const AT = "date_trunc('milliseconds', coalesce($1::timestamptz, clock_timestamp()))";

// Rows are locked in key order, so that two nodes cannot deadlock. A lease never exceeds the limit: that is
// the whole guarantee. One clock decides here whether a window has ended: with their own clocks, nodes that
// learn of a clock change one after another would end each other's windows in turn, each starting again with
// the full limit. Leases shrink as the window fills, so that little lies unused on one node while another
// refuses. A row's first grant is also the most it may be granted in advance later.
const LEASE_SQL = `
  insert into rate_limits as r (org_id, name, window_start, window_ends, most, wanted, leased, last_grant)
  select n.org_id, n.name, t.at, t.at + n.window_seconds * interval '1 second', n.most, n.wanted, g.first_grant, g.first_grant
  from unnest($2::uuid[], $3::text[], $4::bigint[], $5::int[], $6::bigint[], $7::bigint[])
    as n(org_id, name, most, window_seconds, wanted, appetite),
    lateral (select least(n.most, greatest(n.wanted, least(n.most / 20, n.appetite))) as first_grant) g,
    lateral (select ${AT} as at) t
  order by n.org_id, n.name
  on conflict (org_id, name) do update set
    (window_start, window_ends, most, wanted, leased, last_grant) = (
      select
        case when ended then at else r.window_start end,
        case when ended then at + (excluded.window_ends - excluded.window_start) else r.window_ends end,
        excluded.most,
        excluded.wanted,
        case when ended then excluded.leased else r.leased + next_grant end,
        case when ended then excluded.leased else next_grant end
      from
        (select ${AT} as at) t,
        lateral (select r.window_ends <= at or r.window_start > at + $8 * interval '1 ms' as ended,
          greatest(excluded.most - r.leased, 0) as rest) s,
        lateral (select least(rest, greatest(excluded.wanted, least(excluded.last_grant, rest / 4))) as next_grant) g
    )
  returning org_id, name, extract(epoch from window_start) * 1000 as window_start,
    extract(epoch from window_ends) * 1000 as window_ends, extract(epoch from ${AT}) * 1000 as told_at, leased, last_grant`;

interface LeaseRow {
  org_id: string;
  name: string;
  window_start: string;
  window_ends: string;
  told_at: string;
  leased: number;
  last_grant: number;
}

/**
 * Takes a lease for each request in one statement; opens a window where none is open.
 *
 * @param at time that determines which windows have ended; null: the database's time
 */
export async function takeLeases(pool: Pool, at: Date | null, requests: LeaseRequest[]): Promise<Lease[]> {
  const { rows } = await pool.query<LeaseRow>({
    name: 'take_leases',
    text: LEASE_SQL,
    values: [
      at,
      requests.map((request) => request.orgId),
      requests.map((request) => request.name),
      requests.map((request) => request.limit),
      requests.map((request) => request.windowSeconds),
      requests.map((request) => request.wanted),
      requests.map((request) => request.appetite),
      AHEAD_MS,
    ],
  });
  return rows.map(toLease);
}

/** Returns the unused part of leases whose windows are still open. */
export async function returnLeases(pool: Pool, returns: LeaseReturn[]): Promise<void> {
  await pool.query(
    `update rate_limits r set leased = greatest(r.leased - b.unused, 0)
     from (
       select l.org_id, l.name, b.unused
       from unnest($1::uuid[], $2::text[], $3::float8[], $4::bigint[]) as b(org_id, name, window_start, unused)
       join rate_limits l on l.org_id = b.org_id and l.name = b.name
         and l.window_start = to_timestamp(b.window_start / 1000)
       order by l.org_id, l.name
       for update of l
     ) b
     where r.org_id = b.org_id and r.name = b.name`,
    [
      returns.map((lease) => lease.orgId),
      returns.map((lease) => lease.name),
      returns.map((lease) => lease.windowStart),
      returns.map((lease) => lease.unused),
    ],
  );
}

/** The open windows of an organization. */
export async function readWindows(pool: Pool, orgId: string, at: Date | null): Promise<Lease[]> {
  const { rows } = await pool.query<LeaseRow>(
    `select org_id, name, extract(epoch from window_start) * 1000 as window_start,
       extract(epoch from window_ends) * 1000 as window_ends, extract(epoch from ${AT}) * 1000 as told_at, leased, last_grant
     from rate_limits where org_id = $2 and window_ends > ${AT} and window_start <= ${AT} + $3 * interval '1 ms'`,
    [at, orgId, AHEAD_MS],
  );
  return rows.map(toLease);
}

function toLease(row: LeaseRow): Lease {
  return {
    orgId: row.org_id,
    name: row.name,
    windowStart: Number(row.window_start),
    windowEnds: Number(row.window_ends),
    toldAt: Number(row.told_at),
    leased: row.leased,
    granted: row.last_grant,
  };
}
