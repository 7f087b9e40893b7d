import { checkPermitted, type StepResult } from '../../../engine/workflows/index.ts';
import { transact } from '../../../kit/db/index.ts';
import { AppError, notFound } from '../../../kit/errors/index.ts';
import type { WorkflowMaker, WorkflowRange, WorkflowService } from '../workflow-service.ts';
import { findWorkflow, type Workflow } from '../workflows/workflow.repository.ts';
import { findRun, lockFailedRuns, type Run, requeueRun, requeueRuns } from './run.repository.ts';

/**
 * Retries a failed run from the action that failed, without repeating the ones that succeeded. `isCurrent`:
 * use the workflow's current definition.
 */
export async function retryRun(
  service: WorkflowService,
  range: WorkflowRange,
  { workflowId, runId, isCurrent, may }: RetryRequest & { runId: string },
): Promise<Run> {
  const run = await transact(service.db, async (tx) => {
    const found = await findRun(tx, range, workflowId, runId);
    const workflow = found && (await findWorkflow(tx, range, workflowId));
    if (found === undefined || workflow === undefined) throw notFound('run');
    checkPermitted(actionsOf(found, workflow), service.engine.actions, may);
    const at = new Date(service.clock.now());
    const again: Run = {
      ...found,
      ...continued(found, isCurrent ? workflow : undefined),
      status: 'queued',
      attempts: 0,
      at,
    };
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

export interface RetriedRuns {
  queued: number;
  /** Runs that cannot continue under the current definition, with the reason. */
  refused: { runId: string; error: AppError }[];
  /** The last run examined; undefined when there are no more after it. */
  lastId: string | undefined;
}

/** Retries many failed runs, oldest first, a bounded number per call. */
export async function retryFailedRuns(
  service: WorkflowService,
  range: WorkflowRange,
  { workflowId, isCurrent, afterId, limit, may }: RetryFailedRequest,
): Promise<RetriedRuns> {
  const retried = await transact(service.db, async (tx) => {
    const workflow = await findWorkflow(tx, range, workflowId);
    if (workflow === undefined) throw notFound('workflow');
    const failed = await lockFailedRuns(tx, range, workflowId, { afterId, limit });
    for (const run of failed) checkPermitted(actionsOf(run, workflow), service.engine.actions, may);
    const refused: RetriedRuns['refused'] = [];
    const runs = failed.flatMap((run) => {
      try {
        return { id: run.id, ...continued(run, isCurrent ? workflow : undefined) };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused.push({ runId: run.id, error });
        return [];
      }
    });
    await requeueRuns(tx, range, workflowId, { runs, at: new Date(service.clock.now()) });
    return { queued: runs.length, refused, lastId: failed.length < limit ? undefined : failed.at(-1)?.id };
  });
  if (retried.queued > 0) service.engine.wake(range.orgId);
  return retried;
}

interface RetryRequest extends Pick<WorkflowMaker, 'may'> {
  workflowId: string;
  isCurrent: boolean;
}

export interface RetryFailedRequest extends RetryRequest {
  afterId: string | undefined;
  limit: number;
}

/** All actions a retry may execute, under the run's own revision or the current definition. */
function actionsOf({ actions }: Pick<Run, 'actions'>, workflow: Workflow): { action: string }[] {
  return [...(actions ?? []), ...workflow.actions];
}

/**
 * How a failed run continues: from the action that failed, under `workflow` if given. Throws `invalid_state`.
 */
function continued(
  run: Pick<Run, 'revision' | 'actions'>,
  workflow: Workflow | undefined,
): Pick<Run, 'revision'> & { actions: StepResult[] } {
  const earlier = (run.actions ?? []).map(reopen);
  if (workflow === undefined) return { revision: run.revision, actions: earlier };
  return { revision: workflow.revision, actions: continueWith(workflow, earlier) };
}

function reopen(step: StepResult): StepResult {
  if (step.status !== 'failed') return step;
  return { ...step, status: 'retrying', finishedAt: null };
}

/**
 * What carries over from an earlier attempt when the run continues under the current definition: every
 * finished action, provided it is still in the same place.
 */
function continueWith(workflow: Workflow, earlier: readonly StepResult[]): StepResult[] {
  const done = earlier.findLast(({ status }) => status === 'succeeded');
  const lastDone = done === undefined ? -1 : earlier.indexOf(done);
  return workflow.actions.map(({ id, action }, i): StepResult => {
    const before = earlier[i];
    const isSame = before?.id === id && before.action === action;
    // The current definition may no longer skip it, and a skipped action left nothing behind.
    if (isSame && before.status !== 'skipped') return before;
    if (!isSame && done !== undefined && i <= lastDone) throw changedMeanwhile(done.id);
    return { id, action, status: 'not_run', input: null, result: null, error: null, finishedAt: null };
  });
}

function changedMeanwhile(done: string): AppError {
  return new AppError('invalid_state', {
    message: `The run has executed \`${done}\`, and the workflow's actions up to it have changed since. Retry it with its own revision, or publish the event again.`,
  });
}
