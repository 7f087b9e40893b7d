import type { AgentOptions, ApplicationIndex, DependencyReport, FileEntry, Finding } from '../contract.ts';
import { compareFindings } from './severity.ts';

export interface RuleInput {
  index: ApplicationIndex;
  files: readonly FileEntry[];
  dependencies: DependencyReport;
  options: AgentOptions;
}

/** Findings of these agents by their rules alone, verified, in order. */
export async function runRuleAgents(agentIds: readonly string[], input: RuleInput): Promise<Finding[]> {
  const { agents, runAgent } = await import('../agents/index.ts');
  const { index, files, dependencies } = input;
  const { llm: _asked, ...options } = input.options;
  const found: Finding[] = [];
  for (const agentId of agentIds) {
    if (!agents.some(({ id }) => id === agentId)) continue;
    const { findings } = await runAgent(agentId, index, files, { dependencies, options });
    found.push(...findings);
  }
  const verified = await runAgent('meta.verifier', index, files, { findings: found, dependencies, options });
  return withoutRepeats(verified.findings).sort(compareFindings);
}

/** One finding for each fingerprint: the one that stands first. */
export function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ fingerprint }) => !seen.has(fingerprint) && seen.add(fingerprint));
}
