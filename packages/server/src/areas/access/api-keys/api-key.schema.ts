import { type Static, Type } from 'typebox';
import {
  listOf,
  named,
  nullable,
  nullableTimestamp,
  pageQuery,
  strictObject,
  textField,
  timestampField,
} from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import type { ApiKey } from './api-key.repository.ts';
import type { IssuedKey } from './create-key.ts';
import { DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS } from './rotate-key.ts';
import { allScopes } from './scopes.ts';

const scope = named('ApiScope', Type.String({ enum: [...allScopes] }));

const scopesField = (description: string) =>
  Type.Array(scope, { minItems: 1, uniqueItems: true, description });

const MAX_ADDRESSES = 50;

export const keyParams = Type.Object({ id: Type.String({ description: 'The id of the key, `key_…`.' }) });

export const listKeysQuery = strictObject(pageQuery);

const forceField = (description: string) => Type.Optional(Type.Boolean({ default: false, description }));

export const revokeKeyQuery = strictObject({
  force: forceField('Also revokes the last key with the scope `admin` that works for longer than a day.'),
});

export const createKeyBody = strictObject({
  name: textField(200, 'Tells people what the key is for.'),
  scopes: scopesField('What the key may do. `admin` grants everything. A key cannot grant what it lacks.'),
  expires_at: Type.Optional(
    nullableTimestamp(
      'When the key expires; null or left out: never. A key cannot create one that outlives it.',
    ),
  ),
  environment: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9][a-z0-9_-]{0,62}$',
      patternHint: 'must be 1 to 63 of a-z, 0-9, _ and -, beginning with a letter or digit',
      default: 'production',
      description: 'Which environment of the organization the key reads and writes.',
    }),
  ),
  allowed_addresses: addressesField(
    'The addresses and networks (CIDR, IPv4 and IPv6) that it may be used from; null or left out: everywhere. A key that is limited itself cannot create a key for other addresses.',
  ),
});

/** The allowed addresses in a request. */
function addressesField(description: string) {
  const entry = Type.String({
    minLength: 2,
    maxLength: 64,
    description: 'Such as `192.0.2.7` or `10.0.0.0/8`.',
  });
  const entries = Type.Array(entry, { minItems: 1, maxItems: MAX_ADDRESSES, uniqueItems: true });
  return Type.Optional(nullable(entries, description));
}

export const changeKeyBody = strictObject({
  name: Type.Optional(textField(200, 'What the key is for, for people. Left out: unchanged.')),
  allowed_addresses: addressesField(
    'The addresses and networks (CIDR, IPv4 and IPv6) that it may be used from; null for everywhere. Left out: unchanged.',
  ),
  force: forceField('Also if this locks out the key that sends the request.'),
});

export const rotateKeyBody = strictObject({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_OVERLAP_SECONDS,
      default: DEFAULT_OVERLAP_SECONDS,
      description: 'How long the earlier secret also works; 0 ends it at once.',
    }),
  ),
  force: forceField(
    'With an overlap of 0: also leaves the last key with the scope `admin` with nothing but the new secret.',
  ),
});

const keyFields = {
  id: Type.String({ description: '`key_…`' }),
  name: Type.String({ description: 'For people to read.' }),
  key_hint: Type.String({ description: 'The start and the last four characters of the newest secret.' }),
  scopes: Type.Array(Type.String(), { description: 'What it may do, such as `events:read`.' }),
  environment: Type.String({
    description: 'What it sees and changes: contracts, workflows and their runs belong to one.',
  }),
  allowed_addresses: nullable(
    Type.Array(Type.String()),
    'The addresses and networks that it may be used from; null for everywhere.',
  ),
  created_at: timestampField('When the key was made.'),
  expires_at: nullableTimestamp('When the key ends; null for never.'),
  last_used_at: nullableTimestamp('The last use, exact to about ten seconds; null for none.'),
  previous_expires_at: nullableTimestamp(
    'Until when an earlier secret also works or worked; null when the key was never rotated.',
  ),
};

export const keyRecord = named('ApiKey', Type.Object(keyFields));

export const issuedKeyRecord = named(
  'IssuedApiKey',
  Type.Object({
    ...keyFields,
    key: Type.String({ description: 'The secret, for `Authorization: Bearer`. It is shown this once.' }),
  }),
);

export const keyList = listOf('keys', keyRecord);

export function toKeyRecord(key: ApiKey): Static<typeof keyRecord> {
  return {
    id: formatId('key', key.id),
    name: key.name,
    key_hint: key.hint,
    scopes: key.scopes,
    environment: key.environment,
    allowed_addresses: key.allowedAddresses,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    previous_expires_at: key.previousExpiresAt?.toISOString() ?? null,
  };
}

export function toIssuedKeyRecord({ key, token }: IssuedKey): Static<typeof issuedKeyRecord> {
  const { id, name, ...rest } = toKeyRecord(key);
  return { id, name, key: token, ...rest };
}
