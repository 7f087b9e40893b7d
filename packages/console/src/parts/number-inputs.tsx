import { type FieldProps, TextInput } from './text-input.tsx';

interface NumberField<Name extends string> extends FieldProps {
  /** Of the form: where its text is kept. */
  of: Name;
}

interface Props<Name extends string> {
  form: Record<Name, string>;
  set: (name: Name) => (value: string) => void;
  fields: readonly NumberField<Name>[];
}

/** Numbers of a form, each as the text that stands in its field: an empty one is none. */
export function NumberInputs<Name extends string>({ form, set, fields }: Props<Name>) {
  return fields.map(({ of, ...shown }) => (
    <TextInput key={of} type="number" value={form[of]} onChange={set(of)} {...shown} />
  ));
}
