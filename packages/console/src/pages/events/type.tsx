import { useMay } from '../../api/client.ts';
import { useList, useRead } from '../../api/read.ts';
import { type PageProps, to, withSearch } from '../../app/router.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { Json } from '../../parts/code.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { plural, Time, words } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { WithCode } from '../../parts/with-code.tsx';
import { gistOf } from './gist.ts';
import type { EventType } from './types.tsx';

const crumbs = [
  { label: 'Events', href: '#/events' },
  { label: 'Event types', href: '#/events/types' },
];

/** One type of the catalogue: when it occurs, its payload, and its newest events. */
export function EventTypePage({ params: { name = '' } }: PageProps) {
  const catalog = useRead('readEventCatalog', {});
  const trigger = catalog.data?.event_types.find((one) => one.name === name)?.trigger;
  const may = { subscribe: useMay('webhooks:write'), automate: useMay('events:write') };
  return (
    <>
      <PageHead
        title={name}
        crumbs={crumbs}
        {...(trigger !== undefined && { lead: <WithCode text={trigger} /> })}
        actions={
          <>
            {may.automate && (
              <LinkButton href={withSearch('#/workflows/new', { type: name })}>New workflow on it</LinkButton>
            )}
            {may.subscribe && (
              <LinkButton kind="main" href={withSearch('#/webhooks/new', { type: name })}>
                Subscribe to it
              </LinkButton>
            )}
          </>
        }
      />
      <Shown of={catalog}>
        {({ event_types: types }) => {
          const found = types.find((one) => one.name === name);
          return found === undefined ? <OwnType /> : <Described of={found} />;
        }}
      </Shown>
      <Newest type={name} />
    </>
  );
}

function OwnType() {
  return (
    <p className="quiet">
      The service itself does not publish this type. If you publish it, you decide what it contains.
    </p>
  );
}

function Described({ of: { aliases, platform, sample, schema } }: { of: EventType }) {
  return (
    <>
      <Facts of={{ 'Also named': aliases.join(', '), Platform: words(platform) }} />
      <div className="columns section">
        <div>
          <h2>Example of its payload</h2>
          <Json value={sample} label="Example" />
        </div>
        <div>
          <h2>Payload fields</h2>
          <Fields schema={schema as FieldSchema} />
          <details className="nested">
            <summary>As JSON Schema</summary>
            <Json value={schema} label="Schema" />
          </details>
        </div>
      </div>
    </>
  );
}

interface FieldSchema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  anyOf?: FieldSchema[];
  enum?: unknown[];
  const?: unknown;
}

function Fields({ schema: { properties = {}, required = [] } }: { schema: FieldSchema }) {
  return (
    <dl className="field-list">
      {Object.entries(properties).map(([name, field]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>{' '}
            <span className="quiet">
              {kindOf(field)}
              {!required.includes(name) && ', optional'}
            </span>
          </dt>
          {field.description && (
            <dd>
              <WithCode text={field.description} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

const kinds: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'yes or no',
  array: 'list',
  object: 'object',
  null: 'nothing',
};

function kindOf({ type, anyOf, enum: values, const: only }: FieldSchema): string {
  if (only !== undefined) return `always ${String(only)}`;
  if (values !== undefined) return values.map(String).join(' or ');
  if (anyOf !== undefined) return [...new Set(anyOf.map(kindOf))].join(' or ');
  const types = typeof type === 'string' ? [type] : (type ?? []);
  return types.length === 0 ? 'anything' : types.map((one) => kinds[one] ?? one).join(' or ');
}

function Newest({ type }: { type: string }) {
  const list = useList('queryEvents', { query: { type } });
  const mayPublish = useMay('events:write');
  const publish = mayPublish && (
    <LinkButton href={withSearch('#/events/publish', { type })}>Publish a test event</LinkButton>
  );
  return (
    <Section title="Events of it" actions={list.items.length > 0 && publish}>
      <DataTable
        label="Events of this type"
        list={list}
        first={10}
        rowKey={({ eventId }) => eventId}
        rowHref={({ eventId }) => to`events/${eventId}`}
        columns={[
          {
            title: 'Payload',
            width: '3fr',
            cell: ({ data, eventId }) => gistOf(data, 90) || eventId,
          },
          { title: 'Source', cell: ({ source }) => source },
          { title: 'When', width: '0.8fr', cell: ({ timestamp }) => <Time at={timestamp} /> },
        ]}
        say={(total) => plural(total, 'event')}
        empty={
          <Empty title="No event yet." action={publish}>
            Subscriptions and workflows that match it receive the first one.
          </Empty>
        }
      />
    </Section>
  );
}
