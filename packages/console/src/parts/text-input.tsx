import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField } from 'react-aria-components/TextField';
import { heldBackBy, useRefusalAt } from './refusal.tsx';
import { WithCode } from './with-code.tsx';

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Why the value is rejected. */
  error?: string | undefined;
  /** Its API name: errors of the surrounding form about it are shown here. */
  field?: string;
  isRequired?: boolean;
}

interface TextInputProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  type?: 'text' | 'password' | 'url' | 'email' | 'number' | 'search' | 'datetime-local';
  placeholder?: string;
  name?: string;
  autoFocus?: boolean;
  /** More than one line. */
  rows?: number;
  isCode?: boolean;
  /** The label is for screen readers only, when the context already says what it is. */
  hidesLabel?: boolean;
  autoComplete?: string;
}

/** Blanks are no reason, and no name. */
const refuseBlank = (value: string) => (value.trim() === '' ? 'Fill this in.' : null);

export function TextInput({
  label,
  hint,
  error: given,
  field,
  rows,
  isCode,
  hidesLabel,
  type,
  placeholder,
  ...rest
}: TextInputProps) {
  const refusal = useRefusalAt(field, rest.value);
  const error = given ?? refusal;
  const className = isCode ? 'input code' : 'input';
  return (
    <TextField
      className="field"
      {...(error !== undefined && { isInvalid: true })}
      validationBehavior={heldBackBy(error)}
      autoComplete="off"
      {...(type !== undefined && { type })}
      {...rest}
      {...(rest.isRequired && { validate: refuseBlank })}
      {...(hidesLabel && { 'aria-label': label })}
    >
      {!hidesLabel && <Label>{label}</Label>}
      {rows === undefined ? (
        <Input className={className} placeholder={placeholder ?? ''} spellCheck={false} />
      ) : (
        <TextArea className={className} rows={rows} placeholder={placeholder ?? ''} spellCheck={!isCode} />
      )}
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error && <WithCode text={error} />}</FieldError>
    </TextField>
  );
}
