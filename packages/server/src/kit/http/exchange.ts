import type { IncomingHttpHeaders } from 'node:http';
import type { AppError } from '../errors/index.ts';
import type { OpenSpan } from '../observability/index.ts';
import type { ClientAddresses } from './client-addresses.ts';
import type { Principal } from './ports.ts';
import type { Reply } from './reply.ts';
import { errorBody, toAppError } from './reply-error.ts';

/** A request, without its body. */
export interface RequestHead {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** What all exchanges of a server share. */
export interface ExchangeHost {
  /** Called once per answer, whether or not it could be sent. */
  exchangeEnded(exchange: Exchange, status: number, durationMs: number): void;
  /** The server is stopping: connections are not reused. */
  readonly isClosing: boolean;
  readonly clientAddresses: ClientAddresses;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** One request and its answer. */
export abstract class Exchange<Head extends RequestHead = RequestHead> {
  readonly request: Head;
  readonly requestId: string;
  readonly startedAt = performance.now();
  /** The route-table path that serves it. */
  route = 'unmatched';
  /** Its row is called all the time: to read, or to publish events. */
  isFrequent = false;
  principal: Principal | undefined;
  failure: AppError | undefined;
  logFields: Record<string, unknown> | undefined;
  /** Set when tracing is on. */
  span: OpenSpan | undefined;
  /** Headers for every answer from here on, names and values alternating. */
  headers: (string | number)[] = [];
  /** The answer was sent, or could not be. */
  isDone = false;
  readonly #host: ExchangeHost;

  constructor(host: ExchangeHost, request: Head, requestId: string) {
    this.#host = host;
    this.request = request;
    this.requestId = requestId;
  }

  abstract send(answer: Reply): void;

  /** The other end of the connection; undefined when it is closed. */
  protected abstract readonly peer: string | undefined;

  /** Undefined when the connection is closed. */
  get clientAddress(): string | undefined {
    return this.#host.clientAddresses.of(this.peer, this.request.headers['x-forwarded-for']);
  }

  /** Answers with the error body for whatever was thrown. */
  abstract refuse(thrown: unknown): void;

  /** The error to answer with for what was thrown, and its body. */
  protected fail(thrown: unknown): { error: AppError; text: string } {
    const error = toAppError(thrown);
    this.failure = error;
    return { error, text: JSON.stringify(errorBody(error, this.requestId)) };
  }

  /** The headers of the answer, including the reply's own. */
  protected head(own: Record<string, string> | undefined, closes: boolean): (string | number)[] {
    const head = this.headers;
    head.push('x-request-id', this.requestId);
    for (const name in own) head.push(name, own[name] ?? '');
    if (closes) head.push('connection', 'close');
    return head;
  }

  protected done(status: number): void {
    this.isDone = true;
    this.#host.exchangeEnded(this, status, performance.now() - this.startedAt);
  }
}

export function textOf(answer: Reply): string | undefined {
  return answer.json ?? (answer.body === undefined ? undefined : JSON.stringify(answer.body));
}
