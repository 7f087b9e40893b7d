import { useSession } from '../api/client.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';

/**
 * Covers a page whose browser is now signed in as somebody else: nothing more must be done here in their
 * name.
 */
export function AnotherSession() {
  const session = useSession();
  const name = session?.user?.name ?? session?.key_name;
  return (
    <Dialog title="Somebody else is signed in now" isOpen role="alertdialog" onClose={() => {}}>
      <p>
        Another tab of this browser signed in as somebody else, and all tabs share one session. This page
        still shows data as <strong>{session?.organization_name}</strong> as <strong>{name}</strong> saw it.
        Whatever you do next is done as the other one.
      </p>
      <p className="quiet">To use both at once, open one of them in a private window.</p>
      <div className="form-actions">
        <Button kind="main" onPress={() => location.reload()}>
          Continue as the other one
        </Button>
      </div>
    </Dialog>
  );
}
