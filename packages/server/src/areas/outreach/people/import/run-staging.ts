import type { DatabaseConnection } from '../../../../kit/db/index.ts';
import { type ThreadFailure, ThreadPool } from '../../../../kit/threads/index.ts';
import { type RefusalData, toAppError } from './import-refusal.ts';
import type { StageRequest } from './stage-file.ts';
import type { Detected, ImportCounts } from './staging.ts';

/** Input of the staging thread. */
export interface StageJob extends StageRequest {
  orgId: string;
  connection: DatabaseConnection;
  nowMs: number;
}

export interface StagedFile {
  detected: Detected;
  counts: ImportCounts;
}

/** Result of the staging thread. */
export type StageOutcome = StagedFile | { refusal: RefusalData };

export interface StagingTasks {
  stage: { input: StageJob; output: StageOutcome };
}

/** Files read concurrently per node; others wait their turn. */
const MAX_THREADS = 2;
/** The next file comes soon or not at all: a new thread costs a third of a second of CPU. */
const IDLE_MS = 10_000;

/** Reads files into staging tables on separate threads. */
export class StagingThreads {
  readonly #threads = new ThreadPool<StagingTasks>({
    entry: new URL('./stage-file.worker.ts', import.meta.url),
    size: MAX_THREADS,
    memoryMb: 96,
    youngMb: 8,
    idleMs: IDLE_MS,
  });

  /** Throws the refusal for a file that is not a list of leads. */
  async stage(job: StageJob): Promise<StagedFile> {
    const outcome = await this.#threads.run('stage', job).catch(rethrowFromThread);
    if ('refusal' in outcome) throw toAppError(outcome.refusal);
    return outcome;
  }

  stop(): Promise<void> {
    return this.#threads.stop();
  }
}

/** Rethrows a database error as if it had occurred on this thread. */
function rethrowFromThread(failure: ThreadFailure): never {
  if (failure.thrown === undefined) throw failure;
  throw Object.assign(new Error(failure.message, { cause: failure }), failure.thrown);
}
