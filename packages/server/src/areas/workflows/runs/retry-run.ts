import type { StepResult } from '../../../engine/workflows/index.ts';
import { AppError, notFound } from '../../../kit/errors/index.ts';
import type { WorkflowRange, WorkflowService } from '../workflow-service.ts';
import { findWorkflow, type Workflow } from '../workflows/workflow.repository.ts';
import { findRun, type Run, requeueRun } from './run.repository.ts';

/**
 * Has a failed run tried again from the action that failed; what succeeded is not done again. `isCurrent`: by what the
 * workflow says now.
 */
export async function retryRun(
  service: WorkflowService,
  range: WorkflowRange,
  { workflowId, runId, isCurrent }: { workflowId: string; runId: string; isCurrent: boolean },
): Promise<Run> {
  const run = await service.db.transaction().execute(async (tx) => {
    const found = await findRun(tx, range, workflowId, runId);
    const workflow = found && isCurrent ? await findWorkflow(tx, range, workflowId) : undefined;
    if (found === undefined || (isCurrent && workflow === undefined)) throw notFound('run');
    const earlier = (found.actions ?? []).map(reopen);
    const { revision, actions } = workflow
      ? { revision: workflow.revision, actions: continueWith(workflow, earlier) }
      : { revision: found.revision, actions: earlier };
    const at = new Date(service.clock.now());
    const again = { ...found, status: 'queued', revision, attempts: 0, at, actions } satisfies Run as Run;
    if (!(await requeueRun(tx, range, again))) {
      throw new AppError('invalid_state', {
        message: `Only a failed run can be tried again; this one is ${found.status}.`,
      });
    }
    return again;
  });
  service.engine.wake(range.orgId);
  return run;
}

function reopen(step: StepResult): StepResult {
  if (step.status !== 'failed') return step;
  return { ...step, status: 'retrying', finishedAt: null };
}

/** What stands of an earlier attempt when the run goes on by what the workflow says now: all that was done, in its place. */
function continueWith(workflow: Workflow, earlier: readonly StepResult[]): StepResult[] {
  const done = earlier.findLast(({ status }) => status === 'succeeded');
  const lastDone = done === undefined ? -1 : earlier.indexOf(done);
  return workflow.actions.map(({ id, action }, i): StepResult => {
    const before = earlier[i];
    const isSame = before?.id === id && before.action === action;
    // What was skipped may be meant to be done now; it has left nothing behind.
    if (isSame && before.status !== 'skipped') return before;
    if (!isSame && done !== undefined && i <= lastDone) throw changedMeanwhile(done.id);
    return { id, action, status: 'not_run', input: null, result: null, error: null, finishedAt: null };
  });
}

function changedMeanwhile(done: string): AppError {
  return new AppError('invalid_state', {
    message: `The run has done \`${done}\`, and the actions up to it are others now. Try it again by its own revision, or publish the event anew.`,
  });
}
