import { defineJob, handleJob, type JobHandler } from '../../../engine/jobs/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../../engine/spine/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors/index.ts';
import { formatId } from '../../../kit/ids.ts';
import type { ExecuteContract } from '../executions/execution-ports.ts';
import {
  claimJob,
  endJob,
  type IngestionError,
  type IngestionJob,
  noteFailure,
} from './ingestion.repository.ts';
import { transformData } from './transform-data.ts';
import { TransformError } from './transform-error.ts';

/**
 * One place in the queue of an environment. It works on whatever is first when its turn comes, so
 * that the order is that of priorities, and holds on to it over retries and crashes.
 */
export const runIngestion = defineJob<{ orgId: string; environment: string; claim: string }>(
  'contracts.run_ingestion',
  {
    maxAttempts: 6,
  },
);

export interface IngestionRunner {
  db: AnyDatabase;
  unitOfWork: UnitOfWork;
  clock: Clock;
  executeContract: ExecuteContract;
}

export function ingestionJob(runner: IngestionRunner): JobHandler {
  return handleJob(runIngestion, async ({ orgId, environment, claim }, { isLastAttempt }) => {
    const owner = { orgId, environment };
    const now = () => new Date(runner.clock.now());
    const job = await runner.unitOfWork(async (tx) => ({ value: await claimJob(tx, owner, claim, now()) }));
    if (job === undefined) return;
    let transformedData: Record<string, unknown> | null = null;
    try {
      transformedData = await transformData(job.data, job.steps);
      const executionId = await trigger(runner, job, transformedData);
      const end = { status: 'completed', transformedData, executionId, error: null, at: now() } as const;
      await runner.unitOfWork(async (tx) => ({ value: await endJob(tx, job, end) }));
    } catch (error) {
      const named = nameError(error);
      if (isPassing(error, job) && !isLastAttempt) {
        await runner.unitOfWork(async (tx) => ({ value: await noteFailure(tx, job, named) }));
        throw error;
      }
      const end = { status: 'failed', transformedData, executionId: null, error: named, at: now() } as const;
      await runner.unitOfWork(async (tx) => ({ value: await endJob(tx, job, end) }));
    }
  });
}

/** Calls the contract once, however often the job runs: the execution is keyed by the job. */
async function trigger(
  { executeContract }: IngestionRunner,
  job: IngestionJob,
  data: Record<string, unknown>,
): Promise<string | null> {
  if (job.triggerContract === null) return null;
  const called = job.triggerFunction ?? data.function;
  if (typeof called !== 'string') {
    throw new AppError('invalid_request', {
      message: 'No function to call: give `trigger_function`, or a rule that sets the field `function`.',
      field: 'trigger_function',
    });
  }
  const args = data.args ?? [];
  if (!Array.isArray(args)) {
    throw new AppError('invalid_request', {
      message: 'The field `args` of the transformed data is no list.',
      field: 'args',
    });
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
 * Whether another try may go better: a fault of ours or of the network, not of the job. A rule that ran out of time
 * gets one more, seconds later: a machine may be busy for a moment, but what is too slow twice is the rule.
 */
function isPassing(error: unknown, { error: before }: IngestionJob): boolean {
  if (error instanceof TransformError) return error.isPassing && before?.code !== 'transformation_failed';
  if (!(error instanceof AppError)) return true;
  return error.status >= 500 && error.code !== 'execution_failed' && error.code !== 'deployment_failed';
}

function nameError(error: unknown): IngestionError {
  if (error instanceof TransformError) {
    return { code: 'transformation_failed', message: `${error.rule}: ${error.message}.`, rule: error.rule };
  }
  if (error instanceof AppError) return { code: error.code, message: error.message };
  // What broke inside is for the log, which the job runner writes.
  return { code: 'internal_error', message: 'The service failed at it; it is tried again.' };
}
