import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Text } from 'react-aria-components/Text';
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast';

interface Said {
  text: string;
  tone: 'good' | 'bad';
}

const queue = new ToastQueue<Said>({ maxVisibleToasts: 3 });
const GOOD_MS = 5_000;

/** Says what came of an action. What went wrong stays until it is closed. */
export function toast(text: string, tone: Said['tone'] = 'good'): void {
  queue.add({ text, tone }, tone === 'good' ? { timeout: GOOD_MS } : {});
}

export function Toasts() {
  return (
    <ToastRegion queue={queue} className="toasts" aria-label="What was done">
      {({ toast: shown }) => (
        <AriaToast toast={shown} className={`toast ${shown.content.tone}`}>
          {shown.content.tone === 'good' ? (
            <CircleCheck aria-hidden size={18} />
          ) : (
            <CircleAlert aria-hidden size={18} />
          )}
          <ToastContent className="toast-text">
            <Text slot="title">{shown.content.text}</Text>
          </ToastContent>
          <Button slot="close" className="button quiet small" aria-label="Close">
            <X aria-hidden size={14} />
          </Button>
        </AriaToast>
      )}
    </ToastRegion>
  );
}
