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
  'access.user.invited': 'invited a person',
  'access.user.joined': 'joined',
  'access.user.role_changed': 'changed a role',
  'access.user.removed': 'removed a person',
  'access.user.signed_in': 'signed in',
  'access.user.sign_in_failed': 'was refused at the sign-in',
  'access.user.password_changed': 'changed the password',
  'access.user.password_link_made': 'made a link for a new password',
  'access.user.second_factor_enabled': 'turned a second factor on',
  'access.user.second_factor_removed': 'removed a second factor',
  'access.organization.created': 'made an organization',
  'access.organization.suspended': 'suspended an organization',
  'access.organization.resumed': 'let an organization in again',
  'access.organization.quotas_changed': 'set the quotas of an organization',
  'access.organization.export_requested': 'asked for an export of an organization',
  'access.organization.exported': 'got the export of an organization',
  'access.organization.erasure_requested': 'asked for the erasure of an organization',
  'access.organization.erased': 'erased an organization',
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
        rowKey={(one) => one.eventId}
        rowHref={(one) => to`events/${one.eventId}`}
        columns={[
          {
            title: 'Who did what',
            width: '2.4fr',
            cell: (one) => `${nameIn(names, actorOf(one))} ${said[one.type] ?? one.type}`,
          },
          { title: 'To whom or what', width: '1.8fr', cell: (one) => aboutOf(one, names) },
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
    ...(keys.data?.keys ?? []).map(({ id, name }) => [id, `The key ${name}`] as const),
  ]);
}

function nameIn(names: Map<string, string>, id: string | undefined): string {
  return id === undefined ? 'Somebody' : (names.get(id) ?? id);
}

function actorOf({ metadata, type, data }: Event): string | undefined {
  const { actor } = metadata as { actor?: string };
  const { user_id: user, requested_by: asked } = data as { user_id?: string; requested_by?: string };
  return actor ?? (type === 'access.user.sign_in_failed' ? user : asked);
}

/** What it was about, unless that was who did it. */
function aboutOf(event: Event, names: Map<string, string>): string {
  const data = event.data as Record<string, string | undefined>;
  const id = data.user_id ?? data.key_id ?? data.organization_id;
  const thing = id === undefined || id === actorOf(event) ? '' : nameIn(names, id);
  const { role, previous_role: before } = data;
  if (before !== undefined) return `${thing}, from ${before} to ${role}`;
  return role === undefined ? thing : [thing, `as ${role}`].filter(Boolean).join(', ');
}
