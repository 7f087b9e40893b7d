import { isRefusal } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { type PageProps, to, withSearch } from '../../app/router.tsx';
import { CopyText } from '../../parts/button.tsx';
import { duration, plural, Time } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { operationOf } from './operation-of.ts';
import { AnswerOf, type ApiRequest, RequestTable } from './request-table.tsx';
import { useRequests } from './use-requests.ts';

/** Requests are recorded some seconds after their response. */
const REFRESH_AGAIN_MS = 1_500;
const SHOWN = 10;

/** One API request: its contents, caller and result. */
export function RequestPage({ params: { id = '' } }: PageProps) {
  const request = useRead(
    'getRequest',
    { params: { id } },
    {
      every: (one) => one === undefined && REFRESH_AGAIN_MS,
    },
  );
  const found = request.data;
  return (
    <>
      <PageHead
        title={found === undefined ? 'Request' : `${found.method} ${found.route}`}
        crumbs={[{ label: 'Requests', href: '#/requests' }]}
      />
      {isRefusal(request.error, 404) ? (
        <Empty title="This request is not recorded.">
          Requests are recorded a few seconds after their response; this page checks again. Successful reads
          and publishes are grouped, and only the first of a group is found by its id. The oldest are deleted
          first.
        </Empty>
      ) : (
        <Shown of={request}>
          {(one) => (
            <>
              <Known of={one} />
              <Caused of={one} />
              <RequestsOfSameKey of={one} />
            </>
          )}
        </Shown>
      )}
    </>
  );
}

function Known({ of }: { of: ApiRequest }) {
  const operation = operationOf(of.method, of.route);
  const isSum = of.requests > 1;
  return (
    <Facts
      of={{
        Response: <AnswerOf of={of} />,
        'What that means': of.code !== null && (
          <a href={`/docs/errors/${of.code}`} target="_blank" rel="noreferrer">
            {of.code} in the documentation
          </a>
        ),
        Asked: isSum ? (
          <>
            {plural(of.requests, 'request')} within a minute, from <Time at={of.asked_at} withExact />
          </>
        ) : (
          <Time at={of.asked_at} withExact />
        ),
        By: <Actor of={of} />,
        Path: of.path !== null && <code>{of.path}</code>,
        Operation: operation !== undefined && <code>{operation}</code>,
        [isSum ? 'Took at most' : 'Took']: duration(of.duration_ms),
        From: of.address !== null && <code>{of.address}</code>,
        Environment: of.environment,
        Id: <CopyText text={of.id} label="id" />,
      }}
    />
  );
}

function Actor({ of: { actor } }: { of: ApiRequest }) {
  const isKey = actor.id.startsWith('key_');
  return (
    <>
      <a href={isKey ? to`keys/${actor.id}` : to`people/${actor.id}`}>{actor.name ?? actor.id}</a>
      {isKey && <span className="quiet"> (API key)</span>}
    </>
  );
}

/** Events that name the request they belong to. */
function Caused({ of: { id, method } }: { of: ApiRequest }) {
  const isWrite = method !== 'GET' && method !== 'HEAD';
  const read = useRead('queryEvents', { query: { correlationId: id, limit: SHOWN } }, { enabled: isWrite });
  const events = read.data?.events ?? [];
  if (events.length === 0) return null;
  return (
    <Section
      title="Events it caused"
      actions={<a href={withSearch('#/events', { correlationId: id })}>As a list of events</a>}
    >
      <ul>
        {events.map(({ eventId, type, timestamp }) => (
          <li key={eventId}>
            <a href={to`events/${eventId}`}>{type}</a> <Time at={timestamp} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The same caller's other requests of this kind: whether it always fails, or since when. */
function RequestsOfSameKey({ of: { actor, method, route } }: { of: ApiRequest }) {
  const asked = methodsOf(method);
  const query = { actor: actor.id, route, ...(asked && { method: asked }) };
  const list = useRequests({ query: { ...query, limit: SHOWN } });
  return (
    <Section
      title="The same request before and after"
      actions={list.hasMore && <a href={withSearch('#/requests', query)}>Show all</a>}
    >
      <RequestTable list={{ ...list, hasMore: false }} isOfOne empty={<Empty title="No other requests." />} />
    </Section>
  );
}

function methodsOf(method: string) {
  return (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).find((one) => one === method);
}
