import { useEffect, useState } from 'react';
import { type Answer, clientBySession } from '../api/client.ts';
import { Button } from '../parts/button.tsx';
import { Time } from '../parts/format.tsx';
import { RefusalProvider } from '../parts/refusal.tsx';
import { Loading, Refused } from '../parts/states.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { asksForCode, CodeField, isMissing } from './code-field.tsx';
import { roleTexts } from './roles.ts';
import { ProviderButton, useEntry } from './sign-in.tsx';

type Invitation = Answer<'readInvitation'>;

/** The page behind an invitation link: join, or set a new password. */
export function Join({ token, onSignedIn }: { token: string; onSignedIn: () => Promise<void> }) {
  const [invitation, setInvitation] = useState<Invitation>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    document.title = 'Join · Trivium';
    clientBySession().api.readInvitation({ body: { token } }).then(setInvitation, setError);
  }, [token]);
  return (
    <main className="sign-in" id="main">
      <p className="brand">Trivium</p>
      {error !== undefined ? (
        <>
          <h1>This link does not work</h1>
          <p className="note bad" role="alert">
            {error.message}
          </p>
          <p>
            <a href="#/">Sign in</a>
          </p>
        </>
      ) : invitation === undefined ? (
        <>
          <h1>Join</h1>
          <Loading />
        </>
      ) : (
        <JoinForm token={token} invitation={invitation} onSignedIn={onSignedIn} />
      )}
    </main>
  );
}

interface JoinFormProps {
  token: string;
  invitation: Invitation;
  onSignedIn: () => Promise<void>;
}

function JoinForm({ token, invitation, onSignedIn }: JoinFormProps) {
  const { email, role, kind, organization_name: organization, expires_at: ends } = invitation;
  const isNew = kind === 'join';
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [code, setCode] = useState<string>();
  const body = {
    token,
    password,
    ...(isNew && { name: name.trim() }),
    ...(code !== undefined && { code: code.trim() }),
  };
  const enter = () => clientBySession().api.joinOrganization({ body });
  const { error, isBusy, submit } = useEntry(enter, onSignedIn);
  if (code === undefined && asksForCode(error)) setCode('');
  const isDifferent = again !== '' && again !== password;
  return (
    <>
      <h1>{isNew ? `Join ${organization}` : 'A new password'}</h1>
      <p>
        {isNew ? 'You are invited as ' : 'You sign in as '}
        <strong>{email}</strong>
        {isNew && `, ${roleTexts[role].name.toLowerCase()}: ${roleTexts[role].may}`}. The link works once; it
        ends <Time at={ends} />.
      </p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (password === again) void submit();
        }}
      >
        <RefusalProvider error={error}>
          {isNew && (
            <TextInput
              label="Your name"
              field="name"
              value={name}
              onChange={setName}
              autoComplete="name"
              isRequired
              autoFocus
            />
          )}
          <TextInput
            label="New password"
            field="password"
            type="password"
            value={password}
            onChange={setPassword}
            autoComplete="new-password"
            hint="At least 12 characters. Four words are easy to remember."
            isRequired
          />
          <TextInput
            label="The password again"
            type="password"
            value={again}
            onChange={setAgain}
            autoComplete="new-password"
            error={isDifferent ? 'The two passwords differ.' : undefined}
            isRequired
          />
          {code !== undefined && <CodeField value={code} onChange={setCode} />}
          {!isMissing(error) && <Refused error={error} />}
        </RefusalProvider>
        <Button kind="main" type="submit" isBusy={isBusy} isDisabled={isDifferent}>
          {isNew ? 'Join' : 'Set the password'}
        </Button>
        {isNew && <ProviderButton />}
      </form>
    </>
  );
}
