import type { EventReader } from '../../engine/spine/index.ts';
import { AppError } from '../../kit/errors/index.ts';
import { type AnyRoute, defineRoute, pageOf } from '../../kit/http/index.ts';
import { readFilter } from './event-filter-query.ts';
import { eventPageSchema, queryEventsQuery } from './query-events.schema.ts';
import { queryEvents, readCursor } from './query-events.ts';

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
  ];
}

function placedTwice(field: string): AppError {
  return new AppError('invalid_request', {
    message: `\`cursor\` says where the page begins. Leave \`${field}\` out.`,
    field,
  });
}
