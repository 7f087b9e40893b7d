import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Json } from '../../parts/code.tsx';
import { CodeEditor, type Completion } from '../../parts/code-editor.tsx';
import { Check, Choice } from '../../parts/fields.tsx';
import { SchemaFields } from '../../parts/schema-fields.tsx';
import { parseObject, type Schema, typedOf } from '../../parts/schema-values.ts';
import { Status } from '../../parts/status.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { deedOf } from './action-words.ts';
import { type ActionForm, type ActionKind, exampleText, inputOfAction } from './workflow-form.ts';

type TriedAction = Answer<'previewWorkflow'>['actions'][number];

interface ActionCardProps {
  form: ActionForm;
  at: number;
  count: number;
  /** Undefined when this service does not, or no longer, offer it. */
  kind: ActionKind | undefined;
  kinds: ActionKind[];
  change: (changed: Partial<ActionForm>) => void;
  move: (by: number) => void;
  remove: () => void;
  completions: Completion[];
  tried: TriedAction | undefined;
  /** The error of a part, such as `when` or `input.type`. */
  errorOf: (part: string) => string | undefined;
}

/** One action of a workflow: its kind, input and condition, and the trial's result. */
export function ActionCard(props: ActionCardProps) {
  const { form, at, count, kind, kinds, change, move, remove, tried, errorOf } = props;
  const name = `Action ${at + 1}`;
  return (
    <li className="card">
      <div className="step-head">
        <h3>
          {name}: {kind === undefined ? form.action : deedOf(kind)}
        </h3>
        <div className="actions">
          {at > 0 && (
            <Button icon={ArrowUp} aria-label={`Move action ${at + 1} up`} onPress={() => move(-1)} />
          )}
          {at < count - 1 && (
            <Button icon={ArrowDown} aria-label={`Move action ${at + 1} down`} onPress={() => move(1)} />
          )}
          <Button icon={Trash2} aria-label={`Remove action ${at + 1}`} onPress={remove} />
        </div>
      </div>
      <div className="form">
        <div className="action-names">
          <Choice
            label="Does"
            value={form.action}
            onChange={(action) => {
              const next = kinds.find((one) => one.action === action);
              change({ action, fields: {}, json: null, ...(next && { assumed: exampleText(next) }) });
            }}
            options={kinds.map((one) => ({ id: one.action, label: deedOf(one), detail: one.action }))}
            error={errorOf('action')}
          />
          <TextInput
            label="Its id"
            value={form.id}
            onChange={(id) => change({ id })}
            isRequired
            isCode
            error={errorOf('id')}
            hint={`Later actions say results.${form.id}.`}
          />
        </div>
        <InputFields {...props} />
        <Exceptions {...props} />
        {kind && at < count - 1 && <Assumed form={form} change={change} />}
        {tried && <TriedResult of={tried} />}
      </div>
    </li>
  );
}

/** The input, as fields from its schema or as JSON. */
function InputFields({ form, kind, kinds, change, completions, errorOf, at }: ActionCardProps) {
  const isJson = form.json !== null || kind === undefined;
  const asJson = () => change({ json: JSON.stringify(inputOfAction(form, kinds).input, null, 2) });
  const input = parseObject(form.json ?? '');
  const asFields = () =>
    change({ json: null, fields: typedOf((kind?.input_schema ?? {}) as Schema, input ?? {}) });
  const known = Object.keys((kind?.input_schema as Schema | undefined)?.properties ?? {});
  const isFieldable = input !== undefined && Object.keys(input).every((name) => known.includes(name));
  return (
    <fieldset className="form action-input">
      <legend>
        With{' '}
        {kind !== undefined && (
          <Button
            kind="quiet"
            onPress={isJson ? asFields : asJson}
            isDisabled={isJson && !isFieldable}
            aria-label={`Input of action ${at + 1} as ${isJson ? 'fields' : 'JSON'}`}
          >
            {isJson ? 'As fields' : 'As JSON'}
          </Button>
        )}
      </legend>
      {isJson ? (
        <CodeEditor
          label={`Input of action ${at + 1}`}
          hidesLabel
          value={form.json ?? ''}
          onChange={(json) => change({ json })}
          language="template"
          completions={completions}
          error={errorOf('input')}
          hint={'A text "{{ expression }}" stands for what the JSONata expression selects.'}
        />
      ) : (
        <>
          <SchemaFields
            schema={kind.input_schema as Schema}
            fields={form.fields}
            onChange={(fields) => change({ fields })}
            errorOf={(name) => errorOf(`input.${name}`)}
            completions={completions}
            of={`action ${at + 1}`}
          />
          {errorOf('input') !== undefined &&
            !known.some((name) => errorOf(`input.${name}`) !== undefined) && (
              <p className="field-error">{errorOf('input')}</p>
            )}
        </>
      )}
    </fieldset>
  );
}

/** Less common settings: a condition of its own, and continuing after a failure. */
function Exceptions({ form, change, completions, errorOf }: ActionCardProps) {
  const [isOpen, setOpen] = useState(form.when !== '' || form.goesOn);
  return (
    <details
      className="nested"
      open={isOpen || errorOf('when') !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Condition and failure handling</summary>
      <div className="form">
        <CodeEditor
          label="Only if (optional)"
          value={form.when}
          onChange={(when) => change({ when })}
          language="jsonata"
          completions={completions}
          error={errorOf('when')}
          placeholder="event.data.total > 100"
          hint="A JSONata expression. The action is skipped unless it is true."
        />
        <Check
          label="If it fails, continue with the next action"
          isChecked={form.goesOn}
          onChange={(goesOn) => change({ goesOn })}
        />
      </div>
    </details>
  );
}

function Assumed({ form, change }: Pick<ActionCardProps, 'form' | 'change'>) {
  return (
    <details className="nested">
      <summary>Assumed result while you try</summary>
      <CodeEditor
        label={`Assumed result of ${form.id}`}
        hidesLabel
        value={form.assumed}
        onChange={(assumed) => change({ assumed })}
        language="json"
        hint="Nothing is executed, so there is no result. This example is used instead, and is not saved."
      />
    </details>
  );
}

const labels: Record<string, string> = {
  would_run: 'Would run',
  skipped: 'Would be skipped',
  failed: 'Would fail',
  not_run: 'Would not be reached',
};

function TriedResult({ of: { id, status, input, error } }: { of: TriedAction }) {
  const tone = status === 'would_run' ? 'good' : status === 'failed' ? 'bad' : 'warn';
  return (
    <section className="tried" aria-label={`${id}, tried`}>
      <Status state={status} label={labels[status] ?? status} tone={tone} />
      {error !== null && (
        <p className="note bad">
          <span>
            {error.field !== undefined && <strong>{error.field}: </strong>}
            {error.message}
          </span>
        </p>
      )}
      {input !== null && <Json value={input} label={`Input of ${id}`} />}
    </section>
  );
}
