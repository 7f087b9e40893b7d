import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { CodeEditor, type Completion } from './code-editor.tsx';
import { Choice, Suggest } from './fields.tsx';
import { words } from './format.tsx';
import { FromEvent } from './from-event.tsx';
import { useKnownRecords } from './known-things.ts';
import { ActionMenu } from './menu.tsx';
import { choicesOf, kindOf, type Schema, type TypedField, type TypedFields } from './schema-values.ts';
import { TextInput } from './text-input.tsx';
import { ValueFields } from './value-fields.tsx';
import { valueRowsOf } from './value-rows.ts';
import { WithCode } from './with-code.tsx';

interface SchemaFieldsProps {
  schema: Schema;
  fields: TypedFields;
  onChange: (fields: TypedFields) => void;
  /** The error of a field, by name. */
  errorOf: (name: string) => string | undefined;
  /** Names available to expressions. */
  completions: Completion[];
  /** Distinguishes these fields from another form's on the page. */
  of: string;
}

/**
 * Fields from a schema: required or filled ones, and others on request. Each can be taken from the event
 * instead of typed.
 */
export function SchemaFields({ schema, fields, onChange, errorOf, completions, of }: SchemaFieldsProps) {
  const { properties = {}, required = [] } = schema;
  const isShown = (name: string) => required.includes(name) || fields[name] !== undefined;
  const known = Object.entries(properties);
  const shown = known.filter(([name]) => isShown(name));
  const others = known.flatMap(([name]) => (isShown(name) ? [] : [name]));
  const remove = (name: string) => {
    const { [name]: _gone, ...rest } = fields;
    onChange(rest);
  };
  return (
    <div className="form">
      {shown.map(([name, property]) => (
        <SchemaField
          key={name}
          name={name}
          of={of}
          schema={property}
          isRequired={required.includes(name)}
          field={fields[name] ?? empty}
          onChange={(field) => onChange({ ...fields, [name]: field })}
          onRemove={() => remove(name)}
          error={errorOf(name)}
          completions={completions}
        />
      ))}
      {others.length > 0 && (
        <div>
          <ActionMenu
            label={`Add a field to ${of}`}
            text="Add a field"
            icon={Plus}
            actions={others.map((name) => ({
              label: words(name),
              run: () => onChange({ ...fields, [name]: empty }),
            }))}
          />
        </div>
      )}
    </div>
  );
}

const choiceLabels: Record<string, string> = { true: 'Yes', false: 'No' };

const empty: TypedField = { text: '', isExpression: false };

interface SchemaFieldProps {
  name: string;
  of: string;
  schema: Schema;
  isRequired: boolean;
  field: TypedField;
  onChange: (field: TypedField) => void;
  onRemove: () => void;
  error: string | undefined;
  completions: Completion[];
}

function SchemaField(props: SchemaFieldProps) {
  const { name, of, schema, isRequired, field, onChange, onRemove, completions } = props;
  const label = words(name);
  const kind = kindOf(schema);
  const isSeveral = kind === 'pairs' || kind === 'list';
  const isRowable = isSeveral && valueRowsOf(field.text, kind) !== undefined;
  const [isJson, setJson] = useState(isSeveral && !isRowable);
  const rows = isSeveral && !field.isExpression && !isJson ? kind : undefined;
  return (
    <div className="schema-field">
      <ValueField {...props} label={label} rows={rows} />
      <div className="schema-buttons">
        {isSeveral && !field.isExpression && (
          <Button
            kind="quiet"
            onPress={() => setJson(!isJson)}
            isDisabled={isJson && !isRowable}
            aria-label={`${label} of ${of} ${isJson ? 'value by value' : 'as JSON'}`}
          >
            {isJson ? 'Value by value' : 'As JSON'}
          </Button>
        )}
        {rows === undefined && (
          <FromEvent
            of={`${label} of ${of}`}
            isExpression={field.isExpression}
            completions={completions}
            onChange={(changed) => onChange({ ...field, ...changed })}
          />
        )}
        {!isRequired && (
          <Button kind="quiet" icon={X} aria-label={`Remove ${label} of ${of}`} onPress={onRemove}>
            {null}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The schema's description of a field, without details that matter only to programs. */
function hintOf({ description }: Schema): string | undefined {
  return description?.replace(/ ?It must not contain a NUL character[^.]*\./, '') || undefined;
}

function ValueField({
  name,
  label,
  schema,
  field,
  isRequired,
  onChange,
  error,
  completions,
  rows,
}: SchemaFieldProps & { label: string; rows: 'pairs' | 'list' | undefined }) {
  const shared = {
    label,
    value: field.text,
    onChange: (text: string) => onChange({ ...field, text }),
    error,
    isRequired,
  };
  const hint = hintOf(schema);
  const told = hint === undefined ? {} : { hint: <WithCode text={hint} /> };
  const things = useKnownRecords(name);
  if (field.isExpression) {
    return (
      <CodeEditor
        {...shared}
        {...told}
        language="jsonata"
        completions={completions}
        placeholder="event.data.order_id"
      />
    );
  }
  if (rows !== undefined) return <ValueFields {...shared} {...told} kind={rows} completions={completions} />;
  const kind = kindOf(schema);
  if (kind === 'json' || kind === 'pairs' || kind === 'list')
    return <CodeEditor {...shared} {...told} language="template" completions={completions} />;
  if (kind === 'choice') {
    const options = (choicesOf(schema) ?? []).map((one) => ({
      id: one,
      label: choiceLabels[one] ?? words(one),
    }));
    return <Choice {...shared} {...told} options={options} />;
  }
  if (things !== undefined)
    return <Suggest {...shared} {...told} options={things} placeholder="Choose one, or paste an id" />;
  return (
    <TextInput
      {...shared}
      {...told}
      {...(kind === 'long' && { rows: 4 })}
      {...(schema.default !== undefined && { placeholder: String(schema.default) })}
    />
  );
}
