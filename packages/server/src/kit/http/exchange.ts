import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { AppError } from '../errors/index.ts';
import { OutgoingAnswer } from './outgoing-answer.ts';
import type { Principal } from './ports.ts';
import type { DrainBounds } from './read-body.ts';
import { drainBody } from './read-body.ts';
import { errorBody, toAppError } from './reply-error.ts';
import type { Reply } from './route.ts';

/** What all exchanges of a server share. */
export interface ExchangeHost {
  /** Told once for each answer that was handed over, or could not be. */
  exchangeDone(exchange: Exchange, status: number, durationMs: number): void;
  /** Streams that are being sent; ended when the server stops. */
  readonly openStreams: Set<OpenStream>;
  readonly drainBounds: DrainBounds;
  /** The server stops: no connection is to be used again. */
  isClosing: boolean;
}

export interface OpenStream {
  source: Readable;
  response: ServerResponse;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** One request and the one answer to it. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly startedAt = performance.now();
  /** The path of the route table that serves it. */
  route = 'unmatched';
  principal: Principal | undefined;
  failure: AppError | undefined;
  logFields: Record<string, unknown> | undefined;
  /** Names and values in turn, for headers that every answer from here on carries. */
  headers: (string | number)[] = [];
  /** The client waits for `100 Continue` before it sends the body. */
  expectsContinue = false;
  /** The answer was handed over, or could not be. */
  isDone = false;
  readonly #host: ExchangeHost;

  constructor(host: ExchangeHost, request: IncomingMessage, response: ServerResponse, requestId: string) {
    this.#host = host;
    this.request = request;
    this.response = response;
    this.requestId = requestId;
  }

  /** Tells a waiting client to send its body. */
  continue(): void {
    if (!this.expectsContinue) return;
    this.expectsContinue = false;
    this.response.writeContinue();
  }

  send(answer: Reply): void {
    if (answer.stream !== undefined) {
      this.#sendStream(answer, answer.stream);
      return;
    }
    const text = answer.json ?? (answer.body === undefined ? undefined : JSON.stringify(answer.body));
    // Headers of a handler's own may hold what a client sent, which node:http is to look over.
    const isPlain = answer.headers === undefined && !this.expectsContinue && !this.#host.isClosing;
    this.#sendText(answer.status, text, answer.headers, isPlain && this.response.shouldKeepAlive);
  }

  /** Answers with the error body, whatever was thrown. */
  refuse(thrown: unknown): void {
    const error = toAppError(thrown);
    this.failure = error;
    if (this.response.headersSent) {
      // Half an answer is out; only the end of the connection can tell that it is not whole.
      this.response.destroy();
      this.#done(error.status);
      return;
    }
    if (!this.expectsContinue) drainBody(this.request, this.#host.drainBounds);
    this.#sendText(error.status, JSON.stringify(errorBody(error, this.requestId)), error.headers);
  }

  /** `isPlain`: all headers are our own, and none is about the connection, which stays open. */
  #sendText(
    status: number,
    text: string | undefined,
    headers: Record<string, string> | undefined,
    isPlain = false,
  ): void {
    const { response } = this;
    const head = this.#head(headers);
    if (text === undefined) {
      if (status !== 204) head.push('content-length', 0);
      response.writeHead(status, head as string[]).end();
    } else {
      if (headers?.['content-type'] === undefined) head.push('content-type', JSON_TYPE);
      const length = Buffer.byteLength(text);
      head.push('content-length', length);
      // As many bytes as characters: all of it is ASCII, which is cheaper to write when told.
      const encoding = length === text.length ? 'latin1' : 'utf8';
      if (isPlain && response instanceof OutgoingAnswer) response.sendWhole(status, head, text, encoding);
      else response.writeHead(status, head as string[]).end(text, encoding);
    }
    this.#done(status);
  }

  #sendStream({ status, headers }: Reply, source: Readable): void {
    const { request, response } = this;
    if (response.destroyed) {
      // The reader went away while the stream was being opened.
      source.destroy();
      this.#done(status);
      return;
    }
    response.writeHead(status, this.#head(headers) as string[]);
    if (request.method === 'HEAD') {
      source.destroy();
      response.end();
      this.#done(status);
      return;
    }
    const open = { source, response };
    this.#host.openStreams.add(open);
    source.on('error', () => response.destroy());
    // A reader that goes away between two parts is no news; `close` follows.
    response.on('error', () => {});
    response.on('close', () => {
      this.#host.openStreams.delete(open);
      source.destroy();
      this.#done(status);
    });
    response.flushHeaders();
    source.pipe(response);
  }

  #head(own: Record<string, string> | undefined): (string | number)[] {
    const head = this.headers;
    head.push('x-request-id', this.requestId);
    if (own !== undefined) for (const name in own) head.push(name, own[name]!);
    // A client that still waits for `100 Continue` may never send the body that it announced.
    if (this.#host.isClosing || this.expectsContinue) head.push('connection', 'close');
    return head;
  }

  #done(status: number): void {
    this.isDone = true;
    this.#host.exchangeDone(this, status, performance.now() - this.startedAt);
  }
}
