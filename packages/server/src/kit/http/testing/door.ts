import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { createLineLog } from '../../observability/index.ts';
import {
  type AnyRoute,
  buildHttpServer,
  created,
  defineRoute,
  type HttpServerOptions,
  ok,
  type Principal,
  strictObject,
} from '../index.ts';
import { memoryIdempotency } from './open-ports.ts';
import { RawConnection } from './raw-connection.ts';

/** Keys that a test's door knows: the key's text is its scopes. */
export const FULL_KEY = 'things:read,things:write';

export interface Door {
  port: number;
  url: string;
  app: FastifyInstance;
  /** The log so far, one object per line. */
  logLines(): Record<string, unknown>[];
  logText(): string;
  connect(): Promise<RawConnection>;
  close(): Promise<void>;
}

export interface DoorOptions extends Partial<HttpServerOptions> {
  /** The `things` limit per organization; high by default. */
  limit?: number;
  /** Adds pages to the server before it listens. */
  addPages?(app: FastifyInstance): void;
}

/** A real HTTP server on a free port, with in-memory ports behind it. */
export async function openDoor({ limit = 1_000_000, addPages, ...options }: DoorOptions = {}): Promise<Door> {
  let text = '';
  const app = buildHttpServer({
    routes: exampleRoutes,
    authenticator: { authenticate: principalOf },
    rateLimiter: countDown(limit),
    idempotency: memoryIdempotency(),
    log: createLineLog({
      level: 'info',
      stream: {
        write(lines) {
          text += lines;
        },
      },
    }),
    observer: { requestDone: () => {} },
    checkResponses: true,
    ...options,
  });
  addPages?.(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const connections: RawConnection[] = [];
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    app,
    logText: () => text,
    logLines: () =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    async connect() {
      const connection = await RawConnection.open(port);
      connections.push(connection);
      return connection;
    },
    async close() {
      for (const connection of connections) connection.close();
      await app.close();
    },
  };
}

const anything = Type.Object({}, { additionalProperties: true });

export const exampleRoutes: AnyRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/things',
    operationId: 'createThing',
    tag: 'Things',
    summary: 'Make a thing',
    access: 'things:write',
    limits: ['things'],
    body: strictObject({
      name: Type.String({ minLength: 1, maxLength: 100 }),
      data: Type.Optional(Type.Object({}, { additionalProperties: true })),
    }),
    exactNumbers: true,
    responses: { 201: anything },
    handler: ({ body, newId }) => created({ id: newId('evt'), ...body }),
  }),
  defineRoute({
    method: 'GET',
    path: '/things',
    operationId: 'listThings',
    tag: 'Things',
    summary: 'List things',
    access: 'things:read',
    limits: ['things'],
    query: strictObject({
      limit: Type.Integer({ minimum: 1, default: 20 }),
      name: Type.Optional(Type.String({ maxLength: 100 })),
      tag: Type.Optional(Type.Array(Type.String())),
    }),
    responses: { 200: anything },
    handler: ({ query }) => ok({ query }),
  }),
  defineRoute({
    method: 'GET',
    path: '/things/:id',
    operationId: 'readThing',
    tag: 'Things',
    summary: 'Read a thing',
    access: 'things:read',
    limits: ['things'],
    params: Type.Object({ id: Type.String() }),
    responses: { 200: anything },
    handler: ({ params }) => ok({ id: params.id, text: 'Grüße' }),
  }),
  defineRoute({
    method: 'POST',
    path: '/things/:id/touch',
    operationId: 'touchThing',
    tag: 'Things',
    summary: 'Touch a thing',
    access: 'any',
    limits: ['things'],
    params: Type.Object({ id: Type.String() }),
    responses: { 204: null },
    handler: () => ({ status: 204 }),
  }),
  defineRoute({
    method: 'GET',
    path: '/health',
    operationId: 'checkHealth',
    tag: 'Things',
    summary: 'Health',
    access: 'public',
    responses: { 200: anything },
    handler: () => ok({ status: 'ok' }),
  }),
];

/** A GET that needs no key and answers any object. */
export function openRoute(path: string, handler: AnyRoute['handler']): AnyRoute {
  return {
    method: 'GET',
    path,
    operationId: path.slice(1),
    tag: 'Things',
    summary: 'For a test',
    access: 'public',
    responses: { 200: anything },
    handler,
  };
}

/** The organization of every key, unless its scopes are prefixed with `other-`. */
const ORG_ID = '018f3b2c-7e1a-7c3d-9b2a-0123456789ab';
const OTHER_ORG_ID = '018f3b2c-7e1a-7c3d-9b2a-0123456789ff';

function principalOf(token: string): Principal | undefined {
  if (!/^(other-)?things?:/.test(token)) return undefined;
  const isOther = token.startsWith('other-');
  return {
    orgId: isOther ? OTHER_ORG_ID : ORG_ID,
    keyId: '018f3b2c-7e1a-7c3d-9b2a-00000000beef',
    environment: 'production',
    scopes: new Set(token.replace('other-', '').split(',')),
  };
}

function countDown(limit: number): HttpServerOptions['rateLimiter'] {
  let remaining = limit;
  const resetAt = Math.floor(Date.now() / 1000) + 60;
  return {
    take(_orgId, name) {
      const allowed = remaining > 0;
      if (allowed) remaining--;
      return { name, allowed, limit, remaining, windowSeconds: 60, resetAt };
    },
  };
}

/** The head of a request with a valid key, without its last line break. */
export function headOf(line: string, headers: Record<string, string | number> = {}): string {
  const all = { host: 'test', authorization: `Bearer ${FULL_KEY}`, ...headers };
  return `${line} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
}

/** A complete JSON POST. */
export function postOf(path: string, json: string, headers: Record<string, string | number> = {}): string {
  const length = Buffer.byteLength(json);
  return `${headOf(`POST ${path}`, { 'content-type': 'application/json', 'content-length': length, ...headers })}${json}`;
}
