import { type Answer, useApi, useMay } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { type PageProps, to, withSearch } from '../../app/router.tsx';
import { Button, CopyText, LinkButton } from '../../parts/button.tsx';
import { Clamped } from '../../parts/clamped.tsx';
import { Json } from '../../parts/code.tsx';
import { DataTable, listOf } from '../../parts/data-table.tsx';
import { Time } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { answerText, DeliveryStatus } from '../webhooks/delivery-status.tsx';
import { useAliases } from './event-types.ts';
import { Proof } from './proof.tsx';
import { Trace } from './trace.tsx';

/** One event: its payload, destinations, related events, and proof that the log contains it. */
export function EventPage({ params: { id = '' } }: PageProps) {
  const event = useRead('readEvent', { params: { eventId: id } });
  const found = event.data;
  const aliases = useAliases(found?.type);
  const mayPublish = useMay('events:write');
  const correlation = found?.metadata.correlationId;
  const correlationId = typeof correlation === 'string' ? correlation : undefined;
  return (
    <>
      <PageHead
        title={found?.type ?? 'Event'}
        crumbs={[{ label: 'Events', href: '#/events' }]}
        actions={
          found &&
          mayPublish && (
            <LinkButton href={withSearch('#/events/publish', { from: found.eventId })}>
              Publish one like it
            </LinkButton>
          )
        }
      />
      <Shown of={event}>
        {(read) => (
          <>
            <Facts
              of={{
                Type: <a href={to`events/types/${read.type}`}>{read.type}</a>,
                When: <Time at={read.timestamp} withExact />,
                'Also named': aliases.join(', '),
                Source: <a href={withSearch('#/events', { source: read.source })}>{read.source}</a>,
                Id: <CopyText text={read.eventId} label="id" />,
                'Position in the log': read.position.toLocaleString('en-US'),
                Correlation: correlationId && (
                  <a href={withSearch('#/events', { correlationId })}>{correlationId}</a>
                ),
              }}
            />
            <div className="columns section">
              <div>
                <h2>Payload</h2>
                <Json value={read.data} label="Payload" />
              </div>
              <div>
                <h2>Metadata</h2>
                <Json value={read.metadata} label="Metadata" />
              </div>
            </div>
            <Destinations eventId={read.eventId} />
            {correlationId !== undefined && <Trace correlationId={correlationId} hereId={read.eventId} />}
            <Proof eventId={read.eventId} />
          </>
        )}
      </Shown>
    </>
  );
}

type EventDelivery = Answer<'listEventDeliveries'>['deliveries'][number];

/** Where it went: deliveries, workflow runs, and who was not notified and why. */
function Destinations({ eventId }: { eventId: string }) {
  const answer = useRead(
    'listEventDeliveries',
    { params: { eventId }, query: { include: 'not_matched', limit: 100 } },
    { every: (found) => found?.deliveries.some(({ status }) => status === 'pending') === true && 2_000 },
  );
  const api = useApi();
  const mayResend = useMay('webhooks:write');
  const resend = useWrite((deliveryId: string) => api.resendWebhookDelivery({ params: { deliveryId } }), {
    shows: {
      operation: 'resendWebhookDelivery',
      params: { deliveryId: '<delivery>' },
      title: 'Send it again to one of them',
    },
    done: () => 'It is being sent again.',
  });
  return (
    <Section title="Where it went">
      <Shown of={answer}>
        {({ deliveries, workflow_runs, not_matched = [], not_matched_total = 0, total }) => (
          <>
            <DataTable
              label="Deliveries of this event"
              list={listOf(deliveries, total)}
              first={20}
              rowKey={(one) => one.delivery_id}
              rowHref={(one) => to`deliveries/${one.delivery_id}`}
              columns={[
                {
                  title: 'Subscription',
                  width: '2fr',
                  cell: (one) => <Clamped text={one.subscription_name || one.subscription_id} />,
                },
                { title: 'Status', cell: (one) => <DeliveryStatus of={one} /> },
                { title: 'Attempts', width: '0.6fr', align: 'end', cell: (one) => one.attempts },
                {
                  title: 'Response',
                  width: '2fr',
                  cell: (one) => answerText(one.last_response_code, one.last_error),
                },
                { title: 'Last attempt', cell: (one) => <Time at={one.last_attempt_at} /> },
              ]}
              {...(mayResend && {
                rowActions: (one: EventDelivery) =>
                  one.status !== 'pending' && (
                    <Button
                      aria-label={`Send again to ${one.subscription_name || one.subscription_id}`}
                      isBusy={resend.isPending}
                      onPress={() => resend.mutate(one.delivery_id)}
                    >
                      Send again
                    </Button>
                  ),
              })}
              say={() => ''}
              empty={<Empty title="No existing subscription received it.">{whyNot(not_matched_total)}</Empty>}
            />
            {workflow_runs.length > 0 && <Runs of={workflow_runs} />}
            {not_matched.length > 0 && <NotDelivered of={not_matched} total={not_matched_total} />}
          </>
        )}
      </Shown>
    </Section>
  );
}

function whyNot(others: number): string {
  return others === 0 ? 'There is no active subscription.' : 'Below is why the others did not match.';
}

interface Run {
  run_id: string;
  workflow_id: string;
  workflow_name: string;
  status: string;
  attempts: number;
}

function Runs({ of }: { of: Run[] }) {
  return (
    <DataTable
      label="Workflow runs"
      list={listOf(of)}
      rowKey={(one) => one.run_id}
      rowHref={(one) => to`workflows/${one.workflow_id}/runs/${one.run_id}`}
      columns={[
        { title: 'Workflow', width: '2fr', cell: (one) => <Clamped text={one.workflow_name} /> },
        { title: 'Status', cell: (one) => <Status state={one.status} /> },
        { title: 'Attempts', align: 'end', cell: (one) => one.attempts },
      ]}
      say={() => ''}
      empty={null}
    />
  );
}

const reasons: Record<string, string> = {
  pattern: 'it asks for other types',
  notice: 'notices of the service must be named in full',
  platform: 'it asks for another platform',
  filter: 'the payload does not meet its filter',
  matches_now: 'it was created or changed later, and would match now',
};

function NotDelivered({
  of,
  total,
}: {
  of: { subscription_id: string; subscription_name: string | null; reason: string }[];
  total: number;
}) {
  return (
    <details className="nested">
      <summary>
        Not delivered to: {total} active {total === 1 ? 'subscription' : 'subscriptions'}
      </summary>
      <ul>
        {of.map(({ subscription_id, subscription_name, reason }) => (
          <li key={subscription_id}>
            <a href={to`webhooks/${subscription_id}`}>{subscription_name || subscription_id}</a>:{' '}
            {reasons[reason] ?? reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
