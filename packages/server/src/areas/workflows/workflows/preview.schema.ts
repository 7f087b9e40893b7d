import { type Static, Type } from 'typebox';
import type { StoredEvent } from '../../../engine/spine/index.ts';
import type { RunPreview } from '../../../engine/workflows/index.ts';
import { nullable, openObject, strictObject } from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { actions, trigger } from './workflow.schema.ts';

/** What earlier actions are taken to have answered: of one, and of all. */
const MAX_RESULT_BYTES = 262_144;
const MAX_RESULTS_BYTES = 786_432;

export const previewBody = strictObject({
  event_id: Type.String({ minLength: 1, maxLength: 100, description: '`evt_…`: any event of the log.' }),
  trigger,
  actions,
  results: Type.Optional(
    Type.Record(Type.String({ maxLength: 63 }), openObject(MAX_RESULT_BYTES, 'A result.'), {
      maxProperties: 20,
      maxBytes: MAX_RESULTS_BYTES,
      description:
        'What earlier actions are taken to have answered, by their ids: nothing is done, so they answer nothing themselves. Expressions over the result of one that is left out select nothing.',
    }),
  ),
});

const previewedAction = Type.Object({
  id: Type.String({ description: 'As the action names itself, or `action_1` and so on.' }),
  action: Type.String({ description: 'What it would do.' }),
  status: Type.String({
    enum: ['would_run', 'skipped', 'failed', 'not_run'],
    description: '`skipped`: its `when` is not met. `not_run`: an action before it ends the run.',
  }),
  input: Type.Unknown({ description: 'What it would be given.' }),
  error: nullable(
    Type.Object({
      code: Type.String({ description: 'That of the error the run would end with.' }),
      message: Type.String({ description: 'What is wrong, in a sentence.' }),
      field: Type.Optional(Type.String({ description: 'The field of the input; absent for none.' })),
    }),
    'Why it cannot be done.',
  ),
});

export const previewResult = Type.Object({
  event_id: Type.String({ description: '`evt_…`' }),
  event_type: Type.String({ description: 'Its type.' }),
  starts: Type.Boolean({ description: 'Whether such an event starts the workflow.' }),
  not_met: nullable(
    Type.String({ enum: ['type', 'condition'] }),
    'What of the trigger the event does not meet; null when it starts it.',
  ),
  outcome: Type.String({
    enum: ['succeeded', 'failed'],
    description: 'What would come of a run, as far as it is known before its actions are done.',
  }),
  actions: Type.Array(previewedAction, { description: 'Also of an event that does not start it.' }),
});

export type PreviewWorkflowInput = Static<typeof previewBody>;

export function toPreviewResult(event: StoredEvent, preview: RunPreview): Static<typeof previewResult> {
  const { whyNot = null, outcome, actions } = preview;
  return {
    event_id: formatId('evt', event.id),
    event_type: event.type,
    starts: whyNot === null,
    not_met: whyNot,
    outcome,
    actions: actions.map(({ id, action, status, input, error }) => {
      const told = status === 'succeeded' ? 'would_run' : status;
      return { id, action, status: told, input, error };
    }),
  };
}
