import { X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { DialogCallsProvider } from '../api/calls.tsx';
import { ApiCalls } from './api-calls.tsx';
import { Button } from './button.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { TextInput } from './text-input.tsx';
import { type Unsaved, UnsavedProvider } from './unsaved.tsx';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  wide?: boolean;
  /** With a button to close it in its head, for a dialog that has no other. */
  hasClose?: boolean;
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
}

/**
 * A modal dialog. Escape and clicks outside close it, after asking about unsaved input; focus returns to
 * where it was.
 */
export function Dialog({
  title,
  isOpen,
  onClose,
  wide = false,
  hasClose = false,
  role = 'dialog',
  children,
}: DialogProps) {
  const [unsaved] = useState<Unsaved>(() => new Set());
  const [isAsked, setAsked] = useState(false);
  const close = () => (unsaved.size > 0 ? setAsked(true) : onClose());
  const leave = () => {
    setAsked(false);
    onClose();
  };
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      onOpenChange={(open) => !open && close()}
      isDismissable={role === 'dialog'}
    >
      <Modal className={wide ? 'modal wide' : 'modal'}>
        <AriaDialog role={role} className="dialog">
          <DialogCallsProvider>
            <div className={hasClose ? 'dialog-head has-close' : 'dialog-head'}>
              <Heading slot="title">{title}</Heading>
              <ApiCalls />
              {hasClose && (
                <Button kind="quiet" icon={X} aria-label="Close the dialog" onPress={close}>
                  {null}
                </Button>
              )}
            </div>
            <UnsavedProvider value={unsaved}>
              <FirstFocus>{children}</FirstFocus>
            </UnsavedProvider>
          </DialogCallsProvider>
          {isAsked && <DiscardDialog onStay={() => setAsked(false)} onLeave={leave} />}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

const FIELD = ':is(input, textarea, .input.select):not([type="hidden"], [disabled])';
/** In a question without fields, Enter should choose the safe way out. */
const WAY_OUT = '.form-actions > button:first-child:not(:last-child)';

/** Focuses the dialog's first field, unless another one requests it. */
function FirstFocus({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = body;
    if (current === null || current.contains(document.activeElement)) return;
    (current.querySelector<HTMLElement>(FIELD) ?? current.querySelector<HTMLElement>(WAY_OUT))?.focus();
  }, []);
  return (
    <div ref={body} className="dialog-body">
      {children}
    </div>
  );
}

interface ConfirmProps {
  title: string;
  /** What will be lost, or happen. */
  children: ReactNode;
  /** Button label, such as `Delete subscription`. */
  action: string;
  /** Name to type when it cannot be undone. */
  name?: string;
  /** Nothing is lost by it. */
  isHarmless?: boolean;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before something irreversible: by typing the name if the thing is lost for good. */
export function Confirm({
  title,
  children,
  action,
  name,
  isHarmless = false,
  isOpen,
  onClose,
  onConfirm,
}: ConfirmProps) {
  const [typed, setTyped] = useState('');
  const close = () => {
    setTyped('');
    onClose();
  };
  const confirm = () => {
    close();
    onConfirm();
  };
  const isSure = name === undefined || typed.trim() === name.trim();
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close} role="alertdialog">
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isSure) confirm();
        }}
      >
        <div>{children}</div>
        {name !== undefined && (
          <TextInput label={`Type “${name}” to confirm`} value={typed} onChange={setTyped} autoFocus />
        )}
        <div className="form-actions">
          <Button onPress={close}>{action.startsWith('Cancel') ? 'Keep it' : 'Cancel'}</Button>
          <Button kind={isHarmless ? 'main' : 'danger'} type="submit" isDisabled={!isSure}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
