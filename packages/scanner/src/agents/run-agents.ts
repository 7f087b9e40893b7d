import type { AgentResult, FileMemory, Inspections } from '../types/agent.ts';
import type { AgentOptions } from '../types/agent-options.ts';
import type { Application } from '../types/application.ts';
import type { Finding } from '../types/finding.ts';
import { mergeFindings } from './meta/synthesizer-agent.ts';
import { runAgent } from './run-agent.ts';

export interface Judgement {
  /** Verified and merged, most severe first. */
  findings: Finding[];
  /** The result of each agent by id, including the two meta agents. */
  results: Record<string, AgentResult>;
}

interface RunOptions {
  options?: AgentOptions;
  inspections?: Inspections | undefined;
  memory?: FileMemory | undefined;
}

/**
 * Runs these agents in turn, and verifies their findings.
 * @param inspections results for files that were already inspected
 */
export async function runAgents(
  agentIds: readonly string[],
  { index, files, dependencies }: Application,
  { options = {}, inspections, memory }: RunOptions = {},
): Promise<Judgement> {
  const given = { dependencies, options, ...(inspections && { inspections }), ...(memory && { memory }) };
  const results: Record<string, AgentResult> = {};
  for (const id of agentIds)
    if (!id.startsWith('meta.')) results[id] = await runAgent(id, index, files, given);
  const found = Object.values(results).flatMap(({ findings }) => findings);
  const verified = await runAgent('meta.verifier', index, files, { ...given, findings: found });
  // If two agents report the same place, it counts once, even without ranking.
  if (!agentIds.includes('meta.synthesizer')) {
    return { findings: mergeFindings(verified.findings).findings, results };
  }
  const merged = await runAgent('meta.synthesizer', index, files, { ...given, findings: verified.findings });
  const judged = { 'meta.verifier': verified, 'meta.synthesizer': merged };
  return { findings: merged.findings, results: { ...results, ...judged } };
}
