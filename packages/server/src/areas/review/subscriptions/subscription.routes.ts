import { Type } from 'typebox';
import { type Subscriptions, subscriptionId } from '../../../engine/delivery/index.ts';
import {
  type AnyRoute,
  created,
  defineRoute,
  named,
  strictObject,
  textField,
  timestampField,
} from '../../../kit/http/index.ts';
import { uuidOf } from '../../../kit/ids.ts';

/** What the area needs of the webhook area. */
export type SubscriptionPort = Pick<Subscriptions, 'create'>;

const events = Type.Array(Type.String({ maxLength: 255 }), {
  minItems: 1,
  maxItems: 100,
  description: 'Names of application review events, or patterns such as `review.*`.',
});

const subscribeBody = strictObject({
  url: Type.String({
    minLength: 1,
    maxLength: 2_048,
    description: 'Where deliveries go: https, without credentials, on the public internet.',
  }),
  secret: textField(1_024, 'Signs every delivery. It is stored encrypted and never shown.'),
  events,
  name: Type.Optional(textField(200, 'A name for people to read. Default: `Application review`.')),
});

const subscriptionRecord = named(
  'ReviewSubscription',
  Type.Object({
    subscription_id: Type.String({ description: '`whs_…`; the Webhooks API manages it from here on.' }),
    name: Type.String({ description: 'For people to read.' }),
    url: Type.String({ description: 'Where deliveries go.' }),
    events: Type.Array(Type.String(), { description: 'The names or patterns of the request.' }),
    platform: Type.String({
      description: 'Always `application_review`: events of other platforms are not sent.',
    }),
    status: Type.String({ description: '`active`; the Webhooks API shows later changes.' }),
    created_at: timestampField('When it was made.'),
  }),
);

export function reviewSubscriptionRoutes(service: () => { subscriptions: SubscriptionPort }): AnyRoute[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/review/subscriptions',
      operationId: 'subscribeToReviewEvents',
      tag: 'Review',
      access: 'review:write',
      limits: ['review_queries'],
      summary: 'Subscribe to the events of application review',
      description: 'Creates a subscription of the Webhooks API on the platform `application_review`.',
      body: subscribeBody,
      responses: { 201: subscriptionRecord },
      errors: ['invalid_event_type', 'quota_reached'],
      handler: async ({ principal, body, newId }) => {
        const record = await service().subscriptions.create(principal.orgId, uuidOf(newId('whs')), {
          face: 'webhooks',
          platform: 'application_review',
          name: body.name ?? 'Application review',
          url: body.url,
          patterns: body.events,
          secret: body.secret,
        });
        return created({
          subscription_id: subscriptionId(record.face, record.id),
          name: record.name,
          url: record.url,
          events: record.patterns,
          platform: record.platform,
          status: record.status,
          created_at: record.createdAt.toISOString(),
        });
      },
    }),
  ];
}
