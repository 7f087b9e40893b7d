import { Plus, Webhook } from 'lucide-react';
import { useMay } from '../../api/client.ts';
import { useList } from '../../api/read.ts';
import { type PageProps, to, useFilters } from '../../app/router.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { Clamped } from '../../parts/clamped.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Choice } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { FilterText } from '../../parts/filter-text.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { HealthStatus } from './health.tsx';
import { WebhooksNav } from './webhooks-nav.tsx';

const states = [
  { id: '', label: 'Any' },
  { id: 'unwell', label: 'Not reaching the receiver', detail: 'Failing, blocked or disabled' },
  { id: 'healthy', label: 'Healthy' },
  { id: 'failing', label: 'Failing' },
  { id: 'blocked', label: 'Blocked', detail: 'Sent in order, and one failed' },
  { id: 'paused', label: 'Paused' },
  { id: 'disabled', label: 'Disabled' },
] as const;

type State = Exclude<(typeof states)[number]['id'], ''>;

/** The subscriptions of both APIs, with their health. */
export function SubscriptionsPage({ search }: PageProps) {
  const [{ q, state }, change] = useFilters(search);
  const isState = states.some(({ id }) => id === state);
  const list = useList('listWebhookSubscriptions', {
    query: { api: 'all', ...(q && { q }), ...(state && isState && { state: state as State }) },
  });
  const mayChange = useMay('webhooks:write');
  const create = mayChange && (
    <LinkButton kind="main" icon={Plus} href="#/webhooks/new">
      New subscription
    </LinkButton>
  );
  return (
    <>
      <PageHead title="Webhooks" actions={create} />
      <WebhooksNav here="#/webhooks" />
      <FilterBox set={{ q, state }}>
        <FilterText
          label="Name or address"
          value={q ?? ''}
          onChange={(text) => change({ q: text })}
          placeholder="warehouse"
        />
        <Choice
          label="Health"
          value={state ?? ''}
          onChange={(next) => change({ state: next })}
          options={[...states]}
        />
      </FilterBox>
      <DataTable
        label="Subscriptions"
        list={list}
        rowKey={(one) => one.subscription_id}
        rowHref={(one) => to`webhooks/${one.subscription_id}`}
        columns={[
          { title: 'Subscription', width: '1.6fr', cell: (one) => <Clamped text={one.name || one.url} /> },
          { title: 'Health', width: '1.8fr', cell: (one) => <HealthStatus of={one} /> },
          { title: 'Receiver', width: '1.8fr', cell: (one) => <Clamped text={one.url} isCode /> },
          { title: 'Events', width: '1.4fr', cell: (one) => <EventNames of={one.events} /> },
          { title: 'Created', width: '0.8fr', cell: (one) => <Time at={one.created_at} /> },
        ]}
        say={(total) => plural(total, 'subscription')}
        empty={
          q || state ? (
            <Empty title="No subscription matches.">Remove a filter to see the others.</Empty>
          ) : (
            <Empty icon={Webhook} title="Nobody receives your events yet." action={create}>
              A subscription sends each event of the types you choose to your address, signed, and retries
              until it is received.
            </Empty>
          )
        }
      />
    </>
  );
}

/** The first two names, and the number of others. */
export function EventNames({ of }: { of: string[] }) {
  return (
    <>
      <code>{of.slice(0, 2).join(', ')}</code>
      {of.length > 2 && <span className="quiet"> and {of.length - 2} more</span>}
    </>
  );
}
