import { notFound } from '../../../kit/errors/index.ts';
import {
  type AnyRoute,
  created,
  defineRoute,
  noContent,
  ok,
  okList,
  pageOf,
  toMoment,
} from '../../../kit/http/index.ts';
import { parseId } from '../../../kit/ids.ts';
import { findKey } from './api-key.repository.ts';
import {
  changeKeyBody,
  createKeyBody,
  issuedKeyRecord,
  keyList,
  keyParams,
  keyRecord,
  listKeysQuery,
  revokeKeyQuery,
  rotateKeyBody,
  toIssuedKeyRecord,
  toKeyRecord,
} from './api-key.schema.ts';
import { changeKey } from './change-key.ts';
import { createKey } from './create-key.ts';
import type { KeyService } from './key-service.ts';
import { listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateKey } from './rotate-key.ts';

const shared = { tag: 'Keys', access: 'admin', limits: ['access_api'] } as const;

export function apiKeyRoutes(service: () => KeyService): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      path: '/v1/keys',
      operationId: 'createKey',
      summary: 'Make an API key',
      description: 'The answer shows the secret, once. It is stored hashed and cannot be shown again.',
      body: createKeyBody,
      responses: { 201: issuedKeyRecord },
      shownOnce: ['key'],
      errors: ['forbidden', 'quota_reached'],
      handler: async ({ principal, body, newId }) =>
        created(
          toIssuedKeyRecord(
            await createKey(service(), {
              orgId: principal.orgId,
              name: body.name,
              scopes: body.scopes,
              environment: body.environment,
              allowedAddresses: body.allowed_addresses,
              expiresAt: toDate(body.expires_at),
              origin: 'api',
              manager: principal,
              id: parseId('key', newId('key')),
            }),
          ),
        ),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/v1/keys',
      operationId: 'listKeys',
      summary: 'List API keys',
      description: 'Newest first, without those that were revoked. A secret is never shown.',
      query: listKeysQuery,
      responses: { 200: keyList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { keys, total } = await listKeys(service(), {
          orgId: principal.orgId,
          ...page,
        });
        return okList('keys', keys.map(toKeyRecord), total, page);
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/v1/keys/:id',
      operationId: 'getKey',
      summary: 'Read an API key',
      description: 'One that was not revoked. Its secret is never shown.',
      params: keyParams,
      responses: { 200: keyRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const key = await findKey(service().db, principal.orgId, keyIdOf(params.id));
        if (key === undefined) throw notFound('API key');
        return ok(toKeyRecord(key));
      },
    }),
    defineRoute({
      ...shared,
      method: 'PATCH',
      path: '/v1/keys/:id',
      operationId: 'updateKey',
      summary: 'Change an API key',
      description:
        'Its name, and the addresses that it may be used from. Both hold at once, on every node; its secret stays.',
      params: keyParams,
      body: changeKeyBody,
      responses: { 200: keyRecord },
      errors: ['forbidden', 'not_found', 'conflict'],
      handler: async ({ principal, params, body, clientAddress }) =>
        ok(
          toKeyRecord(
            await changeKey(service(), {
              orgId: principal.orgId,
              keyId: keyIdOf(params.id),
              name: body.name,
              allowedAddresses: body.allowed_addresses,
              force: body.force,
              manager: principal,
              clientAddress: clientAddress(),
            }),
          ),
        ),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      path: '/v1/keys/:id/rotate',
      operationId: 'rotateKey',
      summary: 'Give an API key a new secret',
      description:
        'The new secret works at once, the earlier one until the overlap ends. Nothing else changes.',
      params: keyParams,
      body: rotateKeyBody,
      bodyOptional: true,
      responses: { 200: issuedKeyRecord },
      shownOnce: ['key'],
      errors: ['forbidden', 'not_found', 'invalid_state', 'conflict'],
      handler: async ({ principal, params, body }) =>
        ok(
          toIssuedKeyRecord(
            await rotateKey(service(), {
              orgId: principal.orgId,
              keyId: keyIdOf(params.id),
              overlapSeconds: body?.overlap_seconds,
              force: body?.force,
              manager: principal,
            }),
          ),
        ),
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      path: '/v1/keys/:id',
      operationId: 'revokeKey',
      summary: 'Revoke an API key',
      description:
        'The key and all its secrets end at once, on every node. The last one with the scope `admin` cannot be revoked without `force`.',
      params: keyParams,
      query: revokeKeyQuery,
      responses: { 204: null },
      errors: ['not_found', 'conflict'],
      handler: async ({ principal, params, query }) => {
        await revokeKey(service(), {
          orgId: principal.orgId,
          keyId: keyIdOf(params.id),
          force: query.force,
          manager: principal,
        });
        return noContent();
      },
    }),
  ];
}

function keyIdOf(id: string): string {
  const keyId = parseId('key', id);
  if (keyId === undefined) throw notFound('API key');
  return keyId;
}

function toDate(timestamp: string | null | undefined): Date | undefined {
  return timestamp == null ? undefined : toMoment(timestamp);
}
