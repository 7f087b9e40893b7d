import { readPayloadTest } from '../../engine/delivery/index.ts';
import { type EventReader, recordOf } from '../../engine/spine/index.ts';
import { type AnyRoute, defineRoute, pageOf } from '../../kit/http/index.ts';
import { placedTwice, readFilter } from './event-filter-query.ts';
import {
  eventPageSchema,
  eventSearchSchema,
  queryEventsQuery,
  searchEventsQuery,
} from './query-events.schema.ts';
import { queryEvents, readCursor } from './query-events.ts';
import { searchEvents } from './search-events.ts';

export function queryEventsRoutes(service: () => { reader: EventReader }): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/events',
      operationId: 'queryEvents',
      tag: 'Events',
      summary: 'Query the audit log',
      description:
        'Newest first. `total` is exact. With `cursor` or `as_of`, pages neither overlap nor skip an event while new events arrive.',
      access: 'events:read',
      limits: ['events_query'],
      reads: 'replica',
      query: queryEventsQuery,
      responses: { 200: eventPageSchema },
      errors: ['invalid_event_type', 'forbidden'],
      handler: async ({ query, principal }) => {
        const { orgId } = principal;
        const filter = readFilter(orgId, query);
        const { limit, offset } = pageOf(query);
        let page = { limit, offset, asOf: query.as_of };
        if (query.cursor !== undefined) {
          if (offset > 0 || query.as_of !== undefined) throw placedTwice(offset > 0 ? 'offset' : 'as_of');
          page = { limit, ...readCursor(query.cursor, filter) };
        }
        return queryEvents(service().reader, orgId, filter, page);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/events/search',
      operationId: 'searchEvents',
      tag: 'Events',
      summary: 'Search the audit log by payload',
      description:
        'Newest first. The other filters narrow the search. Follow `next_cursor`, and pages never overlap.',
      access: 'events:read',
      limits: ['events_query'],
      reads: 'replica',
      query: searchEventsQuery,
      responses: { 200: eventSearchSchema },
      errors: ['invalid_event_type', 'forbidden'],
      handler: async ({ query, principal }) => {
        const { orgId } = principal;
        const { limit, offset: skip } = pageOf(query);
        if (query.cursor !== undefined && skip > 0) throw placedTwice('offset');
        const { events, total, offset, looked, next } = await searchEvents(service().reader, orgId, {
          filter: readFilter(orgId, query),
          payload: query.payload === undefined ? undefined : readPayloadTest(query.payload),
          limit,
          skip,
          cursor: query.cursor,
        });
        const told = {
          total,
          limit,
          offset,
          has_more: next !== undefined,
          ...(next !== undefined && { next_cursor: next }),
          coverage: { complete: next === undefined, looked_at: looked },
        };
        return {
          status: 200,
          json: `{"events":[${events.map(recordOf).join(',')}],${JSON.stringify(told).slice(1)}`,
        };
      },
    }),
  ];
}
