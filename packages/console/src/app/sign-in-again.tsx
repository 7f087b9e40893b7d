import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { SignInForms } from './sign-in.tsx';

interface SignInAgainProps {
  onSignedIn: () => Promise<void>;
  /** Without what was typed. */
  onLeave: () => void;
}

/** Over a form that holds what nobody saved when the session ended: signing in again loses nothing of it. */
export function SignInAgain({ onSignedIn, onLeave }: SignInAgainProps) {
  return (
    <Dialog title="You are signed out" isOpen role="alertdialog" onClose={() => {}}>
      <p>Sign in again to go on. What you typed is still here.</p>
      <SignInForms onSignedIn={onSignedIn} />
      <div className="form-actions">
        <Button onPress={onLeave}>Leave without it</Button>
      </div>
    </Dialog>
  );
}
