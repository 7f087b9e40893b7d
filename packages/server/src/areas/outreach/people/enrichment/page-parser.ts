import { ThreadPool } from '../../../../kit/threads/index.ts';
import type { FeedEntry, PageFacts } from './parse-page.ts';
import type { ParseTasks } from './parse-page.worker.ts';

/** A page that takes longer was made to. */
const LIMITS = { processorMs: 5_000 };

/** Reads pages on a thread of its own, which is started when there is one to read. */
export class PageParser {
  readonly #threads = new ThreadPool<ParseTasks>({
    entry: new URL('./parse-page.worker.ts', import.meta.url),
    size: 1,
    memoryMb: 128,
    // What a page makes V8 end takes a process of its own with it.
    processFlags: [],
  });

  /** Rejects with ThreadFailure for a page that cannot be read within bounds. */
  parsePage(text: string, url: string): Promise<PageFacts> {
    return this.#threads.run('page', { text, url }, LIMITS);
  }

  /** Rejects as `parsePage` does. */
  parseFeed(text: string): Promise<FeedEntry[]> {
    return this.#threads.run('feed', { text }, LIMITS);
  }

  stop(): Promise<void> {
    return this.#threads.stop();
  }
}
