import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '../errors/index.ts';
import type { LineLog } from '../observability/index.ts';
import { answerClientError } from './client-errors.ts';
import { Dispatcher, type DispatcherOptions } from './dispatcher.ts';
import type { Exchange } from './exchange.ts';
import { IncomingRequest } from './incoming-request.ts';
import { KEEP_ALIVE_MS, OutgoingAnswer } from './outgoing-answer.ts';
import { createRequestLog } from './request-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a request that Fastify answers. */
    exchange: Exchange | undefined;
  }
}

export interface HttpServerOptions extends Omit<DispatcherOptions, 'requestLog'> {
  /** Takes one wide line for each request. */
  log: LineLog;
  /** How long a head may take to arrive. */
  headTimeoutMs?: number;
  /** How long a stop waits for answers that are under way. */
  closeTimeoutMs?: number;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The HTTP server. The routes of the table are served by the dispatcher, straight from node:http: that is
 * the hot path. Fastify stands behind it for what plugins bring, which is the pages for people.
 */
export function buildHttpServer(options: HttpServerOptions): FastifyInstance {
  const dispatcher = new Dispatcher({ ...options, requestLog: createRequestLog(options.log) });
  const app = Fastify({
    logger: false,
    forceCloseConnections: 'idle',
    // The server has its own, below; Fastify would answer a second time.
    clientErrorHandler: () => {},
    serverFactory: (fallback) => createHttpServer(dispatcher, fallback as Handler, options),
    frameworkErrors: (error, request, reply) => refuse(dispatcher, request, reply as FastifyReply, error),
  });
  app.decorateRequest('exchange', undefined);
  // Bodies are read by the dispatcher alone.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error, request, reply) => refuse(dispatcher, request, reply, error));
  app.setNotFoundHandler((request, reply) => refuse(dispatcher, request, reply, nothingHere()));
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) {
      request.exchange = dispatcher.watch(request.raw, reply.raw, request.routeOptions.url ?? 'unmatched');
      return done();
    }
    // Comes here when Fastify was asked first, as its `inject` does.
    if (dispatcher.dispatch(request.raw, reply.raw)) reply.hijack();
    else refuse(dispatcher, request, reply, nothingHere());
  });
  closeWith(app, dispatcher, options.closeTimeoutMs ?? 5_000);
  return app;
}

function createHttpServer(dispatcher: Dispatcher, fallback: Handler, options: HttpServerOptions): Server {
  const { headTimeoutMs = 20_000 } = options;
  const serve = (expectsContinue: boolean): Handler => {
    return (request, response) => {
      if (request.headers.host === undefined && request.httpVersion === '1.1') {
        dispatcher.refuse(request, response, hostMissing());
      } else if (!dispatcher.dispatch(request, response, expectsContinue)) {
        fallback(request, response);
      }
    };
  };
  const server = createServer({
    IncomingMessage: IncomingRequest,
    ServerResponse: OutgoingAnswer,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: headTimeoutMs,
    // Uploads may take long; each kind of body has a deadline of its own where it is read.
    requestTimeout: 600_000,
    connectionsCheckingInterval: Math.min(headTimeoutMs / 4, 5_000),
    // Node's own refusal has no body.
    requireHostHeader: false,
  });
  server.on('request', serve(false));
  server.on('checkContinue', serve(true));
  // An expectation that nobody knows is passed over, as RFC 9110 allows.
  server.on('checkExpectation', serve(false));
  server.on('clientError', answerClientError);
  return server;
}

function closeWith(app: FastifyInstance, dispatcher: Dispatcher, closeTimeoutMs: number): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', (done) => {
    dispatcher.close();
    timer = setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs).unref();
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearTimeout(timer);
    dispatcher.stop();
    done();
  });
}

function refuse(dispatcher: Dispatcher, request: FastifyRequest, reply: FastifyReply, thrown: unknown): void {
  reply.hijack();
  if (request.exchange === undefined) dispatcher.refuse(request.raw, reply.raw, thrown);
  else request.exchange.refuse(thrown);
}

function nothingHere(): AppError {
  return new AppError('not_found', { message: 'There is nothing at this path. See /docs for the paths.' });
}

function hostMissing(): AppError {
  return new AppError('invalid_request', {
    message: 'The header `Host` is required by HTTP/1.1. Add it.',
    field: 'Host',
  });
}
