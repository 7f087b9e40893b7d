import { KeyRound, Plus } from 'lucide-react';
import { type Answer, useClient, useMay } from '../../api/client.ts';
import { useList } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { ActionMenu } from '../../parts/menu.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { useKeyActions } from './key-actions.tsx';
import { describeScopes, listed } from './reach.ts';

export type Key = Answer<'listKeys'>['keys'][number];

const DAY_MS = 86_400_000;
/** A key unused for this long may no longer be needed. */
const IDLE_MS = 90 * DAY_MS;
const SOON_MS = 14 * DAY_MS;

/** The organization's API keys: their scopes, and whether they are in use. */
export function KeysPage() {
  const list = useList('listKeys', {});
  const mayChange = useMay('admin');
  const { actionsOf, dialogs } = useKeyActions();
  const create = mayChange && (
    <LinkButton kind="main" icon={Plus} href="#/keys/new">
      New key
    </LinkButton>
  );
  return (
    <>
      <PageHead
        title="API keys"
        lead="For programs. People sign in with their own account: invite them under People."
        actions={create}
      />
      <DataTable
        label="API keys"
        list={list}
        rowKey={(one) => one.id}
        rowHref={(one) => to`keys/${one.id}`}
        columns={[
          { title: 'Name', width: '1.3fr', cell: (one) => <NameOf of={one} /> },
          { title: 'Access', width: '2.4fr', cell: (one) => <ReachOf of={one} /> },
          { title: 'Environment', cell: (one) => one.environment },
          { title: 'Last used', cell: lastUse },
          { title: 'State', width: '1.3fr', cell: (one) => <StateOf of={one} /> },
        ]}
        rowActions={(one) => <ActionMenu label={`Actions for ${one.name}`} actions={actionsOf(one)} />}
        say={(total) => plural(total, 'key')}
        empty={<Empty icon={KeyRound} title="There are no API keys." action={create} />}
      />
      {dialogs}
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

function ReachOf({ of }: { of: Key }) {
  return (
    <>
      {describeScopes(of.scopes)}
      {of.allowed_addresses !== null && (
        <>
          <br />
          <span className="quiet">From {listed(of.allowed_addresses)} alone</span>
        </>
      )}
    </>
  );
}

function lastUse({ last_used_at: at }: Key) {
  return at === null ? <span className="quiet">Never</span> : <Time at={at} />;
}

/** The most important thing to know about it. */
export function StateOf({ of }: { of: Key }) {
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
    <Status state="active" label="Active" />
  ) : (
    <>
      <Status state="active" label="Active" /> <span className="quiet">expires </span>
      <Time at={of.expires_at} />
    </>
  );
}
