import { only, type QueryRows } from '../../kit/db/index.ts';

/** A key or person of an organization; UUIDs. */
export interface Writer {
  orgId: string;
  keyId: string;
}

/** The position of the primary's log, and which of the readers have recently written through other nodes. */
export async function askPrimary(
  query: QueryRows,
  nodeId: string,
  readers: readonly Writer[],
): Promise<{ position: number; wroteElsewhere: ReadonlySet<string> }> {
  const { position, writers } = only(
    await query<{ position: number; writers: string[] }>(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as position,
         array(select w.key_id from recent_writers w
           join unnest($2::uuid[], $3::uuid[]) r (org_id, key_id) on w.org_id = r.org_id and w.key_id = r.key_id
           where w.node_id <> $1) as writers`,
      [nodeId, readers.map(({ orgId }) => orgId), readers.map(({ keyId }) => keyId)],
    ),
  );
  return { position, wroteElsewhere: new Set(writers) };
}

/**
 * From here on every node knows that they write through this one, until it is revoked. The expiry, by the
 * current clock, is used only by nodes of the previous version.
 */
export async function saveWriters(
  query: QueryRows,
  nodeId: string,
  writers: readonly Writer[],
  forMs: number,
): Promise<void> {
  const byKey = new Map(writers.map((writer) => [writer.keyId, writer]));
  const distinct = [...byKey.values()];
  await query(
    `insert into recent_writers (org_id, key_id, node_id, until)
     select org_id, key_id, $1, now() + $2 * interval '1 ms' from unnest($3::uuid[], $4::uuid[]) w (org_id, key_id)
     on conflict (org_id, key_id, node_id) do update set until = excluded.until`,
    [nodeId, forMs, distinct.map(({ orgId }) => orgId), distinct.map(({ keyId }) => keyId)],
  );
}

/** These no longer write through this node. */
export async function forgetWriters(
  query: QueryRows,
  nodeId: string,
  writers: readonly Writer[],
): Promise<void> {
  await query(
    `delete from recent_writers w using unnest($2::uuid[], $3::uuid[]) as o (org_id, key_id)
     where w.node_id = $1 and w.org_id = o.org_id and w.key_id = o.key_id`,
    [nodeId, writers.map(({ orgId }) => orgId), writers.map(({ keyId }) => keyId)],
  );
}

/** The nodes through which somebody is known to write. */
export async function writtenThrough(query: QueryRows): Promise<string[]> {
  const rows = await query<{ node_id: string }>('select distinct node_id from recent_writers');
  return rows.map(({ node_id }) => node_id);
}

/** Nobody writes through these nodes any more. */
export async function forgetNodes(query: QueryRows, nodeIds: readonly string[]): Promise<void> {
  await query('delete from recent_writers where node_id = any($1::uuid[])', [nodeIds]);
}
