import { type Static, Type } from 'typebox';
import type { ReceiverInput, ReceiverSettings } from '../../../engine/delivery/index.ts';
import { named, nullable, timestampField } from '../../../kit/http/index.ts';

const secretField = (description: string) => Type.String({ minLength: 1, maxLength: 4_096, description });
const textOf = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description });
export const strict = { additionalProperties: false };

const tokenEndpoint = {
  type: Type.Literal('oauth2', { description: 'A token is requested, and sent with each delivery.' }),
  token_url: textOf(2_048, 'The token endpoint: https, on the public internet.'),
  client_id: textOf(512, "The client's id."),
};

const oauth2 = {
  ...tokenEndpoint,
  scope: Type.Optional(textOf(1_024, 'The requested scopes, separated by blanks.')),
  audience: Type.Optional(textOf(1_024, 'The audience of the token, if the endpoint needs it.')),
  client_authentication: Type.Optional(
    Type.Union([Type.Literal('basic'), Type.Literal('body')], {
      default: 'basic',
      description: "Where the endpoint expects the client's id and secret.",
    }),
  ),
};

export const newAuth = named(
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

export const answeredAuth = named(
  'ReceiverAuth',
  Type.Union(
    [
      Type.Object({
        type: Type.Literal('basic', {
          description: '`basic`, `bearer`, `oauth2` or `mtls` selects the form.',
        }),
        username: Type.String({ description: 'Sent with the password, which is not shown.' }),
      }),
      Type.Object({
        type: Type.Literal('bearer', {
          description: '`basic`, `bearer`, `oauth2` or `mtls` selects the form.',
        }),
      }),
      Type.Object({
        ...tokenEndpoint,
        scope: nullable(Type.String(), 'The requested scopes.'),
        audience: nullable(Type.String(), 'The audience of the token.'),
        client_authentication: Type.String({
          enum: ['basic', 'body'],
          description:
            'How the client authenticates to the token endpoint: `basic`: in the header; `body`: in the form.',
        }),
      }),
      Type.Object({
        type: Type.Literal('mtls', {
          description: '`basic`, `bearer`, `oauth2` or `mtls` selects the form.',
        }),
        certificate: Type.String({ description: 'PEM.' }),
        subject: Type.String({ description: 'The subject of the certificate.' }),
        fingerprint_sha256: Type.String({ description: 'SHA-256 of the certificate, hexadecimal.' }),
        expires_at: timestampField('When the certificate expires.'),
      }),
      Type.Null(),
    ],
    { description: 'How the service authenticates to the receiver, without the secrets.' },
  ),
);

type AuthBody = NonNullable<Static<typeof newAuth>>;

export function toNewAuth(auth: AuthBody): NonNullable<ReceiverInput['auth']> {
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

export function toAuthAnswer(auth: NonNullable<ReceiverSettings['auth']>) {
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
