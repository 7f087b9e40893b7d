import { type Static, Type } from 'typebox';
import {
  type DeliverySearchPage,
  type FoundDelivery,
  subscriptionId,
} from '../../../engine/delivery/index.ts';
import { listOf, named, nullable, pageQuery, strictObject, timestampField } from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { deliveryFilters } from './delivery-filter.ts';

export const searchDeliveriesQuery = strictObject({
  ...pageQuery,
  ...deliveryFilters,
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: '`next_cursor` of a response: the page after it. Use the same filters.',
    }),
  ),
});

const foundDelivery = named(
  'FoundDelivery',
  Type.Object({
    delivery_id: Type.String({
      description: '`dlv_…`; read it with its bytes at `/v1/webhooks/deliveries/{id}`.',
    }),
    subscription_id: Type.String({ description: '`whs_…`, or `sub_…` for one of the Events API.' }),
    subscription_name: nullable(Type.String(), 'The name, or the description of one of the Events API.'),
    subscription_status: Type.String({
      enum: ['active', 'paused', 'disabled'],
      description:
        'How the subscription is now: `paused` by somebody, `disabled` by the service. Neither is sent to.',
    }),
    event_id: Type.String({ description: '`evt_…`' }),
    event: Type.String({ description: 'The name under which the subscriber knows the event.' }),
    status: Type.String({
      enum: ['pending', 'success', 'failed'],
      description: '`pending`: an attempt is under way or will follow.',
    }),
    dead_lettered: Type.Boolean({ description: 'Whether it can be replayed.' }),
    attempts: Type.Integer({ description: 'Attempts that have ended.' }),
    last_response_code: nullable(
      Type.Integer(),
      'Status of the response; null if no response head has arrived.',
    ),
    last_response_time_ms: nullable(Type.Integer(), 'Duration of the latest attempt.'),
    last_error: nullable(Type.String(), 'Why the latest attempt failed.'),
    last_attempt_at: nullable(timestampField('When the latest attempt began.'), 'Null before the first.'),
    next_attempt_at: nullable(timestampField('When the next attempt is due.'), 'Null when none will follow.'),
    created_at: timestampField('When the event was accepted.'),
  }),
);

export const deliverySearchResult = named(
  'DeliverySearchResult',
  Type.Object({
    ...listOf('deliveries', foundDelivery).properties,
    total: Type.Integer({
      description: 'How many match. Exact if `coverage.complete`; otherwise those found so far.',
    }),
    offset: Type.Integer({ description: 'Number of matches before this page.' }),
    has_more: Type.Boolean({
      description: 'There are more matches, or more to look through: follow `next_cursor`.',
    }),
    next_cursor: Type.Optional(
      Type.String({ description: 'Start of the next page; absent on the last page.' }),
    ),
    coverage: Type.Object(
      {
        complete: Type.Boolean({
          description: 'True when the search reached the end of the log, or of the given range.',
        }),
        from: nullable(
          timestampField('A moment.'),
          'Events accepted since then were searched; null for everything that is kept.',
        ),
        looked_at: Type.Integer({ description: 'Deliveries that this request looked through.' }),
      },
      {
        description:
          'How far the search got. One request searches at most 20,000 attempts (5,000 deliveries for `pending` and `dead`) and 32 MiB of payloads. A page may then be short, or empty.',
      },
    ),
  }),
);

export function toFoundDelivery(delivery: FoundDelivery): Static<typeof foundDelivery> {
  const { lastAttemptAt, nextAttemptAt, state } = delivery;
  return {
    delivery_id: formatId('dlv', delivery.deliveryId),
    subscription_id: subscriptionId(delivery.face, delivery.subscriptionId),
    subscription_name: delivery.subscriptionName,
    subscription_status: delivery.subscriptionStatus,
    event_id: formatId('evt', delivery.eventId),
    event: delivery.eventName,
    status: state === 'dead' ? 'failed' : state,
    dead_lettered: state === 'dead',
    attempts: delivery.attempts,
    last_response_code: delivery.lastResponseCode,
    last_response_time_ms: delivery.lastResponseTimeMs,
    last_error: delivery.lastError,
    last_attempt_at: lastAttemptAt === null ? null : new Date(lastAttemptAt).toISOString(),
    next_attempt_at: nextAttemptAt === null ? null : new Date(nextAttemptAt).toISOString(),
    created_at: new Date(delivery.createdAt).toISOString(),
  };
}

export function toSearchResult(
  found: DeliverySearchPage,
  page: { limit: number; offset: number },
  nextCursor: string | undefined,
): Static<typeof deliverySearchResult> {
  const { lookedFrom } = found;
  return {
    deliveries: found.deliveries.map(toFoundDelivery),
    total: found.total,
    ...page,
    has_more: found.hasMore,
    ...(nextCursor !== undefined && { next_cursor: nextCursor }),
    coverage: {
      complete: found.isComplete,
      from: lookedFrom === undefined ? null : new Date(lookedFrom).toISOString(),
      looked_at: found.looked,
    },
  };
}
