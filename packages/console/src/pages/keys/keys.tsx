import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { type Answer, useApi, useClient, useMay } from '../../api/client.ts';
import { useList, useWrite } from '../../api/read.ts';
import { navigate, withSearch } from '../../app/router.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { ActionMenu } from '../../parts/menu.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { inWords } from './reach.ts';
import { RotateDialog } from './rotate-dialog.tsx';

export type Key = Answer<'listKeys'>['keys'][number];

const DAY_MS = 86_400_000;
/** Of a key that nobody has used for so long, somebody should ask whether it is needed. */
const IDLE_MS = 90 * DAY_MS;
const SOON_MS = 14 * DAY_MS;

/** The organization's API keys: what each reaches, and whether it is still in use. */
export function KeysPage() {
  const list = useList('listKeys', {});
  const mayChange = useMay('admin');
  const [rotated, setRotated] = useState<Key>();
  const [revoked, setRevoked] = useState<Key>();
  const create = mayChange && (
    <LinkButton kind="main" icon={Plus} href="#/keys/new">
      New key
    </LinkButton>
  );
  return (
    <>
      <PageHead
        title="API keys"
        lead="For programs. People sign in by name: invite them under People."
        actions={create}
      />
      <DataTable
        label="API keys"
        list={list}
        rowKey={(one) => one.id}
        columns={[
          { title: 'Name', width: '1.3fr', cell: (one) => <NameOf of={one} /> },
          { title: 'May', width: '2.4fr', cell: (one) => inWords(one.scopes) },
          { title: 'Environment', cell: (one) => one.environment },
          { title: 'Last used', cell: lastUse },
          { title: 'State', width: '1.3fr', cell: (one) => <StateOf of={one} /> },
        ]}
        rowActions={(one) => (
          <ActionMenu
            label={`Actions for ${one.name}`}
            actions={[
              { label: 'Give it a new secret …', run: () => setRotated(one) },
              { label: 'What it did', run: () => navigate(withSearch('#/audit', { actor: one.id })) },
              {
                label: 'What was done to it',
                run: () => navigate(withSearch('#/audit', { thing_id: one.id })),
              },
              { label: 'Revoke …', run: () => setRevoked(one), isDanger: true },
            ]}
          />
        )}
        say={(total) => plural(total, 'key')}
        empty={<Empty icon={KeyRound} title="There is no key." action={create} />}
      />
      <RotateDialog of={rotated} onClose={() => setRotated(undefined)} />
      <RevokeDialog of={revoked} onClose={() => setRevoked(undefined)} />
    </>
  );
}

function NameOf({ of }: { of: Key }) {
  const { session } = useClient();
  return (
    <>
      {of.name} <code>{of.key_hint}</code>
      {of.id === session?.key_id && <span className="quiet"> (yours)</span>}
    </>
  );
}

function lastUse({ last_used_at: at }: Key) {
  return at === null ? <span className="quiet">Never</span> : <Time at={at} />;
}

/** What somebody should know of it first. */
function StateOf({ of }: { of: Key }) {
  const now = Date.now();
  const ends = of.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(of.expires_at);
  if (ends <= now) return <Status state="expired" label="Expired" />;
  if (of.previous_expires_at !== null && Date.parse(of.previous_expires_at) > now)
    return (
      <>
        <Status state="running" label="Two secrets" /> <span className="quiet">the earlier ends </span>
        <Time at={of.previous_expires_at} />
      </>
    );
  if (ends - now < SOON_MS)
    return (
      <>
        <Status state="medium" label="Expires" /> <Time at={of.expires_at} />
      </>
    );
  const seen = Date.parse(of.last_used_at ?? of.created_at);
  if (now - seen > IDLE_MS) return <Status state="medium" label="Not used for 90 days" />;
  return of.expires_at === null ? (
    <Status state="active" label="Works" />
  ) : (
    <>
      <Status state="active" label="Works" /> <span className="quiet">expires </span>
      <Time at={of.expires_at} />
    </>
  );
}

function RevokeDialog({ of, onClose }: { of: Key | undefined; onClose: () => void }) {
  const api = useApi();
  const { session } = useClient();
  const revoke = useWrite((id: string) => api.revokeKey({ params: { id } }), {
    shows: { operation: 'revokeKey', title: 'Revoke a key' },
    done: () => 'The key is revoked.',
  });
  return (
    <Confirm
      title={`Revoke ${of?.name ?? ''}?`}
      action="Revoke key"
      {...(of && { name: of.name })}
      isOpen={of !== undefined}
      onClose={onClose}
      onConfirm={() => of && revoke.mutate(of.id)}
    >
      {of?.id === session?.key_id && 'You are signed in with it: this ends your session too. '}
      {of?.last_used_at != null && (
        <>
          It was last used <Time at={of.last_used_at} />.{' '}
        </>
      )}
      Whatever uses it is refused at once. This cannot be undone.
    </Confirm>
  );
}
