import { type Static, Type } from 'typebox';
import type { ReceiverInput, ReceiverSettings } from '../../../engine/delivery/index.ts';
import { named, nullable, timestampField } from '../../../kit/http/index.ts';

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

/** Before they are read one by one, see `checkHeaders`; a character takes up to six bytes. */
const MAX_HEADERS_BYTES = 65_536;

const headersField = nullable(
  Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 4_096 }), {
    maxProperties: 20,
    maxBytes: MAX_HEADERS_BYTES,
  }),
  'Sent with every delivery, in addition to those of the service. Stored encrypted and never shown; null for none.',
);

const secretField = (description: string) => Type.String({ minLength: 1, maxLength: 4_096, description });
const textOf = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description });
const strict = { additionalProperties: false };

const tokenEndpoint = {
  type: Type.Literal('oauth2'),
  token_url: textOf(2_048, 'Where a token is got: https, on the public internet.'),
  client_id: textOf(512, "The client's id."),
};

const oauth2 = {
  ...tokenEndpoint,
  scope: Type.Optional(textOf(1_024, 'Asked for, separated by blanks.')),
  audience: Type.Optional(textOf(1_024, 'Whom the token is for, where the endpoint asks.')),
  client_authentication: Type.Optional(
    Type.Union([Type.Literal('basic'), Type.Literal('body')], {
      default: 'basic',
      description: 'Where the endpoint looks for the id and the secret of the client.',
    }),
  ),
};

const newAuth = named(
  'NewReceiverAuth',
  Type.Union(
    [
      Type.Object(
        {
          type: Type.Literal('basic'),
          username: textOf(255, 'Without a colon.'),
          password: secretField('Never shown.'),
        },
        strict,
      ),
      Type.Object({ type: Type.Literal('bearer'), token: secretField('Never shown.') }, strict),
      Type.Object({ ...oauth2, client_secret: secretField('Never shown.') }, strict),
      Type.Object(
        {
          type: Type.Literal('mtls'),
          certificate: textOf(32_768, "PEM: the client's own first, then the rest of its chain."),
          private_key: textOf(16_384, 'PEM, not encrypted. Never shown.'),
        },
        strict,
      ),
      Type.Null(),
    ],
    { description: 'How the service authenticates to the receiver; null for only the signature.' },
  ),
);

const answeredAuth = named(
  'ReceiverAuth',
  Type.Union(
    [
      Type.Object({
        type: Type.Literal('basic', {
          description: '`basic`, `bearer`, `oauth2` or `mtls` tells which of the forms it is.',
        }),
        username: Type.String({ description: 'Goes with the password, which is not shown.' }),
      }),
      Type.Object({
        type: Type.Literal('bearer', {
          description: '`basic`, `bearer`, `oauth2` or `mtls` tells which of the forms it is.',
        }),
      }),
      Type.Object({
        ...tokenEndpoint,
        scope: nullable(Type.String(), 'What is asked for.'),
        audience: nullable(Type.String(), 'Whom the token is for.'),
        client_authentication: Type.String({
          enum: ['basic', 'body'],
          description:
            'How the service tells the token endpoint who it is: `basic`: in the header; `body`: in the form.',
        }),
      }),
      Type.Object({
        type: Type.Literal('mtls', {
          description: '`basic`, `bearer`, `oauth2` or `mtls` tells which of the forms it is.',
        }),
        certificate: Type.String({ description: 'PEM.' }),
        subject: Type.String({ description: 'Whom the certificate names.' }),
        fingerprint_sha256: Type.String({ description: 'SHA-256 of the certificate, hexadecimal.' }),
        expires_at: timestampField('When the certificate expires.'),
      }),
      Type.Null(),
    ],
    { description: 'How the receiver knows the service, without the secret.' },
  ),
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

/** The options of a receiver in the body of a create or update. */
export const receiverFields = {
  retry: Type.Optional(retryField),
  headers: Type.Optional(headersField),
  auth: Type.Optional(newAuth),
  signature: Type.Optional(signature),
  format: Type.Optional(formatField),
  transform: Type.Optional(transformField),
  batch: Type.Optional(batch),
};

/** What answers tell of them: never a secret. */
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

type AuthBody = NonNullable<Static<typeof newAuth>>;

function toNewAuth(auth: AuthBody): NonNullable<ReceiverInput['auth']> {
  switch (auth.type) {
    case 'basic':
      return { type: 'basic', username: auth.username, secret: auth.password };
    case 'bearer':
      return { type: 'bearer', secret: auth.token };
    case 'mtls':
      return { type: 'mtls', certificate: auth.certificate, secret: auth.private_key };
    case 'oauth2':
      return {
        type: 'oauth2',
        tokenUrl: auth.token_url,
        clientId: auth.client_id,
        secret: auth.client_secret,
        scope: auth.scope ?? null,
        audience: auth.audience ?? null,
        clientAuthentication: auth.client_authentication ?? 'basic',
      };
  }
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

function toAuthAnswer(auth: NonNullable<ReceiverSettings['auth']>) {
  switch (auth.type) {
    case 'basic':
      return { type: auth.type, username: auth.username };
    case 'bearer':
      return { type: auth.type };
    case 'mtls':
      return {
        type: auth.type,
        certificate: auth.certificate,
        subject: auth.subject,
        fingerprint_sha256: auth.fingerprint,
        expires_at: auth.expiresAt,
      };
    case 'oauth2':
      return {
        type: auth.type,
        token_url: auth.tokenUrl,
        client_id: auth.clientId,
        scope: auth.scope,
        audience: auth.audience,
        client_authentication: auth.clientAuthentication,
      };
  }
}
