import { useRead } from '../../api/read.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Section } from '../../parts/page.tsx';

/** For new users: the two steps to a first delivery. Hidden once there is a subscription. */
export function FirstSteps() {
  const { data } = useRead('listWebhookSubscriptions', { query: { api: 'all', limit: 1 } });
  if (data === undefined || data.total > 0) return null;
  return (
    <Section title="First steps">
      <div className="cards">
        <div className="card">
          <strong>1. Subscribe a receiver</strong>
          <span className="quiet">The address where you receive events.</span>
          <LinkButton kind="main" href="#/webhooks/new">
            New subscription
          </LinkButton>
        </div>
        <div className="card">
          <strong>2. Publish an event</strong>
          <span className="quiet">See its delivery, byte for byte.</span>
          <LinkButton href="#/events/publish">Publish a test event</LinkButton>
        </div>
      </div>
    </Section>
  );
}
