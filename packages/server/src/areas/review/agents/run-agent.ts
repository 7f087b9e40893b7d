import type { AgentInput, AgentResult, RunAgent } from '../contract.ts';
import { agents } from './agent-list.ts';
import { createFileLookup } from './core/file-lookup.ts';
import { runWithModel } from './llm/with-model.ts';
import { readDependencies } from './supply-chain/read-dependencies.ts';

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
    options,
  };
  return await runWithModel(agent, input);
};
