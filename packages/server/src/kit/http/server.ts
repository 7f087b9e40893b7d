import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '../errors/index.ts';
import type { LineLog } from '../observability/index.ts';
import { required } from '../required.ts';
import { checkHeaders } from './check-headers.ts';
import { answerClientError } from './client-errors.ts';
import { ConnectionLimit } from './connection-limit.ts';
import { DirectLane } from './direct-lane.ts';
import { Dispatcher } from './dispatcher.ts';
import type { DispatcherOptions } from './dispatcher-options.ts';
import { IncomingRequest } from './incoming-request.ts';
import { KEEP_ALIVE_MS, OutgoingAnswer } from './outgoing-answer.ts';
import { createRequestLog } from './request-log.ts';
import type { StreamedExchange } from './streamed-exchange.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for a request that Fastify answers. */
    exchange: StreamedExchange | undefined;
  }
}

export interface HttpServerOptions extends Omit<DispatcherOptions, 'requestLog'> {
  /** Receives one wide line per request. */
  log: LineLog;
  /** How long a request head may take to arrive. */
  headTimeoutMs?: number;
  /** Connections that may be open at once; unlimited by default. */
  maxConnections?: number;
  /** How long a stop waits for answers in progress. */
  closeTimeoutMs?: number;
  /**
   * How long a stop keeps serving while asking each client to reconnect, before it closes idle connections:
   * if other processes serve this port, no client then hits a closed connection. 0 by default.
   */
  lingerMs?: number;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The HTTP server. The dispatcher serves the route table: complete requests straight from the socket, which
 * is the hot path, and the rest through node:http. Fastify comes after it, for what plugins provide: the
 * pages for people.
 */
export function buildHttpServer(options: HttpServerOptions): FastifyInstance {
  const { maxConnections = Number.POSITIVE_INFINITY } = options;
  const dispatcher = new Dispatcher({
    // Slow senders of one organization must leave connections for the others.
    mostBodiesOfOne: Math.ceil(maxConnections / 2),
    ...options,
    requestLog: createRequestLog(options.log),
  });
  let lane: DirectLane | undefined;
  const app = Fastify({
    logger: false,
    forceCloseConnections: 'idle',
    // The server has its own handler, below; Fastify would answer a second time.
    clientErrorHandler: () => {},
    serverFactory: (fallback) => {
      const limit = new ConnectionLimit(maxConnections);
      const server = createHttpServer(dispatcher, fallback as Handler, limit, options);
      lane = openDirectLane(server, dispatcher, limit, sweepMs(options));
      return server;
    },
    frameworkErrors: (error, request, reply) => refuse(dispatcher, request, reply as FastifyReply, error),
  });
  app.decorateRequest('exchange', undefined);
  // Only the dispatcher reads bodies.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error, request, reply) => refuse(dispatcher, request, reply, error));
  app.setNotFoundHandler((request, reply) => refuse(dispatcher, request, reply, routeNotFound()));
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) {
      request.exchange = dispatcher.watch(request.raw, reply.raw, request.routeOptions.url ?? 'unmatched');
      return done();
    }
    // Reached when Fastify gets the request first, as with `inject`.
    if (dispatcher.dispatch(request.raw, reply.raw)) reply.hijack();
    else refuse(dispatcher, request, reply, routeNotFound());
  });
  const { closeTimeoutMs = 5_000, lingerMs = 0 } = options;
  closeWith(app, dispatcher, required(lane, 'the lane for requests that came whole'), {
    closeTimeoutMs,
    lingerMs,
  });
  return app;
}

const HEAD_TIMEOUT_MS = 20_000;

/** How often slow connections are checked. */
function sweepMs({ headTimeoutMs = HEAD_TIMEOUT_MS }: HttpServerOptions): number {
  return Math.min(headTimeoutMs / 4, 5_000);
}

function createHttpServer(
  dispatcher: Dispatcher,
  fallback: Handler,
  limit: ConnectionLimit,
  options: HttpServerOptions,
): Server {
  const { headTimeoutMs = HEAD_TIMEOUT_MS } = options;
  const serve = (expectsContinue: boolean): Handler => {
    return (request, response) => {
      const { socket } = request;
      limit.begin(socket);
      response.once('close', () => limit.end(socket));
      const refusal = checkHeaders(request);
      if (refusal !== undefined) {
        dispatcher.refuse(request, response, refusal);
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
    // Uploads may take long; each kind of body has its own deadline where it is read.
    requestTimeout: 600_000,
    connectionsCheckingInterval: sweepMs(options),
    // Node's own answer to a missing Host has no body.
    requireHostHeader: false,
  });
  server.on('request', serve(false));
  server.on('checkContinue', serve(true));
  // Unknown expectations are ignored, as RFC 9110 allows.
  server.on('checkExpectation', serve(false));
  server.on('clientError', answerClientError);
  return server;
}

/**
 * Puts the direct lane in front of node:http, which receives connections the way its documentation describes.
 */
function openDirectLane(
  server: Server,
  dispatcher: Dispatcher,
  limit: ConnectionLimit,
  sweepMs: number,
): DirectLane {
  const listeners = server.listeners('connection');
  const lane = new DirectLane({
    serve: (request, sink) => dispatcher.dispatchWhole(request, sink),
    handOver: (socket) => {
      for (const listener of listeners) listener.call(server, socket);
    },
    limit,
    sweepMs,
  });
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    limit.take(socket);
    lane.take(socket);
  });
  return lane;
}

function closeWith(
  app: FastifyInstance,
  dispatcher: Dispatcher,
  lane: DirectLane,
  { closeTimeoutMs, lingerMs }: { closeTimeoutMs: number; lingerMs: number },
): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    dispatcher.close();
    if (lingerMs > 0) await sleep(lingerMs);
    lane.close();
    timer = setTimeout(() => {
      app.server.closeAllConnections();
      lane.destroy();
    }, closeTimeoutMs).unref();
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

function routeNotFound(): AppError {
  return new AppError('not_found', { message: 'There is nothing at this path. See /docs for the paths.' });
}
