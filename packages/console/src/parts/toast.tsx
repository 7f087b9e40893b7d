import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Text } from 'react-aria-components/Text';
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast';
import { WithCode } from './with-code.tsx';

interface ToastMessage {
  text: string;
  tone: 'good' | 'bad';
  /** Undoes it. */
  undo?: (() => void) | undefined;
}

const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });
const GOOD_MS = 5_000;
/** Leaves time to think while it can be undone. */
const UNDO_MS = 12_000;

/** Reports the result of an action. Errors stay until closed. */
export function toast(text: string, tone: ToastMessage['tone'] = 'good', undo?: () => void): void {
  const timeout = undo === undefined ? GOOD_MS : UNDO_MS;
  queue.add({ text, tone, undo }, tone === 'good' ? { timeout } : {});
}

export function Toasts() {
  return (
    <ToastRegion queue={queue} className="toasts" aria-label="Notifications">
      {({ toast: shown }) => (
        <AriaToast toast={shown} className={`toast ${shown.content.tone}`}>
          {shown.content.tone === 'good' ? (
            <CircleCheck aria-hidden size={18} />
          ) : (
            <CircleAlert aria-hidden size={18} />
          )}
          <ToastContent className="toast-text">
            <Text slot="title">
              <WithCode text={shown.content.text} />
            </Text>
          </ToastContent>
          {shown.content.undo !== undefined && (
            <Button
              className="button plain small"
              onPress={() => {
                queue.close(shown.key);
                shown.content.undo?.();
              }}
            >
              Undo
            </Button>
          )}
          <Button slot="close" className="button quiet small" aria-label="Close">
            <X aria-hidden size={14} />
          </Button>
        </AriaToast>
      )}
    </ToastRegion>
  );
}
