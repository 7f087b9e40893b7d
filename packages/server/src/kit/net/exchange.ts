import type { AnswerTaker } from './answer-reader.ts';
import type { Failure, Outcome, ResponseHeaders } from './outcome.ts';
import type { RequestText } from './request-text.ts';
import { exchangeFailure } from './transport-failure.ts';

export interface ExchangeRequest extends RequestText {
  deadlineMs: number;
  maxKeptBodyBytes: number;
  mayGoOut: (() => boolean) | undefined;
}

/** What an exchange holds of the pool: a socket that is being opened, or a connection. */
export interface Lease {
  remoteAddress: string;
  /** Whether the connection carried a request before. */
  isReused: boolean;
  /** Ends the use before the answer is complete, and the socket with it. */
  abandon(): void;
}

/** Interim answers (1xx) that one request may get; a flood of them is an attack. */
const MAX_INTERIM_ANSWERS = 16;
/**
 * How soon the end of a reused connection must show to count as closed while idle: a round trip.
 * Later than that, the receiver may have been at work on the request.
 */
const CLOSING_WINDOW_MS = 1_000;
/**
 * Body bytes that are read before the answer is given up: whatever comes after them, only the first of them are kept.
 */
const MAX_BODY_BYTES = 4_194_304;
/** What a second part of a body is given room for. */
const MIN_KEPT_BYTES = 1_024;
const NO_BYTES = Buffer.alloc(0);

/**
 * One request and its answer, from the moment it is asked for to the last byte of the body. It makes
 * no stream and no abort signal, which cost more than all the rest. Settles exactly once, at the
 * latest at the deadline.
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
  /** Grows with what comes: a buffer for each part would take more memory than the parts. */
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

  /** Called by the pool when a place in it is taken; `phase` says what is then waited for. */
  takeLease(lease: Lease, phase: 'for a connection' | 'for the head of the answer'): void {
    this.#lease = lease;
    this.#leasedMs = performance.now();
    this.#phase = phase;
  }

  /** Answers whether the request may be written now; one that may not has ended with that, and its connection. */
  goOut(): boolean {
    if (this.#isSettled) return false;
    if (this.request.mayGoOut?.() ?? true) {
      this.#wasWritten = true;
      return true;
    }
    // What went out once before is an attempt all the same.
    this.fail(this.#wasWritten ? exchangeFailure(new Error('not sent again')) : withdrawnFailure);
    return false;
  }

  /** Ends the exchange without an answer; does nothing once it is settled. */
  fail(failure: Failure): void {
    if (this.#isSettled) return;
    this.#finish(failure);
    this.#lease?.abandon();
  }

  /** The head of an answer; one below 200 comes before the real one. */
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

  /** Copied: the part is a window on what all connections are read into. */
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

  /** The answer is complete. */
  receiveEnd(): void {
    if (this.#isSettled) return;
    const isSuccess = this.#status >= 200 && this.#status < 300;
    this.#finish(isSuccess ? undefined : statusFailure(this.#status));
  }

  /**
   * The connection failed. Answers whether the request should be sent once more: the connection had
   * been kept open, and the receiver closed it without a byte of an answer.
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
