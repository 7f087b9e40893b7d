import { type Static, Type } from 'typebox';
import type {
  DeliveryPreview,
  PreviewedSubscription,
  Subscriptions,
} from '../../../engine/delivery/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import { type AnyRoute, defineRoute, ok, strictObject } from '../../../kit/http/index.ts';
import { parseId } from '../../../kit/ids.ts';
import { findSubscription } from './find-subscription.ts';
import { transformField } from './receiver.schema.ts';
import { subscriptionParams } from './subscription.schema.ts';

export interface PreviewRoutesDeps {
  subscriptions: Subscriptions;
  preview(
    record: PreviewedSubscription,
    wanted: { eventId: string; transform?: string | null | undefined },
  ): Promise<DeliveryPreview>;
}

const previewBody = strictObject({
  event_id: Type.String({ minLength: 1, maxLength: 100, description: '`evt_…`: any event of the log.' }),
  transform: Type.Optional(transformField),
});

const previewResult = Type.Object({
  event: Type.String({ description: 'The name under which the subscriber would know it.' }),
  input: Type.String({ description: 'What a transformation is given, as JSON text.' }),
  request: Type.Union(
    [Type.Object({ headers: Type.Record(Type.String(), Type.String()), body: Type.String() }), Type.Null()],
    { description: 'What would be sent now; null when it cannot be made.' },
  ),
  error: Type.Union([Type.String(), Type.Null()], { description: 'Why it cannot.' }),
});

/** What a subscription would be sent, shown and not sent. */
export function previewRoutes(service: () => PreviewRoutesDeps): AnyRoute[] {
  return [
    defineRoute({
      tag: 'Webhooks',
      access: 'webhooks:read',
      limits: ['webhooks_api'],
      method: 'POST',
      path: '/v1/webhooks/subscriptions/:subId/preview',
      operationId: 'previewWebhookDelivery',
      idempotent: false,
      summary: 'See what would be sent of a past event',
      description:
        "A dry run: nothing is sent, and nothing is changed. Without `transform` it is the subscription's own; with it, that one instead, and null is none.",
      params: subscriptionParams,
      body: previewBody,
      anyText: true,
      responses: { 200: previewResult },
      errors: ['not_found'],
      handler: async ({ principal, params, body }) => {
        const record = await findSubscription(service().subscriptions, principal, params.subId);
        const eventId = parseId('evt', body.event_id);
        if (eventId === undefined) throw notFound('event');
        const preview = await service().preview(record, { eventId, transform: body.transform });
        return ok(toPreview(preview));
      },
    }),
  ];
}

function toPreview({
  eventName,
  standardBody,
  request,
  error,
}: DeliveryPreview): Static<typeof previewResult> {
  return { event: eventName, input: standardBody, request, error };
}
