import { readDependencies } from '../dependencies/read-dependencies.ts';
import { withOwnRules } from '../own-rules/index.ts';
import { createFileLookup } from '../read/files/file-lookup.ts';
import type { Agent, AgentInput, AgentResult, RunAgent } from '../types/agent.ts';
import type { ApplicationIndex } from '../types/application-index.ts';
import { agents } from './agent-list.ts';
import { runWithModel } from './llm/with-model.ts';

/** Runs one agent. Throws for an unknown id. */
export const runAgent: RunAgent = async (id, index, files, given = {}): Promise<AgentResult> => {
  const agent = agents.find((one) => one.id === id);
  if (!agent) throw new Error(`There is no agent ${id}.`);
  if (
    agent.needsLanguage &&
    !index.languages.some((language) => agent.needsLanguage?.includes(language.name))
  ) {
    return { status: 'skipped', reason: 'language_absent', driver: 'rules', findings: [], dropped: [] };
  }
  const options = given.options ?? {};
  const dependencies = given.dependencies ?? (await readDependencies(index, files, options));
  const input: AgentInput = {
    index,
    files: createFileLookup(files),
    dependencies,
    findings: given.findings ?? [],
    ...(given.inspections && { inspections: given.inspections }),
    ...(given.memory && { memory: given.memory }),
    options,
  };
  const result = await withOwnRules(agent, await runWithModel(agent, input), { index, files, options });
  const isVoid = result.status === 'completed' && result.findings.length === 0 && result.dropped.length === 0;
  return isVoid && !hasSubject(agent, index)
    ? { status: 'skipped', reason: 'nothing_to_check', driver: 'rules', findings: [], dropped: [] }
    : result;
};

/** These also check settings, secrets and documents; the others only code. */
const agentsBeyondCode =
  /^(?:security\.(?:secrets|supply-chain)|architecture\.deployment|documentation\.project-docs|meta\.)/;

/** Whether anything relevant to the agent was read: finding nothing in nothing is not a good result. */
function hasSubject(agent: Agent, index: ApplicationIndex): boolean {
  if (agent.category === 'meta') return true;
  const read = index.files.filter((file) => file.status !== 'skipped' && file.kind !== 'binary');
  return agentsBeyondCode.test(agent.id)
    ? read.length > 0
    : read.some(
        (file) => file.kind === 'code' && !file.isVendored && !file.isGenerated && file.lines.code > 0,
      );
}
