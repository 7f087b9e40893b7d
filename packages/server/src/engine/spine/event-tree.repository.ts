import type { QueryRows } from '../../kit/db/index.ts';

/** The sizes of a log and of what its tiles and checkpoints cover. */
export interface TreeHead {
  orgId: string;
  size: number;
  chunks: number;
  signedSize: number;
}

/**
 * The heads of logs; creates an empty tree for one without. Trees and logs are queried separately: when they
 * are distributed, they move to other machines one after the other.
 */
export async function readTreeHeads(query: QueryRows, orgIds: readonly string[]): Promise<TreeHead[]> {
  const known = await query<Omit<TreeHead, 'size'>>(
    `select org_id as "orgId", chunks, signed_size as "signedSize" from event_trees
     where org_id = any($1::uuid[])`,
    [orgIds],
  );
  const logs = await query<{ orgId: string; size: number }>(
    'select org_id as "orgId", size from event_logs where org_id = any($1::uuid[])',
    [orgIds],
  );
  const trees = new Map(known.map((tree) => [tree.orgId, tree]));
  const fresh = logs.filter(({ orgId }) => !trees.has(orgId)).map(({ orgId }) => orgId);
  if (fresh.length > 0) {
    await query('insert into event_trees (org_id) select unnest($1::uuid[]) on conflict do nothing', [fresh]);
  }
  return logs.map(({ orgId, size }) => ({ chunks: 0, signedSize: 0, ...trees.get(orgId), orgId, size }));
}

/** Up to `most` organizations with unsigned events in their logs. Leaves out those whose machine is down. */
export async function findUnsignedLogs(query: QueryRows, most: number): Promise<string[]> {
  const rows = await query<{ org_id: string }>('select unsigned_logs($1) as org_id', [most]);
  return rows.map((row) => row.org_id);
}

/**
 * Locks the tree's row; its holder may extend the tree. Undefined when another node holds it and `wait` is
 * not set.
 */
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
