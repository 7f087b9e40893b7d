import { loadRules } from '@trivium/scanner';
import { describeRules } from '../rules/rule-reference.ts';
import type { WorkerTasks } from './worker-protocol.ts';

const OWNER = 'organization';

/** Checks whether rules are valid, and returns what they say. */
export async function rulesTask({
  text,
}: WorkerTasks['checkRules']['input']): Promise<WorkerTasks['checkRules']['output']> {
  const { checkRules } = await loadRules();
  const { rules, problems, disabled, severity, repositories } = await checkRules(text, OWNER);
  return {
    rules: rules.map(({ id, languages, message, severity: gravity, category, taint }) => ({
      ruleId: `${OWNER}/${id}`,
      languages,
      message,
      category,
      severity: gravity,
      mode: taint === null ? 'search' : 'taint',
    })),
    problems,
    settings: { disabled, severity },
    repositories,
  };
}

/** The built-in rules, by id. */
export async function describeTask(): Promise<WorkerTasks['describeRules']['output']> {
  const families = await describeRules();
  return [...families.values()].flat().sort((a, b) => (a.id < b.id ? -1 : 1));
}
