import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import type { Completion } from './code-editor.tsx';
import { FromEvent } from './from-event.tsx';
import type { FieldProps } from './text-input.tsx';
import { TextInput } from './text-input.tsx';
import { type ValueRow, valueRowsOf, valueRowsText } from './value-rows.ts';
import { WithCode } from './with-code.tsx';

interface ValueFieldsProps extends FieldProps {
  /** An object or list as JSON text, containing only scalars. */
  value: string;
  onChange: (value: string) => void;
  kind: 'pairs' | 'list';
  completions: Completion[];
}

const emptyRow: ValueRow = { name: '', text: '', isExpression: false };

/** The named values of an object, or those of a list; each can be taken from the event. */
export function ValueFields({ label, hint, error, value, onChange, kind, completions }: ValueFieldsProps) {
  const [rows, setRows] = useState<ValueRow[]>(() => {
    const known = valueRowsOf(value, kind) ?? [];
    return known.length === 0 ? [emptyRow] : known;
  });
  const change = (next: ValueRow[]) => {
    setRows(next);
    onChange(valueRowsText(next, kind));
  };
  const set = (at: number, row: Partial<ValueRow>) =>
    change(rows.map((one, index) => (index === at ? { ...one, ...row } : one)));
  return (
    <div role="group" aria-label={label} className="field">
      <span className="field-label">{label}</span>
      <ol className="condition-lines">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own
          <li key={at} className={kind === 'pairs' ? 'value-line' : 'value-line alone'}>
            {kind === 'pairs' && (
              <TextInput
                label={`Name ${at + 1} of ${label}`}
                value={row.name}
                onChange={(name) => set(at, { name })}
                placeholder="Name"
                isRequired={row.text !== ''}
                hidesLabel
              />
            )}
            <TextInput
              label={`Value ${at + 1} of ${label}`}
              value={row.text}
              onChange={(text) => set(at, { text })}
              placeholder={row.isExpression ? 'event.data.order_id' : 'Value'}
              isCode={row.isExpression}
              hidesLabel
            />
            <FromEvent
              of={`value ${at + 1} of ${label}`}
              isExpression={row.isExpression}
              completions={completions}
              onChange={(changed) => set(at, changed)}
            />
            <Button
              kind="quiet"
              icon={X}
              aria-label={`Remove value ${at + 1} of ${label}`}
              onPress={() => change(rows.filter((_, index) => index !== at))}
            >
              {null}
            </Button>
          </li>
        ))}
      </ol>
      <div>
        <Button
          icon={Plus}
          aria-label={`Add a value to ${label}`}
          onPress={() => change([...rows, emptyRow])}
        >
          Add a value
        </Button>
      </div>
      {hint !== undefined && <span className="hint">{hint}</span>}
      <span className="field-error" role="status">
        {error && <WithCode text={error} />}
      </span>
    </div>
  );
}
