import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Pool, PoolClient } from 'pg';
import { createPool, isDatabaseUnavailable } from '../../kit/db/index.ts';
import { inTime, TooLateError } from './in-time.ts';
import { type DatabaseIdentity, neverWrite, readIdentity, readReplayed } from './replica.repository.ts';

/**
 * - `serving`: it may be read.
 * - `behind`: its data is older than allowed.
 * - `away`: it cannot be reached, or does not answer.
 * - `no replica`: it follows no primary, for example because it was promoted.
 * - `other database`: it is a replica of another database.
 */
export type ReplicaState = 'unknown' | 'serving' | 'behind' | 'away' | 'no replica' | 'other database';

export interface ReplicaOptions {
  url: string;
  /** Host and port, for metrics and logs. */
  name: string;
  /** Maximum connections for reads. */
  max: number;
  /** The time that a replay position corresponds to, by `performance.now()`. */
  momentOf(replayed: number): number;
  /** Maximum age of its data. */
  maxAgeMs: number;
  /** The primary's. */
  identity(): DatabaseIdentity | undefined;
  onState(replica: Replica, cause: unknown): void;
}

/** A replica that takes longer to check counts as away. */
const CHECK_LIMIT_MS = 1_000;
/** How long a read waits for a replica that has nearly caught up. */
const CATCH_UP_MS = 50;
const CATCH_UP_STEP_MS = 5;

/** A statement that was cancelled or tried to write: this says nothing about the server. */
const OF_THE_STATEMENT = new Set(['57014', '25006']);

/** One replica: a periodically updated state that says whether it may be read, and connections for reads. */
export class Replica {
  readonly name: string;
  readonly #options: ReplicaOptions;
  readonly #pool: Pool;
  readonly #looks: Pool;
  readonly #lent = new Set<PoolClient>();
  readonly #examined = new WeakSet<PoolClient>();
  readonly #openedAt = performance.now();
  #state: ReplicaState = 'unknown';
  #ageMs = Number.POSITIVE_INFINITY;

  constructor(options: ReplicaOptions) {
    this.name = options.name;
    this.#options = options;
    const connection = { connectionString: options.url };
    // A broken connection surfaces in the statement or check that fails because of it.
    const onError = () => {};
    const { max } = options;
    this.#pool = createPool(connection, { max, applicationName: 'trivium reads', onError });
    const answerLimitMs = CHECK_LIMIT_MS;
    this.#looks = createPool(connection, {
      max: 1,
      applicationName: 'trivium look',
      onError,
      answerLimitMs,
    });
    this.#pool.on('acquire', (client) => this.#lent.add(client));
    this.#pool.on('release', (_error, client) => this.#lent.delete(client as PoolClient));
  }

  get state(): ReplicaState {
    return this.#state;
  }

  /** Maximum age of its data, as of the last check. */
  get ageMs(): number {
    return this.#ageMs;
  }

  /** Checks whether it may be read. */
  async look(): Promise<void> {
    let client: PoolClient | undefined;
    try {
      client = await inTime(this.#looks.connect(), CHECK_LIMIT_MS, (late) => late.release());
      this.#judge(await this.#examine(client));
      client.release();
    } catch (error) {
      client?.release(error as Error);
      this.#ageMs = Number.POSITIVE_INFINITY;
      this.#become('away', error);
    }
  }

  /**
   * A connection that shows everything committed before `since`, and the time that its data reflects; `seen`:
   * a time that the replica is known to have reached, so that it is not asked again. Undefined when none is
   * available immediately.
   */
  async lend(since: number, seen?: number): Promise<{ client: PoolClient; moment: number } | undefined> {
    let client: PoolClient | undefined;
    try {
      client = await this.#connect();
      if (client === undefined) return undefined;
      if (seen !== undefined && this.#examined.has(client)) return { client, moment: seen };
      const moment = await inTime(this.#catchUp(client, since), CHECK_LIMIT_MS);
      if (moment !== undefined) return { client, moment };
      client.release();
    } catch (error) {
      if (client !== undefined) breakOff(client);
      client?.release(error as Error);
      this.failed(error);
    }
    return undefined;
  }

  /** A statement failed there. If the server is to blame, nobody else is sent to it before the next check. */
  failed(error: unknown): void {
    const { code } = error as { code?: unknown };
    const isOfStatement = typeof code === 'string' && OF_THE_STATEMENT.has(code);
    if (error instanceof TooLateError || (isDatabaseUnavailable(error) && !isOfStatement))
      this.#become('away', error);
  }

  async stop(): Promise<void> {
    for (const client of this.#lent) breakOff(client);
    await Promise.all([this.#pool.end(), this.#looks.end()]);
  }

  /** Undefined: all are in use, which is not the replica's fault. */
  #connect(): Promise<PoolClient | undefined> {
    return inTime(this.#pool.connect(), CHECK_LIMIT_MS, (late) => late.release()).catch((error) => {
      if (this.#lent.size >= this.#options.max) return undefined;
      throw error;
    });
  }

  async #catchUp(client: PoolClient, since: number): Promise<number | undefined> {
    const giveUpAt = performance.now() + CATCH_UP_MS;
    for (;;) {
      const seen = await this.#examine(client);
      if (typeof seen === 'string') {
        this.#become(seen, undefined);
        return undefined;
      }
      const moment = this.#options.momentOf(seen);
      if (moment >= since) return moment;
      if (performance.now() > giveUpAt) return undefined;
      await sleep(CATCH_UP_STEP_MS);
    }
  }

  /** Its replay position, or why it may not be read. */
  async #examine(client: PoolClient): Promise<number | ReplicaState> {
    if (!this.#examined.has(client)) {
      const primary = this.#options.identity();
      if (primary === undefined) return 'unknown';
      const { system, database } = await readIdentity(client);
      if (system !== primary.system || database !== primary.database) return 'other database';
      await neverWrite(client);
      this.#examined.add(client);
    }
    return (await readReplayed(client)) ?? 'no replica';
  }

  #judge(seen: number | ReplicaState): void {
    if (typeof seen === 'string') {
      this.#ageMs = Number.POSITIVE_INFINITY;
      this.#become(seen, undefined);
      return;
    }
    const now = performance.now();
    const { momentOf, maxAgeMs } = this.#options;
    this.#ageMs = Math.max(0, now - momentOf(seen));
    if (this.#ageMs <= maxAgeMs) this.#become('serving', undefined);
    // For commits from before this process started, the time is unknown.
    else if (this.#state !== 'unknown' || now - this.#openedAt > maxAgeMs) this.#become('behind', undefined);
  }

  #become(state: ReplicaState, cause: unknown): void {
    if (state === this.#state) return;
    this.#state = state;
    // Readers waiting for its answer go to the primary now rather than after their timeout.
    if (state === 'away') for (const client of this.#lent) breakOff(client);
    this.#options.onState(this, cause);
  }
}

/** Destroys the connection and with it a running statement, without telling the server. */
function breakOff(client: PoolClient): void {
  (client as unknown as Client).end().catch(() => {});
}
