import { type ReactNode, useEffect, useRef } from 'react';
import { type Call, useShownCall } from '../api/calls.tsx';
import { Button } from './button.tsx';
import { RefusalProvider } from './refusal.tsx';

/** What `useWrite` answers, as a form needs it. */
interface Write {
  isPending: boolean;
  error: Error | null;
  /** Its call, which the dialog around the form shows too. */
  shows?: Call | undefined;
  mutate(): void;
}

interface WriteFormProps {
  write: Write;
  className?: string;
  /** Whether it may be sent as it is filled in. */
  isReady?: boolean;
  children: ReactNode;
}

/**
 * A form that changes something: by Enter or by its main button, once at a time. What is refused of a field is told at it,
 * and the focus goes there.
 */
export function WriteForm({ write, className = 'form', isReady = true, children }: WriteFormProps) {
  useShownCall(write.shows);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (write.error !== null) firstRefused(form.current)?.focus();
  }, [write.error]);
  return (
    <form
      ref={form}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !write.isPending) write.mutate();
      }}
    >
      <RefusalProvider error={write.error}>{children}</RefusalProvider>
    </form>
  );
}

function firstRefused(form: HTMLFormElement | null): HTMLElement | null {
  return form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button') ?? null;
}

interface FormActionsProps {
  write: Pick<Write, 'isPending'>;
  /** What the main button does, in a word or two. */
  submit: string;
  /** Of what cannot be taken back. */
  kind?: 'main' | 'danger';
  isDisabled?: boolean;
  onClose: () => void;
}

/** Under a form in a dialog. */
export function FormActions({ write, submit, kind = 'main', isDisabled = false, onClose }: FormActionsProps) {
  return (
    <div className="form-actions">
      <Button onPress={onClose}>Cancel</Button>
      <Button kind={kind} type="submit" isBusy={write.isPending} isDisabled={isDisabled}>
        {submit}
      </Button>
    </div>
  );
}
