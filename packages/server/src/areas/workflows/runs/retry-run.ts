import type { StepResult } from '../../../engine/workflows/index.ts';
import { AppError, notFound } from '../../../kit/errors/index.ts';
import type { WorkflowRange, WorkflowService } from '../workflow-service.ts';
import { findRun, type Run, requeueRun } from './run.repository.ts';

/** Has a failed run tried again from the action that failed; what succeeded is not done again. */
export async function retryRun(
  service: WorkflowService,
  range: WorkflowRange,
  workflowId: string,
  runId: string,
): Promise<Run> {
  const run = await service.db.transaction().execute(async (tx) => {
    const found = await findRun(tx, range, workflowId, runId);
    if (found === undefined) throw notFound('run');
    const actions = (found.actions ?? []).map(reopen);
    const at = new Date(service.clock.now());
    if (!(await requeueRun(tx, range, found, actions, at))) {
      throw new AppError('invalid_state', {
        message: `Only a failed run can be tried again; this one is ${found.status}.`,
      });
    }
    return { ...found, status: 'queued', attempts: 0, at, actions } satisfies Run as Run;
  });
  service.engine.wake(range.orgId);
  return run;
}

function reopen(step: StepResult): StepResult {
  if (step.status !== 'failed') return step;
  return { ...step, status: 'retrying', finishedAt: null };
}
