import { useEffect, useRef, useState } from 'react';
import { type Option, Suggest } from './fields.tsx';
import { TextInput } from './text-input.tsx';

/** Delay after typing before the search. */
const SETTLED_MS = 350;

interface FilterTextProps {
  label: string;
  /** The value in the address. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /**
   * Describes a complete value, as a sentence; shown while the input is incomplete, when nothing is searched.
   */
  form?: string;
  isWhole?: (typed: string) => boolean;
}

/** A text filter: applied when typing pauses, and only if the service would understand it. */
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

/** The same with suggestions, such as event types. */
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
  // The address changed otherwise: by Back, a saved view, or clearing the filters.
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

/** The pattern for a type typed into a filter: `order` includes everything below it. */
export function patternOf(typed: string): string {
  const text = typed.trim().toLowerCase().replace(/\.$/, '');
  return text === '' || text === '*' || text.includes('.') ? text : `${text}.*`;
}

/** Whether the service accepts it as a type or pattern. */
export const isPattern = (typed: string) =>
  patternOf(typed)
    .split('.')
    .every((one) => SEGMENT.test(one));
export const patternForm = 'A type such as order.created, or order.* for everything below it.';

/** A payload field with its required value. */
export const isPayloadTest = (text: string) =>
  text.split(/ & (?=data\.)/).every((one) => /^data(?:\.[^.=]+)+=/.test(one));
export const payloadForm = 'A field and its value, such as data.order_id=1001; several with & between.';
