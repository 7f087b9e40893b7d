import type { AgentOptions, AgentResult } from '../types/agent.ts';
import type { ApplicationIndex } from '../types/application-index.ts';
import type { DependencyReport } from '../types/dependency-report.ts';
import type { FileEntry } from '../types/file-entry.ts';
import type { Finding } from '../types/finding.ts';
import { compareFindings } from './severity.ts';

export interface RuleInput {
  index: ApplicationIndex;
  files: readonly FileEntry[];
  dependencies: DependencyReport;
  options: AgentOptions;
  /** What agents say that work elsewhere meanwhile; what it lacks is asked of them here. */
  elsewhere?: { agentIds: readonly string[]; results: Promise<Record<string, AgentResult>> };
}

export interface RuleFindings {
  /** Verified, each once, in order. */
  findings: Finding[];
  /** What each agent said, by its id. */
  results: Record<string, AgentResult>;
}

/** What these agents find by their rules alone. */
export async function runRuleAgents(agentIds: readonly string[], input: RuleInput): Promise<RuleFindings> {
  const { runAgent } = await import('../agents/index.ts');
  const { index, files, dependencies } = input;
  const { llm: _asked, ...options } = input.options;
  const run = (agentId: string) => runAgent(agentId, index, files, { dependencies, options });
  const others = input.elsewhere?.agentIds ?? [];
  const mine = new Map<string, AgentResult>();
  for (const agentId of agentIds) if (!others.includes(agentId)) mine.set(agentId, await run(agentId));
  const known = (await input.elsewhere?.results) ?? {};
  const results: Record<string, AgentResult> = {};
  for (const agentId of agentIds)
    results[agentId] = mine.get(agentId) ?? known[agentId] ?? (await run(agentId));
  const found = Object.values(results).flatMap(({ findings }) => findings);
  const verified = await runAgent('meta.verifier', index, files, { findings: found, dependencies, options });
  return { findings: withoutRepeats(verified.findings).sort(compareFindings), results };
}

/** One finding for each fingerprint: the one that stands first. */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ fingerprint }) => !seen.has(fingerprint) && seen.add(fingerprint));
}
