/** A turn without a block takes as long as this many blocks, and at least a second. */
const QUIET_BLOCKS = 2;
const MIN_QUIET_MS = 1_000;

/**
 * Counts how long transactions wait for a chain: each block is a turn, and so is each quiet time. Some chains
 * make no block without a transaction, so one that did not reach the node would wait for its own block.
 */
export class Turns {
  readonly #quietMs: number;
  #quiet = 0;
  #since = performance.now();

  constructor(blockTimeMs: number) {
    this.#quietMs = Math.max(blockTimeMs * QUIET_BLOCKS, MIN_QUIET_MS);
  }

  /** A block came, or the chain begins to be watched. */
  restart(): void {
    this.#since = performance.now();
  }

  /** Counts a quiet time that has passed since the last turn. */
  passQuiet(): boolean {
    if (performance.now() - this.#since < this.#quietMs) return false;
    this.#quiet++;
    this.restart();
    return true;
  }

  at(block: number): number {
    return block + this.#quiet;
  }
}
