import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { createLogServices, LogAppender, type LogServices } from '../../engine/spine/index.ts';
import { systemClock } from '../../kit/clock.ts';
import { createPool, Notifications, queryPool } from '../../kit/db/index.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/embedded-postgres/test-database.ts';
import {
  type AnyRoute,
  type Authenticator,
  buildHttpServer,
  type Principal,
  type RateLimiter,
} from '../../kit/http/index.ts';
import { memoryIdempotency } from '../../kit/http/testing/open-ports.ts';
import { formatId } from '../../kit/ids.ts';
import { createSecretBox } from '../../kit/secrets/index.ts';
import { eventCatalogRoutes } from './event-catalog.routes.ts';
import { eventProofsRoutes } from './event-proofs.routes.ts';
import { eventStreamRoutes } from './event-stream.routes.ts';
import { publishEventRoutes } from './publish-event.routes.ts';
import { queryEventsRoutes } from './query-events.routes.ts';

export interface TestOrganization {
  orgId: string;
  publicId: string;
  token: string;
}

export interface EventsServer {
  app: FastifyInstance;
  database: TestDatabase;
  pool: Pool;
  appender: LogAppender;
  services: LogServices;
  /** Tokens that are no longer valid. */
  revoked: Set<string>;
  addOrganization(): Promise<TestOrganization>;
  get(org: TestOrganization, path: string): Promise<LightMyRequestResponse>;
  post(
    org: TestOrganization,
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export interface EventsServerOptions {
  chunkEvents?: number;
  /** Interval of the background integration; by default it never runs, so that tests control it. */
  intervalMs?: number;
  maxStreams?: number;
  heartbeatMs?: number;
  checkMs?: number;
}

const NEVER_MS = 2 ** 31 - 1;

/**
 * Serves this area's routes from its own test database. A token is `<org uuid>` or `<org uuid>/<scope>,…`.
 */
export async function startEventsServer(options: EventsServerOptions = {}): Promise<EventsServer> {
  const database = await createTestDatabase();
  const pool = createPool(database.connection, { max: 8, applicationName: 'test', onError: () => {} });
  const notifications = new Notifications(database.connection, { onError: () => {} });
  const log = pino({ level: 'silent' });
  const services = createLogServices({
    pool,
    clock: systemClock,
    log,
    secretBox: createSecretBox(randomBytes(32)),
    notifications,
    nodeId: randomUUID(),
    intervalMs: NEVER_MS,
    ...options,
  });
  const { onCommitted } = services;
  const appender = new LogAppender({ pool, clock: systemClock, participants: [], onCommitted });
  const revoked = new Set<string>();
  const authenticator = {
    authenticate: (token: string) => (revoked.has(token) ? undefined : readToken(token)),
  };
  const { reader, provableLog, feed } = services;
  const ports = { appender, reader, log: provableLog, feed, authenticator, clock: systemClock };
  const service = () => ({ ...ports, query: queryPool(pool), ...options });
  const app = serve(authenticator, [
    ...publishEventRoutes(service),
    ...queryEventsRoutes(service),
    ...eventCatalogRoutes(),
    ...eventProofsRoutes(service),
    ...eventStreamRoutes(service),
  ]);
  await notifications.start();
  services.start();
  return {
    app,
    database,
    pool,
    appender,
    services,
    revoked,
    addOrganization: async () => {
      const orgId = randomUUID();
      await pool.query('insert into event_logs (org_id) values ($1)', [orgId]);
      return { orgId, publicId: formatId('org', orgId), token: orgId };
    },
    get: (org, path) => app.inject({ url: path, headers: { authorization: `Bearer ${org.token}` } }),
    post: (org, path, body, headers = {}) =>
      app.inject({
        method: 'POST',
        url: path,
        headers: { authorization: `Bearer ${org.token}`, 'content-type': 'application/json', ...headers },
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    close: async () => {
      services.closeFeed();
      await app.close();
      await services.stop();
      await notifications.close();
      await pool.end();
      await database.drop();
    },
  };
}

function serve(authenticator: Authenticator, routes: AnyRoute[]): FastifyInstance {
  const rateLimiter: RateLimiter = {
    take: (_orgId, name) => ({ name, allowed: true, limit: 9, remaining: 9, windowSeconds: 60, resetAt: 0 }),
  };
  return buildHttpServer({
    routes,
    authenticator,
    rateLimiter,
    idempotency: memoryIdempotency(),
    log: pino({ level: 'silent' }),
    observer: { requestDone: () => {} },
    checkResponses: true,
  });
}

function readToken(token: string): Principal | undefined {
  const [orgId = '', scopes = 'events:read,events:write'] = token.split('/');
  if (!/^[0-9a-f-]{36}$/.test(orgId)) return undefined;
  return { orgId, keyId: orgId, environment: 'production', scopes: new Set(scopes.split(',')) };
}
