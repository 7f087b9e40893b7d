import { AppError } from '../../../kit/errors/index.ts';
import {
  type AnyRoute,
  bearerToken,
  defineRoute,
  noContent,
  ok,
  sessionCookie,
  sessionToken,
} from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import type { KeyService } from '../api-keys/key-service.ts';
import { endSessionQuery, sessionRecord, startedSessionRecord } from './session.schema.ts';
import { isSecure, sessionReply } from './session-reply.ts';
import { endAllSessions, endSession, readSigner, startSession } from './sessions.ts';

const shared = {
  tag: 'Session',
  path: '/v1/session',
  access: 'any',
  environments: true,
  limits: ['access_api'],
} as const;

/** Browser sessions: a cookie that scripts cannot read. Programs send their key and do not need this. */
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
        const { authorization } = headers;
        const secret = typeof authorization === 'string' ? bearerToken(authorization) : undefined;
        if (secret === undefined || principal.role !== undefined) throw needsKey();
        return sessionReply(await startSession(service(), principal, secret), headers);
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'readSession',
      summary: 'Read who is asking: the key or the person, the scopes and the organization',
      responses: { 200: sessionRecord },
      errors: ['not_found'],
      handler: async ({ principal }) => {
        const { name, organization, isOperator, person } = await readSigner(service(), principal);
        return ok({
          key_id: person ? null : formatId('key', principal.keyId),
          key_name: person ? null : name,
          user: person && { ...person, id: formatId('usr', principal.keyId) },
          scopes: [...principal.scopes],
          environment: principal.environment,
          organization_id: formatId('org', principal.orgId),
          organization_name: organization,
          is_operator: isOperator,
        });
      },
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      operationId: 'endSession',
      summary: 'Sign the browser out',
      description:
        'The session ends at once, on every node; with `everywhere`, so does every other session of the key or the person. The key stays valid.',
      query: endSessionQuery,
      responses: { 204: null },
      handler: async ({ principal, headers, query }) => {
        const token = sessionToken(headers);
        if (query.everywhere) await endAllSessions(service(), principal);
        else if (token !== undefined) await endSession(service(), principal, token);
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
