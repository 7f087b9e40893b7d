import { AppError, invalidField } from '../../kit/errors/index.ts';
import { SandboxFailure } from '../../kit/sandbox/index.ts';
import { compileCondition } from './event-condition.ts';
import { findMistake } from './step-expressions.ts';
import type { ActionStep } from './workflow.ts';
import type { WorkflowAction, WorkflowActions } from './workflow-action.ts';

/** Rejects a condition that cannot be evaluated. */
export function checkCondition(condition: object, field: string): void {
  try {
    compileCondition(condition);
  } catch (error) {
    throw invalidField(field, `\`${field}\` ${(error as Error).message}.`);
  }
}

/**
 * Rejects actions that no run could perform: unknown ones, expressions that do not compile, duplicate ids,
 * and those that the caller is not allowed to perform.
 */
export async function checkSteps(
  steps: readonly ActionStep[],
  actions: WorkflowActions,
  maker: { orgId: string; may(scope: string): boolean },
): Promise<void> {
  const ids = new Set<string>();
  steps.forEach((step, i) => {
    const at = `actions.${i}`;
    const action = requireKnown(step, actions, `${at}.action`);
    requirePermitted(action, maker.may, `${at}.action`);
    if (ids.has(step.id)) {
      throw invalidField(
        `${at}.id`,
        `\`${at}.id\` is \`${step.id}\`, as that of an earlier action. Give each its own.`,
      );
    }
    ids.add(step.id);
    checkFields(step.input, action, `${at}.input`);
  });
  await checkExpressions(steps, maker.orgId);
}

/** Rejects a caller who is not allowed to perform these actions. Actions that no longer exist do nothing. */
export function checkPermitted(
  steps: readonly Pick<ActionStep, 'action'>[],
  actions: WorkflowActions,
  may: (scope: string) => boolean,
): void {
  steps.forEach((step, i) => {
    const action = actions.get(step.action);
    if (action !== undefined) requirePermitted(action, may, `actions.${i}.action`);
  });
}

async function checkExpressions(steps: readonly ActionStep[], orgId: string): Promise<void> {
  const mistake = await findMistake(steps, orgId).catch((error) => {
    throw error instanceof SandboxFailure ? refusalOf(error) : error;
  });
  if (mistake === undefined) return;
  const { step, field, message, position } = mistake;
  throw new AppError('invalid_request', {
    message: `\`actions.${step}.${field}\` does not compile: ${message}.`,
    field: `actions.${step}.${field}`,
    ...(position !== undefined && { details: { position } }),
  });
}

function refusalOf(failure: SandboxFailure): AppError {
  if (failure.isPassing) {
    return new AppError('unavailable', {
      message: 'Too many expressions are being looked through. Try again in a moment.',
      headers: { 'retry-after': '5' },
    });
  }
  return invalidField(
    'actions',
    `The expressions of \`actions\` could not be looked through. ${failure.message} Write them shorter.`,
  );
}

/** Field names can be checked now; their values are known only at run time. */
function checkFields(input: object, { name, inputSchema }: WorkflowAction, field: string): void {
  const { properties = {}, required = [], additionalProperties } = inputSchema as InputSchema;
  const known = Object.keys(properties);
  const strange = Object.keys(input).find((key) => additionalProperties === false && !known.includes(key));
  if (strange !== undefined) {
    throw invalidField(
      `${field}.${strange}`,
      `\`${field}.${strange}\` is no input of \`${name}\`. It takes ${known.map((key) => `\`${key}\``).join(', ')}.`,
    );
  }
  const missing = required.find((key) => !Object.hasOwn(input, key));
  if (missing !== undefined) {
    throw new AppError('missing_required_field', {
      message: `\`${field}.${missing}\` is required by \`${name}\`. Add it, as a value or as \`{{ expression }}\`.`,
      field: `${field}.${missing}`,
    });
  }
}

interface InputSchema {
  properties?: object;
  required?: readonly string[];
  additionalProperties?: boolean;
}

function requireKnown(step: ActionStep, actions: WorkflowActions, field: string): WorkflowAction {
  const action = actions.get(step.action);
  if (action !== undefined) return action;
  const known = actions.list().map(({ name }) => `\`${name}\``);
  throw invalidField(field, `\`${field}\` must be one of ${known.join(', ')}.`);
}

/** A workflow acts for the whole organization, so its author must be allowed to do what it does. */
function requirePermitted(action: WorkflowAction, mayUse: (scope: string) => boolean, field: string): void {
  if (mayUse(action.scope)) return;
  throw new AppError('forbidden', {
    message: `The API key lacks the scope \`${action.scope}\`, which \`${action.name}\` needs. Use a key that has it.`,
    field,
  });
}
