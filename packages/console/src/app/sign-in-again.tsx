import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { SignInForms } from './sign-in.tsx';

interface SignInAgainProps {
  onSignedIn: () => Promise<void>;
  /** Leaves, discarding what was typed. */
  onLeave: () => void;
}

/** Covers a form with unsaved input when the session ended: signing in again keeps it. */
export function SignInAgain({ onSignedIn, onLeave }: SignInAgainProps) {
  return (
    <Dialog title="You are signed out" isOpen role="alertdialog" onClose={() => {}}>
      <p>Sign in again to continue. What you typed is still here.</p>
      <SignInForms onSignedIn={onSignedIn} />
      <div className="form-actions">
        <Button onPress={onLeave}>Leave without it</Button>
      </div>
    </Dialog>
  );
}
