import { ScrollText } from 'lucide-react';
import { useList } from '../../api/read.ts';
import { type PageProps, useFilters } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { type Deed, recordKindLabels } from '../../parts/deed-words.ts';
import { DeedTable } from '../../parts/deeds.tsx';
import { Choice, type Option } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { TimeRange, timeQuery } from '../../parts/time-range.tsx';
import { useActors } from '../../parts/use-actors.ts';
import { SaveAudit } from './save-audit.tsx';

/** The audit trail: what people and keys did with any configuration, according to the event log. */
export function AuditPage({ search }: PageProps) {
  const [filters, change] = useFilters(search);
  const { hours, from, to: until, actor, thing, thing_id } = filters;
  const isThing = thing !== undefined && thing in recordKindLabels;
  const query = {
    ...(actor && { actor }),
    ...(isThing && { thing: thing as Deed['thing'] }),
    ...(thing_id && { thing_id }),
    ...timeQuery({ hours, from, to: until }),
  };
  const list = useList('readAudit', { query });
  const isFiltered = Object.keys(query).length > 0;
  return (
    <>
      <PageHead
        title="Audit log"
        actions={<SaveAudit query={query} />}
        lead="Changes to keys, people and configuration, and who made them. They come from the event log, which nobody can change."
      />
      <FilterBox list="audit" set={filters}>
        <Choice
          label="Who"
          value={actor ?? ''}
          onChange={(next) => change({ actor: next })}
          options={useActors(
            list.items.flatMap((one) => (one.actor === null ? [] : [one.actor])),
            actor,
            { removed: true },
          )}
        />
        <Choice
          label="What"
          value={isThing ? thing : ''}
          onChange={(next) => change({ thing: next, thing_id: '' })}
          options={[{ id: '', label: 'Everything' }, ...kinds]}
        />
        <TimeRange filters={filters} change={change} />
        {thing_id && (
          <p className="quiet full">
            Of <code>{thing_id}</code> alone.{' '}
            <Button kind="plain" onPress={() => change({ thing_id: '' })}>
              Show all
            </Button>
          </p>
        )}
      </FilterBox>
      <DeedTable
        list={list}
        empty={
          isFiltered ? (
            <Empty title="Nothing matches.">Remove a filter, or choose a longer time range.</Empty>
          ) : (
            <Empty icon={ScrollText} title="Nothing has happened yet.">
              Everyone who signs in, makes a key, or changes a subscription or a workflow is listed here.
            </Empty>
          )
        }
      />
    </>
  );
}

const kinds: Option[] = Object.entries(recordKindLabels)
  .map(([id, label]) => ({ id, label }))
  .sort((one, other) => one.label.localeCompare(other.label));
