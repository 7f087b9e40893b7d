import { isDeepStrictEqual } from 'node:util';
import { checkQuota } from '../../../engine/quotas/index.ts';
import { rowsIn } from '../../../kit/db/index.ts';
import { invalidField } from '../../../kit/errors/index.ts';
import { PRODUCTION } from '../../../kit/http/index.ts';
import { formatId, newUuid } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { accessEvent } from '../access-event.ts';
import type { AccessTransaction, KeyOrigin } from '../access-tables.ts';
import {
  type ApiKey,
  addSecret,
  announceKeyChange,
  findKey,
  insertKey,
  lockKey,
  type NewApiKey,
  type NewSecret,
} from './api-key.repository.ts';
import { checkAddresses } from './check-addresses.ts';
import { changeKeys, type KeyManager, type KeyService } from './key-service.ts';
import { hashToken, hintOf, makeToken } from './key-token.ts';
import { checkMayIssue } from './may-issue.ts';
import { allScopes } from './scopes.ts';

export interface CreateKeyRequest {
  orgId: string;
  name: string;
  scopes: readonly string[];
  /** Defaults to `production`. */
  environment?: string | undefined;
  /** Addresses and networks the key may be used from; null or absent for anywhere. */
  allowedAddresses?: readonly string[] | null | undefined;
  /** Null or absent: never expires. */
  expiresAt?: Date | null | undefined;
  origin: KeyOrigin;
  manager: KeyManager;
  /** UUID to use; generated when absent. */
  id?: string | undefined;
}

export interface IssuedKey {
  key: ApiKey;
  /** The secret itself, shown only once. */
  token: string;
}

/** How long a stored response can be replayed, and so how old the key of an unfinished request can be. */
const RETRY_WINDOW_MS = 24 * 3_600_000;

/**
 * Creates a key. Throws `invalid_request` for an unknown scope or an expiry in the past, `forbidden` for what
 * the manager may not grant.
 */
export async function createKey(service: KeyService, request: CreateKeyRequest): Promise<IssuedKey> {
  const now = new Date(service.clock.now());
  const key: NewApiKey = {
    id: request.id ?? newUuid(),
    orgId: request.orgId,
    name: request.name,
    scopes: request.scopes,
    environment: request.environment ?? PRODUCTION,
    allowedAddresses: request.allowedAddresses ?? null,
    origin: request.origin,
    subscriptionId: null,
    createdAt: now,
    expiresAt: request.expiresAt ?? null,
  };
  checkKey(key);
  const token = makeToken();
  const made = await changeKeys(service, async (tx) => {
    await checkMayIssue(tx, request.manager, { allowedAddresses: null, ...key });
    const id = await writeKey(tx, key, { keyHash: hashToken(token), hint: hintOf(token), createdAt: now });
    await checkQuota(rowsIn(tx), key.orgId, 'api_keys');
    await announceKeyChange(tx, id);
    const value = required(await findKey(tx, key.orgId, id), 'the key just written');
    return { value, events: [createdEvent(value)] };
  });
  service.onKeyChanged?.(made.id);
  return { key: made, token };
}

function createdEvent({ id, orgId, scopes, environment, allowedAddresses, expiresAt }: ApiKey) {
  const data = {
    key_id: formatId('key', id),
    scopes,
    environment,
    allowed_addresses: allowedAddresses,
    expires_at: expiresAt?.toISOString() ?? null,
  };
  return accessEvent('access_key_created', { orgId, data });
}

function checkKey(key: NewApiKey): void {
  const { name, environment, scopes, expiresAt, createdAt } = key;
  checkAddresses(key.allowedAddresses);
  for (const [field, value] of Object.entries({ name, environment })) {
    if (value !== '') continue;
    throw invalidField(field, `\`${field}\` must not be empty.`);
  }
  const unknown = scopes.find((scope) => !allScopes.includes(scope));
  if (scopes.length === 0 || unknown !== undefined) {
    throw invalidField(
      'scopes',
      `${unknown === undefined ? 'There must be at least one scope' : `\`${unknown}\` is not a scope`}. The scopes are ${allScopes.join(', ')}.`,
    );
  }
  if (expiresAt !== null && expiresAt <= createdAt) {
    throw invalidField('expires_at', '`expires_at` must lie in the future.');
  }
}

/**
 * A repeated request reuses the id of the first. If the first died before responding, nobody knows the secret
 * it created, so the key gets this one; any other key with that id is left alone.
 */
async function writeKey(tx: AccessTransaction, key: NewApiKey, secret: NewSecret): Promise<string> {
  if (await insertKey(tx, key, secret)) return key.id;
  const earlier = await lockKey(tx, key.orgId, key.id);
  if (earlier !== undefined && isUnanswered(earlier, key)) {
    await addSecret(tx, key.id, secret, key.createdAt);
    return key.id;
  }
  const id = newUuid();
  await insertKey(tx, { ...key, id }, secret);
  return id;
}

function isUnanswered(earlier: ApiKey, key: NewApiKey): boolean {
  return (
    earlier.lastUsedAt === null &&
    earlier.createdAt.getTime() > key.createdAt.getTime() - RETRY_WINDOW_MS &&
    earlier.name === key.name &&
    earlier.environment === key.environment &&
    isDeepStrictEqual(earlier.allowedAddresses, key.allowedAddresses ?? null) &&
    earlier.expiresAt?.getTime() === key.expiresAt?.getTime() &&
    earlier.scopes.length === key.scopes.length &&
    earlier.scopes.every((scope) => key.scopes.includes(scope))
  );
}
