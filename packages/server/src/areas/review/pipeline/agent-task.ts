import {
  type AgentOptions,
  type AgentResult,
  compareFindings,
  type DroppedFinding,
  type Finding,
  loadAgents,
  type ModelQuestion,
} from '@trivium/scanner';
import type { AskOwner } from '../../../kit/threads/index.ts';
import { agentOptions } from './agent-options.ts';
import { parseFinding, toDroppedRow, toFindingRow } from './finding-record.ts';
import { loadApplication } from './loaded-application.ts';
import { countSeverities } from './severity.ts';
import { readResult } from './stored-index.ts';
import type { AgentOutput, ModelReply, WorkerQuestion, WorkerTasks } from './worker-protocol.ts';

/** More findings of one agent help nobody; the rest is counted as dropped. */
const MAX_FINDINGS = 5_000;
/**
 * A response may arrive shortly after the agent should stop asking: the remaining time is for delivering the
 * result.
 */
const WAIT_SHARE = 1.1;

/** Runs one agent over an application. */
export async function agentTask(
  input: WorkerTasks['runAgent']['input'],
  ask: AskOwner,
): Promise<AgentOutput> {
  const startedAt = performance.now();
  // Without a model to ask and custom rules, the analysis already has the whole result, and the index need
  // not be read.
  const isDone = !input.asksModel && input.rules.length === 0;
  const known = isDone && readResult(input.files.indexPath, input.agentId);
  if (known) return toOutput(known);
  const { index, dependencies, files } = loadApplication(input.files);
  const { runAgent } = await loadAgents();
  const result = await runAgent(input.agentId, index, files, {
    findings: input.findings.map(parseFinding),
    dependencies,
    options: {
      ...agentOptions(input.agents, input.stopAfterMs),
      rules: input.rules,
      ...(input.asksModel && { model: modelOf(ask, startedAt + input.stopAfterMs * WAIT_SHARE) }),
    },
  });
  return toOutput(result);
}

/** The model, which is called by the owner of this thread. */
function modelOf(ask: AskOwner, untilMs: number): NonNullable<AgentOptions['model']> {
  return {
    async ask<Form extends ModelQuestion['form']>(question: ModelQuestion<Form>) {
      const asked: WorkerQuestion = { question, leftMs: untilMs - performance.now() };
      const reply = (await ask(asked)) as ModelReply;
      if ('failure' in reply) throw Object.assign(new Error(reply.message), { kind: reply.failure });
      return reply.answer as never;
    },
  };
}

function toOutput(result: AgentResult): AgentOutput {
  const { kept, repeated } = keepFirst(result.findings);
  const dropped = [...result.dropped, ...repeated];
  return {
    status: result.status,
    reason: result.reason ?? null,
    driver: result.driver,
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
