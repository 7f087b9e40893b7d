import { ChevronDown, X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Checkbox } from 'react-aria-components/Checkbox';
import { ComboBox } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectValue } from 'react-aria-components/Select';
import { Text } from 'react-aria-components/Text';
import { heldBackBy, useRefusalAt } from './refusal.tsx';
import type { FieldProps } from './text-input.tsx';
import { WithCode } from './with-code.tsx';

export interface Option {
  id: string;
  label: string;
  detail?: string;
  /** The text inserted when a suggestion is chosen, if it is not its label. */
  text?: string;
}

interface ChoiceProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  options: Option[];
  /** The label is for screen readers only, when the context already says what it is. */
  hidesLabel?: boolean;
}

/**
 * One of a few. Its options are only made while it has the focus or is open: React Aria would otherwise render all of
 * them, unseen, for each such field of the page, and again whenever one of them changes.
 */
export function Choice({
  label,
  hint,
  error: given,
  field,
  value,
  onChange,
  options,
  isRequired = false,
  hidesLabel = false,
}: ChoiceProps) {
  const refusal = useRefusalAt(field, value);
  const error = given ?? refusal;
  const [isInUse, setInUse] = useState(false);
  return (
    <Select
      className="field"
      isRequired={isRequired}
      {...(hidesLabel && { 'aria-label': label })}
      {...(error !== undefined && { isInvalid: true })}
      validationBehavior={heldBackBy(error)}
      value={value}
      onChange={(key) => onChange(String(key))}
      onFocusChange={setInUse}
      onOpenChange={(isOpen) => isOpen && setInUse(true)}
    >
      {!hidesLabel && <Label>{label}</Label>}
      <AriaButton className="input select">
        <SelectValue />
        <ChevronDown aria-hidden size={15} />
      </AriaButton>
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error && <WithCode text={error} />}</FieldError>
      <Popover className="popover">
        <Options options={isInUse ? options : options.filter(({ id }) => id === value)} />
      </Popover>
    </Select>
  );
}

/** A combo box passes the options down itself. */
function Options({ options }: { options?: Option[] }) {
  return (
    <ListBox<Option> className="options" {...(options && { items: options })}>
      {({ id, label, detail, text = label }) => (
        <ListBoxItem id={id} textValue={text} className="option">
          <Text slot="label">{label}</Text>
          {detail !== undefined && (
            <Text slot="description" className="hint">
              {detail}
            </Text>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  );
}

interface SuggestProps extends Omit<ChoiceProps, 'onChange'> {
  onChange: (value: string) => void;
  placeholder?: string;
  /** Called when a value was chosen, or typed and entered. */
  onEnter?: (value: string) => void;
}

/** As many are found by scrolling; typing finds the others. */
const MAX_SUGGESTIONS = 30;

/** A text field with suggestions; other values are accepted too. */
export function Suggest({
  label,
  hint,
  error: given,
  field,
  value,
  onChange,
  onEnter,
  options,
  placeholder,
  isRequired = false,
  hidesLabel = false,
}: SuggestProps) {
  const refusal = useRefusalAt(field, value);
  const error = given ?? refusal;
  const opensByFocus = useAfterFirstFocus();
  const typed = value.trim().toLowerCase();
  const found = useMemo(
    () =>
      options
        .filter(({ id, label: name }) => `${id} ${name}`.toLowerCase().includes(typed))
        .slice(0, MAX_SUGGESTIONS),
    [options, typed],
  );
  return (
    <ComboBox
      className="field"
      {...(hidesLabel && { 'aria-label': label })}
      allowsCustomValue
      isRequired={isRequired}
      {...(error !== undefined && { isInvalid: true })}
      validationBehavior={heldBackBy(error)}
      menuTrigger={opensByFocus ? 'focus' : 'input'}
      inputValue={value}
      onBlur={() => value.trim() !== '' && onEnter?.(value.trim())}
      onInputChange={onChange}
      onSelectionChange={(key) => key !== null && (onEnter ?? onChange)(String(key))}
      items={found}
    >
      {!hidesLabel && <Label>{label}</Label>}
      <div className="combo">
        <Input
          className="input"
          placeholder={placeholder ?? ''}
          spellCheck={false}
          onKeyDown={(event) => {
            if ((event.key !== 'Enter' && event.key !== ',') || value.trim() === '' || !onEnter) return;
            if (event.currentTarget.getAttribute('aria-activedescendant')) return;
            event.preventDefault();
            onEnter(value.trim());
          }}
        />
        {/* Its name goes on with the label, where that is seen. */}
        <AriaButton
          className="combo-button"
          aria-label={hidesLabel ? `Suggestions for ${label}` : 'Suggestions for'}
        >
          <ChevronDown aria-hidden size={15} />
        </AriaButton>
      </div>
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error && <WithCode text={error} />}</FieldError>
      <Popover className="popover">
        <Options />
      </Popover>
    </ComboBox>
  );
}

/** A dialog focuses its first field on opening: a suggestion list would then cover the rest of it. */
function useAfterFirstFocus(): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => setAfter(true), []);
  return isAfter;
}

interface ManyProps extends FieldProps {
  values: string[];
  onChange: (values: string[]) => void;
  options: Option[];
  placeholder?: string;
}

/** Several values, suggested or custom. */
export function Many({ values, onChange, options, label, ...rest }: ManyProps) {
  const [typed, setTyped] = useState('');
  const add = (value: string) => {
    if (value !== '' && !values.includes(value)) onChange([...values, value]);
    setTyped('');
  };
  return (
    <div className="many">
      <Suggest
        {...rest}
        label={label}
        value={typed}
        onChange={setTyped}
        onEnter={add}
        options={options.filter(({ id }) => !values.includes(id))}
        isRequired={false}
      />
      {values.length > 0 && (
        <ul className="tags" aria-label={`Chosen ${label.toLowerCase()}`}>
          {values.map((value) => (
            <li className="tag" key={value}>
              <code>{value}</code>
              <AriaButton
                className="button quiet small"
                aria-label={`Remove ${value}`}
                onPress={() => onChange(values.filter((other) => other !== value))}
              >
                <X aria-hidden size={13} />
              </AriaButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function Check({
  label,
  isChecked,
  onChange,
}: {
  label: string;
  isChecked: boolean;
  onChange: (is: boolean) => void;
}) {
  return (
    <Checkbox className="check" isSelected={isChecked} onChange={onChange}>
      <span className="check-box" aria-hidden />
      {label}
    </Checkbox>
  );
}
