import { type Static, Type } from 'typebox';
import type { Acknowledgement } from '../../../engine/acknowledgements/index.ts';
import {
  type NewSubscription,
  onFailureField,
  orderingField,
  readOrdering,
  type SubscriptionHealth,
  type SubscriptionRecord,
  subscriptionId,
  subscriptionPlatforms,
  toOrderingWire,
} from '../../../engine/delivery/index.ts';
import {
  listOf,
  named,
  nullable,
  openObject,
  pageQuery,
  strictObject,
  textField,
  timestampField,
} from '../../../kit/http/index.ts';
import { receiverAnswer, receiverFields, toReceiverAnswer, toReceiverInput } from './receiver.schema.ts';
import { subscriptionHealth, toHealthRecord } from './subscription-health.schema.ts';

export const subscriptionParams = Type.Object({
  subId: Type.String({
    description: 'The id of a subscription: `whs_…`, or `sub_…` for one of the Events API.',
  }),
});

export const listSubscriptionsQuery = strictObject({
  ...pageQuery,
  api: Type.Optional(
    Type.String({
      enum: ['webhooks', 'events', 'all'],
      default: 'webhooks',
      description: 'Which API the subscriptions were made with.',
    }),
  ),
  q: Type.Optional(textField(200, 'Part of the name or the URL.')),
  state: Type.Optional(
    Type.String({
      enum: ['healthy', 'failing', 'blocked', 'paused', 'disabled', 'unwell'],
      description:
        'Only those with this `health.state`. `unwell`: those that do not reach their receiver because it is failing, blocked or disabled.',
    }),
  ),
});

const events = (extra: Record<string, unknown>) =>
  Type.Array(Type.String({ maxLength: 255 }), {
    description:
      'Event types of any catalogue, your own types, or patterns: `contract.*` (one or more segments below), `a.*.c` (one segment), `*` (all). Notices of the service, such as `webhook.subscription.disabled`, go to patterns that do not begin with `*`.',
    ...extra,
  });

const platform = nullable(
  Type.String({ enum: [...subscriptionPlatforms] }),
  'Only events of this platform; null for any.',
);

const circuitBreaker = named(
  'CircuitBreaker',
  Type.Object(
    {
      failures: Type.Integer({ minimum: 1, maximum: 1_000, description: 'Consecutive failed attempts.' }),
      cooldown_seconds: Type.Integer({
        minimum: 1,
        maximum: 86_400,
        description: 'How long nothing is sent.',
      }),
    },
    { additionalProperties: false },
  ),
);

const changeable = {
  url: Type.String({
    minLength: 1,
    maxLength: 2_048,
    description: 'Where deliveries go: https, without credentials, on the public internet.',
  }),
  name: textField(200, 'For people to read.'),
  events: events({ minItems: 1, maxItems: 100 }),
};

/** Room for lists of about a thousand ids. */
const MAX_FILTER_BYTES = 262_144;

const tuning = {
  platform: Type.Optional(platform),
  filter: Type.Optional(
    nullable(
      openObject(MAX_FILTER_BYTES, 'Conditions.'),
      'Conditions on the payload, in the query form of MongoDB: `{"amount": {"$gte": 100}, "customer.country": {"$in": ["CH", "AT"]}}`. Operators: $and, $or, $nor, $not, $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $exists. An event whose lists would require more than 5,000 comparisons does not match.',
    ),
  ),
  max_concurrency: Type.Optional(
    nullable(Type.Integer({ minimum: 1, maximum: 1_000 }), 'Attempts under way at once, on each node.'),
  ),
  rate_per_second: Type.Optional(
    nullable(Type.Integer({ minimum: 1, maximum: 10_000 }), 'Attempts per second, on each node.'),
  ),
  ordering: Type.Optional(orderingField),
  on_failure: Type.Optional(onFailureField),
  circuit_breaker: Type.Optional(
    nullable(circuitBreaker, 'After this many failures in a row, nothing is sent during the cooldown.'),
  ),
  ...receiverFields,
};

/** The fields that decide which events are sent. */
export const matchingFields = {
  events: Type.Optional(changeable.events),
  platform: tuning.platform,
  filter: tuning.filter,
};

const tuningBody = Type.Object(tuning);

export const createSubscriptionBody = strictObject({
  name: changeable.name,
  url: changeable.url,
  events: changeable.events,
  secret: textField(1_024, 'Signs every delivery. It is stored encrypted and never shown.'),
  ...tuning,
  backfill_from: Type.Optional(
    timestampField('Matching events logged since then are also delivered, in the background.'),
  ),
});

export const updateSubscriptionBody = strictObject({
  url: Type.Optional(changeable.url),
  name: Type.Optional(changeable.name),
  events: Type.Optional(changeable.events),
  ...tuning,
});

export const overlapSeconds = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 604_800,
    default: 86_400,
    description: 'How long the earlier secret also signs; 0 ends it at once.',
  }),
);

export const rotateSecretBody = strictObject({
  secret: textField(1_024, 'The new secret.'),
  overlap_seconds: overlapSeconds,
});

export const subscriptionRecord = named(
  'WebhookSubscription',
  Type.Object({
    subscription_id: Type.String({ description: '`whs_…`, or `sub_…` for one of the Events API.' }),
    api: Type.String({ enum: ['webhooks', 'events'], description: 'The API that it was made with.' }),
    name: nullable(Type.String(), 'For people to read; null for none.'),
    url: Type.String({ description: 'Where deliveries go.' }),
    events: events({}),
    platform,
    status: Type.String({
      enum: ['active', 'paused', 'disabled'],
      description:
        '`disabled`: the service stopped sending after days with nothing but failures. Resume it to continue.',
    }),
    filter: nullable(Type.Object({}, { additionalProperties: true }), 'Conditions on the payload.'),
    max_concurrency: nullable(
      Type.Integer(),
      'Attempts under way at once, on each node; null for the default.',
    ),
    rate_per_second: nullable(Type.Integer(), 'Attempts per second, on each node; null for no limit.'),
    circuit_breaker: nullable(circuitBreaker, 'Null if there is none.'),
    ordering: orderingField,
    on_failure: onFailureField,
    ...receiverAnswer,
    created_at: timestampField('When it was made.'),
    updated_at: timestampField('When it was last changed.'),
    failing_since: nullable(
      timestampField('A moment.'),
      'The first failure since the last success; null while deliveries succeed.',
    ),
    disabled_reason: nullable(Type.String(), 'Why the service disabled it.'),
    health: subscriptionHealth,
    backfill: nullable(
      Type.Object({
        since: timestampField('Events logged since then are delivered.'),
        status: Type.String({
          enum: ['running', 'completed'],
          description: '`completed` when all of them are queued, not when all are delivered.',
        }),
        queued: Type.Integer({ description: 'Deliveries created so far.' }),
      }),
      'Delivery of earlier events; null if it was not requested.',
    ),
    previous_secret_expires_at: nullable(
      timestampField('A moment.'),
      'Until when an earlier secret also signs; null if none does.',
    ),
  }),
);

export const subscriptionList = listOf('subscriptions', subscriptionRecord);

export function toSubscriptionRecord(
  record: SubscriptionRecord,
  health: SubscriptionHealth,
  acknowledged: Acknowledgement | undefined,
): Static<typeof subscriptionRecord> {
  const { ordering, onFailure } = toOrderingWire(record.ordering);
  return {
    subscription_id: subscriptionId(record.face, record.id),
    api: record.face,
    name: record.name,
    url: record.url,
    events: record.patterns,
    platform: record.platform,
    status: record.status,
    filter: record.filter,
    max_concurrency: record.maxConcurrency,
    rate_per_second: record.ratePerSecond,
    circuit_breaker: record.breaker && {
      failures: record.breaker.failures,
      cooldown_seconds: record.breaker.cooldownSeconds,
    },
    ordering,
    on_failure: onFailure,
    ...toReceiverAnswer(record.receiver),
    created_at: record.createdAt.toISOString(),
    updated_at: record.updatedAt.toISOString(),
    failing_since: record.failingSince?.toISOString() ?? null,
    disabled_reason: record.disabledReason,
    health: toHealthRecord(health, acknowledged),
    backfill: record.backfill && {
      since: record.backfill.since.toISOString(),
      status: record.backfill.finishedAt === null ? 'running' : 'completed',
      queued: record.backfill.queued,
    },
    previous_secret_expires_at: record.previousSecretExpiresAt?.toISOString() ?? null,
  };
}

/** Translates the optional fields of a create or update body for the engine. */
export function toTuning(
  body: Static<typeof tuningBody>,
): Pick<
  NewSubscription,
  'platform' | 'filter' | 'maxConcurrency' | 'ratePerSecond' | 'breaker' | 'ordering' | 'receiver'
> {
  return {
    platform: body.platform as NewSubscription['platform'],
    filter: body.filter,
    maxConcurrency: body.max_concurrency,
    ratePerSecond: body.rate_per_second,
    breaker: body.circuit_breaker && {
      failures: body.circuit_breaker.failures,
      cooldownSeconds: body.circuit_breaker.cooldown_seconds,
    },
    ordering: readOrdering({ ordering: body.ordering, onFailure: body.on_failure }),
    receiver: toReceiverInput(body),
  };
}
