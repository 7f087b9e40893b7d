import { Plus, X } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { Choice, type Option, Suggest } from '../../parts/fields.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import {
  type AbiInput,
  type AbiParameter,
  blankOf,
  isTypedAsJson,
  itemOf,
  partsOf,
  typeName,
} from './abi.ts';

export interface FieldProblem {
  /** As in the service's errors, such as `args.0.1`. */
  field: string | undefined;
  message: string;
}

interface Around {
  /** Path of the field in the request, such as `args.0`. */
  place: string;
  problem: FieldProblem | undefined;
  /** Suggested addresses. */
  addresses: Option[];
}

interface FieldsProps extends Around {
  inputs: AbiParameter[];
  values: AbiInput[];
  onChange: (values: AbiInput[]) => void;
}

/** A field per argument; arrays and tuples get nested fields. */
export function AbiFields({ inputs, values, onChange, place, ...around }: FieldsProps) {
  return (
    <>
      {inputs.map((input, at) => (
        <AbiField
          // biome-ignore lint/suspicious/noArrayIndexKey: arguments are told apart by their place alone
          key={at}
          {...around}
          place={`${place}.${at}`}
          label={input.name || `Argument ${at + 1}`}
          parameter={input}
          value={values[at] ?? ''}
          onChange={(value) => onChange(values.with(at, value))}
        />
      ))}
    </>
  );
}

interface FieldProps extends Around {
  label: string;
  parameter: AbiParameter;
  value: AbiInput;
  onChange: (value: AbiInput) => void;
}

function AbiField(props: FieldProps) {
  const { parameter } = props;
  const array = itemOf(parameter);
  const parts = partsOf(parameter);
  if (array === undefined && parts === undefined) return <PlainField {...props} />;
  if (isTypedAsJson(parameter)) return <JsonField {...props} />;
  if (array !== undefined) return <ArrayField {...props} item={array.item} length={array.length} />;
  return <TupleField {...props} parts={parts ?? []} />;
}

function ArrayField({
  item,
  length,
  label,
  parameter,
  value,
  onChange,
  place,
  problem,
  addresses,
}: FieldProps & { item: AbiParameter; length: number | undefined }) {
  const items = Array.isArray(value) ? value : [];
  return (
    <fieldset className="abi-group">
      <legend>
        {label} <TypeName of={parameter} />
      </legend>
      <Problem at={place} of={problem} />
      {items.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items are told apart by their place alone
        <div className="abi-item" key={at}>
          <AbiField
            label={`${label} ${at + 1}`}
            parameter={item}
            value={one}
            onChange={(changed) => onChange(items.with(at, changed))}
            place={`${place}.${at}`}
            problem={problem}
            addresses={addresses}
          />
          {length === undefined && (
            <Button
              kind="quiet"
              icon={X}
              aria-label={`Remove ${label} ${at + 1}`}
              onPress={() => onChange(items.toSpliced(at, 1))}
            >
              {null}
            </Button>
          )}
        </div>
      ))}
      {length === undefined && (
        <div>
          <Button icon={Plus} onPress={() => onChange([...items, blankOf(item)])}>
            Add to {label}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function TupleField({
  parts,
  label,
  parameter,
  value,
  onChange,
  place,
  ...around
}: FieldProps & { parts: AbiParameter[] }) {
  return (
    <fieldset className="abi-group">
      <legend>
        {label} <TypeName of={parameter} />
      </legend>
      <Problem at={place} of={around.problem} />
      <AbiFields
        {...around}
        inputs={parts}
        values={Array.isArray(value) ? value : []}
        onChange={onChange}
        place={place}
      />
    </fieldset>
  );
}

function JsonField({ label, parameter, value, onChange, place, problem }: FieldProps) {
  return (
    <TextInput
      label={label}
      value={String(value)}
      onChange={onChange}
      rows={4}
      isCode
      error={problemAt(place, problem) ?? (isJson(String(value)) ? undefined : 'This is not JSON.')}
      hint={`${typeName(parameter)} has several parts: enter it as JSON.`}
    />
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const yesNo = [
  { id: 'true', label: 'Yes, true' },
  { id: 'false', label: 'No, false' },
];

function PlainField({ label, parameter: { type }, value, onChange, place, problem, addresses }: FieldProps) {
  const text = String(value);
  const shared = { label, value: text, onChange, error: problemAt(place, problem) };
  if (type === 'bool') return <Choice {...shared} options={yesNo} />;
  if (type === 'address')
    return <Suggest {...shared} options={addresses} placeholder="0x…" hint={hints.address} isRequired />;
  return (
    <TextInput
      {...shared}
      isCode
      isRequired={type !== 'string'}
      hint={`${type}${hintOf(type, text)}`}
      placeholder={type.startsWith('bytes') ? '0x…' : ''}
    />
  );
}

const hints = { address: 'address, 0x and 40 hex digits' };

function hintOf(type: string, text: string): string {
  if (/^u?int/.test(type))
    return /^-?\d{5,}$/.test(text) ? `: ${inScientificNotation(text)}` : ', a whole number';
  if (type.startsWith('bytes')) return ', hex with 0x';
  return '';
}

/** Zeros are easily miscounted: `1,500,000,000,000,000,000, which is 1.5 × 10^18`. */
function inScientificNotation(digits: string): string {
  const grouped = BigInt(digits).toLocaleString('en-US');
  const plain = digits.replace('-', '');
  if (plain.length < 19) return grouped;
  const whole = plain.slice(0, -18);
  const rest = plain.slice(-18).replace(/0+$/, '');
  return `${grouped}, which is ${BigInt(whole).toLocaleString('en-US')}${rest && `.${rest}`} × 10^18`;
}

function TypeName({ of }: { of: AbiParameter }) {
  return <code className="quiet">{typeName(of)}</code>;
}

function problemAt(place: string, problem: FieldProblem | undefined): string | undefined {
  return problem?.field === place ? problem.message : undefined;
}

function Problem({ at, of: problem }: { at: string; of: FieldProblem | undefined }) {
  const message = problemAt(at, problem);
  return message === undefined ? null : <p className="field-error">{message}</p>;
}
