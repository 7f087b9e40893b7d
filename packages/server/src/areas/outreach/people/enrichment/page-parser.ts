import { ThreadPool } from '../../../../kit/threads/index.ts';
import type { FeedEntry, PageFacts } from './parse-page.ts';
import type { ParseTasks } from './parse-page.worker.ts';

/** A page that takes longer was built to. */
const LIMITS = { processorMs: 5_000 };

/** Parses pages on a separate thread, started on demand. */
export class PageParser {
  readonly #threads = new ThreadPool<ParseTasks>({
    entry: new URL('./parse-page.worker.ts', import.meta.url),
    size: 1,
    memoryMb: 128,
    // A page that makes V8 abort takes only a separate process with it.
    processFlags: [],
  });

  /** Rejects with ThreadFailure when a page exceeds the limits. */
  parsePage(text: string, url: string): Promise<PageFacts> {
    return this.#threads.run('page', { text, url }, LIMITS);
  }

  /** Rejects like `parsePage`. */
  parseFeed(text: string): Promise<FeedEntry[]> {
    return this.#threads.run('feed', { text }, LIMITS);
  }

  stop(): Promise<void> {
    return this.#threads.stop();
  }
}
