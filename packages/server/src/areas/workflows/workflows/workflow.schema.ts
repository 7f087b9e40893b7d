import { type Static, Type } from 'typebox';
import {
  type Acknowledgement,
  acknowledgedField,
  isBefore,
  toAcknowledgementRecord,
} from '../../../engine/acknowledgements/index.ts';
import { MAX_DEPTH } from '../../../engine/workflows/index.ts';
import {
  anyObject,
  listOf,
  named,
  nullable,
  openObject,
  pageQuery,
  strictObject,
  textField,
  timestampField,
} from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import type { WorkflowHealth, WorkflowWithHealth } from './workflow-health.repository.ts';

export const workflowParams = Type.Object({
  workflowId: Type.String({ description: 'The id of a workflow, `wfl_…`.' }),
});

export const listWorkflowsQuery = strictObject(pageQuery);

const triggerFields = {
  type: Type.String({
    minLength: 1,
    maxLength: 255,
    description:
      'The event type, or a pattern: `contract.*` (one or more segments below), `a.*.c` (one segment), `*` (all). A platform event is found under each of its names.',
  }),
};

/** Room for lists of about a thousand ids. */
const MAX_CONDITION_BYTES = 262_144;

const condition = nullable(
  openObject(MAX_CONDITION_BYTES, 'Conditions.'),
  'What the event must meet besides its type, in the query form of MongoDB over `type`, `source`, `data` and `metadata`: `{"data.amount": {"$gte": 100}}`. Operators as in the `filter` of a subscription. Null for nothing.',
);

export const trigger = named(
  'NewWorkflowTrigger',
  strictObject(
    { ...triggerFields, condition: Type.Optional(condition) },
    { description: 'Which events start a run.' },
  ),
);

/** Limit for the input of one action, as written. */
const MAX_INPUT_BYTES = 262_144;

const actionFields = {
  action: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'What to do, such as `events.publish`; see `GET /v1/workflows/actions`.',
  }),
  input: openObject(
    MAX_INPUT_BYTES,
    'The input of the action. A text of the form `{{ expression }}` is replaced by what the JSONata expression selects from `event` and from `results.<id>` of earlier actions; anything else stays as it is.',
  ),
};

const onError = Type.String({
  enum: ['stop', 'continue'],
  default: 'stop',
  description: 'Whether later actions continue after this one has failed.',
});

export const actions = Type.Array(
  named(
    'NewWorkflowAction',
    strictObject({
      id: Type.Optional(
        Type.String({
          pattern: '^[a-z][a-z0-9_]{0,62}$',
          patternHint: 'must be 1 to 63 of a-z, 0-9 and _, beginning with a letter',
          description: 'Names the result for later actions. Default: `action_1`, `action_2`, …',
        }),
      ),
      ...actionFields,
      when: Type.Optional(
        nullable(
          textField(10_000, 'A JSONata expression.'),
          'The action is skipped unless this JSONata expression over `event` and `results` returns true. Null for always.',
        ),
      ),
      on_error: Type.Optional(onError),
    }),
  ),
  { minItems: 1, maxItems: 20, description: 'Executed in this order.' },
);

const name = textField(200, 'For people to read.');
const description = nullable(textField(2_000, 'For people to read.'), 'For people to read; null for none.');
const enabled = Type.Boolean({ default: true, description: 'Whether events start runs.' });

export const createWorkflowBody = strictObject({
  name,
  description: Type.Optional(description),
  enabled: Type.Optional(enabled),
  trigger,
  actions,
});

export const updateWorkflowBody = strictObject({
  name: Type.Optional(name),
  description: Type.Optional(description),
  enabled: Type.Optional(enabled),
  trigger: Type.Optional(trigger),
  actions: Type.Optional(actions),
});

const health = Type.Object(
  {
    state: Type.String({
      enum: ['healthy', 'failing', 'idle', 'disabled'],
      description:
        '`healthy` and `failing`: the outcome of the latest run that was tried, including one that waits for another attempt. `idle`: none was tried yet.',
    }),
    failing_since: nullable(
      timestampField('A moment.'),
      'When the first of the latest consecutive failed runs was started, as far as `runs` reaches back.',
    ),
    last_error: nullable(
      Type.Object({
        run_id: Type.String({ description: '`run_…`' }),
        action: nullable(Type.String(), 'Its id.'),
        message: Type.String({ description: 'What happened, in a sentence.' }),
      }),
      'Why the latest failed run failed; null if none failed.',
    ),
    last_run_at: nullable(timestampField('A moment.'), 'When the latest run was started.'),
    acknowledged: acknowledgedField('Who has acknowledged that it fails; null if nobody has since it began.'),
    runs: Type.Object(
      {
        succeeded: Type.Integer({ description: 'All actions were done or skipped.' }),
        failed: Type.Integer({ description: 'Including those that were stopped as a loop.' }),
        queued: Type.Integer({ description: 'Waiting for their turn or their next attempt.' }),
      },
      { description: 'Over the latest 100 runs.' },
    ),
  },
  { description: 'Its health.' },
);

export const workflowRecord = named(
  'Workflow',
  Type.Object({
    workflow_id: Type.String({ description: '`wfl_…`' }),
    name: Type.String({ description: 'For people to read.' }),
    description: nullable(Type.String(), 'For people to read; null for none.'),
    enabled: Type.Boolean({ description: 'Whether events start runs.' }),
    trigger: Type.Object({ ...triggerFields, condition }, { description: 'Which events start a run.' }),
    actions: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Names its result for later actions.' }),
        ...actionFields,
        when: nullable(
          Type.String(),
          'JSONata: the action is skipped unless it returns true. Null for always.',
        ),
        on_error: onError,
      }),
      { description: 'Executed in this order.' },
    ),
    environment: Type.String({
      description: 'Where its actions read and write: the environment of the key that created it.',
    }),
    revision: Type.Integer({ description: 'Increases with each change of trigger or actions.' }),
    health,
    created_at: timestampField('When it was made.'),
    updated_at: timestampField('When it was last changed.'),
  }),
);

export const workflowList = listOf('workflows', workflowRecord);

export const actionList = Type.Object({
  actions: Type.Array(
    named(
      'WorkflowActionKind',
      Type.Object({
        action: Type.String({ description: 'The name of the action in workflows.' }),
        description: Type.String({ description: 'What it does.' }),
        scope: Type.String({ description: 'Scopes that a key needs to use the action in a workflow.' }),
        input_schema: anyObject('JSON Schema of the input, after its expressions are evaluated.'),
        output_schema: anyObject('JSON Schema of its result, available to later actions as `results.<id>`.'),
      }),
    ),
    { description: 'In the order of their names.' },
  ),
  max_depth: Type.Integer({
    description: `Workflows may start each other through events this deep; the next run is stopped. It is ${MAX_DEPTH}.`,
  }),
});

export type CreateWorkflowInput = Static<typeof createWorkflowBody>;
export type UpdateWorkflowInput = Static<typeof updateWorkflowBody>;

export function toWorkflowRecord(
  { health, ...workflow }: WorkflowWithHealth,
  acknowledged: Acknowledgement | undefined,
): Static<typeof workflowRecord> {
  return {
    workflow_id: formatId('wfl', workflow.id),
    name: workflow.name,
    description: workflow.description,
    enabled: workflow.enabled,
    trigger: { type: workflow.pattern, condition: workflow.condition },
    actions: workflow.actions.map(({ id, action, input, when, onError }) => ({
      id,
      action,
      input,
      when,
      on_error: onError,
    })),
    environment: workflow.environment,
    revision: workflow.revision,
    health: toHealthRecord(workflow.enabled, health, acknowledged),
    created_at: workflow.createdAt.toISOString(),
    updated_at: workflow.updatedAt.toISOString(),
  };
}

function toHealthRecord(
  isEnabled: boolean,
  { succeeded, failed, queued, lastTried, failingSince, lastRunAt, lastFailure }: WorkflowHealth,
  acknowledged: Acknowledgement | undefined,
): Static<typeof health> {
  const ended = lastTried === 'succeeded' ? 'healthy' : 'failing';
  const state = isEnabled ? (lastTried === null ? 'idle' : ended) : 'disabled';
  // If no examined run succeeded, the start of the failures is unknown.
  const isSeen =
    state === 'failing' &&
    acknowledged !== undefined &&
    (succeeded === 0 || !isBefore(acknowledged, failingSince));
  return {
    state,
    failing_since: failingSince?.toISOString() ?? null,
    last_error: lastFailure && toLastError(lastFailure),
    last_run_at: lastRunAt?.toISOString() ?? null,
    acknowledged: isSeen ? toAcknowledgementRecord(acknowledged) : null,
    runs: { succeeded, failed, queued },
  };
}

function toLastError({ runId, status, actions }: NonNullable<WorkflowHealth['lastFailure']>) {
  const failed = actions?.find(({ error }) => error !== null);
  const message = failed?.error?.message ?? (status === 'loop_stopped' ? LOOP : 'It was not begun.');
  return { run_id: formatId('run', runId), action: failed?.id ?? null, message };
}

const LOOP = `Workflows had started each other ${MAX_DEPTH} deep; nothing was done.`;
