import { type Static, Type } from 'typebox';
import type { StoredEvent } from '../../../engine/spine/index.ts';
import type { RunPreview } from '../../../engine/workflows/index.ts';
import { nullable, openObject, strictObject } from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { actions, trigger } from './workflow.schema.ts';

/** Assumed results of earlier actions: limit for one, and for all together. */
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
        'Assumed results of earlier actions, by their ids: a dry run executes nothing, so actions have no results of their own. Expressions over an omitted result select nothing.',
    }),
  ),
});

const previewedAction = Type.Object({
  id: Type.String({ description: 'The name in the action, or `action_1` and so on.' }),
  action: Type.String({ description: 'What it would do.' }),
  status: Type.String({
    enum: ['would_run', 'skipped', 'failed', 'not_run'],
    description: '`skipped`: its `when` is not met. `not_run`: an action before it ends the run.',
  }),
  input: Type.Unknown({ description: 'The input that it would get.' }),
  error: nullable(
    Type.Object({
      code: Type.String({ description: 'The code of the error that would end the run.' }),
      message: Type.String({ description: 'What is wrong, in a sentence.' }),
      field: Type.Optional(
        Type.String({ description: 'The field of the input; absent if it is about none.' }),
      ),
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
    'The part of the trigger that the event does not meet; null if it starts the workflow.',
  ),
  outcome: Type.String({
    enum: ['succeeded', 'failed'],
    description: 'What a run would do, as far as it is known before its actions are executed.',
  }),
  actions: Type.Array(previewedAction, { description: 'Also for an event that does not start it.' }),
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
