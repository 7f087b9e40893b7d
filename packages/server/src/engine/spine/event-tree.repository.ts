import type { QueryRows } from '../../kit/db/index.ts';

/** How far a log, its tiles and its checkpoints reach. */
export interface TreeHead {
  orgId: string;
  size: number;
  chunks: number;
  signedSize: number;
}

/** Gives logs that have no tree yet an empty one. */
export async function createTrees(query: QueryRows, orgIds: readonly string[]): Promise<void> {
  await query(
    `insert into event_trees (org_id) select org_id from event_logs l where org_id = any($1::uuid[])
     and not exists (select from event_trees t where t.org_id = l.org_id) on conflict do nothing`,
    [orgIds],
  );
}

export function readTreeHeads(query: QueryRows, orgIds: readonly string[]): Promise<TreeHead[]> {
  return query<TreeHead>(
    `select l.org_id as "orgId", l.size, t.chunks, t.signed_size as "signedSize"
     from event_logs l join event_trees t on t.org_id = l.org_id where l.org_id = any($1::uuid[])`,
    [orgIds],
  );
}

/** Organizations whose log is longer than what is signed of it; `most` of them at most. */
export async function findUnsignedLogs(query: QueryRows, most: number): Promise<string[]> {
  const rows = await query<{ org_id: string }>(
    `select l.org_id from event_logs l left join event_trees t on t.org_id = l.org_id
     where l.size > coalesce(t.signed_size, 0) limit $1`,
    [most],
  );
  return rows.map((row) => row.org_id);
}

/** Whoever holds the row is at the tree. Undefined when another node is and `wait` is not set. */
export async function lockTree(
  query: QueryRows,
  orgId: string,
  { wait }: { wait: boolean },
): Promise<{ chunks: number; size: number } | undefined> {
  const [tree] = await query<{ chunks: number; size: number }>(
    `select t.chunks, l.size from event_trees t join event_logs l on l.org_id = t.org_id
     where t.org_id = $1 for no key update of t ${wait ? '' : 'skip locked'}`,
    [orgId],
  );
  return tree;
}

/** How many chunks of a log are in the index and the tiles. */
export async function countChunks(query: QueryRows, orgId: string): Promise<number> {
  const [tree] = await query<{ chunks: number }>('select chunks from event_trees where org_id = $1', [orgId]);
  return tree?.chunks ?? 0;
}

export async function noteChunks(query: QueryRows, orgId: string, chunks: number): Promise<void> {
  await query('update event_trees set chunks = $2 where org_id = $1', [orgId, chunks]);
}
