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
        In another tab this browser signed in as somebody else. All tabs share that. This page still shows{' '}
        <strong>{session?.organization_name}</strong> as <strong>{name}</strong> saw it; what you do from here
        on would be done by the other one.
      </p>
      <p className="quiet">To work as both at once, use a private window for one of them.</p>
      <div className="form-actions">
        <Button kind="main" onPress={() => location.reload()}>
          Go on as the other one
        </Button>
      </div>
    </Dialog>
  );
}
