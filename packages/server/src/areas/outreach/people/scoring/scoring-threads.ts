import { ThreadPool } from '../../../../kit/threads/index.ts';
import type { ScoreJob } from './score-import.repository.ts';

export interface ScoringTasks {
  /** Output: the number scored. */
  score: { input: ScoreJob; output: number };
}

/** Imports scored concurrently per node; others wait their turn. */
const MAX_THREADS = 2;
/** The next import comes soon or not at all: a new thread costs a third of a second of CPU. */
const IDLE_MS = 10_000;

/** Scores imports on separate threads. */
export class ScoringThreads {
  readonly #threads = new ThreadPool<ScoringTasks>({
    entry: new URL('./score-import.worker.ts', import.meta.url),
    size: MAX_THREADS,
    // Allocates a lot and keeps little: a young generation with room for a few pages is rarely collected.
    memoryMb: 192,
    youngMb: 48,
    idleMs: IDLE_MS,
  });

  score(job: ScoreJob): Promise<number> {
    return this.#threads.run('score', job);
  }

  stop(): Promise<void> {
    return this.#threads.stop();
  }
}
