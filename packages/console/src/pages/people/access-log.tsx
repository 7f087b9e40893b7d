import { ScrollText } from 'lucide-react';
import { useList, useRead } from '../../api/read.ts';
import { type PageProps, to } from '../../app/router.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { PeopleNav } from './people-nav.tsx';

type Event = ReturnType<typeof useList<'queryEvents'>>['items'][number];

const said: Record<string, string> = {
  'access.user.invited': 'invited somebody',
  'access.user.joined': 'joined',
  'access.user.role_changed': 'changed a role',
  'access.user.removed': 'removed a person',
  'access.user.signed_in': 'signed in',
  'access.user.sign_in_failed': 'was refused at the sign-in',
  'access.user.password_changed': 'changed the password',
  'access.user.password_link_made': 'made a link for a new password',
  'access.key.created': 'made an API key',
  'access.key.rotated': 'gave an API key a new secret',
  'access.key.revoked': 'revoked an API key',
};

/** What people and keys did with people and keys, as it stands in the log of events. */
export function AccessLogPage(_props: PageProps) {
  const list = useList('queryEvents', { query: { type: 'access.*' } });
  const names = useNames();
  return (
    <>
      <PageHead
        title="Who did what"
        crumbs={[{ label: 'People', href: '#/people' }]}
        lead="From the log of events, which nobody can change. Everything else that somebody does tells it too: look for the actor in an event's metadata."
      />
      <PeopleNav here="#/people/log" />
      <DataTable
        label="Who did what"
        list={list}
        rowKey={(one) => one.id}
        rowHref={(one) => to`events/${one.id}`}
        columns={[
          { title: 'What', width: '1.6fr', cell: (one) => said[one.type] ?? one.type },
          { title: 'Who', width: '1.4fr', cell: (one) => nameIn(names, actorOf(one)) },
          { title: 'Whom or what', width: '1.6fr', cell: (one) => nameIn(names, aboutOf(one)) },
          { title: 'When', cell: (one) => <Time at={one.timestamp} /> },
        ]}
        say={(total) => plural(total, 'entry', 'entries')}
        empty={
          <Empty icon={ScrollText} title="Nothing has happened yet.">
            Who is invited, joins, signs in or makes a key stands here.
          </Empty>
        }
      />
    </>
  );
}

/** Names of people, also of those who left, and of keys, by their ids. */
function useNames(): Map<string, string> {
  const users = useRead('listUsers', { query: { limit: 100, removed: true } });
  const keys = useRead('listKeys', { query: { limit: 100 } });
  return new Map([
    ...(users.data?.users ?? []).map(({ id, name }) => [id, name] as const),
    ...(keys.data?.keys ?? []).map(({ id, name }) => [id, `the key ${name}`] as const),
  ]);
}

function nameIn(names: Map<string, string>, id: string | undefined): string {
  return id === undefined ? '–' : (names.get(id) ?? id);
}

function actorOf({ metadata, type, data }: Event): string | undefined {
  const { actor } = metadata as { actor?: string };
  return (
    actor ?? (type === 'access.user.sign_in_failed' ? (data as { user_id?: string }).user_id : undefined)
  );
}

function aboutOf({ data }: Event): string | undefined {
  const { user_id, key_id, invitation_id } = data as Record<string, string | undefined>;
  return user_id ?? key_id ?? invitation_id;
}
