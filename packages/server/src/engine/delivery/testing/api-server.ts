import { pino } from 'pino';
import { type AnyRoute, buildHttpServer, type LimitState } from '../../../kit/http/index.ts';
import { keepsNoAnswers } from '../../../kit/http/testing/open-ports.ts';
import { required } from '../../../kit/required.ts';
import { createDeliveryFixture, type NodeOptions, type TestNode } from './delivery-fixture.ts';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it is in the test
  body: any;
  headers: Record<string, unknown>;
}

/**
 * An HTTP server over its own node. The bearer token is the organization's id, followed by a colon and scopes
 * unless it has all of them.
 */
export async function startApiServer(routesOf: (node: TestNode) => AnyRoute[], options: NodeOptions = {}) {
  const fixture = await createDeliveryFixture();
  const node = await fixture.startNode(options);
  const taken: string[] = [];
  const app = buildHttpServer({
    routes: routesOf(node),
    authenticator: {
      authenticate(token) {
        const [orgId, scopes = 'webhooks:read,webhooks:write,events:read,events:write'] = token.split(':');
        return {
          orgId: required(orgId, 'org id'),
          keyId: 'key',
          environment: 'production',
          scopes: new Set(scopes.replaceAll('.', ':').split(',')),
        };
      },
    },
    rateLimiter: {
      take(_orgId, name): LimitState {
        taken.push(name);
        return { name, allowed: true, limit: 10, remaining: 9, windowSeconds: 60, resetAt: 0 };
      },
    },
    idempotency: keepsNoAnswers,
    log: pino({ level: 'silent' }),
    observer: { requestDone: () => {} },
    checkResponses: true,
  });
  return {
    fixture,
    node,
    /** Names of the limits that requests counted against. */
    taken,
    async call(token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
      const response = await app.inject({
        method,
        url: path,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      const answer: Answer = {
        status: response.statusCode,
        body: response.body === '' ? undefined : JSON.parse(response.body),
        headers: response.headers,
      };
      return answer;
    },
    async close() {
      await app.close();
      await fixture.close();
    },
  };
}

export type ApiServer = Awaited<ReturnType<typeof startApiServer>>;
