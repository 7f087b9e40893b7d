import type { Pool } from 'pg';
import { type QueryRows, queryPool } from '../../kit/db/index.ts';
import {
  appendLeaves,
  consistencyProof,
  inclusionProof,
  readEdge,
  rootFromTiles,
  type TileStore,
} from '../../kit/merkle/index.ts';
import { required } from '../../kit/required.ts';
import {
  listCheckpoints,
  newestCheckpoint,
  readTail,
  type SignedCheckpoint,
} from './checkpoint.repository.ts';
import type { CheckpointSigner } from './checkpoint-signer.ts';
import { CHUNK_EVENTS } from './chunk-layout.ts';
import { readLogSize } from './event-log.repository.ts';
import { findLeaf } from './event-reader.repository.ts';
import type { StoredEvent } from './event-rows.ts';
import { countChunks } from './event-tree.repository.ts';
import type { Integrator } from './integrator.ts';
import { OverlaidTiles, StoredTiles, splitHashes } from './tile.repository.ts';

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

/** Proofs about an organization's log, against checkpoints that the service signed. */
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

  /** The log's public keys, newest first, in the form that verifiers take. */
  verifierKeys(orgId: string): Promise<string[]> {
    return this.#signer.verifierKeys(orgId);
  }

  /** The number of events in the log. */
  size(orgId: string): Promise<number> {
    return readLogSize(this.#query, orgId);
  }

  /**
   * Proves that the event is in the log, under a checkpoint that covers it; signs one if there is none yet.
   */
  async proveInclusion(orgId: string, eventId: string): Promise<InclusionAnswer | undefined> {
    const row = await findLeaf(this.#query, orgId, eventId);
    if (row === undefined) return undefined;
    const { leafHash, ...event } = row;
    let checkpoint = await newestCheckpoint(this.#query, orgId);
    if (checkpoint === undefined || checkpoint.size <= event.position) {
      await this.#integrator.integrateNow(orgId);
      checkpoint = required(await newestCheckpoint(this.#query, orgId), 'the checkpoint just signed');
    }
    const tiles = await this.#tiles(orgId, checkpoint.size);
    const proof = await inclusionProof(tiles, event.position, checkpoint.size);
    return { event, leafHash, checkpoint, proof };
  }

  /** The checkpoint of the current log; undefined for an empty log. */
  async currentCheckpoint(orgId: string): Promise<SignedCheckpoint | undefined> {
    await this.#integrator.integrateNow(orgId);
    return newestCheckpoint(this.#query, orgId);
  }

  /** Checkpoints, newest first. */
  listCheckpoints(
    orgId: string,
    page: { offset: number; limit: number },
  ): Promise<{ checkpoints: SignedCheckpoint[]; total: number }> {
    return listCheckpoints(this.#query, orgId, page);
  }

  /**
   * Proves that the log at `from` events is a prefix of the log at `to`. Undefined when it is smaller than
   * `to`.
   */
  async proveConsistency(orgId: string, from: number, to: number): Promise<ConsistencyAnswer | undefined> {
    if ((await this.size(orgId)) < to) return undefined;
    const tiles = await this.#tiles(orgId, to);
    return {
      fromRoot: await rootFromTiles(tiles, from),
      toRoot: await rootFromTiles(tiles, to),
      proof: await consistencyProof(tiles, from, to),
    };
  }

  /**
   * The tiles of the tree of `size` leaves: stored ones, followed by those computed from the remaining
   * leaves.
   */
  async #tiles(orgId: string, size: number): Promise<TileStore> {
    const stored = new StoredTiles(this.#query, orgId);
    const boundary = (await countChunks(this.#query, orgId)) * this.#chunkEvents;
    if (size <= boundary) return stored;
    const hashes = await readTail(this.#query, { orgId, first: boundary, last: size });
    const { tiles } = appendLeaves(await readEdge(stored, boundary), splitHashes(hashes));
    return new OverlaidTiles(stored, tiles);
  }
}
