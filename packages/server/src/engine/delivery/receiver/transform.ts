import { setTimeout as sleep } from 'node:timers/promises';
import { cutText } from '../../../kit/cut-text.ts';
import { AppError } from '../../../kit/errors/index.ts';
import type { FailureReason } from '../../../kit/net/index.ts';
import { SandboxFailure, SandboxTasks } from '../../../kit/sandbox/index.ts';
import { refuse } from './refuse.ts';
import type { TransformTasks } from './transform.sandbox.ts';

const sandbox = new SandboxTasks<TransformTasks>(new URL('./transform.sandbox.ts', import.meta.url));
const TIMEOUT_MS = 1_000;
const MAX_OUTPUT = 2_000_000;
const MAX_MESSAGE = 300;
const REST_MS = 500;

/** Why a transformation produced no body: the attempt failed, or was not made at all. */
export class TransformFailure extends Error {
  /** Says nothing about the delivery: it is retried shortly, and no attempt is counted. */
  readonly isPassing: boolean;

  constructor(message: string, isPassing = false) {
    super(message);
    this.name = 'TransformFailure';
    this.isPassing = isPassing;
  }

  get reason(): FailureReason {
    return this.isPassing ? 'withdrawn' : 'transform_failed';
  }
}

/** For a caller waiting for the answer. */
export function busyWithExpressions(): AppError {
  const message = 'Too many expressions are at work. Try again in a moment.';
  return new AppError('unavailable', { message, headers: { 'retry-after': '5' } });
}

/**
 * Applies an expression to a body; returns JSON text.
 *
 * @param at start of the attempt in Unix milliseconds, the expression's `$now()`
 * @throws TransformFailure
 */
export async function transformBody(
  orgId: string,
  expression: string,
  body: string,
  at: number,
): Promise<string> {
  const options = { owner: `${orgId} deliveries`, timeoutMs: TIMEOUT_MS, maxOutput: MAX_OUTPUT };
  const output = await sandbox
    .run('transform', { expression, body, at }, options)
    .catch(async (error: unknown) => {
      if (!(error instanceof SandboxFailure)) throw error;
      // It keeps its place meanwhile, so that a full sandbox is not asked again and again.
      if (error.isPassing) await sleep(REST_MS);
      throw failureOf(error);
    });
  if (output === null) throw new TransformFailure('The transformation selected nothing.');
  return output;
}

/**
 * Rejects an expression that does not compile.
 *
 * @throws AppError invalid_request, unavailable
 */
export async function checkTransform(orgId: string, expression: string): Promise<void> {
  // Separate from the organization's deliveries: somebody is waiting for the answer.
  const options = { owner: `${orgId} checks`, timeoutMs: TIMEOUT_MS };
  const mistake = await sandbox.run('check', expression, options).catch((error: unknown) => {
    if (!(error instanceof SandboxFailure)) throw error;
    if (error.isPassing) throw busyWithExpressions();
    return `${error.message} Write it shorter`;
  });
  if (mistake !== null) refuse('transform', `\`transform\` does not compile: ${told(mistake)}.`);
}

function failureOf(failure: SandboxFailure): TransformFailure {
  if (failure.isPassing) return new TransformFailure(failure.message, true);
  return new TransformFailure(`The transformation failed: ${told(failure.message)}.`);
}

function told(message: string): string {
  return cutText(message, MAX_MESSAGE).replace(/\.+$/, '');
}
