import type { Logger } from 'pino';
import type { Clock } from '../../kit/clock.ts';
import type { QueryRows } from '../../kit/db/index.ts';
import type { RateLimiter } from '../../kit/http/index.ts';
import { formatId } from '../../kit/ids.ts';
import { required } from '../../kit/required.ts';
import { recordOf } from '../spine/index.ts';
import { idsIn } from './ids-in.ts';
import { type CompiledStep, isSettled, runActions } from './run-actions.ts';
import { depthOf } from './run-participant.ts';
import { type DueRun, type Effect, readEffectDepth, type SettledRun } from './run-queue.repository.ts';
import { MAX_DEPTH, MAX_STARTS, type RunStatus, type StepError, type StepResult } from './workflow.ts';

export interface SettledAttempt {
  run: SettledRun;
  effects: Effect[];
}

/** Delay before each retry. */
const RETRY_DELAYS_MS = [1_000, 10_000, 60_000, 300_000];
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

const ENDED_WITH_PROCESS: StepError = {
  code: 'gave_up',
  message: `Each of ${MAX_STARTS} attempts ended with the process that it ran in.`,
};
const FAILED_INSIDE: StepError = {
  code: 'internal_error',
  message: 'The service failed at it each time; the log of the service says why.',
};

/** Attempts a run once; resolves to what should be recorded. */
export async function attemptRun(
  run: DueRun,
  steps: readonly CompiledStep[],
  ports: { query: QueryRows; clock: Clock; log: Logger; limiter: RateLimiter },
): Promise<SettledAttempt> {
  const { event, workflowId, runId, attempts, starts } = run;
  const { orgId } = event;
  const correlationId = event.correlationId ?? formatId('evt', event.id);
  const depth = await depthOfRun(run, correlationId, ports.query);
  const settle = (
    status: RunStatus,
    actions: StepResult[],
    at: number,
    attemptsNow = attempts + 1,
  ): SettledAttempt => ({
    run: { orgId, workflowId, runId, attempts, attemptsNow, depth, status, actions, at, starts: 0 },
    effects: effectsOf(actions, { orgId, correlationId, depth }),
  });
  if (depth > MAX_DEPTH) return settle('loop_stopped', [], ports.clock.now());
  if (starts > MAX_STARTS)
    return settle(
      'failed',
      failRest(steps, run.actions, ENDED_WITH_PROCESS, ports.clock.now()),
      ports.clock.now(),
    );
  const isLastAttempt = attempts + 1 >= MAX_ATTEMPTS;
  const { outcome, actions, postponedMs, isForced } = await runActions(
    steps,
    {
      orgId,
      runId,
      environment: run.environment,
      keyId: run.keyId,
      correlationId,
      depth,
      eventText: recordOf(event),
    },
    run.actions ?? [],
    {
      isLastAttempt,
      wasForced: starts > 1,
      limiter: ports.limiter,
      clock: ports.clock,
      onFault: (error) =>
        ports.log.warn({ err: error, run: formatId('run', runId) }, 'action of a workflow failed'),
    },
  );
  const now = ports.clock.now();
  if (postponedMs !== undefined) return settle('queued', actions, now + postponedMs, attempts);
  if (outcome === 'retry') {
    const settled = settle(
      'queued',
      actions,
      now + required(RETRY_DELAYS_MS[attempts], 'the delay of a try'),
    );
    if (isForced) settled.run.starts = starts;
    return settled;
  }
  return settle(outcome, actions, now);
}

/** A run that fails because of the service itself, however often it is retried. */
export function failRun(run: DueRun, steps: readonly CompiledStep[], at: number): SettledAttempt {
  const { event, workflowId, runId, attempts, depth } = run;
  const actions = failRest(steps, run.actions, FAILED_INSIDE, at);
  const attemptsNow = attempts + 1;
  return {
    run: {
      orgId: event.orgId,
      workflowId,
      runId,
      attempts,
      attemptsNow,
      depth,
      status: 'failed',
      actions,
      at,
      starts: 0,
    },
    effects: [],
  };
}

/** Marks the first unsettled action as failed; later ones are not run. */
function failRest(
  steps: readonly CompiledStep[],
  earlier: readonly StepResult[] | null,
  error: StepError,
  at: number,
): StepResult[] {
  const settled = (earlier ?? []).filter(isSettled);
  return steps.map(({ step: { id, action } }, i) => {
    const before = settled[i];
    if (before !== undefined) return before;
    const base = { id, action, input: null, result: null };
    if (i > settled.length) return { ...base, status: 'not_run', error: null, finishedAt: null };
    return { ...base, status: 'failed', error, finishedAt: new Date(at).toISOString() };
  });
}

/**
 * An event published by a workflow states its depth. One published by a platform does not, but if it is about
 * something a run created, under the same correlation, that run caused it.
 */
async function depthOfRun(run: DueRun, correlationId: string, query: QueryRows): Promise<number> {
  const { event, depth } = run;
  if (event.fact === null || event.correlationId === null || depthOf(event.metadata) > 0) return depth;
  const ids = idsIn(JSON.parse(event.data));
  if (ids.length === 0) return depth;
  return Math.max(depth, (await readEffectDepth(query, event.orgId, correlationId, ids)) + 1);
}

function effectsOf(actions: readonly StepResult[], common: Omit<Effect, 'resourceId'>): Effect[] {
  const done = actions.filter(({ status, action }) => status === 'succeeded' && action !== 'events.publish');
  return idsIn(done.map(({ result }) => result)).map((resourceId) => ({ ...common, resourceId }));
}
