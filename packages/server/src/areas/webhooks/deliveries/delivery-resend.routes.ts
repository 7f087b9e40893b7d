import type { Resends, Subscriptions } from '../../../engine/delivery/index.ts';
import { invalidField, notFound } from '../../../kit/errors/index.ts';
import { type AnyRoute, accepted, defineRoute, ok } from '../../../kit/http/index.ts';
import { parseId, uuidOf } from '../../../kit/ids.ts';
import { readDeliveryFilter } from './delivery-filter.ts';
import { resendAllBody, resendParams, resendRecord, toResendRecord } from './delivery-resend.schema.ts';

export interface DeliveryResendRoutesDeps {
  subscriptions: Subscriptions;
  resends: Resends;
}

const shared = { tag: 'Webhooks', limits: ['webhooks_api'] } as const;

/** Resends the deliveries that a search matches. */
export function deliveryResendRoutes(service: () => DeliveryResendRoutesDeps): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      path: '/v1/webhooks/deliveries/resend',
      operationId: 'resendWebhookDeliveries',
      portal: true,
      summary: 'Send many deliveries again',
      description:
        'Everything that the filters match, or everything with `all: true`, in the background. Deliveries that are attempted after the request are left out. Each keeps its id and gets all its attempts again.',
      access: 'webhooks:write',
      body: resendAllBody,
      responses: { 202: resendRecord },
      errors: ['not_found'],
      handler: async ({ principal, body, newId }) => {
        const { subscriptions, resends } = service();
        const { all, ...given } = body;
        if (!all && Object.keys(given).length === 0) {
          throw invalidField(
            'all',
            'Give a filter, such as `status`, `event` or `from`, or `all: true` for everything.',
          );
        }
        const filter = await readDeliveryFilter(subscriptions, principal, given);
        const id = uuidOf(newId('rsd'));
        return accepted(toResendRecord(await resends.resendAll(principal.orgId, id, filter)));
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/v1/webhooks/resends/:resendId',
      otherPaths: ['/v1/webhooks/deliveries/resends/:resendId'],
      operationId: 'getWebhookResend',
      summary: 'Follow a resend',
      access: 'webhooks:read',
      params: resendParams,
      responses: { 200: resendRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('rsd', params.resendId);
        if (id === undefined) throw notFound('resend');
        return ok(toResendRecord(await service().resends.resendOf(principal.orgId, id)));
      },
    }),
  ];
}
