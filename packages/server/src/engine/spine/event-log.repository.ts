import { sql } from 'kysely';
import type { QueryRows } from '../../kit/db/index.ts';
import type { AnyTransaction } from './any-database.ts';

/** Creates the empty log of a new organization, in the transaction that creates the organization. */
export async function createLog(tx: AnyTransaction, orgId: string): Promise<void> {
  await sql`insert into event_logs (org_id) values (${orgId})`.execute(tx);
}

/** The number of events in a log. */
export async function readLogSize(query: QueryRows, orgId: string): Promise<number> {
  const [log] = await query<{ size: number }>('select size from event_logs where org_id = $1', [orgId]);
  return log?.size ?? 0;
}

/** Route versions of organizations; creates the log of one that has published nothing yet. */
export async function readRouteVersions(query: QueryRows, orgIds: string[]): Promise<Map<string, number>> {
  const read = 'select org_id, routes_version from event_logs where org_id = any($1::uuid[])';
  let rows = await query<{ org_id: string; routes_version: number }>(read, [orgIds]);
  if (rows.length < orgIds.length) {
    await query('insert into event_logs (org_id) select unnest($1::uuid[]) on conflict do nothing', [orgIds]);
    rows = await query(read, [orgIds]);
  }
  return new Map(rows.map((row) => [row.org_id, row.routes_version]));
}

/**
 * Locks the head of a log, creating it if necessary: until the transaction ends, nobody appends or changes
 * its routes.
 */
export async function lockRoutes(query: QueryRows, orgId: string): Promise<void> {
  const locked = await query('select 1 from event_logs where org_id = $1 for no key update', [orgId]);
  if (locked.length > 0) return;
  await query('insert into event_logs (org_id) values ($1) on conflict (org_id) do nothing', [orgId]);
  await query('select 1 from event_logs where org_id = $1 for no key update', [orgId]);
}

/** The organization's routes have changed: invalidates what nodes remember. Also notifies `channel`. */
export async function announceRoutes(
  query: QueryRows,
  orgId: string,
  { channel, text }: { channel: string; text: string },
): Promise<void> {
  await query(
    `with next as materialized (select nextval('routes_versions') as version)
     update event_logs set routes_version = next.version from next where org_id = $1`,
    [orgId],
  );
  // Separate, because with a distributed log the statement above runs on another machine, which has no
  // listeners.
  await query('select pg_notify($1, $2)', [channel, text]);
}

/** The same for routes that nodes cache by version only; also locks the head of the log. */
export async function replaceRoutes(tx: AnyTransaction, orgId: string): Promise<void> {
  await sql`insert into event_logs (org_id) values (${orgId}) on conflict (org_id) do nothing`.execute(tx);
  await sql`with next as materialized (select nextval('routes_versions') as version)
    update event_logs set routes_version = next.version from next where org_id = ${orgId}`.execute(tx);
}
