import { availableParallelism } from 'node:os';
import { resourceLimits } from 'node:worker_threads';
import { ThreadPool } from '../../../kit/threads/index.ts';
import type { AnalysisHelper } from '../analysis/analysis-helper.ts';
import type { AgentResult } from '../types/agent.ts';
import type { SecondTasks } from './second-protocol.ts';
import type { AgentSettings } from './worker-protocol.ts';

/** Agents that look at no flow of data; the others wait for the flows. */
export const FLOWLESS_AGENTS = ['security.secrets', 'security.supply-chain', 'architecture.deployment'];
/** With less to read, opening a thread costs more than it saves. */
const WORTHWHILE_BYTES = 4 * 1_048_576;
/** With more, two heaps would hold more than is fair to the service; one thread takes longer. */
const LARGEST_BYTES = 192 * 1_048_576;
const DEFAULT_MEMORY_MB = 1_024;

export interface SecondThread extends AnalysisHelper {
  /** What those agents say; nothing when the thread failed. */
  judgement(): Promise<Record<string, AgentResult>>;
}

/** One for each thread that analyses; it stays open for the next archive, and ends when nothing is asked of it. */
let pool: ThreadPool<SecondTasks> | undefined;

function openPool(): ThreadPool<SecondTasks> {
  const { maxOldGenerationSizeMb: memoryMb = DEFAULT_MEMORY_MB } = resourceLimits;
  pool ??= new ThreadPool({ entry: new URL('./second-worker.ts', import.meta.url), size: 1, memoryMb });
  return pool;
}

/** Opens it before there is work. */
export function prepareSecondThread(): void {
  if (availableParallelism() > 1) openPool().prepare('prepare', null);
}

/** A second thread for this analysis; undefined where it would not help. */
export function openSecondThread(
  { archivePath, agents }: { archivePath: string; agents: AgentSettings },
  uncompressedBytes: number,
): SecondThread | undefined {
  if (availableParallelism() < 2) return undefined;
  if (uncompressedBytes < WORTHWHILE_BYTES || uncompressedBytes > LARGEST_BYTES) return undefined;
  const threads = openPool();
  let judged: Promise<Record<string, AgentResult>> = Promise.resolve({});
  return {
    scan: (request) => threads.run('scan', { archivePath, ...request }),
    follow: (part, stop) => threads.run('follow', { archivePath, part, stop }),
    takeIndex(index) {
      const input = { archivePath, index, agentIds: FLOWLESS_AGENTS, agents };
      judged = threads.run('judge', input).catch(() => ({}));
    },
    judgement: () => judged,
  };
}
