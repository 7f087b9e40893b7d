import { findEvent, type StoredEvent } from '../../../engine/spine/index.ts';
import type { RunPreview } from '../../../engine/workflows/index.ts';
import { rowsIn } from '../../../kit/db/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import { parseId } from '../../../kit/ids.ts';
import type { WorkflowMaker, WorkflowRange, WorkflowService } from '../workflow-service.ts';
import type { PreviewWorkflowInput } from './preview.schema.ts';
import { toSteps, toTrigger } from './workflow-input.ts';

/**
 * Shows what a workflow, saved or not, would do on a past event. It is validated like a new one, and nothing
 * is executed.
 *
 * @throws AppError not_found, invalid_request, invalid_event_type, forbidden
 */
export async function previewWorkflow(
  service: WorkflowService,
  range: WorkflowRange,
  { event_id, trigger, actions, results = {} }: PreviewWorkflowInput,
  { environment, keyId, may }: WorkflowMaker,
): Promise<{ event: StoredEvent; preview: RunPreview }> {
  const { pattern, condition } = toTrigger(trigger);
  const steps = await toSteps(actions, service.engine.actions, { ...range, may });
  const event = await requireEvent(service, range, event_id);
  const preview = await service.engine.preview({
    environment,
    keyId,
    pattern,
    condition,
    steps,
    event,
    results: results as Record<string, Record<string, unknown>>,
  });
  return { event, preview };
}

async function requireEvent(
  { db }: WorkflowService,
  { orgId }: WorkflowRange,
  id: string,
): Promise<StoredEvent> {
  const uuid = parseId('evt', id);
  if (uuid === undefined) throw notFound('event', 'event_id');
  const event = await findEvent(rowsIn(db), orgId, uuid);
  if (event === undefined) throw notFound('event', 'event_id');
  return event;
}
