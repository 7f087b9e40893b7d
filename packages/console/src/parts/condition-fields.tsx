import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { CodeEditor, type Completion } from './code-editor.tsx';
import { filterOperators } from './completions.ts';
import {
  type ConditionRow,
  type Conditions,
  compares,
  conditionsOf,
  emptyRow,
  filterText,
  needsNoValue,
  retyped,
  takesList,
} from './condition-rows.ts';
import { Choice, Suggest } from './fields.tsx';
import type { FieldProps } from './text-input.tsx';
import { TextInput } from './text-input.tsx';
import { WithCode } from './with-code.tsx';

interface ConditionFieldsProps extends FieldProps {
  /** The filter as JSON text; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /** The fields of a past event, with their values. */
  known: Completion[];
  /** An example filter, for the JSON mode. */
  placeholder: string;
  /** Hint for the JSON mode. */
  jsonHint: string;
}

/** A condition on events, row by row: field, comparison and value. Or as JSON, which is more expressive. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { label, value, onChange, known, hint, error } = props;
  const [began] = useState(() => conditionsOf(value));
  const [isJson, setJson] = useState(began === undefined);
  const [lines, setLines] = useState<Conditions>(began ?? { isAny: false, rows: [] });
  const change = (next: Conditions) => {
    setLines(next);
    onChange(filterText(next));
  };
  const asLines = conditionsOf(value);
  const turn = () => {
    if (isJson && asLines !== undefined) setLines(asLines);
    setJson(!isJson);
  };
  return (
    <fieldset className="form action-input">
      <legend>
        {label}{' '}
        <Button
          kind="quiet"
          onPress={turn}
          isDisabled={isJson && asLines === undefined}
          aria-label={`${label}, ${isJson ? 'line by line' : 'as JSON'}`}
        >
          {isJson ? 'Line by line' : 'As JSON'}
        </Button>
      </legend>
      {isJson ? (
        <CodeEditor
          {...props}
          hidesLabel
          language="json"
          hint={props.jsonHint}
          completions={[...filterOperators, ...known]}
        />
      ) : (
        <>
          <Lines of={lines} change={change} known={known} />
          {hint !== undefined && <p className="hint">{hint}</p>}
          {error !== undefined && (
            <p className="field-error" role="status">
              <WithCode text={error} />
            </p>
          )}
        </>
      )}
    </fieldset>
  );
}

interface LinesProps {
  of: Conditions;
  change: (next: Conditions) => void;
  known: Completion[];
}

function Lines({ of, change, known }: LinesProps) {
  const { isAny, rows } = of;
  const set = (at: number, row: ConditionRow) =>
    change({ isAny, rows: rows.map((one, index) => (index === at ? row : one)) });
  return (
    <>
      {rows.length > 1 && (
        <Choice
          label="What is needed"
          value={isAny ? 'any' : 'all'}
          onChange={(needed) => change({ isAny: needed === 'any', rows })}
          options={[
            { id: 'all', label: 'All of these' },
            { id: 'any', label: 'One of these is enough' },
          ]}
        />
      )}
      {rows.length > 0 && (
        <ol className="condition-lines">
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name of its own
            <li key={at} className="condition-line">
              <Line
                of={row}
                at={at}
                known={known}
                change={(next) => set(at, next)}
                remove={() => change({ isAny, rows: rows.filter((_, index) => index !== at) })}
              />
            </li>
          ))}
        </ol>
      )}
      <div>
        <Button icon={Plus} onPress={() => change({ isAny, rows: [...rows, emptyRow] })}>
          {rows.length === 0 ? 'Add a condition' : 'Another condition'}
        </Button>
      </div>
    </>
  );
}

interface LineProps {
  of: ConditionRow;
  at: number;
  known: Completion[];
  change: (row: ConditionRow) => void;
  remove: () => void;
}

function Line({ of, at, known, change, remove }: LineProps) {
  const { path, compare, text } = of;
  const example = known.find(({ label }) => label === path.trim())?.detail;
  const isText = example?.startsWith('"') ?? false;
  const put = (changed: Partial<ConditionRow>) => change(retyped(of, changed, isText));
  return (
    <>
      <Suggest
        label={`Field ${at + 1}`}
        value={path}
        onChange={(next) => put({ path: next })}
        options={known.map(({ label, detail }) => ({ id: label, label, ...(detail && { detail }) }))}
        placeholder="Field"
        isRequired
        hidesLabel
      />
      <Choice
        label={`Comparison ${at + 1}`}
        value={compare}
        onChange={(next) => put({ compare: next as ConditionRow['compare'] })}
        options={[...compares]}
        hidesLabel
      />
      {needsNoValue(compare) ? (
        <span />
      ) : (
        <TextInput
          label={`Value ${at + 1}`}
          value={text}
          onChange={(next) => put({ text: next })}
          placeholder={takesList(compare) ? 'Values, with commas between' : (example ?? 'Value')}
          isRequired
          hidesLabel
        />
      )}
      <Button kind="quiet" icon={X} aria-label={`Remove condition ${at + 1}`} onPress={remove}>
        {null}
      </Button>
    </>
  );
}
