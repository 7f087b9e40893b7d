import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi, useMay } from '../../api/client.ts';
import { parseExactly } from '../../api/exact-numbers.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { navigate, type PageProps, to } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { Suggest } from '../../parts/fields.tsx';
import { PageHead } from '../../parts/page.tsx';
import { MayNot, Shown } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { useEventTypes } from './event-types.ts';

const example = { order_id: 1001, amount: 49.9, currency: 'EUR' };

/** Publishes an event, starting from the example of its type or an earlier event. */
export function PublishPage({ search }: PageProps) {
  const eventId = search.get('from');
  const type = search.get('type');
  const catalog = useRead('readEventCatalog', {}, { enabled: type !== null });
  const earlier = useRead('readEvent', { params: { eventId: eventId ?? '' } }, { enabled: eventId !== null });
  return (
    <>
      <PageHead
        title="Publish a test event"
        crumbs={[{ label: 'Events', href: '#/events' }]}
        lead="It goes to every subscription and workflow that matches its type, like any event."
      />
      {!useMay('events:write') ? (
        <MayNot what="publish events" scope="events:write" />
      ) : eventId !== null ? (
        <Shown of={earlier}>{(event) => <PublishForm first={event} />}</Shown>
      ) : type !== null ? (
        <Shown of={catalog}>
          {({ event_types: types }) => {
            const sample = types.find(({ name }) => name === type)?.sample;
            return <PublishForm first={{ type, source: 'console', data: sample ?? {} }} />;
          }}
        </Shown>
      ) : (
        <PublishForm first={{ type: 'order.created', source: 'console', data: example }} />
      )}
    </>
  );
}

interface First {
  type: string;
  source: string;
  data: Record<string, unknown>;
}

function PublishForm({ first }: { first: First }) {
  const api = useApi();
  const [type, setType] = useState(first.type);
  const [source, setSource] = useState(first.source);
  const [correlationId, setCorrelationId] = useState('');
  const [text, setText] = useState(JSON.stringify(first.data, null, 2));
  const { data, error } = parse(text);
  useUnsaved({ source, correlationId, text });
  const body = {
    type,
    source,
    data: data ?? {},
    ...(correlationId !== '' && { metadata: { correlationId } }),
  };
  useShownCall({ operation: 'publishEvent', body, title: 'Publish this event' });
  const publish = useWrite(() => api.publishEvent({ body }), {
    done: () => `${type} is published.`,
    onDone: ({ eventId }) => navigate(to`events/${eventId}`),
  });
  const sampleOf = useSamples();
  const choose = (name: string) => {
    setType(name);
    const sample = sampleOf(name);
    if (sample !== undefined) setText(JSON.stringify(sample, null, 2));
  };
  return (
    <form
      className="form narrow"
      onSubmit={(event) => {
        event.preventDefault();
        if (data !== undefined && !publish.isPending) publish.mutate();
      }}
    >
      <Suggest
        label="Type"
        value={type}
        onChange={setType}
        onEnter={choose}
        options={useEventTypes()}
        isRequired
        hint="A type from the catalogue, with its example, or your own, such as order.created."
      />
      <TextInput label="Source" value={source} onChange={setSource} isRequired />
      <TextInput
        label="Correlation (optional)"
        value={correlationId}
        onChange={setCorrelationId}
        hint="Links the events of one user action into one trace."
      />
      <TextInput label="Payload" value={text} onChange={setText} rows={12} isCode error={error} />
      <div className="form-actions">
        <Button kind="main" type="submit" isBusy={publish.isPending} isDisabled={data === undefined}>
          Publish
        </Button>
      </div>
    </form>
  );
}

function useSamples(): (type: string) => Record<string, unknown> | undefined {
  const catalog = useRead('readEventCatalog', {});
  return (type) => catalog.data?.event_types.find(({ name }) => name === type)?.sample;
}

function parse(text: string): { data?: Record<string, unknown>; error?: string } {
  try {
    const data = parseExactly(text);
    if (typeof data === 'object' && data !== null && !Array.isArray(data))
      return { data: data as Record<string, unknown> };
    return { error: 'A payload is an object: { … }.' };
  } catch (error) {
    return { error: `This is not JSON: ${(error as Error).message}` };
  }
}
