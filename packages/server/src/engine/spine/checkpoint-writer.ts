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
import type { CheckpointSigner } from './checkpoint-signer.ts';
import { StoredTiles, splitHashes } from './tile.repository.ts';

/** Organizations whose tree's edge is kept (about 10 KB each); the one used longest ago leaves first. */
const MAX_EDGES = 500;
/** Signing takes about a tenth of a millisecond, so a long batch lets others have a turn. */
const SIGNED_PER_TURN = 8;

/** How far a log, its tiles and its checkpoints reach. */
export interface TreeHead {
  orgId: string;
  size: number;
  chunks: number;
  signedSize: number;
}

/** A log that no checkpoint is signed for any more. */
export interface DamagedLog {
  orgId: string;
  problem: string;
}

interface NewestCheckpoint {
  size: number;
  root: Buffer;
}

/** Signs the trees of logs that have grown, many in few statements. */
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

  /** Drops what is known of the trees; for when the database may not be the one it was. */
  forget(): void {
    this.#edges.clear();
  }

  /**
   * Signs each log at its present size, unless that is signed already. Answers those that it refuses to sign: logs that
   * do not go on from their last checkpoint, so that somebody has changed them behind the service's back.
   */
  async sign(heads: readonly TreeHead[]): Promise<DamagedLog[]> {
    const grown = heads.filter((head) => head.size > head.signedSize);
    if (grown.length === 0) return [];
    const starts = await Promise.all(
      grown.map(async (head) => ({ ...head, ...(await this.#startOf(head)) })),
    );
    const leavesOf = await this.#readLeaves(starts);
    const newest = await this.#newestCheckpoints(starts.filter(({ isKept }) => !isKept));
    const signed: { orgId: string; size: number; root: Buffer; note: string; keyId: string }[] = [];
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
    if (signed.length > 0) await this.#store(signed);
    return damaged;
  }

  async #store(
    signed: readonly { orgId: string; size: number; root: Buffer; note: string; keyId: string }[],
  ): Promise<void> {
    await this.#query(
      `with written as (
         insert into event_checkpoints (org_id, size, root_hash, note, key_id, created_at)
         select org_id, size, root_hash, note, key_id, $6
         from unnest($1::uuid[], $2::bigint[], $3::bytea[], $4::text[], $5::uuid[])
           as s(org_id, size, root_hash, note, key_id)
         on conflict do nothing returning org_id, size
       )
       update event_trees t
       set signed_size = greatest(t.signed_size, w.size), checkpoints = t.checkpoints + 1
       from written w where t.org_id = w.org_id`,
      [
        signed.map(({ orgId }) => orgId),
        signed.map(({ size }) => size),
        signed.map(({ root }) => root),
        signed.map(({ note }) => note),
        signed.map(({ keyId }) => keyId),
        new Date(this.#clock.now()).toISOString(),
      ],
    );
  }

  /** An edge to go on from: the one kept, or that of the last full chunk. */
  async #startOf(head: TreeHead): Promise<{ edge: TreeEdge; isKept: boolean }> {
    const kept = this.#edges.get(head.orgId);
    // A kept edge past what is signed is of a log that lost its end (a fail-over that lost commits).
    if (kept !== undefined && kept.size <= head.signedSize) return { edge: kept, isKept: true };
    const edge = await readEdge(new StoredTiles(this.#query, head.orgId), head.chunks * this.#chunkEvents);
    return { edge, isKept: false };
  }

  async #newestCheckpoints(heads: readonly TreeHead[]): Promise<Map<string, NewestCheckpoint>> {
    if (heads.length === 0) return new Map();
    const rows = await this.#query<NewestCheckpoint & { orgId: string }>(
      `select w.org_id as "orgId", c.size, c.root_hash as root
       from unnest($1::uuid[]) as w(org_id) cross join lateral (
         select size, root_hash from event_checkpoints c where c.org_id = w.org_id order by size desc limit 1
       ) c`,
      [heads.map(({ orgId }) => orgId)],
    );
    return new Map(rows.map(({ orgId, ...checkpoint }) => [orgId, checkpoint]));
  }

  /** What is wrong, if the tree of these leaves does not begin with the one that was signed. */
  async #contradiction(
    orgId: string,
    { size, root }: NewestCheckpoint,
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
    const rows = await this.#query<{ orgId: string; hashes: Buffer | null }>(
      `select w.org_id as "orgId", (select string_agg(leaf_hash, ''::bytea order by position) from events e
         where e.org_id = w.org_id and e.position >= w.first and e.position < w.last) as hashes
       from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as w(org_id, first, last)`,
      [starts.map(({ orgId }) => orgId), starts.map(({ edge }) => edge.size), starts.map(({ size }) => size)],
    );
    return new Map(rows.map(({ orgId, hashes }) => [orgId, hashes === null ? [] : splitHashes(hashes)]));
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
