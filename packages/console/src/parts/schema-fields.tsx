import { Braces, Plus, X } from 'lucide-react';
import { Button } from './button.tsx';
import { CodeEditor, type Completion } from './code-editor.tsx';
import { Choice } from './fields.tsx';
import { words } from './format.tsx';
import { ActionMenu } from './menu.tsx';
import { choicesOf, kindOf, type Schema, type TypedField, type TypedFields } from './schema-values.ts';
import { TextInput } from './text-input.tsx';

interface SchemaFieldsProps {
  schema: Schema;
  fields: TypedFields;
  onChange: (fields: TypedFields) => void;
  /** Why a field is refused, by its name. */
  errorOf: (name: string) => string | undefined;
  /** What expressions may name. */
  completions: Completion[];
  /** Tells these fields from those of another form on the page. */
  of: string;
}

/** The fields of a schema: those that are needed or filled, and the others on request. Each takes an expression instead of a value. */
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
  const { name, of, isRequired, field, onChange, onRemove } = props;
  const label = words(name);
  return (
    <div className="schema-field">
      <ValueField {...props} label={label} />
      <div className="schema-buttons">
        <Button
          kind="quiet"
          icon={Braces}
          aria-pressed={field.isExpression}
          aria-label={field.isExpression ? `${label} of ${of}: a value` : `${label} of ${of}: an expression`}
          onPress={() => onChange({ ...field, isExpression: !field.isExpression })}
        >
          {field.isExpression ? 'Value' : 'Expression'}
        </Button>
        {!isRequired && (
          <Button kind="quiet" icon={X} aria-label={`Remove ${label} of ${of}`} onPress={onRemove}>
            {null}
          </Button>
        )}
      </div>
    </div>
  );
}

function ValueField({
  label,
  schema,
  field,
  isRequired,
  onChange,
  error,
  completions,
}: SchemaFieldProps & { label: string }) {
  const shared = {
    label,
    value: field.text,
    onChange: (text: string) => onChange({ ...field, text }),
    error,
    isRequired,
  };
  const hint = schema.description;
  const told = hint === undefined ? {} : { hint };
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
  const kind = kindOf(schema);
  if (kind === 'json')
    return <CodeEditor {...shared} {...told} language="template" completions={completions} />;
  if (kind === 'choice') {
    const options = (choicesOf(schema) ?? []).map((one) => ({ id: one, label: words(one) }));
    return <Choice {...shared} {...told} options={options} />;
  }
  return (
    <TextInput
      {...shared}
      {...told}
      {...(kind === 'long' && { rows: 4 })}
      {...(schema.default !== undefined && { placeholder: String(schema.default) })}
    />
  );
}
