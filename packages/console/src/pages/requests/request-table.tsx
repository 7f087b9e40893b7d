import type { Answer } from '../../api/client.ts';
import type { ListState } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { duration, plural, Time } from '../../parts/format.tsx';
import { Status, type Tone } from '../../parts/status.tsx';
import { operationOf } from './operation-of.ts';

export type ApiRequest = Answer<'listRequests'>['requests'][number];

interface RequestTableProps {
  list: ListState<ApiRequest>;
  empty: React.ReactNode;
  /** All by the same caller, named above. */
  isOfOne?: boolean;
}

/** API requests and their results; a row links to the request. */
export function RequestTable({ list, empty, isOfOne = false }: RequestTableProps) {
  const who: Column<ApiRequest> = { title: 'Who', cell: ({ actor }) => actor.name ?? actor.id };
  return (
    <DataTable
      label="Requests"
      list={list}
      rowKey={(one) => one.id}
      rowHref={(one) => to`requests/${one.id}`}
      columns={[
        { title: 'Asked', width: '2.2fr', cell: (one) => <RequestLine of={one} /> },
        { title: 'Response', width: '1.4fr', cell: (one) => <AnswerOf of={one} /> },
        ...(isOfOne ? [] : [who]),
        { title: 'Took', width: '1.3fr', cell: (one) => <Took of={one} /> },
        { title: 'When', width: '0.8fr', cell: (one) => <Time at={one.asked_at} /> },
      ]}
      say={(total) => plural(total, 'entry', 'entries')}
      empty={empty}
    />
  );
}

/** Named as in the SDK and documentation, with the path below. */
function RequestLine({ of: { method, route, path } }: { of: ApiRequest }) {
  return (
    <>
      {operationOf(method, route) ?? route}
      <br />
      <span className="quiet request-path">
        {method} {shortened(path ?? route)}
      </span>
    </>
  );
}

/** Shortens ids; the request's page has them in full. */
const shortened = (path: string) =>
  path.replaceAll(/([a-z]{3}_[0-9a-f]{4})[0-9a-f]{24}([0-9a-f]{4})/g, '$1…$2');

/** The status with its meaning: the error code and its field. */
export function AnswerOf({ of: { status, code, field } }: { of: ApiRequest }) {
  return (
    <>
      <Status state={String(status)} label={String(status)} tone={toneOf(status)} />
      {code !== null && (
        <>
          {' '}
          {code}
          {field !== null && <span className="quiet"> at {field}</span>}
        </>
      )}
    </>
  );
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return 'good';
}

function Took({ of: { duration_ms: ms, requests } }: { of: ApiRequest }) {
  if (requests === 1) return <>{duration(ms)}</>;
  return (
    <>
      {duration(ms)} <span className="quiet">at most, {plural(requests, 'request')}</span>
    </>
  );
}
