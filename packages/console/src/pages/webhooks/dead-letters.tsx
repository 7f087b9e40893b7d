import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { type Body, useApi, useMay } from '../../api/client.ts';
import { useList, useRead, useWrite } from '../../api/read.ts';
import { type PageProps, to, useFilters } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { EventName } from '../../parts/event-name.tsx';
import { Choice } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { FilterSuggest, isPattern, patternForm, patternOf } from '../../parts/filter-text.tsx';
import { atLeast, plural, Time } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { useEventTypes } from '../events/event-types.ts';
import { answerText } from './delivery-status.tsx';
import { useSubscriptionNames } from './subscription-names.ts';
import { WebhooksNav } from './webhooks-nav.tsx';

/** Deliveries that failed for good, across all subscriptions: resend them once the receiver is fixed. */
export function DeadLettersPage({ search }: PageProps) {
  const [filters, change] = useFilters(search);
  const types = useEventTypes();
  const named = useSubscriptionNames();
  return (
    <>
      <PageHead
        title="Dead letters"
        crumbs={[{ label: 'Webhooks', href: '#/webhooks' }]}
        lead="Deliveries whose attempts have all failed. Fix the receiver, then send them again."
      />
      <WebhooksNav here="#/webhooks/dead" />
      <FilterBox list="dead_letters" set={filters}>
        <Choice
          label="Subscription"
          value={filters.subscription_id ?? ''}
          onChange={(subscription_id) => change({ subscription_id })}
          options={[{ id: '', label: 'Any subscription' }, ...named]}
        />
        <FilterSuggest
          label="Event type"
          value={filters.event ?? ''}
          onChange={(event) => change({ event })}
          options={types}
          placeholder="order.*"
          isWhole={isPattern}
          form={patternForm}
        />
      </FilterBox>
      <DeadLetters filters={filters} nameOf={(id) => named.find((one) => one.id === id)?.label ?? id} />
    </>
  );
}

interface DeadLettersProps {
  filters: Record<string, string | undefined>;
  /** Shows each one's subscription; absent on a subscription's own page. */
  nameOf?: (subscriptionId: string) => string;
  /** Number shown at first, when more of the page follows. */
  first?: number;
}

/** The list, with actions to resend one or all. */
export function DeadLetters({ filters, nameOf, first }: DeadLettersProps) {
  const { event = '', ...others } = filters;
  const query = {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => !!value)),
    ...(isPattern(event) && { event: patternOf(event) }),
  };
  const list = useList('listDeadLetters', { query });
  const mayChange = useMay('webhooks:write');
  const [replayId, setReplayId] = useState<string>();
  const replay = useReplay();
  return (
    <>
      {replayId !== undefined && <ReplayProgress replayId={replayId} />}
      {mayChange && list.items.length > 0 && <ReplayAll query={query} list={list} onStarted={setReplayId} />}
      <DataTable<DeadLetter>
        label="Dead letters"
        list={list}
        {...(first !== undefined && { first })}
        rowKey={(one) => one.delivery_id}
        rowHref={(one) => to`deliveries/${one.delivery_id}`}
        columns={[
          { title: 'Event', width: '1.4fr', cell: (one) => <EventName type={one.event} id={one.event_id} /> },
          ...ownerColumn(nameOf),
          {
            title: 'Last response',
            width: '2fr',
            cell: (one) => answerText(one.last_response_code, one.last_error),
          },
          { title: 'Attempts', width: '0.6fr', align: 'end', cell: (one) => one.attempts },
          { title: 'Failed at', width: '0.8fr', cell: (one) => <Time at={one.failed_at} /> },
        ]}
        {...(mayChange && {
          rowActions: (one) => (
            <Button
              aria-label={`Send again ${one.event_id}`}
              isBusy={replay.isPending}
              onPress={() => replay.mutate(one)}
            >
              Send again
            </Button>
          ),
        })}
        say={(total) => plural(total, 'dead letter')}
        empty={
          replay.isSuccess || replayId !== undefined ? (
            <Empty title="None now.">Resent deliveries return here if all their attempts fail.</Empty>
          ) : (
            <Empty
              title={
                nameOf !== undefined && Object.keys(query).length > 0
                  ? 'No dead letter matches.'
                  : 'There is no dead letter.'
              }
            >
              A delivery appears here when its last attempt has failed.
            </Empty>
          )
        }
      />
    </>
  );
}

type DeadLetter = ItemOf<'listDeadLetters'>;

function useReplay() {
  const api = useApi();
  return useWrite(
    ({ event_id: eventId, subscription_id: subscription }: DeadLetter) =>
      api.replayDeadLetter({ params: { eventId }, query: { subscription_id: subscription } }),
    {
      shows: {
        operation: 'replayDeadLetter',
        query: { subscription_id: '<subscription>' },
        title: 'Send one again',
      },
      done: () => 'It is being sent again.',
    },
  );
}

function ownerColumn(nameOf: DeadLettersProps['nameOf']): Column<DeadLetter>[] {
  if (nameOf === undefined) return [];
  const link = ({ subscription_id: id }: DeadLetter) => (
    <a className="clamped" href={to`webhooks/${id}`}>
      {nameOf(id)}
    </a>
  );
  return [{ title: 'Subscription', cell: link }];
}

function ReplayAll({
  query,
  list: { total, isMinimum },
  onStarted,
}: {
  query: Record<string, unknown>;
  list: { total: number; isMinimum: boolean };
  onStarted: (replayId: string) => void;
}) {
  const api = useApi();
  const [isAsking, setAsking] = useState(false);
  const body = (Object.keys(query).length > 0 ? query : { all: true }) as Body<'replayDeadLetters'>;
  useShownCall({ operation: 'replayDeadLetters', body, title: 'Send all of these again' });
  const replay = useWrite(() => api.replayDeadLetters({ body }), {
    onDone: ({ replay_id }) => onStarted(replay_id),
  });
  return (
    <p className="actions above-table">
      <Button icon={RotateCw} isBusy={replay.isPending} onPress={() => setAsking(true)}>
        {total === 1
          ? 'Send it again'
          : `Send all ${isMinimum ? '' : `${total.toLocaleString('en-US')} `}again`}
      </Button>
      <Confirm
        title={`Send ${atLeast(isMinimum, plural(total, 'dead letter'))} again?`}
        action="Send again"
        isHarmless
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => replay.mutate()}
      >
        Each gets a full set of attempts. Those that fail again return here.
      </Confirm>
    </p>
  );
}

/** A replay's progress until everything is queued. */
function ReplayProgress({ replayId }: { replayId: string }) {
  const replay = useRead(
    'getReplay',
    { params: { replayId } },
    { every: (found) => found?.status !== 'completed' && 700 },
  );
  if (replay.data === undefined) return null;
  const { status, matched, replayed } = replay.data;
  return (
    <div className="note good progress" role="status">
      {status === 'completed' ? (
        `${plural(replayed, 'dead letter is', 'dead letters are')} being sent again.`
      ) : (
        <>
          {replayed.toLocaleString('en-US')} of {plural(matched, 'dead letter')} back in the queue
          <progress aria-label="Replayed" max={Math.max(matched, 1)} value={replayed} />
        </>
      )}
    </div>
  );
}
