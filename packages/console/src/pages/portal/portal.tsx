import { useList, useRead } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { duration, plural, Time } from '../../parts/format.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { DeadLetters } from '../webhooks/dead-letters.tsx';
import { answerText } from '../webhooks/delivery-status.tsx';
import { HealthStatus } from '../webhooks/health.tsx';
import { SendSample } from '../webhooks/send-sample.tsx';
import { Overview } from '../webhooks/subscription.tsx';
import { usePortalLink } from './portal-link.tsx';

/** For the owner of a receiver: how their one subscription does, and what is to be sent again. */
export function PortalPage() {
  const subId = usePortalLink();
  const subscription = useRead('getWebhookSubscription', { params: { subId } });
  const found = subscription.data;
  return (
    <>
      <PageHead
        title={found?.name || found?.url || 'Subscription'}
        beside={found && <HealthStatus of={found} />}
      />
      <Shown of={subscription}>{(read) => <Overview of={read} />}</Shown>
      {found && (
        <>
          <Section title="Dead letters">
            <DeadLetters filters={{ subscription_id: subId }} />
          </Section>
          <SendSample subId={subId} events={found.events} />
          <Attempts subId={subId} />
        </>
      )}
    </>
  );
}

function Attempts({ subId }: { subId: string }) {
  const list = useList('listWebhookDeliveries', { params: { subId } });
  return (
    <Section title="Attempts">
      <DataTable
        label="Attempts"
        list={list}
        rowKey={(one) => `${one.delivery_id} ${one.attempt} ${one.last_attempt_at}`}
        rowHref={(one) => to`deliveries/${one.delivery_id}`}
        columns={[
          {
            title: 'Event',
            width: '1.5fr',
            cell: (one) => (one.test ? `${one.event}, a sample` : one.event),
          },
          {
            title: 'Outcome',
            cell: (one) => (
              <Status state={one.status} label={one.status === 'success' ? 'Delivered' : 'Failed'} />
            ),
          },
          { title: 'Answer', width: '2fr', cell: (one) => answerText(one.response_code, one.error) },
          { title: 'Attempt', width: '0.6fr', align: 'end', cell: (one) => one.attempt },
          { title: 'Took', width: '0.6fr', align: 'end', cell: (one) => duration(one.response_time_ms) },
          { title: 'When', cell: (one) => <Time at={one.last_attempt_at} /> },
        ]}
        say={(total) => plural(total, 'attempt')}
        empty={<Empty title="Nothing was delivered yet.">Send a sample above to try the receiver.</Empty>}
      />
    </Section>
  );
}
