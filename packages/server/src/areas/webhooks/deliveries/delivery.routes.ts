import type { DeliveryLog, Subscriptions, TestResult } from '../../../engine/delivery/index.ts';
import { spineErrors } from '../../../engine/spine/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import {
  type AnyRoute,
  accepted,
  defineRoute,
  ok,
  okList,
  type Principal,
  pageOf,
} from '../../../kit/http/index.ts';
import { formatId, parseId } from '../../../kit/ids.ts';
import { patternParameter, rangeParameters } from '../parameters.ts';
import { findSubscription, isBeyond } from '../subscriptions/find-subscription.ts';
import { subscriptionParams } from '../subscriptions/subscription.schema.ts';
import {
  deliveryList,
  deliveryParams,
  deliveryRecord,
  listDeliveriesQuery,
  resendResult,
  testBody,
  testResult,
  toDeliveryRecord,
  toListEntry,
  toTestResult,
} from './delivery.schema.ts';

export interface DeliveryRoutesDeps {
  subscriptions: Subscriptions;
  deliveryLog: DeliveryLog;
  resend(orgId: string, deliveryId: string): Promise<void>;
  sendTest(orgId: string, subscriptionId: string, eventName: string): Promise<TestResult>;
}

const read = { tag: 'Webhooks', access: 'webhooks:read', limits: ['webhooks_api'] } as const;
const write = { ...read, access: 'webhooks:write' } as const;

/** The delivery log, redelivery and test deliveries. */
export function deliveryRoutes(service: () => DeliveryRoutesDeps): AnyRoute[] {
  const readDelivery = async (principal: Principal, id: string) => {
    const delivery = await service().deliveryLog.get(principal.orgId, id);
    if (isBeyond(principal, delivery.subscriptionId)) throw notFound('delivery');
    return delivery;
  };
  return [
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/webhooks/subscriptions/:subId/deliveries',
      operationId: 'listWebhookDeliveries',
      reads: 'replica',
      portal: true,
      summary: 'Read the delivery log of a subscription',
      description: 'One entry for each attempt, newest first.',
      params: subscriptionParams,
      query: listDeliveriesQuery,
      responses: { 200: deliveryList },
      errors: ['not_found'],
      handler: async ({ principal, params, query }) => {
        const page = pageOf(query);
        const filter = {
          succeeded: query.status === undefined ? undefined : query.status === 'success',
          event: patternParameter(query.event),
          ...rangeParameters(query),
        };
        const subscription = await findSubscription(service().subscriptions, principal, params.subId);
        const { attempts, total } = await service().deliveryLog.list(subscription, filter, page);
        return okList('deliveries', attempts.map(toListEntry), total, page);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/webhooks/deliveries/:deliveryId',
      operationId: 'getWebhookDelivery',
      portal: true,
      summary: 'Read a delivery with each of its attempts',
      description: 'Shows the exact bytes that were sent, and what the receiver answered.',
      params: deliveryParams,
      responses: { 200: deliveryRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) =>
        ok(toDeliveryRecord(await readDelivery(principal, deliveryIdOf(params.deliveryId)))),
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: '/v1/webhooks/deliveries/:deliveryId/resend',
      operationId: 'resendWebhookDelivery',
      portal: true,
      summary: 'Send a delivery again',
      description:
        'In any state: delivered, dead or waiting. It keeps its id and gets all its attempts again.',
      params: deliveryParams,
      responses: { 202: resendResult },
      errors: ['not_found', 'invalid_state'],
      handler: async ({ principal, params }) => {
        const id = deliveryIdOf(params.deliveryId);
        if (principal.subscriptionId !== undefined) await readDelivery(principal, id);
        await service().resend(principal.orgId, id);
        return accepted({ delivery_id: formatId('dlv', id), status: 'queued' });
      },
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: '/v1/webhooks/subscriptions/:subId/test',
      operationId: 'testWebhookSubscription',
      portal: true,
      summary: 'Send a sample of an event',
      description:
        "Sends a realistic sample of the event's payload, its envelope with `test: true`, and waits for the response. One attempt, even while paused; it is logged and not retried.",
      limits: ['webhooks_api', 'webhooks_test'],
      params: subscriptionParams,
      body: testBody,
      fieldErrors: { event: spineErrors.invalid_event_type },
      responses: { 200: testResult },
      errors: ['not_found', 'invalid_event_type'],
      handler: async ({ principal, params, body }) => {
        const { id } = await findSubscription(service().subscriptions, principal, params.subId);
        return ok(toTestResult(body.event, await service().sendTest(principal.orgId, id, body.event)));
      },
    }),
  ];
}

function deliveryIdOf(id: string): string {
  const uuid = parseId('dlv', id);
  if (uuid === undefined) throw notFound('delivery');
  return uuid;
}
