import { useEffect, useState } from 'react';
import { type Answer, clientByKey, clientBySession } from '../api/client.ts';
import { Button, LinkButton } from '../parts/button.tsx';
import { Code } from '../parts/code.tsx';
import { Refused } from '../parts/states.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { asksForCode, CodeField, isMissing } from './code-field.tsx';

/** Messages for single sign-on failures, by the code the service puts in the address. */
const problems: Record<string, string> = {
  over: 'You were signed out: the session ended, or its key was revoked or replaced. Sign in to continue where you were.',
  ended: 'That took too long, or began in another browser. Try again.',
  unreachable: 'The sign-in provider does not answer. Try again, or use your password or a key.',
  refused: 'The sign-in provider did not let you in.',
  unverified: 'The sign-in provider has not verified your e-mail address. Verify it there, then try again.',
  not_invited: 'Nobody has invited this address yet. Ask an owner of the organization for an invitation.',
};

interface SignInProps {
  problem: string | null;
  onSignedIn: () => Promise<void>;
}

/**
 * People sign in with a password or single sign-on; a browser can also sign in with a key. All result in the
 * same cookie.
 */
export function SignIn({ problem, onSignedIn }: SignInProps) {
  useEffect(() => {
    document.title = 'Sign in · Trivium';
  }, []);
  return (
    <main className="sign-in" id="main">
      <p className="brand">Trivium</p>
      <h1>Sign in</h1>
      {problem !== null && (
        <p className="note bad" role="alert">
          {problems[problem] ?? 'You were not let in. Try again.'}
        </p>
      )}
      <SignInForms onSignedIn={onSignedIn} />
      <p className="quiet">You stay signed in on this browser for seven days, or until you sign out.</p>
    </main>
  );
}

export function SignInForms({ onSignedIn }: Pick<SignInProps, 'onSignedIn'>) {
  return (
    <>
      <PersonForm onSignedIn={onSignedIn} />
      <p className="or">
        <span>or</span>
      </p>
      <KeyForm onSignedIn={onSignedIn} />
    </>
  );
}

/** Runs a sign-in, one at a time, and keeps its error. */
export function useEntry(enter: () => Promise<unknown>, onSignedIn: () => Promise<void>) {
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await enter();
      await onSignedIn();
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
    setBusy(false);
  };
  return { error, isBusy, submit };
}

function PersonForm({ onSignedIn }: Pick<SignInProps, 'onSignedIn'>) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const enter = () =>
    clientBySession().api.signIn({
      body: { email: email.trim(), password, ...(code !== undefined && { code: code.trim() }) },
    });
  const { error, isBusy, submit } = useEntry(enter, onSignedIn);
  if (code === undefined && asksForCode(error)) setCode('');
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label="E-mail"
        type="email"
        value={email}
        onChange={setEmail}
        autoComplete="username"
        isRequired
        autoFocus
      />
      <TextInput
        label="Password"
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        isRequired
      />
      {code !== undefined && <CodeField value={code} onChange={setCode} />}
      {!isMissing(error) && <Refused error={error} />}
      <Button kind="main" type="submit" isBusy={isBusy}>
        Sign in
      </Button>
      <ProviderButton />
    </form>
  );
}

/** Link to the single sign-on provider, if the operator has configured one. */
export function ProviderButton() {
  const [methods, setMethods] = useState<Answer<'readSignInMethods'>>();
  useEffect(() => {
    // Without a response, the other ways still work.
    clientBySession()
      .api.readSignInMethods()
      .then(setMethods, () => undefined);
  }, []);
  const provider = methods?.single_sign_on;
  if (provider == null) return null;
  return <LinkButton href={provider.path}>Continue with {provider.name}</LinkButton>;
}

function KeyForm({ onSignedIn }: Pick<SignInProps, 'onSignedIn'>) {
  const [key, setKey] = useState('');
  const { error, isBusy, submit } = useEntry(() => clientByKey(key.trim()).api.startSession(), onSignedIn);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label="API key"
        type="password"
        value={key}
        onChange={setKey}
        placeholder="trv_…"
        isRequired
        hint="The first start of the service printed one. With it, invite yourself under People."
      />
      <Refused error={error} />
      <Button type="submit" isBusy={isBusy}>
        Sign in with the key
      </Button>
      <details className="nested">
        <summary>I have no key</summary>
        <p className="quiet">Make one in the folder that the service was started from, with its settings:</p>
        <Code label="The command" text="npm run --silent trivium -- keys create --database --name console" />
      </details>
    </form>
  );
}
