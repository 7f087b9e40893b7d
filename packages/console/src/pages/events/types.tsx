import { BookOpen } from 'lucide-react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { type PageProps, to, useFilters } from '../../app/router.tsx';
import { DataTable, listOf } from '../../parts/data-table.tsx';
import { Choice } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { FilterText } from '../../parts/filter-text.tsx';
import { Breaking, plural, words } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { WithCode } from '../../parts/with-code.tsx';
import { EventsNav } from './events-nav.tsx';

export type EventType = Answer<'readEventCatalog'>['event_types'][number];

/** All event types: when they occur, and their payload. */
export function EventTypesPage({ search }: PageProps) {
  const [{ q = '', platform = '' }, change] = useFilters(search);
  const catalog = useRead('readEventCatalog', {});
  return (
    <>
      <PageHead
        title="Event types"
        crumbs={[{ label: 'Events', href: '#/events' }]}
        lead="The events that the service publishes. You can also publish your own types, such as order.created."
      />
      <EventsNav here="#/events/types" />
      <Shown of={catalog} lines={6}>
        {({ event_types: types }) => (
          <>
            <FilterBox set={{ q, platform }}>
              <FilterText
                label="Name or meaning"
                value={q}
                onChange={(text) => change({ q: text })}
                placeholder="deployed"
              />
              <Choice
                label="Platform"
                value={platform}
                onChange={(next) => change({ platform: next })}
                options={[{ id: '', label: 'Any platform' }, ...platformsOf(types)]}
              />
            </FilterBox>
            <TypeTable of={types.filter((one) => matchesSearch(one, q.toLowerCase(), platform))} />
          </>
        )}
      </Shown>
    </>
  );
}

function platformsOf(types: EventType[]) {
  return [...new Set(types.map(({ platform }) => platform))].map((id) => ({ id, label: words(id) }));
}

function matchesSearch({ name, trigger, aliases, platform }: EventType, wanted: string, of: string): boolean {
  const text = [name, trigger, ...aliases].join(' ').toLowerCase();
  return text.includes(wanted) && (of === '' || of === platform);
}

function TypeTable({ of }: { of: EventType[] }) {
  return (
    <DataTable
      label="Event types"
      list={listOf(of)}
      rowKey={({ name }) => name}
      rowHref={({ name }) => to`events/types/${name}`}
      columns={[
        { title: 'Type', width: '1.7fr', cell: ({ name }) => <Breaking name={name} /> },
        { title: 'When it happens', width: '2.2fr', cell: ({ trigger }) => <WithCode text={trigger} /> },
        { title: 'Same as', width: '1.2fr', cell: ({ aliases }) => <Names of={aliases} /> },
        { title: 'Platform', width: '0.8fr', cell: ({ platform }) => words(platform) },
      ]}
      say={(total) => plural(total, 'type')}
      empty={
        <Empty icon={BookOpen} title="No type matches.">
          Remove a filter to see the others.
        </Empty>
      }
    />
  );
}

function Names({ of }: { of: string[] }) {
  return (
    <>
      {of.map((name) => (
        <div key={name}>
          <Breaking name={name} />
        </div>
      ))}
    </>
  );
}
