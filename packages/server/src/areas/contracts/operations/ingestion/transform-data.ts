import { ExpressionError } from '../../../../kit/expressions/index.ts';
import { SandboxFailure, SandboxTasks } from '../../../../kit/sandbox/index.ts';
import { TransformError } from './transform-error.ts';
import type { TransformedTexts, TransformTasks } from './transform-tasks.ts';

/** Data and steps as JSON text, which the API thread does not parse. */
export interface TransformRequest {
  orgId: string;
  data: string;
  /** An array of `TransformStep`s. */
  steps: string;
}

const sandbox = new SandboxTasks<TransformTasks>(new URL('./transform.sandbox.ts', import.meta.url));
/** For all steps of a job together. */
const TIMEOUT_MS = 20_000;
const MAX_OUTPUT = 4_000_000;
const CHECK_MS = 1_000;

/**
 * Applies the steps in order. Rejects with TransformError, or with SandboxFailure when the work had to be
 * stopped.
 */
export async function transformData({ orgId, data, steps }: TransformRequest): Promise<TransformedTexts> {
  try {
    return await sandbox.run(
      'transform',
      { data, steps },
      { owner: `${orgId} ingestion`, timeoutMs: TIMEOUT_MS, maxOutput: MAX_OUTPUT },
    );
  } catch (error) {
    const { rule, isPassing } = thrownBy(error) as { rule?: string; isPassing?: boolean };
    if (rule === undefined) throw error;
    throw new TransformError(rule, (error as Error).message, isPassing === true);
  }
}

/**
 * Throws ExpressionError for an expression that does not compile, SandboxFailure for one that cannot be
 * checked.
 */
export async function checkExpression(expression: string, orgId: string): Promise<void> {
  try {
    // Not queued behind the organization's jobs, because a client waits for the answer.
    await sandbox.run('check', expression, { owner: `${orgId} checks`, timeoutMs: CHECK_MS });
  } catch (error) {
    const { name, position } = thrownBy(error) as { name?: string; position?: number };
    if (name !== 'ExpressionError') throw error;
    throw new ExpressionError((error as Error).message, { position });
  }
}

function thrownBy(error: unknown): object {
  return (error instanceof SandboxFailure && error.thrown) || {};
}
