import type { Pool } from 'pg';
import { inTransaction, queryPool } from '../../kit/db/index.ts';
import { lastJump, readJumps, writeFoundJump, writeJump } from './clock-jump.repository.ts';
import type { FoundJump } from './found-jump.ts';
import { KNOWN_MS, type SharedClock } from './shared-clock.ts';

export interface ClockJumpsOptions {
  pool: Pool;
  clock: SharedClock;
  onError(error: unknown): void;
}

/** By less than this nothing ends that would matter; answers are under way for as long. */
const MIN_MS = 2_000;
/** What a statement may wait before it looks at the clock. */
const SLACK_MS = 1_000;
/** By then, every node that noticed a jump has recorded it. */
const WRITTEN_AFTER_MS = 10_000;

/** The same of what is found at the start: a heartbeat is so long under way at most, on either side. */
const LEAST_FOUND_MS = 5_000;

/**
 * Records changes of the database's clock for nodes that start later: only nodes that were running know what
 * it said before. A change while no node runs is found by the next node on the same machine (`findJump`).
 */
export class ClockJumps {
  readonly #options: ClockJumpsOptions;
  /** When the clock was last read, by the monotonic clock. */
  #heardAt = Number.NEGATIVE_INFINITY;
  /** Noticed but not recorded yet: the total jump since the clock was right. */
  #unwritten: { aheadMs: number; since: number } | undefined;
  /** Id of the last row when this node wrote: what it noticed before is accounted for. */
  #writtenId = '0';
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ClockJumpsOptions) {
    this.#options = options;
  }

  /**
   * Takes from the database what the clock was before; once more a little later, since who heard of a jump may be about to write.
   * `found` is how it was set since a node before this one heard it.
   */
  async start(found?: FoundJump): Promise<void> {
    if (found !== undefined && Math.abs(found.aheadMs) >= LEAST_FOUND_MS) await this.#writeFound(found);
    await this.read();
    this.#timer = setTimeout(() => void this.read().catch(this.#options.onError), WRITTEN_AFTER_MS).unref();
  }

  async read(): Promise<void> {
    const { pool, clock } = this.#options;
    const lastId = await lastJump(queryPool(pool));
    clock.recall(await readJumps(queryPool(pool), KNOWN_MS));
    if (this.#unwritten === undefined && this.#writing === undefined) this.#writtenId = lastId;
  }

  /** The id of the newest jump that this node knows of. */
  get knownId(): string {
    return this.#writtenId;
  }

  async #writeFound({ aheadMs, afterId }: FoundJump): Promise<void> {
    const { pool, onError } = this.#options;
    const bounds = { leastMs: LEAST_FOUND_MS, keptMs: KNOWN_MS };
    await inTransaction(pool, (query) => writeFoundJump(query, { aheadMs, afterId }, bounds)).catch(onError);
  }

  /** Passes on the time from a heartbeat and records any jump. */
  learn(toldMs: number, sentAt: number, readAt: number): void {
    const aheadMs = this.#options.clock.learn(toldMs, sentAt, readAt);
    if (Math.abs(aheadMs) >= MIN_MS) this.#add(aheadMs, this.#heardAt);
    this.#heardAt = sentAt;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Resolves once no write is in progress. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
  }

  #add(aheadMs: number, since: number): void {
    this.#unwritten = {
      aheadMs: aheadMs + (this.#unwritten?.aheadMs ?? 0),
      since: Math.min(since, this.#unwritten?.since ?? since),
    };
  }

  /** A failed write is retried at the next heartbeat. */
  async #write(): Promise<void> {
    const { pool, onError } = this.#options;
    const unwritten = this.#unwritten;
    if (unwritten === undefined) return;
    const { aheadMs, since } = unwritten;
    this.#unwritten = undefined;
    const jump = { aheadMs, withinMs: performance.now() - since + SLACK_MS, afterId: this.#writtenId };
    const bounds = { leastMs: MIN_MS, keptMs: KNOWN_MS };
    try {
      this.#writtenId = await inTransaction(pool, (query) => writeJump(query, jump, bounds));
    } catch (error) {
      this.#add(aheadMs, since);
      onError(error);
    }
  }
}
