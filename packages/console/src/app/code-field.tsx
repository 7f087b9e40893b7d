import { TriviumError } from '../../../sdk/src/index.ts';
import { TextInput } from '../parts/text-input.tsx';

/** Whether a second-factor code is missing or was rejected. */
export function asksForCode(error: unknown): boolean {
  return error instanceof TriviumError && (error.code === 'second_factor_required' || error.field === 'code');
}

/** The first request for a code is not an error. */
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
