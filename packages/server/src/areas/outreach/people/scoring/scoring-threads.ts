import { ThreadPool } from '../../../../kit/threads/index.ts';
import type { ScoreJob } from './score-import.repository.ts';

export interface ScoringTasks {
  /** How many were scored. */
  score: { input: ScoreJob; output: number };
}

/** Imports scored at once on a node; the others wait for their turn. */
const MAX_THREADS = 2;
/** The next import comes soon or not at all: a new thread costs a third of a second of the processor. */
const IDLE_MS = 10_000;

/** Scores imports on threads of their own. */
export class ScoringThreads {
  readonly #threads = new ThreadPool<ScoringTasks>({
    entry: new URL('./score-import.worker.ts', import.meta.url),
    size: MAX_THREADS,
    // Much is made and little kept: a young generation of a few pages is collected seldom.
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
