import { ArrowLeftRight } from 'lucide-react';
import { type PageProps, to, useFilters } from '../../app/router.tsx';
import { Choice, type Option, Suggest } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { OpenById } from '../../parts/open-by-id.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { TimeRange, timeQuery } from '../../parts/time-range.tsx';
import { useActors } from '../../parts/use-actors.ts';
import { routes } from './operation-of.ts';
import { RequestTable } from './request-table.tsx';
import { useRequests } from './use-requests.ts';

const statuses: Option[] = [
  { id: '', label: 'Every response' },
  { id: 'errors', label: 'Errors' },
  { id: '2xx', label: '2xx', detail: 'Success' },
  { id: '4xx', label: '4xx', detail: 'Refused' },
  { id: '5xx', label: '5xx', detail: 'The service failed' },
  { id: '400', label: '400', detail: 'Not understood' },
  { id: '401', label: '401', detail: 'No valid key' },
  { id: '403', label: '403', detail: 'Not allowed' },
  { id: '404', label: '404', detail: 'Not found' },
  { id: '409', label: '409', detail: 'In conflict with the current state' },
  { id: '422', label: '422', detail: 'Understood, and not possible' },
  { id: '429', label: '429', detail: 'Too many' },
];

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** API requests of keys and people, and their results. */
export function RequestsPage({ search }: PageProps) {
  const [filters, change] = useFilters(search);
  const { hours, from, to: until, status, code, route, actor } = filters;
  const method = methods.find((one) => one === filters.method);
  const query = {
    ...(status && { status }),
    ...(code && { code }),
    ...(method && { method }),
    ...(route && { route }),
    ...(actor && { actor }),
    ...timeQuery({ hours, from, to: until }),
  };
  const list = useRequests({ query });
  const isFiltered = Object.keys(query).length > 0;
  return (
    <>
      <PageHead
        title="Requests"
        lead="API requests of programs and people: every error and every change; successful reads and publishes are counted. Request bodies are not stored."
      />
      <RequestFilters
        filters={filters}
        change={change}
        actors={useActors(
          list.items.map((one) => one.actor),
          actor,
        )}
      />
      <RequestTable
        list={list}
        empty={
          isFiltered ? (
            <Empty title="No request matches.">Remove a filter, or choose a longer time range.</Empty>
          ) : (
            <Empty icon={ArrowLeftRight} title="There are no requests yet.">
              A request appears here a few seconds after its response.
            </Empty>
          )
        }
      />
    </>
  );
}

type Filters = Record<string, string | undefined>;

interface RequestFiltersProps {
  filters: Filters;
  change: (to: Filters) => void;
  actors: Option[];
}

function RequestFilters({ filters, change, actors }: RequestFiltersProps) {
  const status = filters.status ?? '';
  const isListed = statuses.some(({ id }) => id === status);
  return (
    <FilterBox list="requests" set={filters}>
      <Choice
        label="Response"
        value={status}
        onChange={(next) => change({ status: next })}
        options={isListed ? statuses : [...statuses, { id: status, label: status }]}
      />
      <Suggest
        label="Path"
        value={filters.route ?? ''}
        onChange={(route) => change({ route })}
        options={routes.map((route) => ({ id: route, label: route }))}
        placeholder="/v1/events"
      />
      <Choice
        label="Method"
        value={filters.method ?? ''}
        onChange={(method) => change({ method })}
        options={[{ id: '', label: 'Every method' }, ...methods.map((id) => ({ id, label: id }))]}
      />
      <TextInput
        label="Error"
        value={filters.code ?? ''}
        onChange={(code) => change({ code })}
        placeholder="invalid_request"
      />
      <Choice
        label="Who"
        value={filters.actor ?? ''}
        onChange={(actor) => change({ actor })}
        options={actors}
      />
      <TimeRange filters={filters} change={change} />
      <OpenById prefix="req" thing="request" hrefOf={(id) => to`requests/${id}`} />
    </FilterBox>
  );
}
