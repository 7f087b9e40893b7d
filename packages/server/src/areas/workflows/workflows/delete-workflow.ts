import { deleteAcknowledgement } from '../../../engine/acknowledgements/index.ts';
import { defineJob, handleJob, type JobHandler } from '../../../engine/jobs/index.ts';
import { changeWorkflows } from '../../../engine/workflows/index.ts';
import { rowsIn, transact } from '../../../kit/db/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import { formatId } from '../../../kit/ids.ts';
import type { WorkflowRange, WorkflowService } from '../workflow-service.ts';
import { markDeleted, removeDeleted } from './workflow.repository.ts';
import { workflowEvents } from './workflow-events.ts';

const removeRuns = defineJob<{ orgId: string; workflowId: string }>('workflows.remove_runs', {
  maxAttempts: 25,
});
const RUNS_AT_ONCE = 2_000;

/**
 * Deletes a workflow for good: queued runs never execute, and its past runs are removed in the background.
 */
export async function deleteWorkflow(
  service: WorkflowService,
  range: WorkflowRange,
  id: string,
): Promise<void> {
  const { orgId } = range;
  await changeWorkflows(service, orgId, async (tx) => {
    const deleted = await markDeleted(tx, range, id, new Date(service.clock.now()));
    if (deleted === undefined) throw notFound('workflow');
    await deleteAcknowledgement(rowsIn(tx), orgId, formatId('wfl', id));
    await service.jobs.add(tx, removeRuns, { orgId, workflowId: id });
    return { value: undefined, events: workflowEvents(deleted, 'deleted') };
  });
}

export function removeRunsJob({ db }: Pick<WorkflowService, 'db'>): JobHandler {
  return handleJob(removeRuns, async ({ orgId, workflowId }, { signal }) => {
    for (let isGone = false; !isGone; ) {
      signal.throwIfAborted();
      isGone = await transact(db, (tx) => removeDeleted(tx, orgId, workflowId, RUNS_AT_ONCE));
    }
  });
}
