import { RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../api/client.ts';
import { useList } from '../../api/read.ts';
import { type PageProps, to, useFilters } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EventName } from '../../parts/event-name.tsx';
import { Choice } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import {
  FilterSuggest,
  FilterText,
  isPattern,
  isPayloadTest,
  patternForm,
  patternOf,
  payloadForm,
} from '../../parts/filter-text.tsx';
import { duration, plural, Time } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { TimeRange, timeQuery } from '../../parts/time-range.tsx';
import { useEventTypes } from '../events/event-types.ts';
import { answerText, DeliveryStatus } from './delivery-status.tsx';
import { ResendDialog, ResendProgress } from './resend.tsx';
import { useSubscriptionNames } from './subscription-names.ts';
import { WebhooksNav } from './webhooks-nav.tsx';

const statuses = [
  { id: '', label: 'Any status' },
  { id: 'success', label: 'Delivered' },
  { id: 'pending', label: 'Waiting' },
  { id: 'failed', label: 'Failed' },
  { id: 'dead', label: 'Dead letter' },
];

const isAnswer = (text: string) => /^(?:[1-9]\d{2}|[1-9]xx|none)$/.test(text);

type Filters = Record<string, string | undefined>;

/** Converts the address's filters to an API query. */
export function deliveryQuery(filters: Filters): Record<string, string> {
  const { hours, from, to: until, event = '', response_code: answer = '', payload = '', ...rest } = filters;
  const given = Object.entries(rest).filter((entry): entry is [string, string] => !!entry[1]);
  return {
    ...Object.fromEntries(given),
    ...(isPattern(event) && { event: patternOf(event) }),
    ...(isAnswer(answer) && { response_code: answer }),
    ...(isPayloadTest(payload) && { payload }),
    ...timeQuery({ hours, from, to: until }),
  };
}

/** All deliveries of all subscriptions, with filters. */
export function DeliveriesPage({ search }: PageProps) {
  const [filters, change] = useFilters(search);
  const query = deliveryQuery(filters);
  const list = useList('searchWebhookDeliveries', { query });
  const [isAsking, setAsking] = useState(false);
  const [resendId, setResendId] = useState<string>();
  const mayChange = useMay('webhooks:write');
  return (
    <>
      <PageHead
        title="Deliveries"
        crumbs={[{ label: 'Webhooks', href: '#/webhooks' }]}
        actions={
          mayChange && (
            <Button icon={RotateCw} onPress={() => setAsking(true)} isDisabled={list.items.length === 0}>
              Send these again
            </Button>
          )
        }
      />
      <WebhooksNav here="#/webhooks/deliveries" />
      <DeliveryFilters filters={filters} change={change} />
      {resendId !== undefined && <ResendProgress resendId={resendId} />}
      <DeliveryTable list={list} hasFilters={Object.keys(query).length > 0} />
      <ResendDialog
        query={query}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onStarted={setResendId}
      />
    </>
  );
}

export function DeliveryFilters({
  filters,
  change,
  isOfOne = false,
}: {
  filters: Filters;
  change: (to: Filters) => void;
  isOfOne?: boolean;
}) {
  const types = useEventTypes();
  const named = useSubscriptionNames({ enabled: !isOfOne });
  return (
    <FilterBox list="deliveries" set={filters}>
      <Choice
        label="Status"
        value={filters.status ?? ''}
        onChange={(status) => change({ status })}
        options={statuses}
      />
      {!isOfOne && (
        <Choice
          label="Subscription"
          value={filters.subscription_id ?? ''}
          onChange={(subscription_id) => change({ subscription_id })}
          options={[{ id: '', label: 'Any subscription' }, ...named]}
        />
      )}
      <FilterSuggest
        label="Event type"
        value={filters.event ?? ''}
        onChange={(event) => change({ event })}
        options={types}
        placeholder="order.*"
        isWhole={isPattern}
        form={patternForm}
      />
      <FilterText
        label="Response"
        value={filters.response_code ?? ''}
        onChange={(response_code) => change({ response_code })}
        placeholder="404, 5xx or none"
        isWhole={isAnswer}
        form="A status such as 404, a class such as 5xx, or none."
      />
      <FilterText
        label="In the payload"
        value={filters.payload ?? ''}
        onChange={(payload) => change({ payload })}
        placeholder="data.order_id=1001"
        isWhole={isPayloadTest}
        form={payloadForm}
      />
      <TimeRange filters={filters} change={change} all="All stored" />
    </FilterBox>
  );
}

type Deliveries = ReturnType<typeof useList<'searchWebhookDeliveries'>>;

interface DeliveryTableProps {
  list: Deliveries;
  hasFilters: boolean;
  isOfOne?: boolean;
  first?: number;
  /** Shown when nothing was sent at all. */
  empty?: ReactNode;
}

const nothingSent = (
  <Empty title="There is no delivery." action={<a href="#/events/publish">Publish a test event</a>}>
    There is one for each event that matches a subscription, as long as the subscription exists.
  </Empty>
);

export function DeliveryTable({
  list,
  hasFilters,
  isOfOne = false,
  first,
  empty = nothingSent,
}: DeliveryTableProps) {
  const coverage = (list.first as { coverage?: { complete: boolean } } | undefined)?.coverage;
  const more = coverage?.complete === false || list.hasMore ? ' so far' : '';
  return (
    <DataTable
      label="Deliveries"
      list={list}
      {...(first !== undefined && { first })}
      rowKey={(one) => one.delivery_id}
      rowHref={(one) => to`deliveries/${one.delivery_id}`}
      columns={[
        { title: 'Event', width: '1.4fr', cell: (one) => <EventName type={one.event} id={one.event_id} /> },
        { title: 'Status', width: '1.1fr', cell: (one) => <DeliveryStatus of={one} /> },
        ...(isOfOne ? [] : [{ title: 'Subscription', cell: subscriptionLink }]),
        {
          title: 'Response',
          width: '1.5fr',
          cell: (one) => answerText(one.last_response_code, one.last_error),
        },
        { title: 'Attempts', width: '0.6fr', align: 'end', cell: (one) => one.attempts },
        { title: 'Took', width: '0.6fr', align: 'end', cell: (one) => duration(one.last_response_time_ms) },
        { title: 'When', width: '0.8fr', cell: (one) => <Time at={one.created_at} /> },
      ]}
      say={(total) => `${plural(total, 'delivery', 'deliveries')}${more}`}
      empty={
        hasFilters ? (
          <Empty title="No delivery matches.">Remove a filter, or choose a longer time range.</Empty>
        ) : (
          empty
        )
      }
    />
  );
}

function subscriptionLink({ subscription_id, subscription_name }: Deliveries['items'][number]) {
  return (
    <a className="clamped" href={to`webhooks/${subscription_id}`}>
      {subscription_name || subscription_id}
    </a>
  );
}
