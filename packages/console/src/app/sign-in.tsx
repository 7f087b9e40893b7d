import { useState } from 'react';
import { clientByKey } from '../api/client.ts';
import { Button } from '../parts/button.tsx';
import { Code } from '../parts/code.tsx';
import { Failure } from '../parts/states.tsx';
import { TextInput } from '../parts/text-input.tsx';

/** Asks for an API key, once: afterwards the browser is known by a cookie that no script can read. */
export function SignIn({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const [key, setKey] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const signIn = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await clientByKey(key.trim()).api.startSession();
      await onSignedIn();
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
  };
  return (
    <main className="sign-in" id="main">
      <p className="brand">Trivium</p>
      <h1>Sign in</h1>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void signIn();
        }}
      >
        <TextInput
          label="API key"
          type="password"
          value={key}
          onChange={setKey}
          placeholder="trv_…"
          isRequired
          autoFocus
          hint="The first start of the service printed one."
        />
        <Button kind="main" type="submit" isBusy={isBusy}>
          Sign in
        </Button>
      </form>
      {error !== undefined && <Failure error={error} />}
      <details className="nested">
        <summary>I have no key</summary>
        <p className="quiet">Make one where the service is installed:</p>
        <Code label="The command" text="npm run trivium -- keys create --name console" />
      </details>
      <p className="quiet">
        You stay signed in on this browser for seven days, or until you sign out or the key ends.
      </p>
    </main>
  );
}
