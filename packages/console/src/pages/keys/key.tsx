import { isRefusal } from '../../api/client.ts';
import { useList, useRead } from '../../api/read.ts';
import { type PageProps, withSearch } from '../../app/router.tsx';
import { CopyText } from '../../parts/button.tsx';
import { DeedTable, History } from '../../parts/deeds.tsx';
import { Time } from '../../parts/format.tsx';
import { ActionMenu } from '../../parts/menu.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { RequestTable } from '../requests/request-table.tsx';
import { useRequests } from '../requests/use-requests.ts';
import { useKeyActions } from './key-actions.tsx';
import { type Key, StateOf } from './keys.tsx';
import { describeScopes, listed } from './reach.ts';

const SHOWN = 10;

/** One API key: its scopes and addresses, its requests and errors, and its changes. */
export function KeyPage({ params: { id = '' } }: PageProps) {
  const key = useRead('getKey', { params: { id } });
  const { actionsOf, dialogs } = useKeyActions();
  const found = key.data;
  return (
    <>
      <PageHead
        title={found?.name ?? 'API key'}
        crumbs={[{ label: 'API keys', href: '#/keys' }]}
        beside={found && <StateOf of={found} />}
        actions={found && <ActionMenu label={`Actions for ${found.name}`} actions={actionsOf(found)} />}
      />
      {isRefusal(key.error, 404) ? (
        <Empty title="This key no longer exists.">
          It was revoked. Its requests and activity are listed below.
        </Empty>
      ) : (
        <Shown of={key}>{(one) => <Known of={one} />}</Shown>
      )}
      <Errors of={id} />
      <LastRequestCell of={id} />
      <Did of={id} />
      <History of={id} title="Changes to this key" />
      {dialogs}
    </>
  );
}

function Known({ of }: { of: Key }) {
  return (
    <Facts
      of={{
        May: describeScopes(of.scopes),
        From: of.allowed_addresses === null ? 'Everywhere' : `${listed(of.allowed_addresses)} alone`,
        Environment: of.environment,
        Secret: <code>{of.key_hint}</code>,
        Created: <Time at={of.created_at} withExact />,
        'Last used': of.last_used_at === null ? 'Never' : <Time at={of.last_used_at} withExact />,
        Expires: of.expires_at === null ? 'Never' : <Time at={of.expires_at} withExact />,
        Id: <CopyText text={of.id} label="id" />,
      }}
    />
  );
}

function Errors({ of: actor }: { of: string }) {
  const query = { actor, status: 'errors' };
  const list = useRequests({ query: { ...query, limit: SHOWN } });
  if (list.items.length === 0) return null;
  return (
    <Section
      title="Refused requests"
      actions={list.hasMore && <a href={withSearch('#/requests', query)}>Show all</a>}
    >
      <RequestTable list={{ ...list, hasMore: false }} isOfOne empty={null} />
    </Section>
  );
}

function LastRequestCell({ of: actor }: { of: string }) {
  const list = useRequests({ query: { actor, limit: SHOWN } });
  return (
    <Section
      title="Requests"
      actions={list.hasMore && <a href={withSearch('#/requests', { actor })}>Show all</a>}
    >
      <RequestTable
        list={{ ...list, hasMore: false }}
        isOfOne
        empty={<Empty title="No recorded requests." />}
      />
    </Section>
  );
}

function Did({ of: actor }: { of: string }) {
  const list = useList('readAudit', { query: { actor, limit: SHOWN } });
  if (list.items.length === 0) return null;
  return (
    <Section
      title="Changes made with it"
      actions={list.hasMore && <a href={withSearch('#/audit', { actor })}>Show all</a>}
    >
      <DeedTable list={{ ...list, hasMore: false }} empty={null} />
    </Section>
  );
}
