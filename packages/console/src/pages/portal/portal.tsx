import { useState } from 'react';
import { useList, useRead } from '../../api/read.ts';
import { type PageProps, useFilters } from '../../app/router.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { DeadLetters } from '../webhooks/dead-letters.tsx';
import { DeliveryFilters, DeliveryTable, deliveryQuery } from '../webhooks/deliveries.tsx';
import { DeliveryChart } from '../webhooks/delivery-chart.tsx';
import { HealthStatus, type Subscription } from '../webhooks/health.tsx';
import { SendSample } from '../webhooks/send-sample.tsx';
import { SigningKeys } from '../webhooks/signing-keys.tsx';
import { Overview } from '../webhooks/subscription.tsx';
import { ChangeReceiver } from './change-receiver.tsx';
import { usePortalLink } from './portal-link.tsx';

/** For a receiver's owner: the health of their subscription, its deliveries, and what to resend. */
export function PortalPage({ search }: PageProps) {
  const { subscription_id: subId, may_change: mayChange } = usePortalLink();
  const subscription = useRead('getWebhookSubscription', { params: { subId } });
  const found = subscription.data;
  return (
    <>
      <PageHead
        title={found?.name || found?.url || 'Subscription'}
        beside={found && <HealthStatus of={found} />}
        actions={found && mayChange && <ChangeReceiver of={found} />}
        lead="Deliveries to your receiver, byte for byte, and what could not be delivered."
      />
      <Shown of={subscription}>{(read) => <Overview of={read} />}</Shown>
      {found && (
        <>
          <Waiting of={found} />
          <DeliveryChart subId={subId} />
          <Deliveries subId={subId} search={search} />
          <SendSample subId={subId} events={found.events} />
          {found.signature === 'hmac_ed25519' && <SigningKeys subId={subId} />}
          <Section title="Is it really from us?">
            <p>
              Each delivery is signed with the secret of this subscription.{' '}
              <a href="/docs/guides/webhooks#check-the-signature" target="_blank" rel="noreferrer">
                How to check the signature
              </a>
              , in several languages.
            </p>
          </Section>
        </>
      )}
    </>
  );
}

/** Dead letters while there are any, and the outcome of resending them. */
function Waiting({ of: { subscription_id, health } }: { of: Subscription }) {
  const [wasShown, setShown] = useState(health.dead > 0);
  if (health.dead > 0 && !wasShown) setShown(true);
  if (!wasShown) return null;
  return (
    <Section
      title="Not delivered"
      lead="All attempts failed. Fix your receiver, then have them sent again: nothing is lost meanwhile."
    >
      <DeadLetters filters={{ subscription_id }} first={5} />
    </Section>
  );
}

function Deliveries({ subId, search }: { subId: string; search: URLSearchParams }) {
  const [filters, change] = useFilters(search);
  const query = { ...deliveryQuery(filters), subscription_id: subId };
  const list = useList('searchWebhookDeliveries', { query });
  return (
    <Section title="Deliveries">
      <DeliveryFilters filters={filters} change={change} isOfOne />
      <DeliveryTable
        list={list}
        hasFilters={Object.keys(query).length > 1}
        isOfOne
        first={10}
        empty={<Empty title="Nothing was sent yet.">Send a sample below to try your receiver.</Empty>}
      />
    </Section>
  );
}
