import { runAgents } from '../../packages/scanner/src/agents/run-agents.ts';
import { analyzeFiles } from '../../packages/scanner/src/analysis/index.ts';
import { readDependencies } from '../../packages/scanner/src/dependencies/read-dependencies.ts';
import type { ApplicationIndex } from '../../packages/scanner/src/types/application-index.ts';
import type { CallerSetting } from '../../packages/scanner/src/types/caller-setting.ts';
import type { FileEntry } from '../../packages/scanner/src/types/file-entry.ts';
import type { Finding } from '../../packages/scanner/src/types/finding.ts';

const securityAgents = [
  'security.injection',
  'security.secrets',
  'security.access-control',
  'security.crypto-transport',
  'security.supply-chain',
  'architecture.deployment',
  'performance.runtime',
];

export interface ReviewOutcome {
  index: ApplicationIndex;
  /** The security findings of a review with rules, verified, in the form of its results. */
  findings: Finding[];
  analysisWallMs: number;
  analysisCpuMs: number;
  agentsWallMs: number;
}

/**
 * Analyses the files of a folder and runs the security agents, like a review; for sets that label other kinds of faults
 * too, also the agent for reliability, and `others`.
 */
export async function reviewFindings(
  entries: readonly FileEntry[],
  withReliability: boolean,
  others: readonly string[] = [],
  callers: CallerSetting = 'auto',
): Promise<ReviewOutcome> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const index = await analyzeFiles(entries, { callers });
  const analysisWallMs = performance.now() - startedAt;
  const cpu = process.cpuUsage(before);
  const asked = [...securityAgents, ...(withReliability ? ['quality.reliability'] : []), ...others];
  const askedAt = performance.now();
  const dependencies = await readDependencies(index, entries, {});
  const { findings } = await runAgents(asked, { index, files: entries, dependencies });
  return {
    index,
    findings: findings.filter((one) => one.category === 'security' || one.cwe.length > 0),
    analysisWallMs,
    analysisCpuMs: (cpu.user + cpu.system) / 1000,
    agentsWallMs: performance.now() - askedAt,
  };
}
