import { isUtf8 } from 'node:buffer';
import { type Static, Type } from 'typebox';
import {
  type AttemptDetail,
  type DeliveryDetail,
  type LoggedAttempt,
  subscriptionId,
  type TestResult,
} from '../../../engine/delivery/index.ts';
import { formatTimestamp } from '../../../engine/spine/index.ts';
import { listOf, named, nullable, pageQuery, strictObject, timestampField } from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';

export const deliveryParams = Type.Object({
  deliveryId: Type.String({ description: 'The id of a delivery, `dlv_…`.' }),
});

export const listDeliveriesQuery = strictObject({
  ...pageQuery,
  status: Type.Optional(Type.String({ enum: ['success', 'failed'], description: 'How the attempt ended.' })),
  event: Type.Optional(Type.String({ maxLength: 255, description: 'An event name or pattern.' })),
  from: Type.Optional(timestampField('Attempts since then.')),
  to: Type.Optional(timestampField('Attempts before then.')),
});

const attemptFields = {
  delivery_id: Type.String({ description: '`dlv_…`; the same for all its attempts.' }),
  event: Type.String({ description: 'The name under which the subscriber knows the event.' }),
  status: Type.String({
    enum: ['success', 'failed'],
    description: '`success`: the answer came whole and in time, with a status from 200 to 299.',
  }),
  response_code: nullable(Type.Integer(), 'Null when no response head arrived.'),
  response_time_ms: Type.Integer({ description: 'From the DNS look-up to the last byte.' }),
  delivered_at: Type.Optional(timestampField('When the answer was complete; on success.')),
  last_attempt_at: timestampField('When the attempt began.'),
  next_retry_at: Type.Optional(
    timestampField('When the next attempt was due. A failed attempt without it went to the dead letters.'),
  ),
  attempt: Type.Integer({ description: 'The number of the attempt, from 1.' }),
  error: Type.Optional(Type.String({ description: 'Why it failed.' })),
  test: Type.Boolean({ description: 'Sent by the test route.' }),
};

export const deliveryList = listOf('deliveries', named('DeliveryLogEntry', Type.Object(attemptFields)));

const attemptDetail = named(
  'DeliveryAttempt',
  Type.Object({
    ...attemptFields,
    request: Type.Object(
      {
        url: Type.String({
          description: 'The URL at that time, also if the subscription was changed since.',
        }),
        headers: Type.Record(Type.String(), Type.String(), {
          description: 'Headers by name, as they were sent, without the credentials of the receiver.',
        }),
        body: Type.String({ description: 'The exact text; its UTF-8 bytes are what was sent and signed.' }),
      },
      { description: 'What was sent.' },
    ),
    response: Type.Union(
      [
        Type.Object({
          status: Type.Integer({ description: 'HTTP status.' }),
          headers: Type.Record(Type.String(), Type.String(), {
            description: 'Headers by name, in lower case.',
          }),
          body: Type.String({ description: 'The first 16 KiB of the body.' }),
          body_encoding: Type.String({
            enum: ['utf-8', 'base64'],
            description: '`base64` if the bytes are not UTF-8.',
          }),
        }),
        Type.Null(),
      ],
      { description: 'Null when no response head arrived.' },
    ),
  }),
);

export const deliveryRecord = named(
  'Delivery',
  Type.Object({
    delivery_id: Type.String({ description: '`dlv_…`' }),
    subscription_id: Type.String({ description: '`whs_…`, or `sub_…` for one of the Events API.' }),
    event: Type.String({ description: 'The name under which the subscriber knows the event.' }),
    event_id: nullable(Type.String(), 'Null for a test delivery.'),
    status: Type.String({
      enum: ['pending', 'success', 'failed'],
      description: '`pending`: an attempt is under way or will follow.',
    }),
    dead_lettered: Type.Boolean({ description: 'Whether it can be replayed.' }),
    next_attempt_at: Type.Optional(timestampField('When the next attempt is due; while pending.')),
    attempts: Type.Array(attemptDetail, { description: 'Oldest first; at most the latest 20 attempts.' }),
  }),
);

export const resendResult = named(
  'ResendResult',
  Type.Object({
    delivery_id: Type.String({ description: '`dlv_…`: the same delivery, with new attempts.' }),
    status: Type.String({ enum: ['queued'], description: 'It is sent when its turn comes.' }),
  }),
);

export const testBody = strictObject({
  event: Type.String({ minLength: 1, maxLength: 255, description: 'The event to send a sample of.' }),
});

export const testResult = named(
  'TestDelivery',
  Type.Object({
    delivery_id: Type.String({ description: '`dlv_…`; find it in the delivery log.' }),
    event: Type.String({ description: 'The event whose sample was sent.' }),
    test: Type.Boolean({ description: 'Always true.' }),
    status: Type.String({
      enum: ['success', 'failed'],
      description: '`success`: the receiver responded with 200 to 299 in time. There is only one attempt.',
    }),
    response_code: nullable(Type.Integer(), 'HTTP status; null if no response head arrived.'),
    response_time_ms: Type.Integer({ description: 'From the DNS look-up to the last byte.' }),
    error: nullable(Type.String(), 'Why it failed; null if it did not.'),
  }),
);

export function toListEntry(attempt: LoggedAttempt) {
  const { attemptedAt, responseTimeMs, nextRetryAt, error } = attempt;
  return {
    delivery_id: formatId('dlv', attempt.deliveryId),
    event: attempt.eventName,
    status: attempt.succeeded ? 'success' : 'failed',
    response_code: attempt.responseCode,
    response_time_ms: responseTimeMs,
    ...(attempt.succeeded && { delivered_at: formatTimestamp(attemptedAt + responseTimeMs) }),
    last_attempt_at: formatTimestamp(attemptedAt),
    ...(nextRetryAt !== null && { next_retry_at: formatTimestamp(nextRetryAt) }),
    attempt: attempt.attempt,
    ...(error !== null && { error }),
    test: attempt.isTest,
  };
}

export function toDeliveryRecord(delivery: DeliveryDetail): Static<typeof deliveryRecord> {
  const { state, nextAttemptAt } = delivery;
  return {
    delivery_id: formatId('dlv', delivery.id),
    subscription_id: subscriptionId(delivery.face, delivery.subscriptionId),
    event: delivery.eventName,
    event_id: delivery.eventId && formatId('evt', delivery.eventId),
    status: state === 'dead' ? 'failed' : state,
    dead_lettered: state === 'dead',
    ...(nextAttemptAt !== null && { next_attempt_at: formatTimestamp(nextAttemptAt) }),
    attempts: delivery.attempts.map((attempt) => ({
      ...toListEntry(attempt),
      request: attempt.request,
      response: attempt.response && toResponse(attempt.response),
    })),
  };
}

/** Receivers may answer with arbitrary bytes. */
function toResponse({ status, headers, body }: NonNullable<AttemptDetail['response']>) {
  const isText = isUtf8(body);
  return {
    status,
    headers,
    body: body.toString(isText ? 'utf8' : 'base64'),
    body_encoding: isText ? 'utf-8' : 'base64',
  };
}

export function toTestResult(event: string, result: TestResult): Static<typeof testResult> {
  return {
    delivery_id: formatId('dlv', result.deliveryId),
    event,
    test: true,
    status: result.succeeded ? 'success' : 'failed',
    response_code: result.responseCode,
    response_time_ms: result.responseTimeMs,
    error: result.error,
  };
}
