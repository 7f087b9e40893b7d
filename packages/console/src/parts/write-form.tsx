import type { ReactNode } from 'react';
import { type Call, useShownCall } from '../api/calls.tsx';
import { Button } from './button.tsx';

/** What `useWrite` answers, as a form needs it. */
interface Write {
  isPending: boolean;
  /** Its call, which the dialog around the form shows too. */
  shows?: Call | undefined;
  mutate(): void;
}

/** A form that changes something: by Enter or by its main button, once at a time. */
export function WriteForm({ write, children }: { write: Write; children: ReactNode }) {
  useShownCall(write.shows);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!write.isPending) write.mutate();
      }}
    >
      {children}
    </form>
  );
}

interface FormActionsProps {
  write: Pick<Write, 'isPending'>;
  /** What the main button does, in a word or two. */
  submit: string;
  close?: string;
  isDisabled?: boolean;
  onClose: () => void;
}

/** Under a form in a dialog. */
export function FormActions({
  write,
  submit,
  close = 'Cancel',
  isDisabled = false,
  onClose,
}: FormActionsProps) {
  return (
    <div className="form-actions">
      <Button onPress={onClose}>{close}</Button>
      <Button kind="main" type="submit" isBusy={write.isPending} isDisabled={isDisabled}>
        {submit}
      </Button>
    </div>
  );
}
