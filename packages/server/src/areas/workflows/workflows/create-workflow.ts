import { checkQuota } from '../../../engine/quotas/index.ts';
import { changeWorkflows } from '../../../engine/workflows/index.ts';
import { rowsIn } from '../../../kit/db/index.ts';
import { AppError } from '../../../kit/errors/index.ts';
import type { WorkflowMaker, WorkflowRange, WorkflowService } from '../workflow-service.ts';
import { countWorkflows, findWorkflow, insertWorkflow, type Workflow } from './workflow.repository.ts';
import type { CreateWorkflowInput } from './workflow.schema.ts';
import { workflowEvents } from './workflow-events.ts';
import { toSteps, toTrigger } from './workflow-input.ts';

/** All workflows are kept in memory, and one event can start every one of them. */
export const MAX_WORKFLOWS = 1_000;

/**
 * Creates a workflow with the given id; every matching event published after this resolves starts a run. A
 * second call with the same id returns what the first one created.
 *
 * @throws AppError invalid_request, invalid_event_type, forbidden, conflict, quota_reached
 */
export async function createWorkflow(
  service: WorkflowService,
  range: WorkflowRange,
  id: string,
  input: CreateWorkflowInput,
  maker: WorkflowMaker,
): Promise<Workflow> {
  const now = new Date(service.clock.now());
  const workflow: Workflow = {
    id,
    ...range,
    keyId: maker.keyId,
    environment: maker.environment,
    name: input.name,
    description: input.description ?? null,
    enabled: input.enabled ?? true,
    ...toTrigger(input.trigger),
    actions: await toSteps(input.actions, service.engine.actions, { ...range, may: maker.may }),
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  return changeWorkflows(service, range.orgId, async (tx) => {
    const earlier = await findWorkflow(tx, range, id);
    if (earlier) return { value: earlier };
    if ((await countWorkflows(tx, range.orgId)) >= MAX_WORKFLOWS) {
      throw new AppError('conflict', {
        message: `An organization has at most ${MAX_WORKFLOWS} workflows. Delete one that is not needed.`,
      });
    }
    if (!(await insertWorkflow(tx, workflow))) {
      throw new AppError('conflict', { message: 'A workflow with this id exists.' });
    }
    await checkQuota(rowsIn(tx), range.orgId, 'workflows');
    return { value: workflow, events: workflowEvents(workflow, 'created') };
  });
}
