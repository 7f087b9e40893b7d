/** Rate limit for bytes that are received. */
export interface PaceBounds {
  bytesPerSecond: number;
  /** Burst that may arrive at once. */
  burstBytes: number;
}

const TICK_MS = 10;
/** What one resumed connection delivers at once. */
const PORTION_BYTES = 65_536;

interface Share {
  /** Negative when more has arrived than allowed. */
  left: number;
  /** Resumed in the order in which they were paused. */
  waiting: (() => void)[];
}

/**
 * Keeps one owner's bytes from filling the service's thread and memory: connections that send faster are read
 * later, and TCP pushes back on the sender. Discarded bytes count as well, since reading is most of the cost.
 */
export class BytePace {
  readonly #bounds: PaceBounds;
  /** Owners that sent something recently. */
  readonly #shares = new Map<string, Share>();
  #ticker: NodeJS.Timeout | undefined;
  #tickedAt = 0;

  constructor(bounds: PaceBounds) {
    this.#bounds = bounds;
  }

  /** Counts received bytes. False: stop reading until `goOn` is called, once. */
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
      // What they bring is counted when it arrives.
      for (let left = share.left; left >= 0 && share.waiting.length > 0; left -= PORTION_BYTES) {
        share.waiting.shift()?.();
      }
      if (share.left === burstBytes && share.waiting.length === 0) this.#shares.delete(owner);
    }
    if (this.#shares.size === 0) this.stop();
  }
}
