import {
  type AgentResult,
  compareFindings,
  type DroppedFinding,
  type Finding,
  loadAgents,
} from '@trivium/scanner';
import { agentOptions } from './agent-options.ts';
import { parseFinding, toDroppedRow, toFindingRow } from './finding-record.ts';
import { loadApplication } from './loaded-application.ts';
import { countSeverities } from './severity.ts';
import { readResult } from './stored-index.ts';
import type { AgentOutput, WorkerTasks } from './worker-protocol.ts';

/** More findings of one agent are of no use to anybody; the rest is counted as dropped. */
const MAX_FINDINGS = 5_000;

/** One agent's work over an application. */
export async function agentTask(input: WorkerTasks['runAgent']['input']): Promise<AgentOutput> {
  // Without a model and rules to ask, what was found in the analysis is all, and the index need not be read for it.
  const isDone = input.agents.llm === undefined && input.rules.length === 0;
  const known = isDone && readResult(input.files.indexPath, input.agentId);
  if (known) return toOutput(known);
  const { index, dependencies, files } = loadApplication(input.files);
  const { runAgent } = await loadAgents();
  const result = await runAgent(input.agentId, index, files, {
    findings: input.findings.map(parseFinding),
    dependencies,
    options: { ...agentOptions(input.agents, input.stopAfterMs), rules: input.rules },
  });
  return toOutput(result);
}

function toOutput(result: AgentResult): AgentOutput {
  const { kept, repeated } = keepFirst(result.findings);
  const dropped = [...result.dropped, ...repeated];
  return {
    status: result.status,
    reason: result.reason ?? null,
    driver: result.driver,
    llm: result.llm === undefined ? null : JSON.stringify(result.llm),
    rows: kept.map(toFindingRow),
    counts: countSeverities(kept),
    dropped: dropped.map(toDroppedRow),
    isIncomplete: result.incomplete ?? false,
    topActions: result.topActions ?? [],
  };
}

function keepFirst(findings: readonly Finding[]): { kept: Finding[]; repeated: DroppedFinding[] } {
  const kept: Finding[] = [];
  const repeated: DroppedFinding[] = [];
  const seen = new Set<string>();
  for (const finding of [...findings].sort(compareFindings)) {
    const detail = seen.has(finding.fingerprint)
      ? 'The same agent had found it before.'
      : kept.length >= MAX_FINDINGS
        ? `Beyond the ${MAX_FINDINGS} findings that one agent delivers.`
        : undefined;
    if (detail === undefined) kept.push(finding);
    else repeated.push(toDuplicate(finding, detail));
    seen.add(finding.fingerprint);
  }
  return { kept, repeated };
}

function toDuplicate({ fingerprint, ruleId, file, line }: Finding, detail: string): DroppedFinding {
  return { fingerprint, ruleId, file, line, reason: 'duplicate', detail };
}
