import { loadAgents, loadAnalysis } from '@trivium/scanner';
import { prepareSecondThread } from './second-thread.ts';
import type { WorkerTasks } from './worker-protocol.ts';

/**
 * Loads the modules of an analysis while its archive is still being uploaded: this takes as long as a small
 * application.
 */
export async function prepareTask({ for: what }: WorkerTasks['prepare']['input']): Promise<null> {
  if (what === 'large_analysis') prepareSecondThread();
  await Promise.all([import('./analyze-task.ts'), loadAnalysis(), loadAgents()]);
  return null;
}
