import { type ReactNode, useState } from 'react';
import { useMay } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';

interface Props {
  /** What is being cancelled, in one word. */
  thing: string;
  /** Whether cancellation was requested before. */
  isRequested: boolean;
  cancel: { isPending: boolean; mutate: () => void };
  /** What will happen. */
  children: ReactNode;
}

export const CANCELLATION_SENT =
  'The cancellation is sent. The next block decides which of the two takes effect.';

/** Cancels an unmined transaction, after confirmation. */
export function CancelTransaction({ thing, isRequested, cancel, children }: Props) {
  const mayChange = useMay('contracts:write');
  const [isAsked, setAsked] = useState(false);
  if (!mayChange || isRequested) return null;
  return (
    <>
      <Button isBusy={cancel.isPending} onPress={() => setAsked(true)}>
        Cancel it
      </Button>
      <Confirm
        title={`Cancel this ${thing}?`}
        action={`Cancel ${thing}`}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => cancel.mutate()}
      >
        {children}
      </Confirm>
    </>
  );
}
