import { type Static, Type } from 'typebox';
import {
  onFailureField,
  orderingField,
  type SubscriptionHealth,
  type SubscriptionRecord,
  subscriptionId,
  toOrderingWire,
} from '../../../engine/delivery/index.ts';
import {
  listOf,
  named,
  nullable,
  pageQuery,
  strictObject,
  textField,
  timestampField,
} from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';

export const subscriptionParams = Type.Object({
  subscriptionId: Type.String({ description: 'The id of the subscription, `sub_…`.' }),
});

export const listSubscriptionsQuery = strictObject(pageQuery);

const eventTypes = (extra: Record<string, unknown>) =>
  Type.Array(Type.String({ maxLength: 255 }), {
    description:
      'Event types or patterns: `contract.created`, `contract.*` (one or more segments below), `a.*.c` (one segment), `*` (all). Notices of the service, such as `webhook.subscription.disabled`, go to patterns that do not begin with `*`.',
    ...extra,
  });

export const createSubscriptionBody = strictObject({
  eventTypes: eventTypes({ minItems: 1, maxItems: 100 }),
  webhookUrl: Type.String({
    minLength: 1,
    maxLength: 2_048,
    description: 'Where deliveries go: https, without credentials, on the public internet.',
  }),
  secret: textField(1_024, 'Signs every delivery. It is stored encrypted and never shown.'),
  description: Type.Optional(nullable(textField(1_000, 'For people to read.', 0), 'For people to read.')),
  ordering: Type.Optional(orderingField),
  onFailure: Type.Optional(onFailureField),
});

const blockedKeys = named(
  'EventSubscriptionBlocked',
  Type.Object({
    keys: Type.Integer({ description: 'Number of keys.' }),
    since: timestampField('When the first of the dead letters failed.'),
    first: Type.Array(
      Type.Object({
        key: Type.String({ description: 'Empty with `ordering: "all"`; a long key is shown as its hash.' }),
        since: timestampField('When the dead letter failed.'),
        deliveryId: Type.String({ description: 'The dead letter: resend it, or replay or drop its event.' }),
        eventId: Type.String({ description: 'Its event.' }),
      }),
      { description: 'The keys that have waited longest, at most 20.' },
    ),
  }),
);

const health = Type.Object(
  {
    state: Type.String({
      enum: ['healthy', 'failing', 'blocked', 'paused', 'disabled'],
      description:
        '`failing`: the latest deliveries failed. `blocked`: deliveries wait behind a dead letter.',
    }),
    failingSince: nullable(timestampField('A moment.'), 'The first failure since the last success.'),
    lastError: nullable(Type.String(), 'Why the latest attempt failed; null while deliveries succeed.'),
    pending: Type.Integer({ description: 'Deliveries with an attempt under way or to come.' }),
    dead: Type.Integer({ description: 'Number of dead letters.' }),
    blocked: nullable(blockedKeys, 'Keys whose deliveries wait behind a dead letter; null when none do.'),
  },
  { description: 'Its current health. Counts of a long queue may be some seconds old.' },
);

export const subscriptionRecord = named(
  'EventSubscription',
  Type.Object({
    subscriptionId: Type.String({ description: '`sub_…`' }),
    eventTypes: eventTypes({}),
    webhookUrl: Type.String({ description: 'Where deliveries go.' }),
    description: nullable(Type.String(), 'For people to read; null for none.'),
    status: Type.String({
      enum: ['active', 'paused', 'disabled'],
      description: '`disabled`: the service stopped sending after days with nothing but failures.',
    }),
    ordering: orderingField,
    onFailure: onFailureField,
    health,
    createdAt: timestampField('When it was made.'),
    updatedAt: timestampField('When it was last changed.'),
  }),
);

export const subscriptionList = listOf('subscriptions', subscriptionRecord);

export function toSubscriptionRecord(
  record: SubscriptionRecord,
  { failingSince, blocked, ...health }: SubscriptionHealth,
): Static<typeof subscriptionRecord> {
  return {
    subscriptionId: subscriptionId('events', record.id),
    eventTypes: record.patterns,
    webhookUrl: record.url,
    description: record.name,
    status: record.status,
    ...toOrderingWire(record.ordering),
    health: {
      ...health,
      failingSince: failingSince?.toISOString() ?? null,
      blocked: blocked && {
        keys: blocked.keys,
        since: blocked.since.toISOString(),
        first: blocked.first.map(({ key, since, deliveryId, eventId }) => ({
          key,
          since: since.toISOString(),
          deliveryId: formatId('dlv', deliveryId),
          eventId: formatId('evt', eventId),
        })),
      },
    },
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}
