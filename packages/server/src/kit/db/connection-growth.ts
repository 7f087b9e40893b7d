import type { Pool } from 'pg';

/** So many connections are opened at once when they are asked for. */
const OPENED_AT_ONCE = 4;
/** Opening a connection takes the two sides some 10 ms of processor time; most statements take less than this. */
const OPENING_MS = 5;

/**
 * Makes who asks a pool with no free connection wait for one, while it opens one more after the other. Work that begins at
 * the same time, as background work does, would open a connection for each of its statements and keep them, with some 5 MB
 * of the database's memory each.
 */
export class ConnectionGrowth {
  readonly #pool: Pool;
  /** In the order in which they came. */
  readonly #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
    // The pool says so before it has the connection back.
    pool.on('release', () => queueMicrotask(() => this.#handOver()));
  }

  /** Resolves when it is time to ask the pool; undefined if that is now. */
  wait(): Promise<void> | undefined {
    const { totalCount, options } = this.#pool;
    // A full pool has a line of its own.
    const isFull = totalCount >= options.max;
    if (this.#waiting.length === 0 && (totalCount < OPENED_AT_ONCE || isFull || this.#free > 0))
      return undefined;
    this.#timer ??= setTimeout(() => this.#open(), OPENING_MS);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  get #free(): number {
    return this.#pool.idleCount - this.#pool.waitingCount;
  }

  /** The first in the line gets a connection of its own. */
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
