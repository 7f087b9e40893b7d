import { type FieldProps, TextInput } from './text-input.tsx';

interface NumberField<Name extends string> extends FieldProps {
  /** Key of its text in the form. */
  of: Name;
}

interface Props<Name extends string> {
  form: Record<Name, string>;
  set: (name: Name) => (value: string) => void;
  fields: readonly NumberField<Name>[];
}

/** A form's number fields, each stored as typed: empty means none. */
export function NumberInputs<Name extends string>({ form, set, fields }: Props<Name>) {
  return fields.map(({ of, ...shown }) => (
    <TextInput key={of} type="number" value={form[of]} onChange={set(of)} {...shown} />
  ));
}
