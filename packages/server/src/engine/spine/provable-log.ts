import type { Pool } from 'pg';
import { only, type QueryRows, queryPool } from '../../kit/db/index.ts';
import {
  appendLeaves,
  consistencyProof,
  inclusionProof,
  readEdge,
  rootFromTiles,
  type TileStore,
} from '../../kit/merkle/index.ts';
import { required } from '../../kit/required.ts';
import type { CheckpointSigner } from './checkpoint-signer.ts';
import { CHUNK_EVENTS } from './chunk-layout.ts';
import { type StoredEvent, storedEventColumns } from './event-rows.ts';
import type { Integrator } from './integrator.ts';
import { OverlaidTiles, StoredTiles, splitHashes } from './tile.repository.ts';

/** A signed tree head. */
export interface SignedCheckpoint {
  size: number;
  rootHash: Buffer;
  /** The signed note, as an auditor keeps it. */
  note: string;
  createdAt: Date;
}

export interface InclusionAnswer {
  event: StoredEvent;
  leafHash: Buffer;
  checkpoint: SignedCheckpoint;
  proof: Buffer[];
}

export interface ConsistencyAnswer {
  fromRoot: Buffer;
  toRoot: Buffer;
  proof: Buffer[];
}

const checkpointColumns = `size, root_hash as "rootHash", note, created_at as "createdAt"`;

/** Proofs about one organization's log, against checkpoints that the service signed. */
export class ProvableLog {
  readonly #query: QueryRows;
  readonly #signer: CheckpointSigner;
  readonly #integrator: Integrator;
  readonly #chunkEvents: number;

  constructor(options: {
    pool: Pool;
    signer: CheckpointSigner;
    integrator: Integrator;
    chunkEvents?: number;
  }) {
    this.#query = queryPool(options.pool);
    this.#signer = options.signer;
    this.#integrator = options.integrator;
    this.#chunkEvents = options.chunkEvents ?? CHUNK_EVENTS;
  }

  /** The public keys of the log, newest first, as verifiers take them. */
  verifierKeys(orgId: string): Promise<string[]> {
    return this.#signer.verifierKeys(orgId);
  }

  /** The number of events in the log. */
  async size(orgId: string): Promise<number> {
    const [log] = await this.#query<{ size: number }>('select size from event_logs where org_id = $1', [
      orgId,
    ]);
    return log?.size ?? 0;
  }

  /** That the event is in the log, under a checkpoint that covers it; signs one if there is none yet. */
  async proveInclusion(orgId: string, eventId: string): Promise<InclusionAnswer | undefined> {
    const [row] = await this.#query<StoredEvent & { leafHash: Buffer }>(
      `select ${storedEventColumns}, leaf_hash as "leafHash" from events where id = $1 and org_id = $2`,
      [eventId, orgId],
    );
    if (row === undefined) return undefined;
    const { leafHash, ...event } = row;
    let checkpoint = await this.#newestCheckpoint(orgId);
    if (checkpoint === undefined || checkpoint.size <= event.position) {
      await this.#integrator.integrateNow(orgId);
      checkpoint = required(await this.#newestCheckpoint(orgId), 'the checkpoint just signed');
    }
    const tiles = await this.#tiles(orgId, checkpoint.size);
    const proof = await inclusionProof(tiles, event.position, checkpoint.size);
    return { event, leafHash, checkpoint, proof };
  }

  /** The checkpoint of the log as it is now; undefined for an empty log. */
  async currentCheckpoint(orgId: string): Promise<SignedCheckpoint | undefined> {
    await this.#integrator.integrateNow(orgId);
    return this.#newestCheckpoint(orgId);
  }

  /** Checkpoints, newest first. */
  async listCheckpoints(
    orgId: string,
    page: { offset: number; limit: number },
  ): Promise<{ checkpoints: SignedCheckpoint[]; total: number }> {
    const [tree] = await this.#query<{ checkpoints: number }>(
      'select checkpoints from event_trees where org_id = $1',
      [orgId],
    );
    const checkpoints = await this.#query<SignedCheckpoint>(
      `select ${checkpointColumns} from event_checkpoints where org_id = $1
       order by size desc offset $2 limit $3`,
      [orgId, page.offset, page.limit],
    );
    return { checkpoints, total: tree?.checkpoints ?? 0 };
  }

  /** That the log at `from` events is the beginning of the log at `to`. Undefined when it is smaller than `to`. */
  async proveConsistency(orgId: string, from: number, to: number): Promise<ConsistencyAnswer | undefined> {
    if ((await this.size(orgId)) < to) return undefined;
    const tiles = await this.#tiles(orgId, to);
    return {
      fromRoot: await rootFromTiles(tiles, from),
      toRoot: await rootFromTiles(tiles, to),
      proof: await consistencyProof(tiles, from, to),
    };
  }

  async #newestCheckpoint(orgId: string): Promise<SignedCheckpoint | undefined> {
    const [checkpoint] = await this.#query<SignedCheckpoint>(
      `select ${checkpointColumns} from event_checkpoints where org_id = $1 order by size desc limit 1`,
      [orgId],
    );
    return checkpoint;
  }

  /** The tiles of the tree of `size` leaves: those stored, and behind them what the leaves make. */
  async #tiles(orgId: string, size: number): Promise<TileStore> {
    const stored = new StoredTiles(this.#query, orgId);
    const [tree] = await this.#query<{ chunks: number }>('select chunks from event_trees where org_id = $1', [
      orgId,
    ]);
    const boundary = (tree?.chunks ?? 0) * this.#chunkEvents;
    if (size <= boundary) return stored;
    const tail = await this.#query<{ hashes: Buffer }>(
      `select string_agg(leaf_hash, ''::bytea order by position) as hashes from events
       where org_id = $1 and position >= $2 and position < $3`,
      [orgId, boundary, size],
    );
    const { tiles } = appendLeaves(await readEdge(stored, boundary), splitHashes(only(tail).hashes));
    return new OverlaidTiles(stored, tiles);
  }
}
