import type { Pool } from 'pg';
import { inTransaction, only, type QueryRows } from '../../kit/db/index.ts';
import { appendLeaves, readEdge, type TreeEdge } from '../../kit/merkle/index.ts';
import { FANOUT } from './chunk-layout.ts';
import { StoredTiles, splitHashes, writeTiles } from './tile.repository.ts';

// One look at the events of a chunk gives its times, its counts and its leaf hashes. The three
// groupings never mix: neither type nor source is ever null in an event.
const CHUNK_SQL = `
  with seen as materialized (
    select (position - $3)::int as place, type, source, fact, leaf_hash,
      round(date_part('epoch', occurred_at) * 1000)::bigint as ms
    from events where org_id = $1 and position >= $3 and position < $3 + $4
  ),
  times as (
    insert into event_chunks (org_id, chunk, earliest_ms, latest_ms, times)
    select $1, $2, min(ms), max(ms), string_agg(int8send(ms), ''::bytea order by place) from seen
  ),
  groups as (
    select type, source, fact, count(*)::int as events, string_agg(int2send(place::int2), ''::bytea) as positions
    from seen group by grouping sets ((type, fact, source), (type, fact), (source))
  ),
  known as (select kind, type, source, fact from event_kinds where org_id = $1),
  fresh as (
    insert into event_kinds (org_id, kind, type, source, fact)
    select $1, (select coalesce(max(kind), 0) from known) + row_number() over (), g.type, g.source, g.fact
    from groups g where not exists (select from known k where ${sameKind('k', 'g')})
    returning kind, type, source, fact
  ),
  counts as (
    insert into event_counts (org_id, kind, level, block, events, positions)
    select $1, k.kind, 0, $2, g.events, g.positions
    from groups g join (select * from known union all select * from fresh) k on ${sameKind('k', 'g')}
  )
  select string_agg(leaf_hash, ''::bytea order by place) as hashes from seen`;

/** Equality that a hash join can use: a null part of a kind is never an empty text in another. */
function sameKind(a: string, b: string): string {
  return ['type', 'source', 'fact']
    .map((column) => `coalesce(${a}.${column}, '') = coalesce(${b}.${column}, '')`)
    .join(' and ');
}

// Kind by kind, as the primary key is ordered: a scan by level would read the counts of all time.
const BLOCK_SQL = `
  insert into event_counts (org_id, kind, level, block, events)
  select $1, k.kind, $2, $3, below.events
  from event_kinds k cross join lateral (
    select sum(n.events) as events from event_counts n
    where n.org_id = $1 and n.kind = k.kind and n.level = $2 - 1
      and n.block between $3 * ${FANOUT} and $3 * ${FANOUT} + ${FANOUT - 1}
  ) below
  where k.org_id = $1 and below.events is not null`;

/** The events of a full chunk are not all there. */
export class DamagedChunkError extends Error {}

/**
 * Brings every full chunk of a log into the index and the tiles, a transaction each. Any number of
 * nodes may do so at once: the row of the tree says who is at it. Returns false when another node
 * is and `wait` is not set.
 */
export async function writeFullChunks(
  pool: Pool,
  orgId: string,
  options: { chunkEvents: number; wait: boolean; signal?: AbortSignal | undefined },
): Promise<boolean> {
  let edge: TreeEdge | undefined;
  for (;;) {
    options.signal?.throwIfAborted();
    const done = await inTransaction(pool, async (query) => {
      const [tree] = await query<{ chunks: number; size: number }>(
        `select t.chunks, l.size from event_trees t join event_logs l on l.org_id = t.org_id
         where t.org_id = $1 for no key update of t ${options.wait ? '' : 'skip locked'}`,
        [orgId],
      );
      if (tree === undefined) return 'taken';
      const { chunkEvents } = options;
      if (tree.size < (tree.chunks + 1) * chunkEvents) return 'done';
      edge = await writeChunk(query, orgId, tree.chunks, chunkEvents, edge);
      return undefined;
    });
    if (done !== undefined) return done === 'done';
  }
}

async function writeChunk(
  query: QueryRows,
  orgId: string,
  chunk: number,
  chunkEvents: number,
  knownEdge: TreeEdge | undefined,
): Promise<TreeEdge> {
  const first = chunk * chunkEvents;
  const rows = await query<{ hashes: Buffer | null }>(CHUNK_SQL, [orgId, chunk, first, chunkEvents]);
  // Null where a chunk has no event left.
  const leaves = splitHashes(only(rows).hashes ?? Buffer.alloc(0));
  if (leaves.length !== chunkEvents) throw new DamagedChunkError(`it has a gap in chunk ${chunk}`);
  let block = chunk;
  for (let level = 1; (block + 1) % FANOUT === 0; level++) {
    block = Math.floor(block / FANOUT);
    await query(BLOCK_SQL, [orgId, level, block]);
  }
  // Another node may have written the chunk before this one.
  const before = knownEdge?.size === first ? knownEdge : await readEdge(new StoredTiles(query, orgId), first);
  const { edge, tiles } = appendLeaves(before, leaves);
  await writeTiles(query, orgId, tiles);
  await query('update event_trees set chunks = $2 where org_id = $1', [orgId, chunk + 1]);
  return edge;
}
