import { type Static, Type } from 'typebox';
import type { ReceiverInput, ReceiverSettings } from '../../../engine/delivery/index.ts';
import { named, nullable } from '../../../kit/http/index.ts';
import { answeredAuth, newAuth, strict, toAuthAnswer, toNewAuth } from './receiver-auth.schema.ts';

const retry = named(
  'RetrySchedule',
  Type.Object(
    {
      delays: Type.Optional(
        nullable(
          Type.Array(Type.Integer({ minimum: 0, maximum: 2_592_000 }), { minItems: 1, maxItems: 20 }),
          'Seconds before each attempt, counted from the previous one: as many attempts as numbers, 30 days in all at most.',
        ),
      ),
      timeout_seconds: Type.Optional(
        nullable(
          Type.Integer({ minimum: 1, maximum: 30 }),
          'From the DNS look-up to the last byte of the answer.',
        ),
      ),
      success: Type.Optional(
        nullable(
          Type.Array(Type.String({ pattern: '^[2-5]\\d\\d(-[2-5]\\d\\d)?$', maxLength: 7 }), {
            minItems: 1,
            maxItems: 20,
          }),
          'Statuses, and ranges of them, that are a success: `["200-299", "409"]`.',
        ),
      ),
    },
    { additionalProperties: false },
  ),
);

const retryField = nullable(
  retry,
  "The receiver's own retries; null for the service's. What is left out in it is the service's. `Retry-After` puts the next attempt off (a day at most), 429 lets the receiver rest, and 410 ends the delivery and disables the subscription.",
);

/** Size limit before `checkHeaders` looks at each header; one character takes up to six bytes. */
const MAX_HEADERS_BYTES = 65_536;

const headersField = nullable(
  Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 4_096 }), {
    maxProperties: 20,
    maxBytes: MAX_HEADERS_BYTES,
  }),
  'Sent with every delivery, in addition to those of the service. Stored encrypted and never shown; null for none.',
);

const signature = named(
  'SignatureScheme',
  Type.Union([Type.Literal('hmac'), Type.Literal('hmac_ed25519')], {
    default: 'hmac',
    description:
      '`hmac_ed25519`: `webhook-signature` also has `v1a`, by a key of this subscription whose public half is published.',
  }),
);

export const formatField = named(
  'DeliveryFormat',
  Type.Union(
    [Type.Literal('standard'), Type.Literal('cloudevents_structured'), Type.Literal('cloudevents_binary')],
    {
      default: 'standard',
      description:
        "What a delivery looks like: the service's own body, or CloudEvents 1.0, as one JSON object or with its attributes in `ce-` headers.",
    },
  ),
);

export const transformField = nullable(
  Type.String({ minLength: 1, maxLength: 10_000 }),
  "A JSONata expression over the service's own body that makes the body, or the data of a CloudEvent; null for none. What selects nothing, or fails, is an attempt that failed.",
);

const batch = nullable(
  named(
    'DeliveryBatching',
    Type.Object(
      {
        max_events: Type.Integer({ minimum: 1, maximum: 100, description: 'In one request.' }),
        max_seconds: Type.Integer({
          minimum: 1,
          maximum: 60,
          description: 'How long an event waits for others at most.',
        }),
      },
      strict,
    ),
  ),
  'Several events in one request, whose body is an array of bodies, with one signature; null for one request each. Failed events are retried in a batch, and the last attempt of each event on its own.',
);

/** Receiver options in the body of a create or update. */
export const receiverFields = {
  retry: Type.Optional(retryField),
  headers: Type.Optional(headersField),
  auth: Type.Optional(newAuth),
  signature: Type.Optional(signature),
  format: Type.Optional(formatField),
  transform: Type.Optional(transformField),
  batch: Type.Optional(batch),
};

/** Receiver options as responses show them: never a secret. */
export const receiverAnswer = {
  retry: retryField,
  header_names: Type.Array(Type.String(), {
    description: 'The names of its own headers. Their values are never shown.',
  }),
  auth: answeredAuth,
  signature,
  format: formatField,
  transform: transformField,
  batch,
};

type ReceiverBody = Static<ReturnType<typeof bodyOf>>;
const bodyOf = () => Type.Object(receiverFields);

export function toReceiverInput({
  retry,
  headers,
  auth,
  signature,
  format,
  transform,
  batch,
}: ReceiverBody): ReceiverInput {
  return {
    retry: retry && {
      delays: retry.delays ?? null,
      timeoutSeconds: retry.timeout_seconds ?? null,
      success: retry.success ?? null,
    },
    headers,
    auth: auth && toNewAuth(auth),
    signature,
    format,
    transform,
    batch: batch && { maxEvents: batch.max_events, maxSeconds: batch.max_seconds },
  };
}

export function toReceiverAnswer({
  retry,
  headers,
  auth,
  signature,
  format,
  transform,
  batch,
}: ReceiverSettings) {
  return {
    retry: retry
      ? { delays: retry.delays, timeout_seconds: retry.timeoutSeconds, success: retry.success }
      : null,
    header_names: headers?.names ?? [],
    auth: auth ? toAuthAnswer(auth) : null,
    signature: signature ?? ('hmac' as const),
    format: format ?? ('standard' as const),
    transform: transform ?? null,
    batch: batch ? { max_events: batch.maxEvents, max_seconds: batch.maxSeconds } : null,
  };
}
