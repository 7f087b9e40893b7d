import type { TaskName, WorkerRequest, WorkerTasks } from './worker-protocol.ts';

type Runners = {
  [Name in TaskName]: (input: WorkerTasks[Name]['input']) => Promise<WorkerTasks[Name]['output']>;
};

// Each kind of work loads what it needs when it is first asked for: checking an upload needs no parser.
const runners: Runners = {
  checkArchive: async ({ path }) => (await import('../zip/index.ts')).checkArchive(path),
  analyze: async (input) => (await import('./analyze-task.ts')).analyzeTask(input),
  runAgent: async (input) => (await import('./agent-task.ts')).agentTask(input),
  finish: async (input) => (await import('./finish-task.ts')).finishTask(input),
  readSarif: async (input) => (await import('../sarif/read-sarif.ts')).readSarif(input),
};

export function runTask(request: WorkerRequest): Promise<unknown> {
  const run = runners[request.name] as (input: unknown) => Promise<unknown>;
  return run(request.input);
}
