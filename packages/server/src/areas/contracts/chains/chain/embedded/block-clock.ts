import type { JsonRpc } from '../json-rpc.ts';

export interface BlockClockOptions {
  rpc: JsonRpc;
  intervalMs: number;
  /** Blocks that the process has mined before. */
  mined: number;
  /** Told when a block could not be mined. */
  onError(error: unknown): void;
}

/**
 * Has an embedded chain mine a block at each interval. anvil has a clock of its own, but with it keeps the states of
 * 1,500 blocks in memory whatever it is told, each with the hashes of all blocks before: gigabytes within hours.
 */
export class BlockClock {
  readonly #options: BlockClockOptions;
  #timer: NodeJS.Timeout | undefined;
  #mining: Promise<void> | undefined;
  #isPaused = true;
  #mined: number;

  constructor(options: BlockClockOptions) {
    this.#options = options;
    this.#mined = options.mined;
  }

  /** Blocks of this process so far. */
  get mined(): number {
    return this.#mined;
  }

  start(): void {
    this.#isPaused = false;
    this.#schedule(this.#options.intervalMs);
  }

  /** Resolves when no block is under way any more. */
  async pause(): Promise<void> {
    this.#isPaused = true;
    clearTimeout(this.#timer);
    await this.#mining;
  }

  #schedule(delayMs: number): void {
    if (this.#isPaused) return;
    this.#timer = setTimeout(() => {
      const startedAt = performance.now();
      this.#mining = this.#mine().then(() => {
        // Blocks that were missed are not made up for.
        this.#schedule(Math.max(this.#options.intervalMs - (performance.now() - startedAt), 0));
      });
    }, delayMs).unref();
  }

  async #mine(): Promise<void> {
    try {
      const [answer] = await this.#options.rpc.batch([{ method: 'evm_mine', params: [] }]);
      if (answer !== undefined && 'error' in answer) throw new Error(answer.error.message);
      this.#mined++;
    } catch (error) {
      if (!this.#isPaused) this.#options.onError(error);
    }
  }
}
