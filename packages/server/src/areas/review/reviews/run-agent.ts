import type { Category, RuleSource } from '@trivium/scanner';
import type { JobContext } from '../../../engine/jobs/index.ts';
import type { NewEvent } from '../../../engine/spine/index.ts';
import { rowsIn } from '../../../kit/db/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { ThreadFailure } from '../../../kit/threads/index.ts';
import { type Application, findApplication } from '../applications/application.repository.ts';
import { reviewEvent, reviewSubject } from '../events/review-event.ts';
import { threadFor } from '../pipeline/analysis-threads.ts';
import { formatCounts } from '../pipeline/severity.ts';
import type { AgentOutput, WorkerQuestion } from '../pipeline/worker-protocol.ts';
import {
  deleteFindings,
  insertDropped,
  insertFindings,
  readFindingTexts,
} from '../results/finding.repository.ts';
import { agentQueue, finishReviewJob, runAgentJob } from '../review-jobs.ts';
import type { ReviewService } from '../review-service.ts';
import type { ReviewTransaction } from '../review-tables.ts';
import { readRuleSet } from '../rules/rule-set.repository.ts';
import { runTried } from '../tries.ts';
import { categoryOf, SYNTHESIZER, VERIFIER } from './agent-list.ts';
import { AgentModel } from './agent-model.ts';
import type { AgentRun } from './agent-run.ts';
import { addUsage, type LlmUsage } from './model-usage.ts';
import {
  type AgentEnd,
  countDetectorsAtWork,
  endAgent,
  findAgent,
  findReview,
  lockReview,
  markAgentRunning,
  type Review,
  type ReviewAgent,
  updateReview,
} from './review.repository.ts';

/**
 * Runs one agent of a review and saves its findings together with the next step. After a crash the agent
 * starts again; if its end is already recorded, nothing happens, so no event is published twice.
 */
export async function runAgent(
  service: ReviewService,
  run: AgentRun,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const { orgId, reviewId, agentId } = run;
  const review = await findReview(service.db, orgId, reviewId);
  const agent = await findAgent(service.db, orgId, reviewId, agentId);
  if (review === undefined || agent === undefined || !isAtWork(review)) return;
  const startedAt = new Date(service.clock.now());
  if (!(await markAgentRunning(service.db, agent, startedAt))) return;
  const application = required(
    await findApplication(service.db, orgId, review.application_id),
    'the application of a review',
  );
  const work = { kind: 'agent', orgId, id: reviewId, agentId } as const;
  const model = AgentModel.open(service.model, run, signal);
  const keep = (result: AgentOutput | ThreadFailure) =>
    keepResult(service, run, agent, { startedAt, result, model });
  try {
    const isDone = await runTried(service, work, async () =>
      keep(await runInThread(service, review, application, { agentId, model, signal })),
    );
    if (!isDone) throw new ThreadFailure('crashed', 'It came to nothing again and again.');
  } catch (error) {
    if (!(error instanceof ThreadFailure) || error.kind === 'aborted') throw error;
    service.log.warn({ err: error, review_id: formatId('rev', reviewId), agent_id: agentId }, 'agent failed');
    await keep(error);
  }
}

function isAtWork({ status }: Review): boolean {
  return status === 'running' || status === 'verifying';
}

function isVerifier(agentId: string): boolean {
  return categoryOf(agentId) === 'meta';
}

/** The rules as of the review's start. */
async function rulesOf(
  { db }: ReviewService,
  { org_id: orgId, rules_sha256: sha256 }: Review,
  { name }: Application,
): Promise<RuleSource[]> {
  if (sha256 === null) return [];
  const text = required(await readRuleSet(db, orgId, sha256), 'the rules of a review');
  return text.trim() === '' ? [] : [{ owner: 'organization', text, repository: name }];
}

async function runInThread(
  service: ReviewService,
  review: Review,
  application: Application,
  { agentId, model, signal }: { agentId: string; model: AgentModel | undefined; signal: AbortSignal },
): Promise<AgentOutput> {
  const { org_id: orgId, id: reviewId } = review;
  const indexKey = required(application.index_key, 'the index of an analysed application');
  const findings = isVerifier(agentId) ? await readFindingTexts(service.db, { orgId, reviewId }) : [];
  const rules = await rulesOf(service, review, application);
  const { agentTimeoutMs } = service.bounds;
  const work = service.localFiles.with([application.archive_key, indexKey], ([archivePath, indexPath]) =>
    service.workers.run(
      'runAgent',
      {
        files: { indexKey, archivePath, indexPath },
        agentId,
        findings,
        agents: service.agents,
        rules,
        asksModel: model !== undefined,
        // It is asked to stop early enough to deliver what it has.
        stopAfterMs: agentTimeoutMs * 0.8,
      },
      {
        timeoutMs: agentTimeoutMs,
        signal,
        ...(model && { answer: (asked) => model.answer(asked as WorkerQuestion) }),
        ...threadFor(application.archive_key, application.work_bytes),
      },
    ),
  );
  return work.catch((error: unknown) => {
    throw model?.fault ?? error;
  });
}

async function keepResult(
  service: ReviewService,
  { orgId, reviewId, agentId }: AgentRun,
  agent: ReviewAgent,
  {
    startedAt,
    result,
    model,
  }: { startedAt: Date; result: AgentOutput | ThreadFailure; model: AgentModel | undefined },
): Promise<void> {
  const at = new Date(service.clock.now());
  const llm = model?.usage === undefined ? null : JSON.stringify(model.usage);
  const end = { ...endOf(agent, result, startedAt, at), llm };
  await service.unitOfWork(async (tx: ReviewTransaction) => {
    // Agents that end at the same time wait for each other here, so exactly one of them is the last.
    const review = await lockReview(tx, orgId, reviewId);
    if (review === undefined || !isAtWork(review) || !(await endAgent(tx, agent, end)))
      return { value: undefined };
    if (!(result instanceof ThreadFailure)) await keepFindings(tx, agent, result);
    const change = {
      updated_at: at,
      ...(llm !== null && { llm: addUsage(review.llm, llm) }),
      ...(!(result instanceof ThreadFailure) &&
        agentId === SYNTHESIZER && { top_actions: JSON.stringify(result.topActions) }),
    };
    await model?.forget(rowsIn(tx));
    await updateReview(tx, review, { ...change, ...(await addNextStep(service, tx, review, agentId)) });
    return { value: undefined, events: agent.is_listed ? [agentEvent(review, agent, end)] : [] };
  });
}

function endOf(
  agent: ReviewAgent,
  result: AgentOutput | ThreadFailure,
  startedAt: Date,
  at: Date,
): Omit<AgentEnd, 'llm'> {
  const shared = { completed_at: at, duration_ms: Math.max(at.getTime() - startedAt.getTime(), 0) };
  if (result instanceof ThreadFailure) {
    return {
      ...shared,
      ...describeFailure(result),
      status: 'failed',
      driver: 'rules',
      findings: [0, 0, 0, 0],
      dropped: 0,
      reason: null,
    };
  }
  const { status, driver, counts, dropped, reason, isIncomplete } = result;
  return {
    ...shared,
    status,
    driver,
    // The findings that a judge keeps were found by others.
    findings: isVerifier(agent.agent_id) ? [0, 0, 0, 0] : counts,
    dropped: dropped.length,
    reason: reason ?? (isIncomplete ? 'time_limit' : null),
    error_code: null,
    error_message: null,
  };
}

/** The error in the record of a failed agent; internal messages stay in the log. */
function describeFailure({ kind, message }: ThreadFailure): { error_code: string; error_message: string } {
  if (kind === 'timed_out') return { error_code: 'agent_timeout', error_message: message };
  if (kind === 'out_of_memory') return { error_code: 'agent_out_of_memory', error_message: message };
  if (kind === 'crashed')
    return { error_code: 'agent_crashed', error_message: 'The agent died on this application.' };
  return { error_code: 'agent_failed', error_message: 'The agent failed on this application.' };
}

/** A judge's findings replace those it was given. */
async function keepFindings(tx: ReviewTransaction, agent: ReviewAgent, output: AgentOutput): Promise<void> {
  const key = { orgId: agent.org_id, reviewId: agent.review_id };
  if (output.status !== 'completed') return;
  if (isVerifier(agent.agent_id)) await deleteFindings(tx, key);
  await insertFindings(tx, key, output.rows);
  await insertDropped(tx, key, output.dropped);
}

/** The last detector starts the verifier, the verifier the synthesizer, and the synthesizer the end. */
async function addNextStep(
  service: ReviewService,
  tx: ReviewTransaction,
  review: Review,
  agentId: string,
): Promise<Partial<Review>> {
  const payload = { orgId: review.org_id, reviewId: review.id };
  const queue = agentQueue(review.id, 0, 1);
  if (agentId === SYNTHESIZER) {
    await service.jobs.add(tx, finishReviewJob, payload, { queue });
    return {};
  }
  if (agentId === VERIFIER) {
    await service.jobs.add(tx, runAgentJob, { ...payload, agentId: SYNTHESIZER }, { queue });
    return { status: 'verifying' };
  }
  if ((await countDetectorsAtWork(tx, review)) > 0) return {};
  await service.jobs.add(tx, runAgentJob, { ...payload, agentId: VERIFIER }, { queue });
  return { status: 'verifying' };
}

function toLlmFact(json: string) {
  const { provider, model, requests, inputTokens, outputTokens, costUsd }: LlmUsage = JSON.parse(json);
  return {
    provider,
    model,
    requests,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cost_usd: costUsd ?? 0,
  };
}

/** The event for the end of an agent. */
export function agentEvent(review: Review, agent: ReviewAgent, end: AgentEnd): NewEvent {
  return reviewEvent('review_agent_completed', reviewSubject(review), {
    review_id: formatId('rev', review.id),
    application_id: formatId('app', review.application_id),
    agent_id: agent.agent_id,
    category: agent.category as Category,
    driver: end.driver as 'rules' | 'llm',
    status: end.status as 'completed' | 'failed' | 'skipped',
    findings: formatCounts(end.findings),
    duration_ms: end.duration_ms ?? 0,
    ...(end.llm !== null && { llm: toLlmFact(end.llm) }),
    error: end.error_code === null ? null : { code: end.error_code, message: end.error_message ?? '' },
    completed_at: required(end.completed_at, 'when the agent ended').toISOString(),
  });
}
