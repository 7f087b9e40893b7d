import { readOrdering, type SubscriptionRecord, type Subscriptions } from '../../../engine/delivery/index.ts';
import { only } from '../../../kit/db/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import {
  type AnyRoute,
  created,
  defineRoute,
  noContent,
  ok,
  okList,
  pageOf,
} from '../../../kit/http/index.ts';
import { parseId, uuidOf } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import {
  createSubscriptionBody,
  listSubscriptionsQuery,
  subscriptionList,
  subscriptionParams,
  subscriptionRecord,
  toSubscriptionRecord,
} from './subscription.schema.ts';

export interface EventSubscriptionDeps {
  subscriptions: Subscriptions;
}

const read = { tag: 'Events', access: 'events:read', limits: ['events_api'] } as const;
const write = { ...read, access: 'events:write' } as const;

/** Subscriptions of the Events API, at most 10 active ones per organization. */
export function eventSubscriptionRoutes(service: () => EventSubscriptionDeps): AnyRoute[] {
  const showAll = async (records: SubscriptionRecord[]) => {
    const health = await service().subscriptions.health(records);
    return records.map((record, i) =>
      toSubscriptionRecord(record, required(health[i], 'the health of a subscription')),
    );
  };
  const show = async (record: SubscriptionRecord) => only(await showAll([record]));
  return [
    defineRoute({
      ...write,
      method: 'POST',
      path: '/v1/events/subscriptions',
      operationId: 'createEventSubscription',
      summary: 'Subscribe to event types',
      description:
        'Every event published after the answer that matches is delivered to `webhookUrl`. An organization has at most 10 active subscriptions of this API.',
      body: createSubscriptionBody,
      responses: { 201: subscriptionRecord },
      errors: ['invalid_event_type', 'subscription_limit_reached', 'quota_reached'],
      handler: async ({ principal, body, newId }) => {
        const record = await service().subscriptions.create(principal.orgId, uuidOf(newId('sub')), {
          face: 'events',
          name: body.description ?? null,
          url: body.webhookUrl,
          patterns: body.eventTypes,
          secret: body.secret,
          ordering: readOrdering(body),
        });
        return created(await show(record));
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/events/subscriptions',
      operationId: 'listEventSubscriptions',
      reads: 'replica',
      summary: 'List subscriptions',
      description: 'Newest first, of every status. A secret is never shown.',
      query: listSubscriptionsQuery,
      responses: { 200: subscriptionList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const found = await service().subscriptions.list(principal.orgId, { faces: ['events'] }, page);
        return okList('subscriptions', await showAll(found.subscriptions), found.total, page);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/events/subscriptions/:subscriptionId',
      operationId: 'getEventSubscription',
      summary: 'Read a subscription',
      params: subscriptionParams,
      responses: { 200: subscriptionRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) =>
        ok(await show(await find(service().subscriptions, principal.orgId, params.subscriptionId))),
    }),
    defineRoute({
      ...write,
      method: 'DELETE',
      path: '/v1/events/subscriptions/:subscriptionId',
      operationId: 'deleteEventSubscription',
      summary: 'Delete a subscription',
      description: 'Nothing more is sent. Waiting deliveries are dropped.',
      params: subscriptionParams,
      responses: { 204: null },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const { subscriptions } = service();
        const { id } = await find(service().subscriptions, principal.orgId, params.subscriptionId);
        await subscriptions.delete(principal.orgId, id);
        return noContent();
      },
    }),
  ];
}

/** Subscriptions of the Webhooks API have another id prefix and do not exist here. */
async function find(subscriptions: Subscriptions, orgId: string, id: string): Promise<SubscriptionRecord> {
  const uuid = parseId('sub', id);
  const record = uuid === undefined ? undefined : await subscriptions.get(orgId, uuid);
  if (record?.face !== 'events') throw notFound('subscription');
  return record;
}
