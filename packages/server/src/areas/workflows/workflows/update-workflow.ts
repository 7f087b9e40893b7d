import { changeWorkflows, checkPermitted } from '../../../engine/workflows/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import type { WorkflowMaker, WorkflowRange, WorkflowService } from '../workflow-service.ts';
import { findWorkflow, saveWorkflow, type Workflow } from './workflow.repository.ts';
import type { UpdateWorkflowInput } from './workflow.schema.ts';
import { workflowChange } from './workflow-events.ts';
import { toSteps, toTrigger } from './workflow-input.ts';

/**
 * Changes the given fields and leaves the rest. Queued runs follow the definition from when their event was
 * published.
 *
 * @throws AppError not_found, invalid_request, invalid_event_type, forbidden
 */
export async function updateWorkflow(
  service: WorkflowService,
  range: WorkflowRange,
  id: string,
  input: UpdateWorkflowInput,
  maker: WorkflowMaker,
): Promise<Workflow> {
  const trigger = input.trigger && toTrigger(input.trigger);
  const actions =
    input.actions && (await toSteps(input.actions, service.engine.actions, { ...range, may: maker.may }));
  const isNewRevision = trigger !== undefined || actions !== undefined;
  return changeWorkflows(service, range.orgId, async (tx) => {
    const workflow = await findWorkflow(tx, range, id);
    if (workflow === undefined) throw notFound('workflow');
    // Other events will now start these actions, so the caller needs the permissions its creator needed.
    if (trigger !== undefined || input.enabled === true)
      checkPermitted(actions ?? workflow.actions, service.engine.actions, maker.may);
    const changed: Workflow = {
      ...workflow,
      ...(input.name !== undefined && { name: input.name }),
      ...(input.description !== undefined && { description: input.description }),
      ...(input.enabled !== undefined && { enabled: input.enabled }),
      ...trigger,
      ...(actions && { actions, keyId: maker.keyId }),
      revision: workflow.revision + (isNewRevision ? 1 : 0),
      updatedAt: new Date(service.clock.now()),
    };
    await saveWorkflow(tx, changed, isNewRevision);
    return { value: changed, events: workflowChange(workflow, changed) };
  });
}
