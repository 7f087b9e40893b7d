import type { EventDeliveries } from '../../engine/delivery/index.ts';
import type { EventReader, StoredEvent } from '../../engine/spine/index.ts';
import type { EventRun } from '../../engine/workflows/index.ts';
import { notFound } from '../../kit/errors/index.ts';
import { type AnyRoute, defineRoute, ok, pageOf } from '../../kit/http/index.ts';
import { formatId, parseId } from '../../kit/ids.ts';
import {
  eventDeliveriesQuery,
  eventDeliveriesSchema,
  toEventDelivery,
  toRun,
  toUnmatched,
} from './event-deliveries.schema.ts';
import { eventParams } from './event-proofs.schema.ts';

export interface EventDeliveriesDeps {
  reader: EventReader;
  deliveries: EventDeliveries;
  runsOf(event: StoredEvent): Promise<EventRun[]>;
}

/** Deliveries of an event: did it arrive, where, and if not, why? */
export function eventDeliveriesRoutes(service: () => EventDeliveriesDeps): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/events/deliveries/:eventId',
      otherPaths: ['/v1/events/:eventId/deliveries'],
      operationId: 'listEventDeliveries',
      tag: 'Events',
      summary: 'See where an event went',
      description:
        'Every subscription of both APIs that it matched, with the state of its delivery, and the workflow runs that it started.',
      access: 'events:read',
      limits: ['events_api'],
      params: eventParams,
      query: eventDeliveriesQuery,
      responses: { 200: eventDeliveriesSchema },
      errors: ['not_found'],
      handler: async ({ params, query, principal }) => {
        const { reader, deliveries, runsOf } = service();
        const id = parseId('evt', params.eventId);
        const event = id && (await reader.findById(principal.orgId, id));
        if (!event) throw notFound('event');
        const page = pageOf(query);
        const [found, runs, rest] = await Promise.all([
          deliveries.list(event, page),
          runsOf(event),
          query.include === 'not_matched' ? deliveries.listUnmatched(event) : undefined,
        ]);
        return ok({
          event_id: formatId('evt', event.id),
          deliveries: found.deliveries.map(toEventDelivery),
          total: found.total,
          ...page,
          has_more: page.offset + found.deliveries.length < found.total,
          workflow_runs: runs.map(toRun),
          ...(rest && {
            not_matched: rest.unmatched.map(toUnmatched),
            not_matched_total: rest.total,
          }),
        });
      },
    }),
  ];
}
