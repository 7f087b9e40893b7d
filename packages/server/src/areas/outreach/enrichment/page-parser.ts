import { Worker } from 'node:worker_threads';
import type { FeedEntry, PageFacts } from './parse-page.ts';

export interface ParseTask {
  id: number;
  kind: 'page' | 'feed';
  text: string;
  url: string;
}

interface Waiting {
  resolve(value: never): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

const LIMIT_MS = 5_000;
/** A thread that has nothing to do for so long is ended. */
const IDLE_MS = 30_000;

/** Reads pages on a thread of its own, which is started when there is one to read. */
export class PageParser {
  #worker: Worker | undefined;
  #nextId = 1;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting = new Map<number, Waiting>();

  parsePage(text: string, url: string): Promise<PageFacts> {
    return this.#ask('page', text, url) as Promise<PageFacts>;
  }

  parseFeed(text: string): Promise<FeedEntry[]> {
    return this.#ask('feed', text, '') as Promise<FeedEntry[]>;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #ask(kind: ParseTask['kind'], text: string, url: string): Promise<unknown> {
    clearTimeout(this.#idle);
    const worker = this.#running();
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      // A page that takes so long was made to; whatever else waits is read by the next thread.
      const timer = setTimeout(() => void worker.terminate(), LIMIT_MS);
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, timer });
      worker.postMessage({ id, kind, text, url } satisfies ParseTask);
    });
  }

  #running(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL('./parse-page.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    });
    worker.unref();
    worker.on('message', ({ id, value, error }: { id: number; value: never; error?: string }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      clearTimeout(waiting?.timer);
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(error));
      if (this.#waiting.size === 0) this.#idle = setTimeout(() => void this.stop(), IDLE_MS).unref();
    });
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject, timer } of this.#waiting.values()) {
        clearTimeout(timer);
        reject(new Error('the page could not be read in time'));
      }
      this.#waiting.clear();
    });
    this.#worker = worker;
    return worker;
  }
}
