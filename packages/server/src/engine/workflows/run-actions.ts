import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors/index.ts';
import { ExpressionError } from '../../kit/expressions/index.ts';
import { type LimitState, PRODUCTION, type RateLimiter } from '../../kit/http/index.ts';
import { formatId } from '../../kit/ids.ts';
import { parseKeepingDigits } from '../../kit/parse-keeping-digits.ts';
import { SandboxFailure } from '../../kit/sandbox/index.ts';
import { compileStepExpressions, type StepExpressions, type StepView } from './step-expressions.ts';
import type { ActionStep, StepError, StepResult } from './workflow.ts';
import type { WorkflowAction } from './workflow-action.ts';

/** An action with its expressions compiled. */
export interface CompiledStep {
  step: ActionStep;
  expressions: StepExpressions;
  /** Undefined when no part of this service offers it any more. */
  action: WorkflowAction | undefined;
  /** Throws AppError for an input that does not match the action's schema. */
  checkInput(input: unknown): void;
}

export interface RunContext {
  /** UUIDs. */
  orgId: string;
  /** Owner of its sandbox work; by default that of the organization's runs. */
  sandboxOwner?: string;
  runId: string;
  environment: string;
  keyId: string;
  correlationId: string;
  depth: number;
  /** JSON, as shown by `GET /v1/events`. */
  eventText: string;
}

export interface RunOutcome {
  /** `retry`: an action failed, but may succeed later. */
  outcome: 'succeeded' | 'failed' | 'retry';
  actions: StepResult[];
  /** A rate limit was reached: the attempt does not count, and the next one comes this much later. */
  postponedMs?: number;
  /** Its work had to be killed. */
  isForced?: boolean;
}

export interface RunPorts {
  isLastAttempt: boolean;
  /** The work of an earlier attempt had to be killed. */
  wasForced: boolean;
  limiter: Pick<RateLimiter, 'take'>;
  clock: Clock;
  onFault(error: unknown): void;
}

/** An action that takes longer counts as failed and is retried under the same idempotency key. */
const ACTION_TIMEOUT_MS = 30_000;
const PASSING_STATUSES = new Set([408, 429]);
const MIN_POSTPONE_MS = 1_000;
/** Delay before retrying work that found no place in the sandbox. */
const BUSY_POSTPONE_MS = 2_000;
/** Larger events are parsed in the sandbox. */
const MAX_PARSED = 64_000;

export function compileStep(
  step: ActionStep,
  action: WorkflowAction | undefined,
  checkInput: (input: unknown) => void,
): CompiledStep {
  return {
    step,
    action,
    checkInput,
    expressions: compileStepExpressions(step),
  };
}

/**
 * Performs the actions of a run in order. What an earlier attempt settled (`earlier`) is not repeated.
 * `isLastAttempt` turns a temporary failure into a final one.
 */
export async function runActions(
  steps: readonly CompiledStep[],
  context: RunContext,
  earlier: readonly StepResult[],
  ports: RunPorts,
): Promise<RunOutcome> {
  const results: Record<string, unknown> = {};
  const actions: StepResult[] = [];
  let failed = false;
  const event = parseOnce(context.eventText);
  for (const [index, compiled] of steps.entries()) {
    const settled = earlier[index];
    const { orgId, sandboxOwner = orgId, eventText } = context;
    const {
      step,
      postponedMs,
      isForced = false,
    } = settled !== undefined && isSettled(settled)
      ? ({ step: settled } as StepOutcome)
      : await runStep(compiled, index, context, { owner: sandboxOwner, eventText, event, results }, ports);
    actions.push(step);
    if (step.status === 'retrying') {
      const rest = notRun(steps.slice(index + 1));
      return {
        outcome: 'retry',
        actions: [...actions, ...rest],
        isForced,
        ...(postponedMs !== undefined && { postponedMs }),
      };
    }
    if (step.status === 'succeeded') results[step.id] = step.result;
    if (step.status === 'failed') {
      failed = true;
      if (compiled.step.onError === 'stop') {
        return { outcome: 'failed', actions: [...actions, ...notRun(steps.slice(index + 1))] };
      }
    }
  }
  return { outcome: failed ? 'failed' : 'succeeded', actions };
}

/** An earlier attempt completed it. */
export function isSettled({ status }: StepResult): boolean {
  return status === 'succeeded' || status === 'skipped' || status === 'failed';
}

interface StepOutcome {
  step: StepResult;
  postponedMs?: number;
  isForced?: boolean;
}

/** Undefined when it is too long to parse here. */
function parseOnce(text: string): () => object | undefined {
  let parsed: object | undefined;
  return () => {
    if (text.length <= MAX_PARSED) parsed ??= parseKeepingDigits(text) as object;
    return parsed;
  };
}

async function runStep(
  compiled: CompiledStep,
  index: number,
  context: RunContext,
  view: StepView,
  ports: RunPorts,
): Promise<StepOutcome> {
  const { id, action } = compiled.step;
  const base = { id, action, input: null, result: null, error: null };
  const now = () => new Date(ports.clock.now()).toISOString();
  let input: Record<string, unknown> | null = null;
  try {
    const rendered = await compiled.expressions.render(view);
    if (rendered === undefined) return { step: { ...base, status: 'skipped', finishedAt: now() } };
    input = rendered;
    compiled.checkInput(input);
    const result = await act(compiled, index, context, input, ports);
    return { step: { ...base, input, result, status: 'succeeded', finishedAt: now() } };
  } catch (error) {
    const told = { ...base, input, error: describe(error, ports.onFault) };
    if (error instanceof LimitReached) {
      return { step: { ...told, status: 'retrying', finishedAt: null }, postponedMs: error.waitMs };
    }
    if (error instanceof SandboxFailure && error.isPassing) {
      return { step: { ...told, status: 'retrying', finishedAt: null }, postponedMs: BUSY_POSTPONE_MS };
    }
    const isForced = error instanceof SandboxFailure || (error instanceof ExpressionError && error.isTimeout);
    // What had to be killed twice is not started a third time.
    const isOver = isForced ? ports.wasForced : isFinal(error);
    const mayPass = !isOver && !ports.isLastAttempt;
    return {
      step: { ...told, status: mayPass ? 'retrying' : 'failed', finishedAt: mayPass ? null : now() },
      isForced,
    };
  }
}

async function act(
  { step, action }: CompiledStep,
  index: number,
  context: RunContext,
  input: Record<string, unknown>,
  { limiter, clock }: RunPorts,
): Promise<Record<string, unknown>> {
  if (action === undefined) {
    throw new AppError('invalid_request', { message: `This service has no action \`${step.action}\`.` });
  }
  const { orgId, runId, environment, keyId, correlationId, depth } = context;
  if (environment !== PRODUCTION && !action.environments) {
    throw new AppError('forbidden', {
      message: `The workflow belongs to the environment \`${environment}\`, but \`${step.action}\` only works in \`${PRODUCTION}\`. Create the workflow again with a key of \`${PRODUCTION}\`.`,
    });
  }
  for (const limit of action.limits ?? []) {
    const state = await limiter.take(orgId, limit);
    if (!state.allowed) throw new LimitReached(state, clock.now());
  }
  const idempotencyKey = `${formatId('run', runId)}.${index}`;
  return withTimeout(
    action.run({ orgId, runId, environment, keyId, input, correlationId, depth, idempotencyKey }),
  );
}

/** The organization has used up a limit; retried when the window ends. */
class LimitReached extends AppError {
  readonly waitMs: number;

  constructor({ name, limit, windowSeconds, resetAt }: LimitState, nowMs: number) {
    super('rate_limit_exceeded', {
      message: `The limit \`${name}\` of ${limit} in ${windowSeconds} s is used up; the action waits for the next window.`,
    });
    this.waitMs = Math.max(resetAt * 1_000 - nowMs, MIN_POSTPONE_MS);
  }
}

/** Whether a retry would fail the same way. */
function isFinal(error: unknown): boolean {
  if (error instanceof ExpressionError) return true;
  if (!(error instanceof AppError) || error.headers?.['retry-after'] !== undefined) return false;
  return error.status < 500 && !PASSING_STATUSES.has(error.status);
}

function describe(error: unknown, onFault: (error: unknown) => void): StepError {
  if (error instanceof ExpressionError) {
    return { code: 'invalid_expression', message: `An expression gave no value: ${error.message}` };
  }
  if (error instanceof SandboxFailure) {
    return { code: 'expression_stopped', message: `The expressions were stopped. ${error.message}` };
  }
  if (error instanceof AppError) {
    return {
      code: error.code,
      message: error.message,
      ...(error.field !== undefined && { field: error.field }),
    };
  }
  onFault(error);
  return {
    code: 'internal_error',
    message: 'The action failed inside the service; the log of the service says why.',
  };
}

function notRun(steps: readonly CompiledStep[]): StepResult[] {
  return steps.map(({ step }) => ({
    id: step.id,
    action: step.action,
    status: 'not_run',
    input: null,
    result: null,
    error: null,
    finishedAt: null,
  }));
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new AppError('unavailable', {
            message: `The action did not end within ${ACTION_TIMEOUT_MS / 1_000} s.`,
          }),
        ),
      ACTION_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
