import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { createEventReader, LogAppender } from '../../engine/spine/index.ts';
import { systemClock } from '../../kit/clock.ts';
import { createPool } from '../../kit/db/index.ts';
import { createTestDatabase } from '../../kit/embedded-postgres/test-database.ts';
import {
  type AnyRoute,
  buildHttpServer,
  type IdempotencyStore,
  type KeptAnswer,
  type Principal,
} from '../../kit/http/index.ts';
import { formatId } from '../../kit/ids.ts';
import { eventsRoutes } from './index.ts';

export interface EventsServer {
  app: FastifyInstance;
  pool: Pool;
  appender: LogAppender;
  /** Makes an organization with a log and returns its ids; the bearer token of its full-scope key is its UUID. */
  addOrganization(): Promise<{ orgId: string; publicId: string; token: string }>;
  close(): Promise<void>;
}

/** The routes of this area on a database of their own. A token is `<org uuid>` or `<org uuid>/<scope>,…`. */
export async function startEventsServer(): Promise<EventsServer> {
  const database = await createTestDatabase();
  const pool = createPool(database.connection, { max: 8, applicationName: 'test', onError: () => {} });
  const appender = new LogAppender({ pool, clock: systemClock, participants: [] });
  const routes = eventsRoutes({ appender, reader: createEventReader({ pool }) });
  const app = serve(routes);
  return {
    app,
    pool,
    appender,
    addOrganization: async () => {
      const orgId = randomUUID();
      await pool.query('insert into event_logs (org_id) values ($1)', [orgId]);
      return { orgId, publicId: formatId('org', orgId), token: orgId };
    },
    close: async () => {
      await app.close();
      await pool.end();
      await database.drop();
    },
  };
}

function serve(routes: AnyRoute[]): FastifyInstance {
  return buildHttpServer({
    routes,
    authenticator: { authenticate: readToken },
    rateLimiter: {
      take: (_orgId, name) => ({
        name,
        allowed: true,
        limit: 1000,
        remaining: 999,
        windowSeconds: 60,
        resetAt: 0,
      }),
    },
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

function memoryIdempotency(): IdempotencyStore {
  const kept = new Map<string, { hash: string; answer?: KeptAnswer }>();
  return {
    claim: async (orgId, route, key, bodyHash) => {
      const token = `${orgId} ${route} ${key}`;
      const found = kept.get(token);
      const hash = bodyHash.toString('hex');
      if (found === undefined) {
        kept.set(token, { hash });
        return { kind: 'fresh', token };
      }
      if (found.hash !== hash) return { kind: 'mismatch' };
      return found.answer === undefined ? { kind: 'running' } : { kind: 'replay', answer: found.answer };
    },
    complete: async (token, answer) => {
      kept.get(token as string)!.answer = answer;
    },
    release: async (token) => void kept.delete(token as string),
  };
}
