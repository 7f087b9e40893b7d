import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi, useClient } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { type Role, roleTexts } from '../../app/roles.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { WriteForm } from '../../parts/write-form.tsx';
import { describeScopes } from '../keys/reach.ts';
import { OtherOrganization } from './other-organization.tsx';
import { SecondFactor } from './second-factor.tsx';

/** The current user: role, password, and all their other sessions. */
export function AccountPage() {
  const { session } = useClient();
  const user = session?.user;
  const role = user && roleTexts[user.role as Role];
  return (
    <>
      <PageHead title={user?.name ?? session?.key_name ?? 'Account'} lead="Your session in this browser." />
      <Facts
        of={{
          Organization: session?.organization_name,
          'E-mail': user?.email,
          Role: role && `${role.name}: ${role.may}`,
          'API key': session?.key_name,
          'May do': user ? undefined : describeScopes(session?.scopes ?? []),
          Environment: user ? undefined : session?.environment,
        }}
      />
      {user && <OtherOrganization email={user.email} here={session.organization_name} />}
      {user?.has_password && <PasswordForm />}
      {user?.has_password && <SecondFactor />}
      <Everywhere isPerson={user != null} />
    </>
  );
}

function PasswordForm() {
  const api = useApi();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const body = { current_password: current, new_password: next };
  useShownCall({
    operation: 'changePassword',
    title: 'Change the password',
    body: { current_password: '…', new_password: '…' },
  });
  const change = useWrite(() => api.changePassword({ body }), {
    quiet: true,
    done: () => 'The password is changed. Your other sessions are signed out.',
    onDone: () => {
      setCurrent('');
      setNext('');
    },
  });
  return (
    <Section title="Password">
      <WriteForm write={change} className="form narrow">
        <TextInput
          label="Current password"
          field="current_password"
          type="password"
          value={current}
          onChange={setCurrent}
          autoComplete="current-password"
          isRequired
        />
        <TextInput
          label="New password"
          field="new_password"
          type="password"
          value={next}
          onChange={setNext}
          autoComplete="new-password"
          hint="At least 12 characters."
          isRequired
        />
        <Refused error={change.error} />
        <div className="form-actions">
          <Button kind="main" type="submit" isBusy={change.isPending}>
            Change the password
          </Button>
        </div>
      </WriteForm>
    </Section>
  );
}

/** For use after a browser was lost. */
function Everywhere({ isPerson }: { isPerson: boolean }) {
  const api = useApi();
  const query = { everywhere: true };
  const [isAsked, setAsked] = useState(false);
  const end = useWrite(() => api.endSession({ query }), {
    shows: { operation: 'endSession', query, title: 'Sign out everywhere' },
    onDone: () => location.reload(),
  });
  return (
    <Section
      title="Sign out everywhere"
      lead={
        isPerson
          ? 'Ends each of your sessions, in every browser, this one too.'
          : 'Ends every session that was started with this key, this one too. The key stays valid.'
      }
    >
      <div>
        <Button kind="danger" isBusy={end.isPending} onPress={() => setAsked(true)}>
          Sign out everywhere …
        </Button>
      </div>
      <Confirm
        title="Sign out everywhere?"
        action="Sign out everywhere"
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => end.mutate()}
      >
        You are signed out here too, and sign in again with {isPerson ? 'your password' : 'the key'}.
      </Confirm>
    </Section>
  );
}
