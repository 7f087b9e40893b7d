import { only, type QueryRows } from '../../kit/db/index.ts';

/** A key or a person, of an organization; UUIDs. */
export interface Writer {
  orgId: string;
  keyId: string;
}

/** How far the primary's log reaches, and which of the readers have lately written through other nodes. */
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
           where w.node_id <> $1 and w.until > now()) as writers`,
      [nodeId, readers.map(({ orgId }) => orgId), readers.map(({ keyId }) => keyId)],
    ),
  );
  return { position, wroteElsewhere: new Set(writers) };
}

/** From here on every node knows for so long that they write through this one. */
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

export async function forgetWriters(query: QueryRows): Promise<void> {
  await query(`delete from recent_writers where until < now() - interval '1 minute'`);
}
