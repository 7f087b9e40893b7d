import { availableParallelism } from 'node:os';
import { resourceLimits } from 'node:worker_threads';
import {
  type AnalysisHelper,
  type FileEntry,
  type IndexedFile,
  type Inspections,
  loadAgents,
} from '@trivium/scanner';
import { ThreadPool } from '../../../kit/threads/index.ts';
import { ANALYSIS_AGENTS } from './analysis-agents.ts';
import { ANALYSIS_THREADS } from './analysis-threads.ts';
import { type FileInspection, inspectClaimed } from './inspect-claimed.ts';
import type { SecondTasks } from './second-protocol.ts';

/** Below this, opening a thread costs more than it saves. */
const WORTHWHILE_BYTES = 4 * 1_048_576;
/**
 * Above this, two heaps would take too much of the service's memory: 2 GB for 100 MB of code. One thread
 * takes longer.
 */
const MAX_BYTES = 64 * 1_048_576;
const DEFAULT_MEMORY_MB = 1_024;

/** One per analysing thread; it stays open for the next archive, and ends when idle. */
let pool: ThreadPool<SecondTasks> | undefined;

function openPool(): ThreadPool<SecondTasks> {
  const { maxOldGenerationSizeMb: memoryMb = DEFAULT_MEMORY_MB } = resourceLimits;
  const entry = new URL('./second-worker.ts', import.meta.url);
  pool ??= new ThreadPool({ entry, size: 1, memoryMb, ...ANALYSIS_THREADS });
  return pool;
}

/** Opens the thread before there is work. */
export function prepareSecondThread(): void {
  if (availableParallelism() > 1) openPool().prepare('prepare', null);
}

export interface SecondThread extends Required<AnalysisHelper> {
  /** Results of agents for single files, by path; files not claimed yet are inspected here. */
  inspections(files: readonly IndexedFile[]): Promise<Inspections>;
  /** Ends its work on this archive. To be awaited: otherwise the next request would silently wait for it. */
  close(): Promise<unknown>;
}

export interface SharedArchive {
  archivePath: string;
  workBytes: number;
  alwaysInTwo?: boolean;
}

/** Opens a second thread for this analysis; undefined if it would not help. */
export function openSecondThread(
  { archivePath, workBytes, alwaysInTwo = false }: SharedArchive,
  entries: readonly FileEntry[],
): SecondThread | undefined {
  if (availableParallelism() < 2 || workBytes > MAX_BYTES) return undefined;
  if (workBytes < WORTHWHILE_BYTES && !alwaysInTwo) return undefined;
  const threads = openPool();
  const claims = new Int32Array(new SharedArrayBuffer(4 * entries.length));
  let theirs: Promise<FileInspection[]> = Promise.resolve([]);
  return {
    scan: (request) => threads.run('scan', { archivePath, ...request }),
    takeScanned(files) {
      theirs = threads.run('inspect', { archivePath, files, claims }).catch(() => []);
    },
    follow: (work) => threads.run('follow', { archivePath, ...work }),
    async inspections(files) {
      // Loaded here, so that opening the thread does not wait for the agents.
      const { createInspector } = await loadAgents();
      const mine = inspectClaimed(files.entries(), createInspector(ANALYSIS_AGENTS, entries), claims);
      return new Map([...mine, ...(await theirs)]);
    },
    close: () => threads.run('close', null).catch(() => undefined),
  };
}
