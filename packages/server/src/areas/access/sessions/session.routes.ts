import { AppError } from '../../../kit/errors/index.ts';
import {
  type AnyRoute,
  defineRoute,
  noContent,
  ok,
  sessionCookie,
  sessionToken,
} from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import type { KeyService } from '../api-keys/key-service.ts';
import { sessionRecord, startedSessionRecord } from './session.schema.ts';
import { endSession, readSigner, startSession } from './sessions.ts';

const shared = {
  tag: 'Session',
  path: '/v1/session',
  access: 'any',
  environments: true,
  limits: ['access_api'],
} as const;

/** How a browser keeps signed in: a cookie that scripts cannot read. Programs send their key and need none of this. */
export function sessionRoutes(service: () => KeyService): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'startSession',
      summary: 'Sign a browser in with the key',
      description:
        'Sets a cookie (`HttpOnly`, `SameSite=Strict`) that reaches what the key reaches, for seven days or until the key ends or is rotated. A request by cookie must also carry the header `X-Trivium-Session`. A session cannot start another one.',
      idempotent: false,
      responses: { 201: startedSessionRecord },
      handler: async ({ principal, headers }) => {
        if (headers.authorization === undefined) throw needsKey();
        const { token, expiresAt, lifetimeSeconds } = await startSession(service(), principal);
        return {
          status: 201,
          body: { expires_at: expiresAt.toISOString() },
          headers: { 'set-cookie': sessionCookie(token, lifetimeSeconds, isSecure(headers)) },
        };
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'readSession',
      summary: 'Read who is asking: the key, its scopes and its organization',
      responses: { 200: sessionRecord },
      errors: ['not_found'],
      handler: async ({ principal }) => {
        const { name, organization } = await readSigner(service(), principal);
        return ok({
          key_id: formatId('key', principal.keyId),
          key_name: name,
          scopes: [...principal.scopes],
          environment: principal.environment,
          organization_id: formatId('org', principal.orgId),
          organization_name: organization,
        });
      },
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      operationId: 'endSession',
      summary: 'Sign the browser out',
      description: 'The session ends at once, on every node. The key stays valid.',
      responses: { 204: null },
      handler: async ({ principal, headers }) => {
        const token = sessionToken(headers);
        if (token !== undefined) await endSession(service(), principal, token);
        return { ...noContent(), headers: { 'set-cookie': sessionCookie('', 0, isSecure(headers)) } };
      },
    }),
  ];
}

function needsKey(): AppError {
  return new AppError('unauthorized', {
    message: 'A session is started with an API key. Send the header `Authorization: Bearer <API key>`.',
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/** Browsers say in `Origin` how they reached us, also where something before us ends TLS. */
function isSecure({ origin }: Record<string, string | string[] | undefined>): boolean {
  return typeof origin === 'string' && origin.startsWith('https:');
}
