import { prepareSecondThread } from './second-thread.ts';
import type { WorkerTasks } from './worker-protocol.ts';

/** Loads the modules of an analysis while its archive still arrives: they cost as much as a small application does. */
export async function prepareTask({ isLarge }: WorkerTasks['prepare']['input']): Promise<null> {
  const second = isLarge ? prepareSecondThread() : undefined;
  await Promise.all([
    import('./analyze-task.ts'),
    import('../analysis/index.ts'),
    import('../agents/index.ts'),
  ]);
  await second;
  return null;
}
