import type { Pool } from 'pg';

/** New connections that may be opened at once. */
const OPENED_AT_ONCE = 4;
/**
 * Opening a connection costs client and server some 10 ms of CPU time together; most statements finish sooner
 * than this.
 */
const OPENING_MS = 20;

/**
 * While a pool has no free connection, makes callers wait for one and opens new ones gradually. Otherwise a
 * burst, such as background jobs that start together, would open a connection per statement and keep them
 * all, at about 5 MB of database memory each.
 */
export class ConnectionGrowth {
  readonly #pool: Pool;
  /** First in, first out. */
  readonly #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
    // The pool emits this before it has the connection back.
    pool.on('release', () => queueMicrotask(() => this.#handOver()));
  }

  /** Resolves when the caller may ask the pool; undefined if it may now. */
  wait(): Promise<void> | undefined {
    const { totalCount, options } = this.#pool;
    // A full pool has its own queue.
    const isFull = totalCount >= options.max;
    if (this.#waiting.length === 0 && (totalCount < OPENED_AT_ONCE || isFull || this.#free > 0))
      return undefined;
    this.#timer ??= setTimeout(() => this.#open(), OPENING_MS);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  get #free(): number {
    return this.#pool.idleCount - this.#pool.waitingCount;
  }

  /** Lets the first waiter open a new connection. */
  #open(): void {
    this.#waiting.shift()?.();
    this.#timer = this.#waiting.length > 0 ? setTimeout(() => this.#open(), OPENING_MS) : undefined;
  }

  #handOver(): void {
    for (const goOn of this.#waiting.splice(0, Math.max(0, this.#free))) goOn();
    if (this.#waiting.length > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
