import { type ReactNode, useEffect, useRef } from 'react';
import { type Call, useShownCall } from '../api/calls.tsx';
import { Button } from './button.tsx';
import { RefusalProvider } from './refusal.tsx';

/** What a form needs of `useWrite`'s result. */
interface Write {
  isPending: boolean;
  error: Error | null;
  /** Its call, also shown by the surrounding dialog. */
  shows?: Call | undefined;
  mutate(): void;
}

interface WriteFormProps {
  write: Write;
  className?: string;
  /** Whether it can be submitted as filled in. */
  isReady?: boolean;
  children: ReactNode;
}

/**
 * A form that makes a change: by Enter or its main button, one at a time. An error about a field is shown
 * there, and focuses it.
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
  /** Label of the main button, a word or two. */
  submit: string;
  /** `danger` for actions that cannot be undone. */
  kind?: 'main' | 'danger';
  isDisabled?: boolean;
  onClose: () => void;
}

/** The buttons below a form in a dialog. */
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
