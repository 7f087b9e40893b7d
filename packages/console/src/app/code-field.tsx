import { TriviumError } from '../../../sdk/src/index.ts';
import { TextInput } from '../parts/text-input.tsx';

/** Whether a code of the second factor is missing, or was refused. */
export function asksForCode(error: unknown): boolean {
  return error instanceof TriviumError && (error.code === 'second_factor_required' || error.field === 'code');
}

/** It is asked for the first time, which is no failure. */
export function isMissing(error: unknown): boolean {
  return error instanceof TriviumError && error.code === 'second_factor_required';
}

/** Shown once the service has asked for it. */
export function CodeField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      label="Code of your app"
      value={value}
      onChange={onChange}
      autoComplete="one-time-code"
      hint="Without your phone, type a recovery code."
      isRequired
      autoFocus
    />
  );
}
