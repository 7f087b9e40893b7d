import { actForAll } from '../acting.ts';

export interface GroupCommitOptions<In, Out> {
  /** Processes a batch; returns one result per item, in the same order. */
  run(items: In[]): Promise<Out[]>;
  maxItems: number;
  /** Whether, after this error, each item of the batch is retried alone, because one of them caused it. */
  triesAlone?(error: unknown): boolean;
}

interface Waiting<In, Out> {
  item: In;
  resolve(result: Out): void;
  reject(error: unknown): void;
}

/**
 * Runs one batch at a time: whatever arrives meanwhile forms the next batch, so all waiting items share the
 * cost of one statement.
 */
export class GroupCommit<In, Out> {
  readonly #options: GroupCommitOptions<In, Out>;
  #waiting: Waiting<In, Out>[] = [];
  #running: Promise<void> | undefined;

  constructor(options: GroupCommitOptions<In, Out>) {
    this.#options = options;
  }

  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#running ??= actForAll(() => this.#runAll());
    });
  }

  /** Resolves when everything added so far has settled. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #runAll(): Promise<void> {
    // Items added in this turn of the event loop share the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#run(this.#waiting.splice(0, this.#options.maxItems));
    this.#running = undefined;
  }

  async #run(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      const results = await this.#options.run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, i) => {
        resolve(results[i] as Out);
      });
    } catch (error) {
      if (batch.length > 1 && this.#options.triesAlone?.(error)) {
        for (const one of batch) await this.#run([one]);
        return;
      }
      for (const { reject } of batch) reject(error);
    }
  }
}
