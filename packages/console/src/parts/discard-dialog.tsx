import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from './button.tsx';

/** Asks before discarding typed input, or something shown only once. */
export function DiscardDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <ModalOverlay className="overlay" isOpen onOpenChange={(open) => !open && onStay()}>
      <Modal className="modal">
        <AriaDialog role="alertdialog" className="dialog">
          <Heading slot="title">Leave without saving?</Heading>
          <div className="form">
            <p>Your changes are not saved and will be lost.</p>
            <div className="form-actions">
              <Button kind="danger" onPress={onLeave}>
                Leave
              </Button>
              <Button kind="main" onPress={onStay} autoFocus>
                Stay
              </Button>
            </div>
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
