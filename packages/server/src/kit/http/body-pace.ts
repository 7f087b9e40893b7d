/** How fast bodies may come. */
export interface PaceBounds {
  bytesPerSecond: number;
  /** So much may come at once. */
  burstBytes: number;
}

/**
 * Of one organization, and of all whose key is not known together. A megabyte of JSON takes 20 to 50 ms of the
 * service's thread to read, so nobody is held back by it whose bodies the service could work on.
 */
export const PACE_BOUNDS: PaceBounds = { bytesPerSecond: 32 * 1_048_576, burstBytes: 8 * 1_048_576 };

const TICK_MS = 10;
/** What comes at once over a connection that is read from again. */
const PORTION_BYTES = 65_536;

interface Share {
  /** Below zero: more has come than may. */
  left: number;
  /** They go on in the order in which they had to stop. */
  waiting: (() => void)[];
}

/**
 * Keeps the bodies of one owner from filling the service's thread and its memory: who sends faster is read from later, and
 * its own system holds the rest. What is read to be forgotten counts as well, since reading is most of what that costs.
 */
export class BodyPace {
  readonly #bounds: PaceBounds;
  /** Of those from whom something came lately. */
  readonly #shares = new Map<string, Share>();
  #ticker: NodeJS.Timeout | undefined;
  #tickedAt = 0;

  constructor(bounds: PaceBounds = PACE_BOUNDS) {
    this.#bounds = bounds;
  }

  /** Counts what came. False: nothing more is to be read from there until `goOn` is called, once. */
  take(owner: string, bytes: number, goOn: () => void): boolean {
    let share = this.#shares.get(owner);
    if (share === undefined) {
      share = { left: this.#bounds.burstBytes, waiting: [] };
      this.#shares.set(owner, share);
      this.#start();
    }
    share.left -= bytes;
    if (share.left >= 0 && share.waiting.length === 0) return true;
    share.waiting.push(goOn);
    return false;
  }

  stop(): void {
    clearInterval(this.#ticker);
    this.#ticker = undefined;
  }

  #start(): void {
    if (this.#ticker !== undefined) return;
    this.#tickedAt = performance.now();
    this.#ticker = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  #tick(): void {
    const now = performance.now();
    const { bytesPerSecond, burstBytes } = this.#bounds;
    const more = ((now - this.#tickedAt) / 1_000) * bytesPerSecond;
    this.#tickedAt = now;
    for (const [owner, share] of this.#shares) {
      share.left = Math.min(burstBytes, share.left + more);
      // What they bring is counted when it has come.
      for (let left = share.left; left >= 0 && share.waiting.length > 0; left -= PORTION_BYTES) {
        share.waiting.shift()?.();
      }
      if (share.left === burstBytes && share.waiting.length === 0) this.#shares.delete(owner);
    }
    if (this.#shares.size === 0) this.stop();
  }
}
