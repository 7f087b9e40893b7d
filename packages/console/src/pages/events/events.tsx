import { ScrollText, Send } from 'lucide-react';
import { useMay } from '../../api/client.ts';
import { useList } from '../../api/read.ts';
import { type PageProps, to, useFilters } from '../../app/router.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
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
import { plural, Time } from '../../parts/format.tsx';
import { OpenById } from '../../parts/open-by-id.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { TimeRange, timeQuery } from '../../parts/time-range.tsx';
import { useEventTypes } from './event-types.ts';
import { EventsNav } from './events-nav.tsx';
import { gistOf } from './gist.ts';

/** The event log of all three platforms, newest first, live. */
export function EventsPage({ search }: PageProps) {
  const [filters, change] = useFilters(search);
  const { payload = '', type = '', hours, from, to: until, ...others } = filters;
  const query = {
    ...others,
    ...(isPattern(type) && { type: patternOf(type) }),
    ...timeQuery({ hours, from, to: until }),
  };
  const isSearch = isPayloadTest(payload);
  const all = useList('queryEvents', { query }, { enabled: !isSearch });
  const found = useList('searchEvents', { query: { ...query, payload } }, { enabled: isSearch });
  const list = isSearch ? found : all;
  const mayPublish = useMay('events:write');
  const publish = mayPublish && (
    <LinkButton kind="main" icon={Send} href="#/events/publish">
      Publish a test event
    </LinkButton>
  );
  const isFiltered = isSearch || Object.keys(query).length > 0;
  return (
    <>
      <PageHead title="Events" actions={publish} lead="All events in order, from the signed log." />
      <EventsNav here="#/events" />
      <EventFilters filters={filters} change={change} />
      <DataTable
        label="Events"
        list={list}
        rowKey={(event) => event.eventId}
        rowHref={(event) => to`events/${event.eventId}`}
        columns={[
          { title: 'Type', width: '1.6fr', cell: (event) => event.type },
          { title: 'Payload', width: '2.4fr', cell: (event) => <Gist of={event.data} /> },
          { title: 'Source', cell: (event) => event.source },
          { title: 'When', width: '0.8fr', cell: (event) => <Time at={event.timestamp} /> },
        ]}
        say={(total) => `${plural(total, 'event')}${isSearch && list.hasMore ? ' so far' : ''}`}
        empty={
          isFiltered ? (
            <Empty title="No event matches.">
              Remove a filter. A type may end in .* to include everything below it.
            </Empty>
          ) : (
            <Empty icon={ScrollText} title="Nothing has happened yet." action={publish}>
              Publish an event here, or send one over the API. The platforms publish their events here too.
            </Empty>
          )
        }
      />
    </>
  );
}

type Filters = Record<string, string | undefined>;

function EventFilters({ filters, change }: { filters: Filters; change: (to: Filters) => void }) {
  return (
    <FilterBox list="events" set={filters}>
      <FilterSuggest
        label="Type"
        value={filters.type ?? ''}
        onChange={(type) => change({ type })}
        options={useEventTypes()}
        placeholder="order.*"
        isWhole={isPattern}
        form={patternForm}
      />
      <FilterText
        label="Source"
        value={filters.source ?? ''}
        onChange={(source) => change({ source })}
        placeholder="shop"
      />
      <FilterText
        label="Correlation"
        value={filters.correlationId ?? ''}
        onChange={(correlationId) => change({ correlationId })}
      />
      <FilterText
        label="In the payload"
        value={filters.payload ?? ''}
        onChange={(payload) => change({ payload })}
        placeholder="data.order_id=1001"
        isWhole={isPayloadTest}
        form={payloadForm}
      />
      <TimeRange filters={filters} change={change} />
      <OpenById prefix="evt" thing="event" hrefOf={(id) => to`events/${id}`} />
    </FilterBox>
  );
}

/** The first scalar values of a payload, to distinguish events of one type. */
function Gist({ of }: { of: Record<string, unknown> }) {
  const text = gistOf(of, 90);
  return text === '' ? null : <span className="quiet">{text}</span>;
}
