import { AppError } from '../../kit/errors/index.ts';
import { ExpressionError } from '../../kit/expressions/index.ts';
import { compileCondition } from './event-condition.ts';
import { compileTemplate, compileTemplateExpression } from './input-template.ts';
import type { ActionStep } from './workflow.ts';
import type { WorkflowAction, WorkflowActions } from './workflow-action.ts';

/** Refuses a condition that cannot be judged. */
export function checkCondition(condition: object, field: string): void {
  try {
    compileCondition(condition);
  } catch (error) {
    throw new AppError('invalid_request', { message: `\`${field}\` ${(error as Error).message}.`, field });
  }
}

/**
 * Refuses actions that no run could do: unknown ones, expressions that do not compile, ids given twice, and
 * such as the caller may not do himself.
 */
export function checkSteps(
  steps: readonly ActionStep[],
  actions: WorkflowActions,
  mayUse: (scope: string) => boolean,
): void {
  const ids = new Set<string>();
  steps.forEach((step, i) => {
    const at = `actions.${i}`;
    const action = requireKnown(step, actions, `${at}.action`);
    requirePermitted(action, mayUse, `${at}.action`);
    if (ids.has(step.id)) {
      throw new AppError('invalid_request', {
        message: `\`${at}.id\` is \`${step.id}\`, as that of an earlier action. Give each its own.`,
        field: `${at}.id`,
      });
    }
    ids.add(step.id);
    const { when } = step;
    if (when !== null) compileAt(() => void compileTemplateExpression(when), `${at}.when`);
    compileAt(() => void compileTemplate(step.input), `${at}.input`);
    checkFields(step.input, action, `${at}.input`);
  });
}

/** What the input is named as can be judged now; its values are known only when it runs. */
function checkFields(input: object, { name, inputSchema }: WorkflowAction, field: string): void {
  const { properties = {}, required = [], additionalProperties } = inputSchema as InputSchema;
  const known = Object.keys(properties);
  const strange = Object.keys(input).find((key) => additionalProperties === false && !known.includes(key));
  if (strange !== undefined) {
    throw new AppError('invalid_request', {
      message: `\`${field}.${strange}\` is no input of \`${name}\`. It takes ${known.map((key) => `\`${key}\``).join(', ')}.`,
      field: `${field}.${strange}`,
    });
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
  throw new AppError('invalid_request', {
    message: `\`${field}\` must be one of ${known.join(', ')}.`,
    field,
  });
}

/** A workflow acts for the whole organization, so whoever makes one must be allowed what it does. */
function requirePermitted(action: WorkflowAction, mayUse: (scope: string) => boolean, field: string): void {
  if (mayUse(action.scope)) return;
  throw new AppError('forbidden', {
    message: `The API key lacks the scope \`${action.scope}\`, which \`${action.name}\` needs. Use a key that has it.`,
    field,
  });
}

function compileAt(compile: () => void, field: string): void {
  try {
    compile();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new AppError('invalid_request', {
      message: `\`${field}\` does not compile: ${error.message}.`,
      field,
      ...(error.position !== undefined && { details: { position: error.position } }),
    });
  }
}
