import { lazy, Suspense, useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { type Answer, useApi } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { Button, CopyText } from '../../parts/button.tsx';
import { Code } from '../../parts/code.tsx';
import { Section } from '../../parts/page.tsx';
import { Refused, Shown } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';

const QrCode = lazy(async () => ({ default: (await import('../../parts/qr-code.tsx')).QrCode }));

type Begun = Answer<'beginSecondFactor'>;

/** Enables or disables authenticator app codes in addition to the password. */
export function SecondFactor() {
  const session = useRead('readSession', {});
  return <Shown of={session}>{({ user }) => <Factor isOn={user?.has_second_factor ?? false} />}</Shown>;
}

function Factor({ isOn }: { isOn: boolean }) {
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<string[]>();
  return (
    <Section
      title="Second factor"
      lead={
        isOn
          ? 'On: signing in takes your password and a code from your app.'
          : 'With a code from an app on your phone, nobody can sign in with only your password.'
      }
    >
      {codes !== undefined && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {codes === undefined && isOn && <Remove />}
      {codes === undefined && !isOn && begun === undefined && <Begin onBegun={setBegun} />}
      {codes === undefined && !isOn && begun !== undefined && <Confirm begun={begun} onOn={setCodes} />}
    </Section>
  );
}

function Begin({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const api = useApi();
  const [password, setPassword] = useState('');
  useShownCall({ operation: 'beginSecondFactor', body: { password: '…' }, title: 'Begin' });
  const begin = useWrite(() => api.beginSecondFactor({ body: { password } }), {
    quiet: true,
    onDone: onBegun,
  });
  return (
    <OneField label="Your password" type="password" value={password} onChange={setPassword} write={begin}>
      Set it up
    </OneField>
  );
}

function Confirm({ begun, onOn }: { begun: Begun; onOn: (codes: string[]) => void }) {
  const api = useApi();
  const [code, setCode] = useState('');
  useShownCall({ operation: 'confirmSecondFactor', body: { code: '…' }, title: 'Turn it on' });
  const confirm = useWrite(() => api.confirmSecondFactor({ body: { code } }), {
    quiet: true,
    done: () => 'The second factor is on.',
    onDone: ({ recovery_codes: codes }) => onOn(codes),
  });
  return (
    <>
      <div className="scan">
        <Suspense fallback={<div className="qr-code" />}>
          <QrCode text={begun.uri} label="QR code with the secret for your authenticator app" />
        </Suspense>
        <div>
          <p>Scan this with the authenticator app on your phone, then type the code that the app shows.</p>
          <p>
            Without a camera, type this secret into the app, or{' '}
            <a href={begun.uri}>open it in an app on this device</a>:
          </p>
          <CopyText text={begun.secret} label="secret" />
        </div>
      </div>
      <OneField label="Code of the app" value={code} onChange={setCode} write={confirm}>
        Turn it on
      </OneField>
    </>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  useUnsaved(codes, []);
  return (
    <div className="note warn">
      <p>
        Save these recovery codes where you can find them without your phone. Each replaces a code from the
        app once. They are shown only now.
      </p>
      <Code label="Recovery codes" text={codes.join('\n')} />
      <Button kind="main" onPress={onDone}>
        I have saved them
      </Button>
    </div>
  );
}

function Remove() {
  const api = useApi();
  const [code, setCode] = useState('');
  useShownCall({ operation: 'removeSecondFactor', body: { code: '…' }, title: 'Remove it' });
  const remove = useWrite(() => api.removeSecondFactor({ body: { code } }), {
    quiet: true,
    done: () => 'The second factor is removed. You sign in with only your password.',
  });
  return (
    <OneField label="Code of the app, or a recovery code" value={code} onChange={setCode} write={remove}>
      Remove it
    </OneField>
  );
}

interface OneFieldProps {
  label: string;
  type?: 'text' | 'password';
  value: string;
  onChange: (value: string) => void;
  write: { mutate: () => void; isPending: boolean; error: Error | null };
  children: string;
}

function OneField({ label, type = 'text', value, onChange, write, children }: OneFieldProps) {
  return (
    <form
      className="form narrow"
      onSubmit={(event) => {
        event.preventDefault();
        if (!write.isPending) write.mutate();
      }}
    >
      <TextInput
        label={label}
        type={type}
        value={value}
        onChange={onChange}
        autoComplete={type === 'password' ? 'current-password' : 'one-time-code'}
        isRequired
      />
      <Refused error={write.error} />
      <div>
        <Button kind="main" type="submit" isBusy={write.isPending}>
          {children}
        </Button>
      </div>
    </form>
  );
}
