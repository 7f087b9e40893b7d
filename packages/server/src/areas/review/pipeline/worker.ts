import { lowerPriority, serveTasks } from '../../../kit/threads/index.ts';
import type { WorkerTasks } from './worker-protocol.ts';

lowerPriority();

// Each task loads its modules on first use: checking an upload needs no parser.
serveTasks<WorkerTasks>(
  {
    prepare: async (input) => {
      if (input.for !== 'check') return (await import('./prepare-task.ts')).prepareTask(input);
      await import('./check-task.ts');
      return null;
    },
    checkArchive: async (input) => (await import('./check-task.ts')).checkTask(input),
    checkRules: async (input) => (await import('./rules-task.ts')).rulesTask(input),
    describeRules: async () => (await import('./rules-task.ts')).describeTask(),
    warmUp: async () => (await import('./warm-up-task.ts')).warmUpTask(),
    analyze: async (input) => (await import('./analyze-task.ts')).analyzeTask(input),
    runAgent: async (input, ask) => (await import('./agent-task.ts')).agentTask(input, ask),
    finish: async (input) => (await import('./finish-task.ts')).finishTask(input),
    readSarif: async (input) => (await import('../sarif/read-sarif.ts')).readSarif(input),
  },
  buffersOf,
);

/** The index is transferred, not copied. Preparing, warming up and checking return nothing. */
function buffersOf(output: unknown): ArrayBuffer[] {
  const { index } = (output ?? {}) as { index?: unknown };
  return index instanceof Uint8Array && index.byteLength === index.buffer.byteLength
    ? [index.buffer as ArrayBuffer]
    : [];
}
