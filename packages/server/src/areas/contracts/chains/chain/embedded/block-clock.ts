import type { JsonRpc } from '../json-rpc.ts';

export interface BlockClockOptions {
  rpc: JsonRpc;
  intervalMs: number;
  /** Blocks that the process mined before. */
  mined: number;
  /** Called when a block could not be mined. */
  onError(error: unknown): void;
}

/**
 * Lets an embedded chain mine a block per interval. anvil can do this itself, but then it keeps the states of
 * 1,500 blocks in memory whatever its options, each with the hashes of all earlier blocks: gigabytes within
 * hours.
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

  /** Blocks mined by this process so far. */
  get mined(): number {
    return this.#mined;
  }

  start(): void {
    this.#isPaused = false;
    this.#schedule(this.#options.intervalMs);
  }

  /** Resolves when no block is being mined any more. */
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
        // Missed blocks are not made up for.
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
