import { actForAll } from '../acting.ts';

export interface GroupCommitOptions<In, Out> {
  /** Does the work of a batch; answers one result for each item, in their order. */
  run(items: In[]): Promise<Out[]>;
  maxItems: number;
  /** Whether the items of a batch that failed so are each tried again alone, since one of them is to blame. */
  triesAlone?(error: unknown): boolean;
}

interface Waiting<In, Out> {
  item: In;
  resolve(result: Out): void;
  reject(error: unknown): void;
}

/**
 * One batch at a time: what arrives while a batch is under way forms the next one, so that the
 * cost of a statement is shared by whatever waits for it.
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

  /** Resolves when everything that was added has been settled. */
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
