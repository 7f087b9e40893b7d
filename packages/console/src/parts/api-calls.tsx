import { Terminal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useCalls } from '../api/calls.tsx';
import { Button } from './button.tsx';

const ApiCallsDialog = lazy(async () => ({
  default: (await import('./api-calls-dialog.tsx')).ApiCallsDialog,
}));

/** API calls of the page and of its forms as they are filled in, to copy into a program. */
export function ApiCalls() {
  const [isOpen, setOpen] = useState(false);
  const calls = useCalls();
  if (calls.length === 0) return null;
  return (
    <>
      <Button kind="quiet" icon={Terminal} onPress={() => setOpen(true)}>
        <span className="calls-label">As API calls</span>
      </Button>
      {isOpen && (
        <Suspense>
          <ApiCallsDialog calls={calls} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
