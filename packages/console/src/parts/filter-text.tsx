import { useEffect, useRef, useState } from 'react';
import { type Option, Suggest } from './fields.tsx';
import { TextInput } from './text-input.tsx';

/** So long nothing is typed before it is asked for. */
const SETTLED_MS = 350;

interface FilterTextProps {
  label: string;
  /** As the address has it. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** What a whole one looks like, as a sentence; told where what is typed is none, and nothing is asked meanwhile. */
  form?: string;
  isWhole?: (typed: string) => boolean;
}

/** A text that narrows a list: asked for once typing rests, and only where the service would understand it. */
export function FilterText({ label, placeholder, ...rest }: FilterTextProps) {
  const { typed, setTyped, hint, onBlur } = useTyped(rest);
  return (
    <TextInput
      label={label}
      value={typed}
      onChange={setTyped}
      onBlur={onBlur}
      {...(placeholder !== undefined && { placeholder })}
      {...(hint !== undefined && { hint })}
    />
  );
}

/** The same with suggestions, such as of event types. */
export function FilterSuggest({
  label,
  placeholder,
  options,
  ...rest
}: FilterTextProps & { options: Option[] }) {
  const { typed, setTyped, hint } = useTyped(rest);
  return (
    <Suggest
      label={label}
      value={typed}
      onChange={setTyped}
      options={options}
      {...(placeholder !== undefined && { placeholder })}
      {...(hint !== undefined && { hint })}
    />
  );
}

function useTyped({ value, onChange, form, isWhole }: Omit<FilterTextProps, 'label' | 'placeholder'>) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // The address was changed by something else: by Back, by a saved view, by taking the filters away.
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  const text = typed.trim();
  const isUnderstood = text === '' || isWhole === undefined || isWhole(text);
  const isNew = text !== value.trim() && isUnderstood;
  const commit = () => {
    if (!isNew) return;
    setKnown(text);
    onChange(text);
  };
  const latest = useRef(commit);
  latest.current = commit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key begins the wait anew
  useEffect(() => {
    if (!isNew) return undefined;
    const timer = setTimeout(() => latest.current(), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [isNew, text]);
  return { typed, setTyped, onBlur: commit, hint: isUnderstood ? undefined : form };
}

const SEGMENT = /^(?:[a-z0-9_-]+|\*)$/;

/** What a type that is typed into a filter asks for: `order` means all below it. */
export function patternOf(typed: string): string {
  const text = typed.trim().toLowerCase().replace(/\.$/, '');
  return text === '' || text === '*' || text.includes('.') ? text : `${text}.*`;
}

/** Whether the service takes it as a type or a pattern of types. */
export const isPattern = (typed: string) =>
  patternOf(typed)
    .split('.')
    .every((one) => SEGMENT.test(one));
export const patternForm = 'A type such as order.created, or order.* for all below it.';

/** A field of a payload and the value that it must have. */
export const isPayloadTest = (text: string) =>
  text.split(/ & (?=data\.)/).every((one) => /^data(?:\.[^.=]+)+=/.test(one));
export const payloadForm = 'A field and its value, such as data.order_id=1001; several with & between.';
