import type { AnswerTaker } from './answer-reader.ts';
import type { Failure, Outcome, ResponseHeaders } from './outcome.ts';
import type { RequestText } from './request-text.ts';
import { exchangeFailure } from './transport-failure.ts';

export interface ExchangeRequest extends RequestText {
  deadlineMs: number;
  maxKeptBodyBytes: number;
  mayGoOut: (() => boolean) | undefined;
}

/** An exchange's hold on the pool: a socket being opened, or a connection. */
export interface Lease {
  remoteAddress: string;
  /** Whether the connection has carried a request before. */
  isReused: boolean;
  /** Aborts before the response is complete, closing the socket. */
  abandon(): void;
}

/** Interim responses (1xx) allowed per request; a flood of them is an attack. */
const MAX_INTERIM_ANSWERS = 16;
/**
 * How soon a reused connection must end to count as closed while idle: a round trip. After that, the receiver
 * may have been processing the request.
 */
const CLOSING_WINDOW_MS = 1_000;
/** Body bytes read before the response is abandoned; of these, only the first `maxKeptBodyBytes` are kept. */
const MAX_BODY_BYTES = 4_194_304;
/** Minimum buffer size once a body has a second part. */
const MIN_KEPT_BYTES = 1_024;
const NO_BYTES = Buffer.alloc(0);

/**
 * One request and its response, from the call to the last byte of the body. Uses no stream and no abort
 * signal, which cost more than everything else. Settles exactly once, by the deadline at the latest.
 */
export class Exchange implements AnswerTaker {
  readonly request: ExchangeRequest;
  readonly #settle: (outcome: Outcome) => void;
  readonly #startedMs = performance.now();
  readonly #timer: NodeJS.Timeout;
  #lease: Lease | undefined;
  #phase = 'for a free connection';
  #leasedMs = 0;
  #isSettled = false;
  #wasWritten = false;
  #wasSentAgain = false;
  #interimAnswers = 0;
  #status = 0;
  #headers: ResponseHeaders = {};
  /** Grows as parts arrive: a buffer per part would take more memory than the parts. */
  #kept = NO_BYTES;
  #keptBytes = 0;
  #bodyBytes = 0;

  constructor(request: ExchangeRequest, settle: (outcome: Outcome) => void) {
    this.request = request;
    this.#settle = settle;
    this.#timer = setTimeout(Exchange.#onDeadline, request.deadlineMs, this);
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Called by the pool once the exchange has a place; `phase` says what it waits for next. */
  takeLease(lease: Lease, phase: 'for a connection' | 'for the head of the answer'): void {
    this.#lease = lease;
    this.#leasedMs = performance.now();
    this.#phase = phase;
  }

  /**
   * Returns whether the request may be written now; otherwise the exchange has ended, along with its
   * connection.
   */
  goOut(): boolean {
    if (this.#isSettled) return false;
    if (this.request.mayGoOut?.() ?? true) {
      this.#wasWritten = true;
      return true;
    }
    // If it was already sent once, it counts as an attempt anyway.
    this.fail(this.#wasWritten ? exchangeFailure(new Error('not sent again')) : withdrawnFailure);
    return false;
  }

  /** Ends the exchange without a response; no effect once settled. */
  fail(failure: Failure): void {
    if (this.#isSettled) return;
    this.#finish(failure);
    this.#lease?.abandon();
  }

  /** The head of a response; interim ones (status below 200) precede the real one. */
  receiveHead(status: number, headers: ResponseHeaders): void {
    if (status < 200) {
      this.#interimAnswers += 1;
      if (this.#interimAnswers > MAX_INTERIM_ANSWERS) this.fail(interimFailure);
      return;
    }
    this.#status = status;
    this.#headers = headers;
    this.#phase = 'for the end of the answer';
  }

  receiveBody(chunk: Buffer): void {
    if (this.#isSettled) return;
    this.#bodyBytes += chunk.length;
    const room = this.request.maxKeptBodyBytes - this.#keptBytes;
    if (room > 0) this.#keep(chunk.subarray(0, room));
    if (this.#bodyBytes > MAX_BODY_BYTES) this.fail(bodyFailure);
  }

  /** Copied: the part is a view of the buffer that all connections are read into. */
  #keep(part: Buffer): void {
    const size = this.#keptBytes + part.length;
    if (size > this.#kept.length) {
      const usual = Math.min(Math.max(2 * this.#kept.length, MIN_KEPT_BYTES), this.request.maxKeptBodyBytes);
      const larger = Buffer.allocUnsafe(this.#keptBytes === 0 ? part.length : Math.max(size, usual));
      this.#kept.copy(larger, 0, 0, this.#keptBytes);
      this.#kept = larger;
    }
    part.copy(this.#kept, this.#keptBytes);
    this.#keptBytes = size;
  }

  /** The response is complete. */
  receiveEnd(): void {
    if (this.#isSettled) return;
    const isSuccess = this.#status >= 200 && this.#status < 300;
    this.#finish(isSuccess ? undefined : statusFailure(this.#status));
  }

  /**
   * The connection failed. Returns whether to send the request once more: that is, when a kept-alive
   * connection was closed by the receiver without a byte of a response.
   */
  receiveError(error: unknown): 'send-again' | 'over' {
    if (this.#isSettled) return 'over';
    const failure = exchangeFailure(error);
    const isUnanswered = failure.reason === 'reset' && this.#status === 0 && this.#interimAnswers === 0;
    const isAtOnce = performance.now() - this.#leasedMs < CLOSING_WINDOW_MS;
    if (isUnanswered && isAtOnce && this.#lease?.isReused === true && !this.#wasSentAgain) {
      this.#wasSentAgain = true;
      return 'send-again';
    }
    this.fail(failure);
    return 'over';
  }

  #finish(failure: Failure | undefined): void {
    this.#isSettled = true;
    clearTimeout(this.#timer);
    const durationMs = Math.round(performance.now() - this.#startedMs);
    const remoteAddress = this.#lease?.remoteAddress ?? '';
    const answer = {
      status: this.#status,
      headers: this.#headers,
      body: this.#kept.subarray(0, this.#keptBytes),
      bodyTruncated: this.#bodyBytes > this.#keptBytes,
      remoteAddress,
    };
    if (failure === undefined) this.#settle({ ok: true, ...answer, durationMs });
    else if (this.#status !== 0) this.#settle({ ok: false, ...failure, ...answer, durationMs });
    else
      this.#settle({ ok: false, ...failure, durationMs, ...(remoteAddress === '' ? {} : { remoteAddress }) });
  }

  static #onDeadline(exchange: Exchange): void {
    const seconds = exchange.request.deadlineMs / 1000;
    exchange.fail({
      reason: 'timeout',
      message: `No complete answer within ${seconds} s: still waiting ${exchange.#phase}.`,
    });
  }
}

const withdrawnFailure: Failure = {
  reason: 'withdrawn',
  message: 'The request was taken back before it was sent.',
};

const interimFailure: Failure = {
  reason: 'protocol_error',
  message: 'The receiver sent too many interim (1xx) answers.',
};

const bodyFailure: Failure = {
  reason: 'protocol_error',
  message: `The body of the answer is larger than ${MAX_BODY_BYTES / 1_048_576} MiB.`,
};

function statusFailure(status: number): Failure {
  const text = `The receiver answered ${status} instead of a 2xx status.`;
  const isRedirect = status >= 300 && status < 400;
  return {
    reason: 'unexpected_status',
    message: isRedirect ? `${text} Redirects are not followed; give the final URL.` : text,
  };
}
