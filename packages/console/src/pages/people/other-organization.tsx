import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { asksForCode, CodeField, isMissing } from '../../app/code-field.tsx';
import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/page.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { knownOrganizations, noteOrganization } from './known-organizations.ts';

/** Switches to another organization with a member of the same address. Each has its own password. */
export function OtherOrganization({ email, here }: { email: string; here: string }) {
  const api = useApi();
  const [organization, setOrganization] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const body = {
    email,
    organization: organization.trim(),
    password,
    ...(code !== undefined && { code: code.trim() }),
  };
  useShownCall({ operation: 'signIn', body: { ...body, password: '…' }, title: 'Switch' });
  const change = useWrite(() => api.signIn({ body }), {
    quiet: true,
    onDone: () => {
      noteOrganization(email, here);
      noteOrganization(email, organization.trim());
      location.assign('#/');
      location.reload();
    },
  });
  if (code === undefined && asksForCode(change.error)) setCode('');
  const known = knownOrganizations(email).filter((name) => name !== here);
  return (
    <Section
      title="Another organization"
      lead={`Are you in another organization as ${email} too? Switch to it with the password that you have there.`}
    >
      {known.length > 0 && (
        <fieldset className="actions" aria-label="Used in this browser">
          {known.map((name) => (
            <Button key={name} onPress={() => setOrganization(name)}>
              {name}
            </Button>
          ))}
        </fieldset>
      )}
      <form
        className="form narrow"
        onSubmit={(event) => {
          event.preventDefault();
          if (!change.isPending) change.mutate();
        }}
      >
        <TextInput
          label="Name of the organization"
          value={organization}
          onChange={setOrganization}
          autoComplete="organization"
          isRequired
        />
        <TextInput
          label="Password there"
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          isRequired
        />
        {code !== undefined && <CodeField value={code} onChange={setCode} />}
        {!isMissing(change.error) && <Refused error={change.error} />}
        <div>
          <Button kind="main" type="submit" isBusy={change.isPending}>
            Switch
          </Button>
        </div>
      </form>
    </Section>
  );
}
