import { setPriority } from 'node:os';
import { serveTasks } from '../../../kit/threads/index.ts';
import type { WorkerTasks } from './worker-protocol.ts';

// On Linux a priority is a thread's own, so this lets requests, which another thread serves, go first. Not by
// much: beside other processes the work must still get on.
const NICENESS = 5;
try {
  setPriority(0, NICENESS);
} catch {
  // Where a thread may not say so, it only takes its share.
}

// Each kind of work loads what it needs when it is first asked for: checking an upload needs no parser.
serveTasks<WorkerTasks>(
  {
    checkArchive: async ({ path }) => (await import('../zip/index.ts')).checkArchive(path),
    analyze: async (input) => (await import('./analyze-task.ts')).analyzeTask(input),
    runAgent: async (input) => (await import('./agent-task.ts')).agentTask(input),
    finish: async (input) => (await import('./finish-task.ts')).finishTask(input),
    readSarif: async (input) => (await import('../sarif/read-sarif.ts')).readSarif(input),
  },
  buffersOf,
);

/** The index is handed over, not copied. */
function buffersOf(output: unknown): ArrayBuffer[] {
  const { index } = output as { index?: unknown };
  return index instanceof Uint8Array && index.byteLength === index.buffer.byteLength
    ? [index.buffer as ArrayBuffer]
    : [];
}
