import {
  type AgentOptions,
  type AgentResult,
  type ApplicationIndex,
  type DependencyReport,
  type FileEntry,
  type Finding,
  type Inspections,
  loadAgents,
} from '@trivium/scanner';
import { compareFindings } from './severity.ts';

export interface RuleInput {
  index: ApplicationIndex;
  files: readonly FileEntry[];
  dependencies: DependencyReport;
  options: AgentOptions;
  /** Files that were inspected already. */
  inspections?: Inspections;
}

export interface RuleFindings {
  /** Verified, each once, in order. */
  findings: Finding[];
  /** What each agent said, by its id. */
  results: Record<string, AgentResult>;
}

/** What these agents find by their rules alone. */
export async function runRuleAgents(agentIds: readonly string[], input: RuleInput): Promise<RuleFindings> {
  const { runAgent } = await loadAgents();
  const { index, files, dependencies, inspections } = input;
  const { llm: _asked, ...options } = input.options;
  const given = { dependencies, options, ...(inspections && { inspections }) };
  const results: Record<string, AgentResult> = {};
  for (const agentId of agentIds) results[agentId] = await runAgent(agentId, index, files, given);
  const found = Object.values(results).flatMap(({ findings }) => findings);
  const verified = await runAgent('meta.verifier', index, files, { findings: found, dependencies, options });
  return { findings: withoutRepeats(verified.findings).sort(compareFindings), results };
}

/** One finding for each fingerprint: the one that stands first. */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ fingerprint }) => !seen.has(fingerprint) && seen.add(fingerprint));
}
