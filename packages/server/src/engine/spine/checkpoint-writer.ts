import type { Pool } from 'pg';
import type { Clock } from '../../kit/clock.ts';
import { type QueryRows, queryPool } from '../../kit/db/index.ts';
import {
  appendLeaves,
  readEdge,
  rootFromEdge,
  rootFromTiles,
  type TreeEdge,
} from '../../kit/merkle/index.ts';
import {
  type CheckpointRoot,
  insertCheckpoints,
  type NewCheckpoint,
  newestRoots,
  readLeaves,
} from './checkpoint.repository.ts';
import type { CheckpointSigner } from './checkpoint-signer.ts';
import type { TreeHead } from './event-tree.repository.ts';
import { StoredTiles, splitHashes } from './tile.repository.ts';

/** Organizations whose tree edge is cached (about 10 KB each); least recently used goes first. */
const MAX_EDGES = 500;
/** Signing takes about a tenth of a millisecond, so a long batch yields in between. */
const SIGNED_PER_TURN = 8;

/** A log for which no more checkpoints are signed. */
export interface DamagedLog {
  orgId: string;
  problem: string;
}

/** Signs the trees of logs that have grown, many with few statements. */
export class CheckpointWriter {
  readonly #query: QueryRows;
  readonly #signer: CheckpointSigner;
  readonly #clock: Clock;
  readonly #chunkEvents: number;
  readonly #edges = new Map<string, TreeEdge>();

  constructor(options: { pool: Pool; signer: CheckpointSigner; clock: Clock; chunkEvents: number }) {
    this.#query = queryPool(options.pool);
    this.#signer = options.signer;
    this.#clock = options.clock;
    this.#chunkEvents = options.chunkEvents;
  }

  /** Drops cached trees, for when the database may have been replaced by an older state. */
  forget(): void {
    this.#edges.clear();
  }

  /**
   * Signs each log at its current size, unless already signed. Returns those it refuses to sign: logs that do
   * not continue their last checkpoint, because somebody has changed them behind the service's back.
   */
  async sign(heads: readonly TreeHead[]): Promise<DamagedLog[]> {
    const grown = heads.filter((head) => head.size > head.signedSize);
    if (grown.length === 0) return [];
    const starts = await Promise.all(
      grown.map(async (head) => ({ ...head, ...(await this.#startOf(head)) })),
    );
    const leavesOf = await this.#readLeaves(starts);
    const newest = await this.#newestCheckpoints(starts.filter(({ isKept }) => !isKept));
    const signed: NewCheckpoint[] = [];
    const damaged: DamagedLog[] = [];
    for (const [i, { orgId, size, edge: start }] of starts.entries()) {
      if (i % SIGNED_PER_TURN === SIGNED_PER_TURN - 1) await new Promise((resolve) => setImmediate(resolve));
      const checkpoint = newest.get(orgId);
      // Another node was faster.
      if (checkpoint !== undefined && checkpoint.size >= size) continue;
      const leaves = leavesOf.get(orgId) ?? [];
      const { edge } = appendLeaves(start, leaves);
      const problem =
        edge.size === size
          ? checkpoint && (await this.#contradiction(orgId, checkpoint, start, leaves))
          : `it has a gap before position ${size}`;
      if (problem !== undefined) {
        damaged.push({ orgId, problem });
        continue;
      }
      const root = rootFromEdge(edge);
      signed.push({ orgId, size, root, ...(await this.#signer.sign(orgId, size, root)) });
      this.#keepEdge(orgId, edge);
    }
    if (signed.length > 0) await insertCheckpoints(this.#query, signed, new Date(this.#clock.now()));
    return damaged;
  }

  /** The edge to continue from: the cached one, or that of the last full chunk. */
  async #startOf(head: TreeHead): Promise<{ edge: TreeEdge; isKept: boolean }> {
    const kept = this.#edges.get(head.orgId);
    // A cached edge beyond what is signed belongs to a log that lost its end (a failover that lost commits).
    if (kept !== undefined && kept.size <= head.signedSize) return { edge: kept, isKept: true };
    const edge = await readEdge(new StoredTiles(this.#query, head.orgId), head.chunks * this.#chunkEvents);
    return { edge, isKept: false };
  }

  async #newestCheckpoints(heads: readonly TreeHead[]): Promise<Map<string, CheckpointRoot>> {
    if (heads.length === 0) return new Map();
    return newestRoots(
      this.#query,
      heads.map(({ orgId }) => orgId),
    );
  }

  /** What is wrong, if the tree of these leaves does not begin with the signed one. */
  async #contradiction(
    orgId: string,
    { size, root }: CheckpointRoot,
    start: TreeEdge,
    leaves: readonly Buffer[],
  ): Promise<string | undefined> {
    const rootThen =
      size < start.size
        ? await rootFromTiles(new StoredTiles(this.#query, orgId), size)
        : rootFromEdge(appendLeaves(start, leaves.slice(0, size - start.size)).edge);
    return root.equals(rootThen) ? undefined : `its first ${size} events are not those that were signed`;
  }

  /** The leaves of each log from its edge on, by organization. */
  async #readLeaves(starts: readonly (TreeHead & { edge: TreeEdge })[]): Promise<Map<string, Buffer[]>> {
    const hashesOf = await readLeaves(
      this.#query,
      starts.map(({ orgId, edge, size }) => ({ orgId, first: edge.size, last: size })),
    );
    return new Map([...hashesOf].map(([orgId, hashes]) => [orgId, splitHashes(hashes)]));
  }

  #keepEdge(orgId: string, edge: TreeEdge): void {
    this.#edges.delete(orgId);
    this.#edges.set(orgId, edge);
    for (const oldest of this.#edges.keys()) {
      if (this.#edges.size <= MAX_EDGES) break;
      this.#edges.delete(oldest);
    }
  }
}
