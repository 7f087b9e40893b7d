import { availableParallelism } from 'node:os';
import { resourceLimits } from 'node:worker_threads';
import { ThreadPool } from '../../../kit/threads/index.ts';
import type { FileInspection } from '../agents/index.ts';
import type { AnalysisHelper } from '../analysis/analysis-helper.ts';
import type { AgentResult, Inspections } from '../types/agent.ts';
import type { FileEntry } from '../types/file-entry.ts';
import { PARSER_STACK_MB } from './parser-stack.ts';
import type { Judgement, SecondTasks } from './second-protocol.ts';
import type { AgentSettings } from './worker-protocol.ts';

/** Agents that look at no flow of data, nor at single files; the others wait for the flows. */
const FLOWLESS_AGENTS = ['security.supply-chain', 'architecture.deployment'];
/** With less to read, opening a thread costs more than it saves. */
const WORTHWHILE_BYTES = 4 * 1_048_576;
/** With more, two heaps would hold more than is fair to the service: 2 GB for 100 MB of code; one thread takes longer. */
const LARGEST_BYTES = 64 * 1_048_576;
const DEFAULT_MEMORY_MB = 1_024;

export interface SecondThread extends AnalysisHelper {
  /** What those agents say, and what the files were inspected for in both threads; less when the thread failed. */
  judgement(): Promise<{ results: Record<string, AgentResult>; inspections: Inspections }>;
}

/** One for each thread that analyses; it stays open for the next archive, and ends when nothing is asked of it. */
let pool: ThreadPool<SecondTasks> | undefined;

function openPool(): ThreadPool<SecondTasks> {
  const { maxOldGenerationSizeMb: memoryMb = DEFAULT_MEMORY_MB } = resourceLimits;
  const entry = new URL('./second-worker.ts', import.meta.url);
  pool ??= new ThreadPool({ entry, size: 1, memoryMb, stackMb: PARSER_STACK_MB });
  return pool;
}

/** Opens it before there is work. */
export function prepareSecondThread(): void {
  if (availableParallelism() > 1) openPool().prepare('prepare', null);
}

/** A second thread for this analysis; undefined where it would not help. */
export function openSecondThread(
  { archivePath, agents }: { archivePath: string; agents: AgentSettings },
  files: readonly FileEntry[],
  uncompressedBytes: number,
): SecondThread | undefined {
  if (availableParallelism() < 2) return undefined;
  if (uncompressedBytes < WORTHWHILE_BYTES || uncompressedBytes > LARGEST_BYTES) return undefined;
  const threads = openPool();
  const claims = new Int32Array(new SharedArrayBuffer(4));
  const mine: FileInspection[] = [];
  let inspect = async (): Promise<void> => undefined;
  let judged: Promise<Judgement> = Promise.resolve({ results: {}, inspections: [] });
  return {
    scan: (request) => threads.run('scan', { archivePath, ...request }),
    follow: (part, stop) => threads.run('follow', { archivePath, part, stop }),
    takeIndex(index) {
      const input = { archivePath, index, agentIds: FLOWLESS_AGENTS, agents, claims };
      judged = threads.run('judge', input).catch(() => ({ results: {}, inspections: [] }));
      inspect = async () => {
        // Loaded here, so that opening the thread waits for no agents.
        const { inspectClaimed } = await import('./inspect-claimed.ts');
        mine.push(...(await inspectClaimed(index, files, claims)));
      };
    },
    meanwhile: () => inspect(),
    async judgement() {
      await inspect();
      const { results, inspections } = await judged;
      return { results, inspections: new Map([...mine, ...inspections]) };
    },
  };
}
