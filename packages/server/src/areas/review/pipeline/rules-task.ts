import { loadRules } from '@trivium/scanner';
import type { WorkerTasks } from './worker-protocol.ts';

/** Whether rules can be used as they are. */
export async function rulesTask({
  text,
}: WorkerTasks['checkRules']['input']): Promise<WorkerTasks['checkRules']['output']> {
  const { checkRules } = await loadRules();
  const { rules, problems } = await checkRules(text, 'organization');
  return { rules: rules.length, problems };
}
