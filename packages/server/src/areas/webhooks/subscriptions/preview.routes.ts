import { type Static, Type } from 'typebox';
import type {
  DeliveryPreview,
  PreviewedSubscription,
  SubscriptionPlatform,
  Subscriptions,
  WantedPreview,
} from '../../../engine/delivery/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import { type AnyRoute, defineRoute, named, nullable, ok, strictObject } from '../../../kit/http/index.ts';
import { parseId } from '../../../kit/ids.ts';
import { findSubscription } from './find-subscription.ts';
import { formatField, transformField } from './receiver.schema.ts';
import { matchingFields, subscriptionParams } from './subscription.schema.ts';

export interface PreviewRoutesDeps {
  subscriptions: Subscriptions;
  preview(record: PreviewedSubscription, wanted: WantedPreview): Promise<DeliveryPreview>;
}

const previewBody = named(
  'PreviewDeliveryBody',
  strictObject({
    event_id: Type.String({ minLength: 1, maxLength: 100, description: '`evt_…`: any event of the log.' }),
    ...matchingFields,
    transform: Type.Optional(transformField),
    format: Type.Optional(formatField),
  }),
);

const previewResult = named(
  'DeliveryPreview',
  Type.Object({
    matches: Type.Boolean({ description: 'Whether such an event is sent.' }),
    not_met: nullable(
      Type.String({ enum: ['pattern', 'notice', 'platform', 'filter'] }),
      'The first condition that the event does not meet: `pattern`: its type is not subscribed to. `notice`: notices of the service do not match patterns that begin with `*`. Null if it is sent.',
    ),
    event: Type.String({ description: 'The name of the event for the subscriber.' }),
    input: Type.String({ description: 'The input of a transformation, as JSON text.' }),
    request: Type.Union(
      [
        Type.Object({
          headers: Type.Record(Type.String(), Type.String(), {
            description: 'Headers by name. The signatures are of this moment.',
          }),
          body: Type.String({ description: 'The exact text.' }),
        }),
        Type.Null(),
      ],
      {
        description: 'What would be sent now, also if the event does not match; null if it cannot be built.',
      },
    ),
    error: nullable(Type.String(), 'Why it cannot be built.'),
  }),
);

const base = '/v1/webhooks/subscriptions';
const shared = {
  tag: 'Webhooks',
  access: 'webhooks:read',
  limits: ['webhooks_api'],
  method: 'POST',
  idempotent: false,
  body: previewBody,
  anyText: true,
  responses: { 200: previewResult },
  errors: ['not_found', 'invalid_event_type'],
} as const;

/** Previews what a subscription would be sent, without sending it. */
export function previewRoutes(service: () => PreviewRoutesDeps): AnyRoute[] {
  const preview = async (record: PreviewedSubscription, body: Static<typeof previewBody>) => {
    const eventId = parseId('evt', body.event_id);
    if (eventId === undefined) throw notFound('event', 'event_id');
    const { events: patterns, filter, transform, format } = body;
    const platform = body.platform as SubscriptionPlatform | null | undefined;
    const wanted = { eventId, patterns, platform, filter, transform, format };
    return ok(toPreview(await service().preview(record, wanted)));
  };
  return [
    defineRoute({
      ...shared,
      path: `${base}/preview`,
      operationId: 'previewWebhookSubscription',
      summary: 'Try a new subscription on a past event',
      description:
        'A dry run of a subscription that does not exist yet: whether it gets the event, and what is sent. Without `events` it matches all types. Nothing is sent or stored; the signature is made with a random secret.',
      handler: ({ principal: { orgId }, body }) => preview({ orgId, receiver: {} }, body),
    }),
    defineRoute({
      ...shared,
      path: `${base}/:subId/preview`,
      operationId: 'previewWebhookDelivery',
      summary: 'See what would be sent of a past event',
      description:
        'A dry run: nothing is sent, and nothing is changed. Omitted settings are those of the subscription; given ones replace them, and null removes them.',
      params: subscriptionParams,
      handler: async ({ principal, params, body }) =>
        preview(await findSubscription(service().subscriptions, principal, params.subId), body),
    }),
  ];
}

function toPreview({
  whyNot,
  eventName,
  standardBody,
  request,
  error,
}: DeliveryPreview): Static<typeof previewResult> {
  const told = (whyNot ?? null) as Static<typeof previewResult>['not_met'];
  return {
    matches: whyNot === undefined,
    not_met: told,
    event: eventName,
    input: standardBody,
    request,
    error,
  };
}
