import type { DeliverySearch, Subscriptions } from '../../../engine/delivery/index.ts';
import { type AppError, invalidField } from '../../../kit/errors/index.ts';
import { type AnyRoute, defineRoute, ok, pageOf } from '../../../kit/http/index.ts';
import { formatSearchCursor, readDeliveryFilter, readSearchCursor } from './delivery-filter.ts';
import { deliverySearchResult, searchDeliveriesQuery, toSearchResult } from './delivery-search.schema.ts';

export interface DeliverySearchRoutesDeps {
  subscriptions: Subscriptions;
  deliverySearch: DeliverySearch;
}

/** Delivery search: did order 1001 arrive, where, and if not, why? */
export function deliverySearchRoutes(service: () => DeliverySearchRoutesDeps): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/webhooks/deliveries',
      operationId: 'searchWebhookDeliveries',
      tag: 'Webhooks',
      summary: 'Search the deliveries of all subscriptions',
      description:
        'One entry for each delivery, newest event first, without test deliveries. Follow `next_cursor`, and pages never overlap.',
      access: 'webhooks:read',
      limits: ['webhooks_api'],
      reads: 'replica',
      portal: true,
      query: searchDeliveriesQuery,
      responses: { 200: deliverySearchResult },
      errors: ['not_found'],
      handler: async ({ principal, query }) => {
        const { subscriptions, deliverySearch } = service();
        const filter = await readDeliveryFilter(subscriptions, principal, query);
        const { limit, offset } = pageOf(query);
        if (query.cursor !== undefined && offset > 0) throw placedTwice();
        const mark = query.cursor === undefined ? undefined : readSearchCursor(query.cursor, filter);
        const found = await deliverySearch.find(principal.orgId, filter, { limit, offset, mark });
        const next = found.next && formatSearchCursor(found.next, filter);
        return ok(toSearchResult(found, { limit, offset: (mark?.before ?? 0) + offset }, next));
      },
    }),
  ];
}

function placedTwice(): AppError {
  return invalidField('offset', '`cursor` says where the page begins. Leave `offset` out.');
}
