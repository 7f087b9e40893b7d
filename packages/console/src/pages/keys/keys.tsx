import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { type Answer, useApi, useClient } from '../../api/client.ts';
import { useList, useWrite } from '../../api/read.ts';
import { Button, CopyText } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Many } from '../../parts/fields.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';

type Key = Answer<'listKeys'>['keys'][number];

/** The organization's API keys. */
export function KeysPage() {
  const api = useApi();
  const { session } = useClient();
  const [revoked, setRevoked] = useState<Key>();
  const list = useList('listKeys', {});
  const revoke = useWrite((id: string) => api.revokeKey({ params: { id } }), {
    done: () => 'The key is revoked.',
  });
  return (
    <>
      <PageHead title="API keys" />
      <DataTable
        label="API keys"
        list={list}
        rowKey={(one) => one.id}
        columns={[
          { title: 'Name', cell: (one) => one.name },
          { title: 'Key', cell: (one) => <code>{one.key_hint}</code> },
          { title: 'May', width: '2fr', cell: (one) => reachOf(one.scopes) },
          { title: 'Environment', cell: (one) => one.environment },
          { title: 'Last used', cell: (one) => <Time at={one.last_used_at} /> },
          {
            title: 'Expires',
            cell: (one) => (one.expires_at === null ? 'Never' : <Time at={one.expires_at} />),
          },
        ]}
        rowActions={(one) => (
          <Button kind="danger" aria-label={`Revoke ${one.key_hint}`} onPress={() => setRevoked(one)}>
            Revoke
          </Button>
        )}
        say={(total) => plural(total, 'key')}
        empty={<Empty title="There is no key." />}
      />
      <NewKey />
      <Confirm
        title={`Revoke ${revoked?.name ?? ''}?`}
        action="Revoke key"
        {...(revoked && { name: revoked.name })}
        isOpen={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        onConfirm={() => revoked && revoke.mutate(revoked.id)}
      >
        {revoked?.id === session?.key_id && 'You are signed in with it: this ends your session too. '}
        Whatever uses it is refused at once. This cannot be undone.
      </Confirm>
    </>
  );
}

const areas = ['contracts', 'outreach', 'review', 'events', 'webhooks'];
const scopes = ['admin', ...areas.flatMap((area) => [`${area}:read`, `${area}:write`])];
const options = scopes.map((id) => ({ id, label: id, detail: reachOf([id]) }));

/** What a key may reach, in words. */
function reachOf(of: string[]): string {
  if (of.includes('admin')) return 'Everything, API keys too';
  const said = areas.map((area) => {
    const [reads, writes] = [of.includes(`${area}:read`), of.includes(`${area}:write`)];
    if (reads && writes) return `Read and change ${area}`;
    return reads ? `Read ${area}` : writes && `Change ${area}`;
  });
  return said.filter(Boolean).join('; ');
}

function NewKey() {
  const api = useApi();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const body = { name, scopes: chosen } as never;
  useShownCall({ operation: 'createKey', body, title: 'New key' });
  const create = useWrite(() => api.createKey({ body }), {
    onDone: () => {
      setName('');
      setChosen([]);
    },
  });
  return (
    <Section title="New key">
      <form
        className="form narrow"
        onSubmit={(event) => {
          event.preventDefault();
          if (!create.isPending) create.mutate();
        }}
      >
        <TextInput label="Name" value={name} onChange={setName} isRequired />
        <Many label="Scopes" values={chosen} onChange={setChosen} options={options} />
        <div>
          <Button kind="main" type="submit" isBusy={create.isPending} isDisabled={chosen.length === 0}>
            Create key
          </Button>
        </div>
      </form>
      {create.data && (
        <div className="note good" role="status">
          {create.data.key === undefined ? (
            create.data.notice
          ) : (
            <span>
              Copy it now, it is shown this once: <CopyText text={create.data.key} label="key" />
            </span>
          )}
        </div>
      )}
    </Section>
  );
}
