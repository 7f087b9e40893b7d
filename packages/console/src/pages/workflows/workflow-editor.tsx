import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import type { Answer } from '../../api/client.ts';
import { useDryRun } from '../../api/dry-run.ts';
import { useRead } from '../../api/read.ts';
import { Button, LinkButton } from '../../parts/button.tsx';
import { filterPaths } from '../../parts/completions.ts';
import { ConditionFields } from '../../parts/condition-fields.tsx';
import { Suggest } from '../../parts/fields.tsx';
import { Section } from '../../parts/page.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { useEventTypes } from '../events/event-types.ts';
import { PastEvent as PastEventChoice } from '../events/past-event.tsx';
import { ActionList, type Tried } from './action-list.tsx';
import { errorAt, Refusal } from './refusal.tsx';
import {
  type ActionKind,
  assumedOf,
  bodyOf,
  doingOf,
  isFilled,
  isWhole,
  type WorkflowForm,
} from './workflow-form.ts';

interface EditorProps {
  first: WorkflowForm;
  kinds: ActionKind[];
  /** The event to try it on; empty for the newest matching one. */
  eventId: string;
  operation: 'createWorkflow' | 'updateWorkflow';
  params?: Record<string, string>;
  action: string;
  isBusy: boolean;
  error: Error | null;
  onSave: (body: ReturnType<typeof bodyOf>) => void;
  /** Called when the form was edited. */
  onTouch?: () => void;
  backHref: string;
}

/** The parts of a workflow in execution order, tried on a past event while they are written. */
export function WorkflowEditor({
  first,
  kinds,
  operation,
  params,
  action,
  isBusy,
  error,
  onSave,
  onTouch,
  backHref,
  ...rest
}: EditorProps) {
  const [form, setForm] = useState(first);
  const [eventId, setEventId] = useState(rest.eventId);
  const event = useRead('readEvent', { params: { eventId } }, { enabled: eventId !== '' }).data;
  const set = (change: Partial<WorkflowForm>) => {
    setForm((before) => ({ ...before, ...change }));
    onTouch?.();
  };
  const body = bodyOf(form, kinds);
  useUnsaved(form);
  useShownCall({ operation, params, body, title: action });
  const isWritten = isWhole(form, kinds) && isFilled(form, kinds);
  const isReady = eventId !== '' && form.type !== '' && form.actions.length > 0 && isWritten;
  const wanted = { event_id: eventId, ...doingOf(form, kinds), results: assumedOf(form) };
  const tried = useDryRun(
    'previewWorkflow',
    isReady ? { body: wanted } : undefined,
    'Try it on a past event',
  );
  const refused = error ?? undefined;
  const [isSent, setSent] = useState(false);
  const missing = isSent ? missingIn(form, kinds) : undefined;
  return (
    <form
      className="form workflow-editor"
      onSubmit={(event) => {
        event.preventDefault();
        setSent(true);
        if (missingIn(form, kinds) === undefined && !isBusy) onSave(body);
      }}
    >
      <div className="columns">
        <TextInput
          label="Name"
          value={form.name}
          onChange={(name) => set({ name })}
          isRequired
          placeholder="Invoice large orders"
        />
        <TextInput
          label="Description"
          value={form.description}
          onChange={(description) => set({ description })}
        />
      </div>
      <Trigger form={form} set={set} error={refused ?? tried.error} event={event} />
      <Section title="Try it on a past event" lead="Nothing is executed: each action shows its input.">
        <PastEventChoice type={form.type} eventId={eventId} onChange={setEventId} />
        <Verdict of={tried} isTrying={isReady} />
      </Section>
      <ActionList form={form} set={set} kinds={kinds} tried={tried} error={refused} event={event} />
      {missing !== undefined && (
        <p className="note bad" role="alert">
          {missing}
        </p>
      )}
      {refused !== undefined && missing === undefined && <Refusal error={refused} />}
      <div className="form-actions">
        <LinkButton href={backHref}>Cancel</LinkButton>
        <Button kind="main" type="submit" isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** Why it cannot be submitted yet; undefined when it can. */
function missingIn(form: WorkflowForm, kinds: ActionKind[]): string | undefined {
  if (form.actions.length === 0) return 'Add at least one action.';
  return isWhole(form, kinds) ? undefined : 'A part that is written as JSON is none. Its field says where.';
}

type PastEvent = Answer<'readEvent'>;

interface TriggerProps {
  form: WorkflowForm;
  set: (change: Partial<WorkflowForm>) => void;
  error: Error | undefined;
  /** A past event whose fields are offered. */
  event: PastEvent | undefined;
}

/** Event fields a condition can use. */
function conditionPaths(event: PastEvent | undefined) {
  if (event === undefined) return [];
  const { data, metadata, source, type } = event;
  return filterPaths('', { data, source, type, metadata });
}

function Trigger({ form, set, error, event }: TriggerProps) {
  return (
    <Section title="When">
      <div className="form">
        <Suggest
          label="Event type"
          value={form.type}
          onChange={(type) => set({ type })}
          options={useEventTypes()}
          isRequired
          error={errorAt(error, 'trigger.type')}
          placeholder="order.created"
          hint="contract.* includes everything below it."
        />
        <ConditionFields
          label="Condition (optional)"
          value={form.condition}
          onChange={(condition) => set({ condition })}
          known={conditionPaths(event)}
          error={errorAt(error, 'trigger.condition')}
          placeholder={'{"data.total": {"$gte": 100}}'}
          hint="Without a condition, each event of the type starts it."
          jsonHint="Paths begin with data., metadata., source or type. Operators: $gte, $lt, $in, $exists, $or, …"
        />
      </div>
    </Section>
  );
}

/** Whether the event would start it. */
function Verdict({ of: { answer, error }, isTrying }: { of: Tried; isTrying: boolean }) {
  if (error !== undefined) {
    return (
      <p className="note bad" role="status">
        It cannot be tried yet: {error.message}
      </p>
    );
  }
  if (answer === undefined)
    return (
      <p className="quiet">
        {isTrying ? 'Trying it …' : 'Choose a type, add an action and fill in what it needs to try it.'}
      </p>
    );
  if (answer.not_met !== null) {
    return (
      <p className="note warn" role="status">
        This event does not start it:{' '}
        {answer.not_met === 'type' ? 'it is of another type' : 'it does not meet the condition'}.
      </p>
    );
  }
  const failed = answer.actions.find(({ status }) => status === 'failed');
  return (
    <p className={failed ? 'note bad' : 'note good'} role="status">
      {failed ? `This event starts it, and ${failed.id} would fail.` : 'This event starts it.'}
    </p>
  );
}
