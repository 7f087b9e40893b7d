import type { ThreadPool } from '../../../kit/threads/index.ts';
import type { AnalysisOutput, WorkerTasks } from '../pipeline/worker-protocol.ts';

/**
 * Larger archives take so long that the time saved here does not matter, and an unused analysis costs more.
 */
const MAX_ARCHIVE_BYTES = 32 * 1_048_576;
/** The job follows its upload within milliseconds; one that comes later starts a new analysis. */
const KEPT_MS = 60_000;
/** If another node took the job, it may take the next ones too. */
const PAUSE_MS = 600_000;

interface Begun {
  output: Promise<AnalysisOutput>;
  controller: AbortController;
  timer: NodeJS.Timeout;
}

export interface AnalysesAheadOptions {
  /** False on nodes that do not run jobs. */
  isWanted: boolean;
  keptMs?: number;
}

/**
 * Starts analyses while their upload is still being checked and recorded; otherwise a free thread would be
 * idle for a tenth of a second. The job takes over what was started for it. This is only an optimization: if
 * the result is lost, the job runs the analysis.
 */
export class AnalysesAhead {
  readonly #workers: Pick<ThreadPool<WorkerTasks>, 'hasFree'>;
  readonly #options: AnalysesAheadOptions;
  readonly #begun = new Map<string, Begun>();
  #pausedUntil = 0;

  constructor(workers: Pick<ThreadPool<WorkerTasks>, 'hasFree'>, options: AnalysesAheadOptions) {
    this.#workers = workers;
    this.#options = options;
  }

  /** Starts the analysis of a stored archive if a thread is free and it was not started yet. */
  begin(
    archiveKey: string,
    sizeBytes: number,
    analyze: (signal: AbortSignal) => Promise<AnalysisOutput>,
  ): void {
    const { isWanted, keptMs = KEPT_MS } = this.#options;
    if (!isWanted || sizeBytes > MAX_ARCHIVE_BYTES || !this.#workers.hasFree) return;
    if (performance.now() < this.#pausedUntil || this.#begun.has(archiveKey)) return;
    const controller = new AbortController();
    const output = analyze(controller.signal);
    // Whoever takes it gets the error; if nobody does, it does not matter.
    output.catch(() => undefined);
    const timer = setTimeout(() => {
      this.#pausedUntil = performance.now() + PAUSE_MS;
      this.drop(archiveKey);
    }, keptMs).unref();
    this.#begun.set(archiveKey, { output, controller, timer });
  }

  /** The started analysis, only once; undefined when there is none. */
  take(archiveKey: string, signal: AbortSignal): Promise<AnalysisOutput> | undefined {
    const begun = this.#forget(archiveKey);
    const abort = () => begun?.controller.abort();
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    return begun?.output;
  }

  /** Stops the analysis of an upload that is refused. */
  drop(archiveKey: string): void {
    this.#forget(archiveKey)?.controller.abort();
  }

  #forget(archiveKey: string): Begun | undefined {
    const begun = this.#begun.get(archiveKey);
    clearTimeout(begun?.timer);
    this.#begun.delete(archiveKey);
    return begun;
  }
}
