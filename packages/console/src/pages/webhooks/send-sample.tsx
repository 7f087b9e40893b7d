import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi, useMay } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { Suggest } from '../../parts/fields.tsx';
import { duration } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { useEventTypes } from '../events/event-types.ts';
import { reasonText } from './delivery-status.tsx';

/** Sends a sample event and shows the receiver's response right away. */
export function SendSample({ subId, events }: { subId: string; events: string[] }) {
  const api = useApi();
  const params = { subId };
  const own = events.filter((name) => !name.includes('*'));
  const [event, setEvent] = useState(own[0] ?? '');
  const known = useEventTypes();
  useShownCall({ operation: 'testWebhookSubscription', params, body: { event }, title: 'Send a sample' });
  const test = useWrite(() => api.testWebhookSubscription({ params, body: { event } }));
  const result = test.data;
  if (!useMay('webhooks:write')) return null;
  return (
    <Section title="Send a sample">
      <form
        className="with-buttons narrow"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          if (!test.isPending) test.mutate();
        }}
      >
        <Suggest
          label="Event"
          value={event}
          onChange={setEvent}
          // Receiver owners cannot see the catalogue: they can try their own types.
          options={known.length > 0 ? known : own.map((id) => ({ id, label: id }))}
          isRequired
          placeholder={placeholderOf(events)}
        />
        <Button type="submit" isBusy={test.isPending}>
          Send
        </Button>
      </form>
      {result && (
        <p className={result.status === 'success' ? 'note good' : 'note bad'} role="status">
          <span>
            The receiver answered {result.response_code ?? 'nothing'} in {duration(result.response_time_ms)}.{' '}
            {result.error !== null && `${reasonText(result.error)} `}
            <a href={to`deliveries/${result.delivery_id}`}>See what was sent</a>
          </span>
        </p>
      )}
    </Section>
  );
}

/** Based on the subscription's own events: `order.…` for `order.*`. */
function placeholderOf(events: string[]): string {
  const [first = '*'] = events;
  return first === '*' ? '' : first.replaceAll('*', '…');
}
