import { untilBeat } from './beat.ts';

export interface RepeatedTaskOptions {
  /** From a second on it may be half a second less or more: see `untilBeat`. */
  everyMs: number;
  /** The gap after a run that resolved with `false`: there was nothing to do. `everyMs` unless told. */
  idleMs?: number;
  /** Woken, it runs no sooner than so long after the last run: for what is woken often. 0 unless told. */
  wokenMs?: number;
  run(): Promise<unknown>;
  onError(error: unknown): void;
}

/** Runs a task again and again, one run at a time: so long after the last one, or when woken. */
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
