import { validateHeaderValue } from 'node:http';
import type { AppError } from '../errors/index.ts';
import { Exchange, type ExchangeHost, JSON_TYPE, textOf } from './exchange.ts';
import { formatHead } from './outgoing-answer.ts';
import type { Reply } from './reply.ts';
import type { WholeRequest } from './whole-request.ts';

/** Takes the single answer to a request that it submitted. */
export interface AnswerSink {
  /** The other end of the connection; undefined when it is closed. */
  readonly peer: string | undefined;
  /** `closes`: the connection is not reused. */
  answer(text: string, encoding: BufferEncoding, closes: boolean): void;
}

/** An exchange whose request arrived complete and whose answer leaves in one piece. */
export class DirectExchange extends Exchange<WholeRequest> {
  readonly #host: ExchangeHost;
  readonly #sink: AnswerSink;

  constructor(host: ExchangeHost, request: WholeRequest, requestId: string, sink: AnswerSink) {
    super(host, request, requestId);
    this.#host = host;
    this.#sink = sink;
  }

  protected get peer(): string | undefined {
    return this.#sink.peer;
  }

  send(answer: Reply): void {
    if (answer.stream !== undefined) {
      answer.stream.destroy();
      throw new Error(`${this.route} answered a stream without saying in its row what it produces`);
    }
    this.#sendText(answer.status, textOf(answer), answer.headers);
  }

  refuse(thrown: unknown): void {
    const { error, text }: { error: AppError; text: string } = this.fail(thrown);
    this.#sendText(error.status, text, error.headers);
  }

  #sendText(status: number, text: string | undefined, own: Record<string, string> | undefined): void {
    // They may contain text that a client sent.
    for (const name in own) validateHeaderValue(name, own[name] ?? '');
    const closes = this.#host.isClosing;
    const head = this.head(own, closes);
    let body = '';
    let encoding: BufferEncoding = own === undefined ? 'latin1' : 'utf8';
    if (text !== undefined) {
      body = text;
      if (own?.['content-type'] === undefined) head.push('content-type', JSON_TYPE);
      const length = Buffer.byteLength(text);
      head.push('content-length', length);
      // As many bytes as characters means pure ASCII, which writes faster as latin1.
      if (length !== text.length) encoding = 'utf8';
    } else if (status !== 204) {
      head.push('content-length', 0);
    }
    const hasEnd = closes || own?.connection === 'close';
    this.#sink.answer(formatHead(status, head, !hasEnd) + body, encoding, hasEnd);
    this.done(status);
  }
}
