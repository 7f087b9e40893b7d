import { AppError } from '../../kit/errors/index.ts';
import { type Expression, ExpressionError } from '../../kit/expressions/index.ts';
import type { LimitState, RateLimiter } from '../../kit/http/index.ts';
import { formatId } from '../../kit/ids.ts';
import {
  compileTemplate,
  compileTemplateExpression,
  type InputTemplate,
  type TemplateInput,
} from './input-template.ts';
import type { ActionStep, StepError, StepResult } from './workflow.ts';
import type { WorkflowAction } from './workflow-action.ts';

/** An action with its expressions compiled. */
export interface CompiledStep {
  step: ActionStep;
  when: Expression | undefined;
  template: InputTemplate;
  /** Undefined when no part of this service offers it any more. */
  action: WorkflowAction | undefined;
  /** Throws AppError for an input that does not fit the action. */
  checkInput(input: unknown): void;
}

export interface RunContext {
  /** UUIDs. */
  orgId: string;
  runId: string;
  environment: string;
  keyId: string;
  correlationId: string;
  depth: number;
  /** As `GET /v1/events` shows it. */
  event: object;
}

export interface RunOutcome {
  /** `retry`: an action failed in a way that may pass. */
  outcome: 'succeeded' | 'failed' | 'retry';
  actions: StepResult[];
  /** A limit stood in the way: the attempt does not count, and the next may come so much later. */
  postponedMs?: number;
}

export interface RunPorts {
  isLastAttempt: boolean;
  limiter: RateLimiter;
  onFault(error: unknown): void;
}

/** A longer one is taken for failed and tried again, under the same idempotency key. */
const ACTION_TIMEOUT_MS = 30_000;
const PASSING_STATUSES = new Set([408, 429]);
const MIN_POSTPONE_MS = 1_000;

export function compileStep(
  step: ActionStep,
  action: WorkflowAction | undefined,
  checkInput: (input: unknown) => void,
): CompiledStep {
  return {
    step,
    action,
    checkInput,
    when: step.when === null ? undefined : compileTemplateExpression(step.when),
    template: compileTemplate(step.input),
  };
}

/**
 * Does the actions of a run in their order. What an earlier attempt settled (`earlier`) is not done again.
 * `isLastAttempt` makes a failure that may pass a final one.
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
  for (const [index, compiled] of steps.entries()) {
    const settled = earlier[index];
    const { step, postponedMs } =
      settled !== undefined && isSettled(settled)
        ? { step: settled }
        : await runStep(compiled, index, context, { event: context.event, results }, ports);
    actions.push(step);
    if (step.status === 'retrying') {
      const rest = notRun(steps.slice(index + 1));
      return {
        outcome: 'retry',
        actions: [...actions, ...rest],
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

function isSettled({ status }: StepResult): boolean {
  return status === 'succeeded' || status === 'skipped' || status === 'failed';
}

interface StepOutcome {
  step: StepResult;
  postponedMs?: number;
}

async function runStep(
  compiled: CompiledStep,
  index: number,
  context: RunContext,
  templateInput: TemplateInput,
  ports: RunPorts,
): Promise<StepOutcome> {
  const { id, action } = compiled.step;
  const base = { id, action, input: null, result: null, error: null };
  const now = () => new Date().toISOString();
  let input: Record<string, unknown> | null = null;
  try {
    const { when, template, checkInput } = compiled;
    if (when !== undefined && !isTruthy(await when.evaluate(templateInput))) {
      return { step: { ...base, status: 'skipped', finishedAt: now() } };
    }
    input = await template.render(templateInput);
    checkInput(input);
    const result = await act(compiled, index, context, input, ports);
    return { step: { ...base, input, result, status: 'succeeded', finishedAt: now() } };
  } catch (error) {
    const told = { ...base, input, error: describe(error, ports.onFault) };
    if (error instanceof LimitReached) {
      return { step: { ...told, status: 'retrying', finishedAt: null }, postponedMs: error.waitMs };
    }
    const mayPass = !isFinal(error) && !ports.isLastAttempt;
    return { step: { ...told, status: mayPass ? 'retrying' : 'failed', finishedAt: mayPass ? null : now() } };
  }
}

async function act(
  { step, action }: CompiledStep,
  index: number,
  context: RunContext,
  input: Record<string, unknown>,
  { limiter }: RunPorts,
): Promise<Record<string, unknown>> {
  if (action === undefined) {
    throw new AppError('invalid_request', { message: `This service has no action \`${step.action}\`.` });
  }
  const { orgId, environment, keyId, correlationId, depth } = context;
  for (const limit of action.limits ?? []) {
    const state = await limiter.take(orgId, limit);
    if (!state.allowed) throw new LimitReached(state);
  }
  const idempotencyKey = `${formatId('run', context.runId)}.${index}`;
  return withTimeout(action.run({ orgId, environment, keyId, input, correlationId, depth, idempotencyKey }));
}

/** The organization has used up a limit; it is tried again when the window ends. */
class LimitReached extends AppError {
  readonly waitMs: number;

  constructor({ name, limit, windowSeconds, resetAt }: LimitState) {
    super('rate_limit_exceeded', {
      message: `The limit \`${name}\` of ${limit} in ${windowSeconds} s is used up; the action waits for the next window.`,
    });
    this.waitMs = Math.max(resetAt * 1_000 - Date.now(), MIN_POSTPONE_MS);
  }
}

/** As JSONata's $boolean has it: empty things are false. */
function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isTruthy);
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** Whether trying again would come to the same. */
function isFinal(error: unknown): boolean {
  if (error instanceof ExpressionError) return !error.isTimeout;
  if (!(error instanceof AppError) || error.headers?.['retry-after'] !== undefined) return false;
  return error.status < 500 && !PASSING_STATUSES.has(error.status);
}

function describe(error: unknown, onFault: (error: unknown) => void): StepError {
  if (error instanceof ExpressionError) {
    return { code: 'invalid_expression', message: `An expression gave no value: ${error.message}` };
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
    message: 'The action failed inside the service; the log of the service tells why.',
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
