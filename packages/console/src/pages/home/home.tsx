import { useMay } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { plural } from '../../parts/format.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { DeliveryFigures } from '../webhooks/delivery-chart.tsx';
import { FailingSubscriptions } from './failing-subscriptions.tsx';
import { FigureCard } from './figure-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LowWallets } from './low-wallets.tsx';
import { MailsCard } from './mails-card.tsx';
import { ContractsCard, ReviewsCard, WorkflowsCard } from './platform-cards.tsx';

/** Is everything all right? Each figure links to where it can be fixed. */
export function HomePage() {
  const may = {
    webhooks: useMay('webhooks:read'),
    events: useMay('events:read'),
    contracts: useMay('contracts:read'),
    outreach: useMay('outreach:read'),
    review: useMay('review:read'),
  };
  return (
    <>
      <PageHead title="Home" />
      {may.webhooks && <FailingSubscriptions />}
      {may.contracts && <LowWallets />}
      {may.webhooks && may.events && <FirstSteps />}
      <div className="cards home-cards">
        {may.webhooks && <WaitingCards />}
        {may.events && <WorkflowsCard />}
        {may.contracts && <ContractsCard />}
        {may.outreach && <MailsCard />}
        {may.review && may.events && <ReviewsCard />}
      </div>
      {may.webhooks && <Deliveries />}
    </>
  );
}

function useStats() {
  return useRead('readWebhookStats', { query: { bucket: 'hour' } });
}

function WaitingCards() {
  const { data, error } = useStats();
  const backlog = data?.backlog;
  const oldest = backlog?.oldest_pending_age_seconds ?? 0;
  return (
    <>
      <FigureCard
        label="Deliveries waiting"
        figure={backlog?.pending}
        error={error}
        tone={oldest > 300 ? 'warn' : 'plain'}
        detail={
          oldest > 0
            ? `The oldest for ${plural(Math.max(Math.round(oldest / 60), 1), 'minute')}`
            : 'Nothing is late'
        }
        href="#/webhooks/deliveries?status=pending"
      />
      <FigureCard
        label="Dead letters"
        figure={backlog?.dead}
        error={error}
        tone={backlog?.dead ? 'bad' : 'good'}
        detail={backlog?.dead ? 'Send them again' : 'None'}
        href="#/webhooks/dead"
      />
    </>
  );
}

function Deliveries() {
  const stats = useStats();
  return (
    <Section
      title="Deliveries in the last 24 hours"
      actions={<a href="#/webhooks/deliveries">All deliveries</a>}
    >
      {stats.data ? (
        <DeliveryFigures of={stats.data} />
      ) : stats.error ? (
        <Failure error={stats.error} />
      ) : (
        <Loading lines={5} />
      )}
    </Section>
  );
}
