import type { Pool } from 'pg';
import { GroupCommit } from '../../kit/batching/index.ts';
import { type QueryRows, queryPool } from '../../kit/db/index.ts';
import { RepeatedTask } from '../../kit/repeated-task.ts';
import { Positions } from './positions.ts';
import { askPrimary, type Writer } from './recent-writers.repository.ts';
import { type DatabaseIdentity, readIdentity } from './replica.repository.ts';
import { Replica, type ReplicaState } from './replica.ts';
import { replicaName } from './replica-name.ts';

export interface ReplicaSetOptions {
  /** One or more. */
  urls: readonly string[];
  /** Maximum connections to each. */
  poolSize: number;
  /** Maximum age of data that may be read. */
  maxAgeMs: number;
  onState(change: { replica: string; state: ReplicaState; cause: unknown }): void;
  onError(error: unknown): void;
}

/** The primary's answer to a reader. */
export interface ReaderAnswer {
  /** A replica must show everything committed before this time (by `performance.now()`) to be current. */
  askedAt: number;
  /** The reader has recently written, or was shown the newest data, through another node. */
  wroteElsewhere: boolean;
}

const CHECK_INTERVAL_MS = 500;
const FORGET_EVERY_CHECKS = 60;
const MAX_READERS_AT_ONCE = 500;

/** The replicas, and how far each has got compared with the primary. */
export class ReplicaSet {
  readonly replicas: readonly Replica[];
  readonly #positions: Positions;
  readonly #looking: RepeatedTask;
  readonly #onError: (error: unknown) => void;
  #primary: { pool: Pool; query: QueryRows; nodeId: string; forget(): Promise<void> } | undefined;
  #identity: DatabaseIdentity | undefined;
  #looks = 0;
  #isPrimaryAway = false;
  readonly #asking = new GroupCommit<Writer, ReaderAnswer>({
    run: (readers) => this.#ask(readers),
    maxItems: MAX_READERS_AT_ONCE,
  });

  constructor({ urls, poolSize, maxAgeMs, onState, onError }: ReplicaSetOptions) {
    this.#positions = new Positions(maxAgeMs);
    this.#onError = onError;
    this.#looking = new RepeatedTask({ everyMs: CHECK_INTERVAL_MS, run: () => this.#look(), onError });
    this.replicas = urls.map(
      (url) =>
        new Replica({
          url,
          name: replicaName(url),
          max: poolSize,
          maxAgeMs,
          momentOf: (replayed) => this.#positions.momentOf(replayed),
          identity: () => this.#identity,
          onState: ({ name, state }, cause) => onState({ replica: name, state, cause }),
        }),
    );
  }

  /** `forget` is called periodically to drop what is no longer needed. */
  start(primary: { pool: Pool; nodeId: string; forget(): Promise<void> }): void {
    this.#primary = { ...primary, query: queryPool(primary.pool) };
    this.#looking.start();
    this.#looking.wake();
  }

  async stop(): Promise<void> {
    await this.#looking.stop();
    await Promise.all(this.replicas.map((replica) => replica.stop()));
  }

  /** One statement for all concurrent callers. */
  ask(reader: Writer): Promise<ReaderAnswer> {
    return this.#asking.add(reader);
  }

  /** The replica that always answers this reader, or another one while it cannot. Undefined: none can. */
  pick({ keyId }: Writer): { replica: Replica; isHome: boolean } | undefined {
    const home = Number.parseInt(keyId.slice(-6), 16) % this.replicas.length;
    for (let i = 0; i < this.replicas.length; i++) {
      const replica = this.replicas[(home + i) % this.replicas.length];
      if (replica?.state === 'serving') return { replica, isHome: i === 0 };
    }
    return undefined;
  }

  async #ask(readers: readonly Writer[]): Promise<ReaderAnswer[]> {
    const primary = this.#primary;
    if (primary === undefined) throw new Error('The replicas are not started yet');
    const askedAt = performance.now();
    const { position, wroteElsewhere } = await askPrimary(primary.query, primary.nodeId, readers);
    this.#positions.add(position, askedAt);
    return readers.map(({ keyId }) => ({ askedAt, wroteElsewhere: wroteElsewhere.has(keyId) }));
  }

  async #look(): Promise<void> {
    const primary = this.#primary;
    if (primary === undefined) return;
    try {
      this.#identity ??= await identify(primary.pool);
      await this.#ask([]);
      if (++this.#looks % FORGET_EVERY_CHECKS === 0) await primary.forget();
      this.#isPrimaryAway = false;
    } catch (error) {
      // Their age is computed from its last answer. Reported once: others report it too.
      if (!this.#isPrimaryAway) this.#onError(error);
      this.#isPrimaryAway = true;
    }
    await Promise.all(this.replicas.map((replica) => replica.look()));
  }
}

async function identify(pool: Pool): Promise<DatabaseIdentity> {
  const client = await pool.connect();
  try {
    return await readIdentity(client);
  } finally {
    client.release();
  }
}
