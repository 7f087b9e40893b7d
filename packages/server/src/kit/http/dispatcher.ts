import type { IncomingMessage, ServerResponse } from 'node:http';
import { BytePace } from '../byte-pace.ts';
import { systemClock } from '../clock.ts';
import { inTrace } from '../observability/index.ts';
import { type AdmissionPorts, admit } from './admission.ts';
import { ClientAddresses } from './client-addresses.ts';
import { ServedRoute, type Target } from './compile-route.ts';
import { Cors } from './cors.ts';
import { type AnswerSink, DirectExchange } from './direct-exchange.ts';
import type { DispatcherOptions } from './dispatcher-options.ts';
import { DRAIN_BOUNDS, type DrainBounds } from './drain-body.ts';
import type { Exchange } from './exchange.ts';
import { methodOf, originFormOf } from './incoming-request.ts';
import { malformedPath, wrongMethod } from './path-refusals.ts';
import { BODY_PACE, BodyReader } from './read-body.ts';
import type { Reply } from './reply.ts';
import { newRequestId } from './request-id.ts';
import { endRequestSpan, startRequestSpan } from './request-span.ts';
import { type RouteMatch, RouteTree } from './route-tree.ts';
import { type OpenStream, StreamedExchange, type StreamedExchangeHost } from './streamed-exchange.ts';
import { receiveUpload } from './upload.ts';
import type { UploadColumn } from './upload-column.ts';
import type { WholeRequest } from './whole-request.ts';

/**
 * Takes each request of the route table from its head to its answer: route, key, limits, scope, path and
 * query, body, handler.
 */
export class Dispatcher implements StreamedExchangeHost {
  readonly openStreams = new Set<OpenStream>();
  readonly drainBounds: DrainBounds;
  readonly bodyPace: BytePace;
  readonly clientAddresses: ClientAddresses;
  isClosing = false;
  readonly #routes = new RouteTree<ServedRoute>();
  readonly #ports: AdmissionPorts;
  readonly #bodies: BodyReader;
  readonly #options: DispatcherOptions;
  readonly #cors: Cors | undefined;

  constructor(options: DispatcherOptions) {
    const { authenticator, rateLimiter, clock = systemClock, reach } = options;
    this.#options = options;
    this.#cors = options.corsOrigins?.length ? new Cors(options.corsOrigins) : undefined;
    this.#ports = { authenticator, rateLimiter, clock, reach };
    this.bodyPace = new BytePace(options.bodyPace ?? BODY_PACE);
    this.#bodies = new BodyReader(this.bodyPace, options.bodyTimeoutMs, options.mostBodiesOfOne);
    this.drainBounds = options.drainBounds ?? DRAIN_BOUNDS;
    this.clientAddresses = new ClientAddresses(options.trustedProxies);
    for (const row of options.routes) {
      const served = new ServedRoute(row, options);
      for (const path of [row.path, ...(row.otherPaths ?? [])]) {
        this.#routes.add(row.method, path, served);
        // RFC 9110 requires HEAD wherever there is GET.
        if (row.method === 'GET') this.#routes.add('HEAD', path, served);
      }
    }
  }

  /**
   * Serves the request and returns true, unless its path is not in the route table: then does nothing and
   * returns false.
   */
  dispatch(request: IncomingMessage, response: ServerResponse, expectsContinue = false): boolean {
    const url = originFormOf(request);
    const queryAt = url.indexOf('?');
    const path = queryAt === -1 ? url : url.slice(0, queryAt);
    let match: RouteMatch<ServedRoute> | undefined;
    try {
      match = this.#routes.find(methodOf(request), path);
      if (match === undefined) return this.#refuseMethod(request, response, path);
    } catch {
      this.#open(request, response, expectsContinue).refuse(malformedPath());
      return true;
    }
    const exchange = this.#open(request, response, expectsContinue);
    this.#serve(exchange, match, queryAt === -1 ? '' : url.slice(queryAt + 1));
    return true;
  }

  /**
   * Serves a request that arrived complete. Returns false, having done nothing, when its row needs a stream
   * or its path matches none.
   */
  dispatchWhole(request: WholeRequest, sink: AnswerSink): boolean {
    const { url, method, body } = request;
    const queryAt = url.indexOf('?');
    let match: RouteMatch<ServedRoute> | undefined;
    try {
      match = this.#routes.find(method, queryAt === -1 ? url : url.slice(0, queryAt));
    } catch {
      return false;
    }
    if (match === undefined || !match.value.isDirect || body.length > match.value.limitBytes) return false;
    const exchange = new DirectExchange(this, request, newRequestId(), sink);
    this.#addCors(exchange);
    this.#serve(exchange, match, queryAt === -1 ? '' : url.slice(queryAt + 1));
    return true;
  }

  /** Answers a request that no route serves. */
  refuse(request: IncomingMessage, response: ServerResponse, thrown: unknown): void {
    this.#open(request, response, false).refuse(thrown);
  }

  /** Gives a request that something else answers its id and its log line. */
  watch(request: IncomingMessage, response: ServerResponse, route: string): StreamedExchange {
    const exchange = this.#open(request, response, false);
    exchange.route = route;
    response.setHeader('x-request-id', exchange.requestId);
    response.once('close', () => {
      if (exchange.isDone) return;
      this.exchangeEnded(exchange, response.statusCode, performance.now() - exchange.startedAt);
    });
    return exchange;
  }

  exchangeEnded(exchange: Exchange, status: number, durationMs: number): void {
    const { span } = exchange;
    const traceId = span?.context.isSampled ? span.context.traceId : undefined;
    const { route, request } = exchange;
    this.#options.observer.requestDone(route, methodOf(request), status, durationMs, traceId);
    endRequestSpan(exchange, status);
    this.#options.requestLog.write(exchange, status, durationMs);
    if (exchange.principal !== undefined) this.#options.requestBook?.note(exchange, status, durationMs);
  }

  /** Ends streams that would not end by themselves, and asks clients to close their connections. */
  close(): void {
    this.isClosing = true;
    for (const { source, response } of this.openStreams) {
      source.unpipe(response);
      response.end();
      source.destroy();
    }
  }

  stop(): void {
    this.#bodies.stop();
    this.bodyPace.stop();
  }

  #open(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): StreamedExchange {
    const exchange = new StreamedExchange(this, request, response, newRequestId());
    exchange.expectsContinue = expectsContinue;
    this.#addCors(exchange);
    return exchange;
  }

  #addCors({ headers, request }: Exchange): void {
    if (this.#cors !== undefined) headers.push(...this.#cors.headersFor(request.headers));
  }

  #serve(
    exchange: StreamedExchange | DirectExchange,
    match: RouteMatch<ServedRoute>,
    queryText: string,
  ): void {
    const { tracing } = this.#options;
    exchange.route = match.value.row.path;
    exchange.isFrequent = match.value.isFrequent;
    if (tracing !== undefined) exchange.span = startRequestSpan(tracing, exchange, match.value.row);
    try {
      const waiting = admit(this.#ports, match.value.entry, exchange);
      if (waiting === undefined) this.#afterAdmission(exchange, match, queryText);
      else
        waiting
          .then(() => this.#afterAdmission(exchange, match, queryText))
          .catch((error) => exchange.refuse(error));
    } catch (error) {
      exchange.refuse(error);
    }
  }

  #afterAdmission(
    exchange: StreamedExchange | DirectExchange,
    { value: route, params }: RouteMatch<ServedRoute>,
    queryText: string,
  ): void {
    if (exchange instanceof DirectExchange) {
      const target = route.readTarget(queryText, params);
      route.checkBodyHead(exchange.request);
      this.#run(exchange, route, target, exchange.request.body);
      return;
    }
    const { upload } = route.row;
    if (upload !== undefined) {
      route.checkBodyHead(exchange.request);
      this.#runUpload(exchange, { value: route, params }, queryText, upload).catch((error) =>
        exchange.refuse(error),
      );
      return;
    }
    const target = route.readTarget(queryText, params);
    if (!route.takesBody) {
      this.#run(exchange, route, target, undefined);
      return;
    }
    route.checkBodyHead(exchange.request);
    this.#bodies.read(exchange, route, (refusal, bytes) => {
      if (refusal === undefined) this.#run(exchange, route, target, bytes);
      else exchange.refuse(refusal);
    });
  }

  #run(exchange: Exchange, route: ServedRoute, target: Target, bytes: Buffer | undefined): void {
    let answer: Reply | Promise<Reply>;
    try {
      const { span } = exchange;
      answer =
        span === undefined
          ? route.run(exchange, target, bytes)
          : inTrace(span.context, () => route.run(exchange, target, bytes));
      if (!(answer instanceof Promise)) {
        exchange.send(answer);
        return;
      }
    } catch (error) {
      exchange.refuse(error);
      return;
    }
    answer.then(
      (settled) => this.#send(exchange, settled),
      (error) => exchange.refuse(error),
    );
  }

  #send(exchange: Exchange, answer: Reply): void {
    try {
      exchange.send(answer);
    } catch (error) {
      exchange.refuse(error);
    }
  }

  /**
   * Stores the file, then runs the handler; a request that is refused, or answered from a stored answer,
   * leaves no file.
   */
  async #runUpload(
    exchange: StreamedExchange,
    { value: route, params }: RouteMatch<ServedRoute>,
    queryText: string,
    upload: UploadColumn,
  ): Promise<void> {
    const { file, fields } = await receiveUpload(exchange, upload, this.#options.bodyTimeoutMs);
    let answer: Reply;
    let isReplayed = false;
    try {
      const target = route.readTarget(queryText, params, fields);
      const { span } = exchange;
      const run = () => route.run(exchange, target, undefined, file);
      answer = await (span === undefined ? run() : inTrace(span.context, run));
      isReplayed = exchange.headers.includes('idempotent-replayed');
    } catch (error) {
      await upload.discard(file.stored);
      throw error;
    }
    if (isReplayed) await upload.discard(file.stored);
    exchange.send(answer);
  }

  /** Answers that depend only on the path: the methods it allows. */
  #refuseMethod(request: IncomingMessage, response: ServerResponse, path: string): boolean {
    const methods = this.#routes.methodsAt(path);
    if (methods.length === 0) return false;
    const allow = [...methods, 'OPTIONS'].join(', ');
    const exchange = this.#open(request, response, false);
    const preflight = this.#cors?.preflightHeaders(allow);
    if (request.method === 'OPTIONS') exchange.send({ status: 204, headers: { allow, ...preflight } });
    else exchange.refuse(wrongMethod(methodOf(request), allow));
    return true;
  }
}
