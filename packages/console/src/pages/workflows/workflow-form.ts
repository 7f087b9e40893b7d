import type { Answer, Body } from '../../api/client.ts';
import {
  exampleOf,
  inputOf,
  parseObject,
  type Schema,
  type TypedFields,
  typedOf,
} from '../../parts/schema-values.ts';

export type Workflow = Answer<'getWorkflow'>;
export type ActionKind = Answer<'listWorkflowActions'>['actions'][number];

/** An action being edited. */
export interface ActionForm {
  /** Used only by the form. */
  key: string;
  id: string;
  action: string;
  fields: TypedFields;
  /** The input as JSON if it is edited that way, overriding the fields. */
  json: string | null;
  when: string;
  goesOn: boolean;
  /** Its assumed result in a trial, as JSON. */
  assumed: string;
}

export interface WorkflowForm {
  name: string;
  description: string;
  type: string;
  condition: string;
  actions: ActionForm[];
}

let keys = 0;
const newKey = () => `action-${++keys}`;

export function emptyAction(kind: ActionKind, taken: readonly ActionForm[]): ActionForm {
  return {
    key: newKey(),
    id: freeId(kind.action, taken),
    action: kind.action,
    fields: {},
    json: null,
    when: '',
    goesOn: false,
    assumed: exampleText(kind),
  };
}

/** `request_review`, `request_review_2`: ids that read well in expressions. */
function freeId(action: string, taken: readonly ActionForm[]): string {
  const base = action.slice(action.lastIndexOf('.') + 1);
  const isTaken = (id: string) => taken.some((one) => one.id === id);
  let id = base;
  for (let n = 2; isTaken(id); n++) id = `${base}_${n}`;
  return id;
}

export function exampleText(kind: ActionKind): string {
  return JSON.stringify(exampleOf(kind.output_schema as Schema), null, 2);
}

export function formOf(workflow: Workflow, kinds: readonly ActionKind[]): WorkflowForm {
  const { name, description, trigger } = workflow;
  return {
    name,
    description: description ?? '',
    type: trigger.type,
    condition: trigger.condition === null ? '' : JSON.stringify(trigger.condition, null, 2),
    actions: workflow.actions.map(({ id, action, input, when, on_error }): ActionForm => {
      const kind = kinds.find((one) => one.action === action);
      const isKnown = kind !== undefined && Object.keys(input).every((name) => propertiesOf(kind)[name]);
      return {
        key: newKey(),
        id,
        action,
        fields: isKnown ? typedOf(kind.input_schema as Schema, input) : {},
        json: isKnown ? null : JSON.stringify(input, null, 2),
        when: when ?? '',
        goesOn: on_error === 'continue',
        assumed: kind === undefined ? '{}' : exampleText(kind),
      };
    }),
  };
}

function propertiesOf({ input_schema }: ActionKind): Record<string, Schema> {
  return (input_schema as Schema).properties ?? {};
}

type Input = Record<string, unknown>;

/** An action's input; `wrong` names fields with invalid JSON. */
export function inputOfAction(
  form: ActionForm,
  kinds: readonly ActionKind[],
): { input: Input; wrong: string[] } {
  if (form.json === null) {
    const kind = kinds.find((one) => one.action === form.action);
    return inputOf((kind?.input_schema ?? {}) as Schema, form.fields);
  }
  const input = parseObject(form.json);
  return { input: input ?? {}, wrong: input === undefined ? ['input'] : [] };
}

/** Whether all JSON parts are valid. */
export function isWhole(form: WorkflowForm, kinds: readonly ActionKind[]): boolean {
  const isConditionRead = form.condition.trim() === '' || parseObject(form.condition) !== undefined;
  return isConditionRead && form.actions.every((one) => inputOfAction(one, kinds).wrong.length === 0);
}

/** Whether every action has its required input, so that it can be tried. */
export function isFilled(form: WorkflowForm, kinds: readonly ActionKind[]): boolean {
  return form.actions.every((one) => {
    const { required = [] } = (kinds.find(({ action }) => action === one.action)?.input_schema ??
      {}) as Schema;
    const { input } = inputOfAction(one, kinds);
    return one.json !== null || required.every((name) => Object.hasOwn(input, name));
  });
}

/** The body for creating or replacing a workflow; whether it is enabled stays. */
export function bodyOf(
  form: WorkflowForm,
  kinds: readonly ActionKind[],
): Omit<Body<'createWorkflow'>, 'enabled'> {
  return {
    name: form.name,
    description: form.description.trim() === '' ? null : form.description,
    ...doingOf(form, kinds),
  };
}

/** What is tried: trigger and actions. */
export function doingOf(
  form: WorkflowForm,
  kinds: readonly ActionKind[],
): Pick<Body<'createWorkflow'>, 'trigger' | 'actions'> {
  return {
    trigger: {
      type: form.type,
      condition: form.condition.trim() === '' ? null : (parseObject(form.condition) ?? null),
    },
    actions: form.actions.map((one) => ({
      id: one.id,
      action: one.action,
      input: inputOfAction(one, kinds).input,
      when: one.when.trim() === '' ? null : one.when,
      on_error: one.goesOn ? ('continue' as const) : ('stop' as const),
    })),
  };
}

/** Assumed results of earlier actions. */
export function assumedOf({ actions }: WorkflowForm): Record<string, Input> {
  return Object.fromEntries(actions.map(({ id, assumed }) => [id, parseObject(assumed) ?? {}]));
}
