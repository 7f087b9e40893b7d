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
    matches: Type.Boolean({ description: 'Whether such an event is sent at all.' }),
    not_met: nullable(
      Type.String({ enum: ['pattern', 'notice', 'platform', 'filter'] }),
      'The first condition that the event does not meet: `pattern`: other types are asked for. `notice`: notices of the service do not go to patterns that begin with `*`. Null when it is sent.',
    ),
    event: Type.String({ description: 'The name under which the subscriber would know it.' }),
    input: Type.String({ description: 'What a transformation is given, as JSON text.' }),
    request: Type.Union(
      [
        Type.Object({
          headers: Type.Record(Type.String(), Type.String(), {
            description: 'By name. Signatures are those of this moment.',
          }),
          body: Type.String({ description: 'The exact text.' }),
        }),
        Type.Null(),
      ],
      {
        description:
          'What would be sent now, also of an event that does not match; null when it cannot be made.',
      },
    ),
    error: nullable(Type.String(), 'Why it cannot.'),
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

/** What a subscription would be sent, shown and not sent. */
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
        'A dry run of a subscription that is not made yet: whether it is sent the event, and what. Without `events` it asks for all. Nothing is sent, and nothing is kept; its signature is by no secret of anybody.',
      handler: ({ principal: { orgId }, body }) => preview({ orgId, receiver: {} }, body),
    }),
    defineRoute({
      ...shared,
      path: `${base}/:subId/preview`,
      operationId: 'previewWebhookDelivery',
      summary: 'See what would be sent of a past event',
      description:
        "A dry run: nothing is sent, and nothing is changed. What is left out is the subscription's own; what is given stands in its place, and null is none.",
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
