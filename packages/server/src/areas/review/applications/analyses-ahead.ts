import type { ThreadPool } from '../../../kit/threads/index.ts';
import type { AnalysisOutput, WorkerTasks } from '../pipeline/worker-protocol.ts';

/** Larger archives take so long that what is saved here does not matter, and cost more when nobody takes them. */
const MAX_ARCHIVE_BYTES = 32 * 1_048_576;
/** The job follows its upload within milliseconds; one that comes later analyses anew. */
const KEPT_MS = 60_000;
/** When another node took the job, the next one may do so too. */
const PAUSE_MS = 600_000;

interface Begun {
  output: Promise<AnalysisOutput>;
  controller: AbortController;
  timer: NodeJS.Timeout;
}

export interface AnalysesAheadOptions {
  /** False where jobs are the work of other nodes. */
  isWanted: boolean;
  keptMs?: number;
}

/**
 * Analyses that begin while their upload is still checked and recorded: a thread that nobody needs would be idle for a
 * tenth of a second. The job takes over what was begun for it. Nothing rests on it: what is lost is analysed by the job.
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

  /** Begins the analysis of a stored archive, if a thread is free for it and it was not begun. */
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
    // Whoever takes it is told; when nobody does, it concerns nobody.
    output.catch(() => undefined);
    const timer = setTimeout(() => {
      this.#pausedUntil = performance.now() + PAUSE_MS;
      this.drop(archiveKey);
    }, keptMs).unref();
    this.#begun.set(archiveKey, { output, controller, timer });
  }

  /** The analysis that was begun, once; undefined when there is none. */
  take(archiveKey: string, signal: AbortSignal): Promise<AnalysisOutput> | undefined {
    const begun = this.#forget(archiveKey);
    const abort = () => begun?.controller.abort();
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    return begun?.output;
  }

  /** Ends what was begun for an upload that is refused. */
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
