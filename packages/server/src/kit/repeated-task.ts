import { untilBeat } from './beat.ts';

export interface RepeatedTaskOptions {
  /** From one second up, it may vary by half a second: see `untilBeat`. */
  everyMs: number;
  /** The gap after a run that resolved with `false`: there was nothing to do. Defaults to `everyMs`. */
  idleMs?: number;
  /** Minimum gap before a woken run, for tasks that are woken often. Defaults to 0. */
  wokenMs?: number;
  run(): Promise<unknown>;
  onError(error: unknown): void;
}

/** Runs a task repeatedly, one run at a time: `everyMs` after the last run, or when woken. */
export class RepeatedTask {
  readonly #options: RepeatedTaskOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isWoken = false;
  #isStopped = true;
  #ranAt = Number.NEGATIVE_INFINITY;

  constructor(options: RepeatedTaskOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isStopped = false;
    this.#schedule(untilBeat(this.#options.everyMs));
  }

  wake(): void {
    this.#isWoken = true;
    if (!this.#isStopped && !this.#running) this.#schedule(this.#wokenMs());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #wokenMs(): number {
    const { wokenMs = 0 } = this.#options;
    return Math.max(0, this.#ranAt + wokenMs - performance.now());
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#running = this.#run();
    }, delayMs);
  }

  async #run(): Promise<void> {
    const { everyMs, idleMs = everyMs, run, onError } = this.#options;
    this.#isWoken = false;
    let found: unknown;
    try {
      found = await run();
    } catch (error) {
      onError(error);
    }
    this.#running = undefined;
    this.#ranAt = performance.now();
    const restMs = found === false ? idleMs : everyMs;
    if (!this.#isStopped) this.#schedule(this.#isWoken ? this.#wokenMs() : untilBeat(restMs));
  }
}
