import type { Pool } from 'pg';
import { inTransaction, type QueryRows, queryPool } from '../../kit/db/index.ts';
import { appendLeaves, readEdge, type TreeEdge } from '../../kit/merkle/index.ts';
import { indexBlock, indexChunk } from './chunk.repository.ts';
import { FANOUT } from './chunk-layout.ts';
import { lockTree, noteChunks } from './event-tree.repository.ts';
import { findLogMachines } from './log-machine.repository.ts';
import { StoredTiles, splitHashes, writeTiles } from './tile.repository.ts';

/** Some events of a full chunk are missing. */
export class DamagedChunkError extends Error {}

/**
 * Adds every full chunk of a log to the index and the tiles, in a transaction each. Any number of nodes may
 * do so at once: the lock on the tree's row serializes them. Returns false when another node holds it and
 * `wait` is not set.
 */
export async function writeFullChunks(
  pool: Pool,
  orgId: string,
  options: { chunkEvents: number; wait: boolean; signal?: AbortSignal | undefined },
): Promise<boolean> {
  let edge: TreeEdge | undefined;
  const isSpread = (await findLogMachines(queryPool(pool), [orgId])).get(orgId) != null;
  for (;;) {
    options.signal?.throwIfAborted();
    const done = await inTransaction(pool, async (query) => {
      const tree = await lockTree(query, orgId, options);
      if (tree === undefined) return 'taken';
      const { chunkEvents } = options;
      if (tree.size < (tree.chunks + 1) * chunkEvents) return 'done';
      edge = await writeChunk(query, orgId, { chunk: tree.chunks, chunkEvents, isSpread }, edge);
      return undefined;
    });
    if (done !== undefined) return done === 'done';
  }
}

async function writeChunk(
  query: QueryRows,
  orgId: string,
  { chunk, chunkEvents, isSpread }: { chunk: number; chunkEvents: number; isSpread: boolean },
  knownEdge: TreeEdge | undefined,
): Promise<TreeEdge> {
  const first = chunk * chunkEvents;
  const hashes = await indexChunk(query, orgId, { chunk, first, events: chunkEvents, isSpread });
  const leaves = splitHashes(hashes ?? Buffer.alloc(0));
  if (leaves.length !== chunkEvents) throw new DamagedChunkError(`it has a gap in chunk ${chunk}`);
  let block = chunk;
  for (let level = 1; (block + 1) % FANOUT === 0; level++) {
    block = Math.floor(block / FANOUT);
    await indexBlock(query, orgId, { level, block });
  }
  // Another node may have written the previous chunk.
  const before = knownEdge?.size === first ? knownEdge : await readEdge(new StoredTiles(query, orgId), first);
  const { edge, tiles } = appendLeaves(before, leaves);
  await writeTiles(query, orgId, tiles);
  await noteChunks(query, orgId, chunk + 1);
  return edge;
}
