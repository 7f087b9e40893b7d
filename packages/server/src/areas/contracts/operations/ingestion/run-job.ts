import {
  defineJob,
  handleJob,
  type JobContext,
  type JobHandler,
  type Jobs,
} from '../../../../engine/jobs/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { AppError, invalidField } from '../../../../kit/errors/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { SandboxFailure } from '../../../../kit/sandbox/index.ts';
import type { ExecuteContract } from '../../transactions/executions/execution-ports.ts';
import {
  type ClaimedJob,
  claimJob,
  endJob,
  type IngestionError,
  type IngestionJob,
  noteFailure,
} from './ingestion.repository.ts';
import { transformData } from './transform-data.ts';
import { TransformError } from './transform-error.ts';
import type { TransformedTexts } from './transform-tasks.ts';

/**
 * One place in the queue of an environment. It takes whatever job is first when its turn comes, so that
 * priorities decide the order, and keeps that job over retries and crashes.
 */
export const runIngestion = defineJob<IngestionPlace>('contracts.run_ingestion', { maxAttempts: 6 });

interface IngestionPlace {
  orgId: string;
  environment: string;
  claim: string;
}

export interface IngestionRunner {
  db: AnyDatabase;
  unitOfWork: UnitOfWork;
  jobs: Jobs;
  clock: Clock;
  executeContract: ExecuteContract;
}

/** Attempts that crashed their process, after which the job is not started again. */
const MAX_LOST = 2;
/** Delay until a job that found the sandbox full is tried again. */
const BUSY_MS = 5_000;
/** Max. characters of a function's arguments, as JSON. */
const MAX_ARGS = 200_000;

export function ingestionJob(runner: IngestionRunner): JobHandler {
  return handleJob(
    runIngestion,
    (place, context) => runPlace(runner, place, context),
    (place, { error }) => giveUpPlace(runner, place, error),
  );
}

async function runPlace(
  runner: IngestionRunner,
  { orgId, environment, claim }: IngestionPlace,
  { isLastAttempt, signal }: JobContext,
): Promise<void> {
  const owner = { orgId, environment };
  const now = () => new Date(runner.clock.now());
  // Counts the attempt, and commits that before any work of the job starts.
  const job = await runner.unitOfWork(async (tx) => ({ value: await claimJob(tx, owner, claim, now()) }));
  if (job === undefined) return;
  let transformed: TransformedTexts | undefined;
  // A normal shutdown does not count against it.
  const note = () => runner.unitOfWork(async (tx) => ({ value: await noteFailure(tx, job, STOPPED(job)) }));
  signal.addEventListener('abort', () => void note().catch(() => undefined), { once: true });
  try {
    requireHope(job);
    const texts = await transformData(job);
    transformed = texts;
    const executionId = await trigger(runner, job, texts);
    const end = { status: 'completed', executionId, error: null, at: now() } as const;
    await runner.unitOfWork(async (tx) => ({
      value: await endJob(tx, job, { ...end, transformedData: texts.json }),
    }));
  } catch (error) {
    const named = { ...nameError(error), attempt: job.attempts };
    if (error instanceof SandboxFailure && error.isPassing) return postpone(runner, job, claim, named);
    if (isPassing(error, job) && !isLastAttempt) {
      await runner.unitOfWork(async (tx) => ({ value: await noteFailure(tx, job, named) }));
      throw error;
    }
    await fail(runner, job, named, transformed?.json ?? null);
  }
}

function fail(
  { unitOfWork, clock }: IngestionRunner,
  job: IngestionJob,
  error: IngestionError,
  transformedData: string | null,
): Promise<void> {
  const end = {
    status: 'failed',
    executionId: null,
    error,
    transformedData,
    at: new Date(clock.now()),
  } as const;
  return unitOfWork(async (tx) => ({ value: await endJob(tx, job, end) }));
}

/** The place will not run again: neither will the job that it holds or would have taken. */
async function giveUpPlace(
  runner: IngestionRunner,
  { orgId, environment, claim }: IngestionPlace,
  error: unknown,
): Promise<void> {
  const owner = { orgId, environment };
  const job = await runner.unitOfWork(async (tx) => ({
    value: await claimJob(tx, owner, claim, new Date(runner.clock.now())),
  }));
  if (job !== undefined) await fail(runner, job, nameError(error ?? new LostTooOften()), null);
}

const STOPPED = ({ attempts }: IngestionJob): IngestionError => ({
  code: 'internal_error',
  message: 'The service stopped; it is tried again.',
  attempt: attempts,
});

class LostTooOften extends Error {}

/** Fails a job whose last attempts all crashed: it would probably crash the next process too. */
function requireHope({ attempts, error }: ClaimedJob): void {
  if (attempts - 1 - (error?.attempt ?? 0) >= MAX_LOST) throw new LostTooOften();
}

/** It was not started: the same queue entry continues with it later, and the attempt does not count. */
async function postpone(
  { unitOfWork, jobs, clock }: IngestionRunner,
  job: ClaimedJob,
  claim: string,
  error: IngestionError,
): Promise<void> {
  const { orgId, environment } = job;
  const runAt = new Date(clock.now() + BUSY_MS);
  await unitOfWork(async (tx) => {
    await noteFailure(tx, job, error);
    await jobs.add(tx, runIngestion, { orgId, environment, claim }, { runAt });
    return { value: undefined };
  });
}

/** Calls the contract once, however often the job runs: the job's id is the execution's idempotency key. */
async function trigger(
  { executeContract }: IngestionRunner,
  job: ClaimedJob,
  transformed: TransformedTexts,
): Promise<string | null> {
  if (job.triggerContract === null) return null;
  const called = job.triggerFunction ?? transformed.called;
  if (called === undefined) {
    throw invalidField(
      'trigger_function',
      'No function to call: give `trigger_function`, or a rule that sets the field `function`.',
    );
  }
  const text = transformed.args ?? '[]';
  if (text.length > MAX_ARGS) {
    throw invalidField(
      'args',
      `The field \`args\` of the transformed data has more than ${MAX_ARGS} characters of JSON.`,
    );
  }
  const args: unknown = JSON.parse(text) ?? [];
  if (!Array.isArray(args)) {
    throw invalidField('args', 'The field `args` of the transformed data is not a list.');
  }
  const { executionId } = await executeContract({
    orgId: job.orgId,
    environment: job.environment,
    contractId: job.triggerContract,
    keyId: null,
    function: called,
    args,
    idempotencyKey: `ingestion:${formatId('ing', job.id)}`,
    ...(job.correlationId !== null && { correlationId: job.correlationId }),
  });
  return executionId;
}

/**
 * Whether a retry may succeed: the error is ours or the network's, not the job's. A rule that timed out gets
 * one more try, seconds later: a machine may be busy for a moment, but a rule that is too slow twice is at
 * fault.
 */
function isPassing(error: unknown, { error: before }: IngestionJob): boolean {
  const isFirst = before?.code !== 'transformation_failed';
  if (error instanceof LostTooOften) return false;
  if (error instanceof SandboxFailure) return isFirst && error.kind !== 'output_too_large';
  if (error instanceof TransformError) return error.isPassing && isFirst;
  if (!(error instanceof AppError)) return true;
  return error.status >= 500 && error.code !== 'execution_failed' && error.code !== 'deployment_failed';
}

function nameError(error: unknown): IngestionError {
  if (error instanceof TransformError) {
    return { code: 'transformation_failed', message: `${error.rule}: ${error.message}.`, rule: error.rule };
  }
  if (error instanceof SandboxFailure && error.kind !== 'threw') {
    return { code: 'transformation_failed', message: `The rules were stopped. ${error.message}` };
  }
  if (error instanceof LostTooOften) {
    return {
      code: 'gave_up',
      message: `Each of ${MAX_LOST} attempts ended with the process that it ran in. Take the data in again in smaller parts.`,
    };
  }
  if (error instanceof AppError) return { code: error.code, message: error.message };
  // Internal errors are for the log, which the job runner writes.
  return { code: 'internal_error', message: 'The service failed at it; it is tried again.' };
}
