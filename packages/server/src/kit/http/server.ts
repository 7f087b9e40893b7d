import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError, type ErrorCode, errorCatalog } from '../errors/index.ts';
import { formatId, newId } from '../ids.ts';
import { createAdmission } from './admission.ts';
import { compileRoute } from './compile-route.ts';
import { methodsByPath } from './method-table.ts';
import type { Authenticator, IdempotencyStore, LimitState, Principal, RateLimiter } from './ports.ts';
import { errorBody, sendError } from './reply-error.ts';
import type { AnyRoute } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined;
    failure: AppError | undefined;
    logFields: Record<string, unknown> | undefined;
    limitStates: LimitState[] | undefined;
  }
}

/** Seen by metrics once for each finished request. */
export interface RequestObserver {
  requestDone(route: string, method: string, status: number, durationMs: number): void;
}

export interface HttpServerOptions {
  routes: readonly AnyRoute[];
  authenticator: Authenticator;
  rateLimiter: RateLimiter;
  idempotency: IdempotencyStore;
  log: Logger;
  observer: RequestObserver;
  /** Check every JSON answer against its schema and fail loudly; for tests. */
  checkResponses?: boolean;
}

/** The HTTP server: every route of the table, behind one door. */
export function buildHttpServer(options: HttpServerOptions): FastifyInstance {
  const app = Fastify({
    logger: false,
    genReqId: () => newId('req'),
    bodyLimit: Number.MAX_SAFE_INTEGER,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    // Uploads may take long; each kind of body has a deadline of its own where it is read.
    requestTimeout: 600_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void sendError(request, reply as FastifyReply, error),
    clientErrorHandler,
  });
  app.decorateRequest('principal', undefined);
  app.decorateRequest('failure', undefined);
  app.decorateRequest('logFields', undefined);
  app.decorateRequest('limitStates', undefined);

  // Bodies are read by each route, after admission: a refused request is never read.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  const methods = methodsByPath(options.routes);
  app.setNotFoundHandler((request, reply) => sendError(request, reply, noRoute(request, methods)));
  app.addHook('onResponse', (request, reply, done) => {
    finishRequest(request, reply, options);
    done();
  });

  const admit = createAdmission(options);
  for (const route of options.routes) {
    app.route({
      method: route.method,
      url: route.path,
      onRequest: admit(route),
      handler: compileRoute(route, options),
      exposeHeadRoute: false,
    });
  }
  return app;
}

function noRoute(request: FastifyRequest, methods: ReturnType<typeof methodsByPath>): AppError {
  const allowed = methods(request.url.split('?', 1)[0]!);
  if (allowed.length === 0) {
    return new AppError('not_found', { message: 'There is nothing at this path. See /docs for the paths.' });
  }
  return new AppError('method_not_allowed', {
    message: `This path takes ${allowed.join(', ')}, not ${request.method}.`,
    headers: { allow: allowed.join(', ') },
  });
}

/** One wide line for each request: everything needed to understand it later, no secret in it. */
function finishRequest(request: FastifyRequest, reply: FastifyReply, options: HttpServerOptions): void {
  const durationMs = Math.round(reply.elapsedTime * 1000) / 1000;
  const route = request.routeOptions.url ?? 'unmatched';
  options.observer.requestDone(route, request.method, reply.statusCode, durationMs);
  const { failure, principal } = request;
  const line = {
    request_id: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    duration_ms: durationMs,
    org_id: principal && formatId('org', principal.orgId),
    key_id: principal && formatId('key', principal.keyId),
    code: failure?.code,
    field: failure?.field,
    err: reply.statusCode >= 500 ? (failure?.cause ?? failure) : undefined,
    ...request.logFields,
  };
  if (reply.statusCode >= 500) options.log.error(line, 'request');
  else options.log.info(line, 'request');
}

/** Answers what never became a request: broken HTTP, headers too large, a head that never ended. */
function clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code: ErrorCode =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request_timeout'
        : 'invalid_request';
  const refusal = new AppError(code, { message: `${errorCatalog[code].meaning} The connection was closed.` });
  const body = JSON.stringify(errorBody(refusal, newId('req')));
  socket.end(
    `HTTP/1.1 ${refusal.status} ${statusText(refusal.status)}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function statusText(status: number): string {
  return status === 431
    ? 'Request Header Fields Too Large'
    : status === 408
      ? 'Request Timeout'
      : 'Bad Request';
}
