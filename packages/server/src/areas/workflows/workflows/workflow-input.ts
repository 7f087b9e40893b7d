import { isEventPattern, spineErrors } from '../../../engine/spine/index.ts';
import {
  type ActionStep,
  checkCondition,
  checkSteps,
  type WorkflowActions,
} from '../../../engine/workflows/index.ts';
import { AppError } from '../../../kit/errors/index.ts';
import type { CreateWorkflowInput } from './workflow.schema.ts';

type TriggerInput = CreateWorkflowInput['trigger'];
type ActionsInput = CreateWorkflowInput['actions'];

/** Rejects a trigger that could never match an event. */
export function toTrigger({ type, condition = null }: TriggerInput): {
  pattern: string;
  condition: object | null;
} {
  if (!isEventPattern(type)) {
    throw new AppError(spineErrors.invalid_event_type, {
      message:
        '`trigger.type` must be an event type such as `contract.created`, or a pattern such as `contract.*` or `*`.',
      field: 'trigger.type',
    });
  }
  if (condition !== null) checkCondition(condition, 'trigger.condition');
  return { pattern: type, condition };
}

/** Validates the actions and fills in the defaults. */
export async function toSteps(
  input: ActionsInput,
  known: WorkflowActions,
  maker: { orgId: string; may(scope: string): boolean },
): Promise<ActionStep[]> {
  const steps = input.map(
    (one, i): ActionStep => ({
      id: one.id ?? `action_${i + 1}`,
      action: one.action,
      input: one.input as Record<string, unknown>,
      when: one.when ?? null,
      onError: one.on_error === 'continue' ? 'continue' : 'stop',
    }),
  );
  await checkSteps(steps, known, maker);
  return steps;
}
