import { Worker } from 'node:worker_threads';
import type { DatabaseConnection } from '../../../../kit/db/index.ts';
import { type RefusalData, toAppError } from './import-refusal.ts';
import type { StageRequest } from './stage-file.ts';
import type { Detected, ImportCounts } from './staging.ts';

/** What the thread is given. */
export interface StageJob extends StageRequest {
  orgId: string;
  connection: DatabaseConnection;
  nowMs: number;
}

export interface StagedFile {
  detected: Detected;
  counts: ImportCounts;
}

/** What the thread comes to. */
export type StageOutcome = StagedFile | { refusal: RefusalData };

/** Files read at once on a node; the others wait for their turn. */
const MAX_THREADS = 2;
const MAX_HEAP_MB = 96;

/** Reads files into staging tables, each on a thread of its own. */
export class StagingThreads {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** Throws the refusal of a file that is no list of leads. */
  async stage(job: StageJob): Promise<StagedFile> {
    await this.#take();
    try {
      const outcome = await runThread(job);
      if ('refusal' in outcome) throw toAppError(outcome.refusal);
      return outcome;
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  async #take(): Promise<void> {
    while (this.#running >= MAX_THREADS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running++;
  }
}

function runThread(job: StageJob): Promise<StageOutcome> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./stage-file.worker.ts', import.meta.url), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 8 },
    });
    let outcome: StageOutcome | undefined;
    worker.once('message', (message: StageOutcome) => {
      outcome = message;
    });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      if (outcome !== undefined) resolve(outcome);
      else reject(new Error(`the thread that reads the file ended with ${code}`));
    });
  });
}
