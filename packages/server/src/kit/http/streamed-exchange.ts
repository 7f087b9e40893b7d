import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { BytePace } from '../byte-pace.ts';
import { type DrainBounds, drainBody } from './drain-body.ts';
import { Exchange, type ExchangeHost, JSON_TYPE, textOf } from './exchange.ts';
import { OutgoingAnswer } from './outgoing-answer.ts';
import { payerOf } from './read-body.ts';
import type { Reply } from './reply.ts';

/** Discarded bytes count this many times: reading them is of no use to anybody. */
const WASTE = 4;

/** A reader that has taken nothing of an answer for this long is gone, whatever its connection says. */
const STALLED_MS = 120_000;

export interface OpenStream {
  source: Readable;
  response: ServerResponse;
}

export interface StreamedExchangeHost extends ExchangeHost {
  /** Streams being sent; ended when the server stops. */
  readonly openStreams: Set<OpenStream>;
  readonly drainBounds: DrainBounds;
  readonly bodyPace: BytePace;
}

/** An exchange over node:http's streams: any request, any answer. */
export class StreamedExchange extends Exchange<IncomingMessage> {
  readonly response: ServerResponse;
  /** The client waits for `100 Continue` before it sends the body. */
  expectsContinue = false;
  readonly #host: StreamedExchangeHost;
  #isDraining = false;

  constructor(
    host: StreamedExchangeHost,
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ) {
    super(host, request, requestId);
    this.#host = host;
    this.response = response;
  }

  protected get peer(): string | undefined {
    return this.request.socket.remoteAddress;
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
    // A handler's own headers may contain client input, so node:http must validate them.
    const isPlain = answer.headers === undefined && !this.#closes;
    this.#sendText(answer.status, textOf(answer), answer.headers, isPlain && this.response.shouldKeepAlive);
  }

  refuse(thrown: unknown): void {
    const { error, text } = this.fail(thrown);
    if (this.response.headersSent) {
      // Part of the answer has been sent; only closing the connection can show that it is incomplete.
      this.response.destroy();
      this.done(error.status);
      return;
    }
    if (!this.expectsContinue) this.#drain();
    this.#sendText(error.status, text, error.headers);
  }

  #drain(): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    const { bodyPace, drainBounds } = this.#host;
    const payer = payerOf(this.principal);
    drainBody(this.request, drainBounds, (bytes, goOn) => bodyPace.take(payer, WASTE * bytes, goOn));
  }

  /** A client that still waits for `100 Continue` may never send the body it announced. */
  get #closes(): boolean {
    return this.#host.isClosing || this.expectsContinue;
  }

  /** `isPlain`: all headers are our own, and the connection stays open. */
  #sendText(
    status: number,
    text: string | undefined,
    headers: Record<string, string> | undefined,
    isPlain = false,
  ): void {
    const { response } = this;
    const head = this.head(headers, this.#closes);
    if (text === undefined) {
      if (status !== 204) head.push('content-length', 0);
      response.writeHead(status, head as string[]);
      this.#end(response);
    } else {
      if (headers?.['content-type'] === undefined) head.push('content-type', JSON_TYPE);
      const length = Buffer.byteLength(text);
      head.push('content-length', length);
      // As many bytes as characters means pure ASCII, which writes faster as latin1.
      const encoding = length === text.length ? 'latin1' : 'utf8';
      if (isPlain && response instanceof OutgoingAnswer) response.sendWhole(status, head, text, encoding);
      else {
        response.writeHead(status, head as string[]).write(text, encoding);
        this.#end(response);
      }
    }
    this.done(status);
  }

  /**
   * Ending the answer makes node:http close a connection whose client asked for that, so first the rest of
   * the body must be read.
   */
  #end(response: ServerResponse): void {
    const { request } = this;
    const isWaiting = request.headers.expect !== undefined;
    if (request.complete || request.destroyed || response.shouldKeepAlive || isWaiting) {
      response.end();
      return;
    }
    // Perhaps nobody has read it: an immediate answer can precede the event that says the request is
    // complete.
    if (!request.readableFlowing) this.#drain();
    request.once('close', () => response.end());
  }

  #sendStream({ status, headers }: Reply, source: Readable): void {
    const { request, response } = this;
    if (response.destroyed) {
      // The reader disconnected while the stream was being opened.
      source.destroy();
      this.done(status);
      return;
    }
    response.writeHead(status, this.head(headers, this.#closes) as string[]);
    if (request.method === 'HEAD') {
      source.destroy();
      response.end();
      this.done(status);
      return;
    }
    const open = { source, response };
    this.#host.openStreams.add(open);
    source.on('error', () => response.destroy());
    // A reader that disconnects mid-stream is normal; `close` follows.
    response.on('error', () => {});
    response.on('close', () => {
      this.#host.openStreams.delete(open);
      source.destroy();
      this.done(status);
    });
    response.setTimeout(STALLED_MS, () => response.destroy());
    response.flushHeaders();
    source.pipe(response);
  }
}
