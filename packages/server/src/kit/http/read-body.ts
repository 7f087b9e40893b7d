import type { IncomingMessage } from 'node:http';
import type { BytePace, PaceBounds } from '../byte-pace.ts';
import { AppError } from '../errors/index.ts';
import { type FieldSizes, SizeWatch } from './field-sizes.ts';
import { type BodyTaker, IncomingRequest } from './incoming-request.ts';

/** A request whose body has not arrived yet. */
interface AnnouncedBody {
  readonly request: IncomingMessage;
  /** Its principal; undefined on public routes. */
  readonly principal: { readonly orgId: string } | undefined;
  /** Sends `100 Continue` to a client that waits for it. */
  continue(): void;
}

/** Limits for a body. */
export interface BodyBounds {
  limitBytes: number;
  fieldSizes: FieldSizes | undefined;
}

type BodyDone = (refusal: AppError | undefined, bytes: Buffer | undefined) => void;

/**
 * A body that takes longer than this to arrive is refused, so that slow senders do not hold resources for
 * long.
 */
export const BODY_TIMEOUT_MS = 15_000;

/**
 * Per organization; requests without a known key share one allowance. A megabyte of JSON takes the service's
 * thread 20 to 50 ms to read, so nobody whose bodies the service could keep up with is slowed down.
 */
export const BODY_PACE: PaceBounds = { bytesPerSecond: 32 * 1_048_576, burstBytes: 8 * 1_048_576 };

/** Reads whole request bodies, each within a deadline. */
export class BodyReader {
  // A timer per request would cost more than everything else here; one sweep serves all.
  readonly #reading = new Set<BodyReading>();
  readonly #sweeper: NodeJS.Timeout;
  readonly #timeoutMs: number;
  readonly #mostOfOne: number;
  readonly #byOwner = new Map<string, number>();
  readonly #pace: BytePace;

  /** `mostOfOne`: bodies of one organization in progress at once. */
  constructor(pace: BytePace, timeoutMs = BODY_TIMEOUT_MS, mostOfOne = Number.POSITIVE_INFINITY) {
    this.#pace = pace;
    this.#timeoutMs = timeoutMs;
    this.#mostOfOne = mostOfOne;
    this.#sweeper = setInterval(() => this.#sweep(), Math.min(timeoutMs / 4, 1_000)).unref();
  }

  /**
   * Calls `done` once: with the bytes; or with 413 as soon as the body is known to be too large, 408 when it
   * is late, 400 when it ends early or as soon as one of its fields is too large.
   */
  read(exchange: AnnouncedBody, bounds: BodyBounds, done: BodyDone): void {
    const { request } = exchange;
    const { limitBytes } = bounds;
    const declared = request.headers['content-length'];
    if (declared !== undefined && Number(declared) > limitBytes) {
      done(tooLarge(limitBytes), undefined);
      return;
    }
    const owner = payerOf(exchange.principal);
    const count = this.#byOwner.get(owner) ?? 0;
    if (count >= this.#mostOfOne) {
      done(tooMany(), undefined);
      return;
    }
    const pace: Pace = (bytes, goOn) => this.#pace.take(owner, bytes, goOn);
    const reading: BodyReading = new BodyReading(request, bounds, pace, (refusal, bytes) => {
      this.#reading.delete(reading);
      this.#leave(owner);
      done(refusal, bytes);
    });
    this.#byOwner.set(owner, count + 1);
    this.#reading.add(reading);
    exchange.continue();
    reading.start();
  }

  #leave(owner: string): void {
    const left = (this.#byOwner.get(owner) ?? 1) - 1;
    if (left > 0) this.#byOwner.set(owner, left);
    else this.#byOwner.delete(owner);
  }

  stop(): void {
    clearInterval(this.#sweeper);
  }

  #sweep(): void {
    const startedBefore = performance.now() - this.#timeoutMs;
    for (const reading of this.#reading) {
      // They are ordered by start time.
      if (reading.startedAt > startedBefore) return;
      reading.settle(reading.wasHeld ? tooMany() : tooSlow(this.#timeoutMs));
    }
  }
}

/** Counts received bytes; false: stop reading until the callback is called. */
type Pace = (bytes: number, goOn: () => void) => boolean;

/** Whose allowance a body counts against. */
export function payerOf(principal: { readonly orgId: string } | undefined): string {
  return principal?.orgId ?? '';
}

/** Shorter bodies cost no more than any request, which rate limits cover. */
const FREE_BYTES = 65_536;

class BodyReading implements BodyTaker {
  readonly startedAt = performance.now();
  /** Its sender was paused in favour of others of the same owner. */
  wasHeld = false;
  readonly #request: IncomingMessage;
  readonly #bounds: BodyBounds;
  readonly #pace: Pace;
  #watch: SizeWatch | undefined;
  readonly #done: BodyDone;
  #first: Buffer | undefined;
  #others: Buffer[] | undefined;
  #size = 0;
  #isSettled = false;

  constructor(request: IncomingMessage, bounds: BodyBounds, pace: Pace, done: BodyDone) {
    this.#request = request;
    this.#bounds = bounds;
    this.#pace = pace;
    this.#done = done;
  }

  start(): void {
    const request = this.#request;
    if (request instanceof IncomingRequest && request.takeBody(this)) return;
    request.on('data', (chunk: Buffer) => {
      if (!this.add(chunk)) request.pause();
    });
    request.on('end', () => this.end());
    request.on('error', () => this.fail());
  }

  add(part: Buffer): boolean {
    if (this.#isSettled) return true;
    this.#keep(part);
    if (this.#isSettled || this.#size <= FREE_BYTES) return true;
    const goesOn = this.#pace(part.length, () => this.#goOn());
    if (!goesOn) this.wasHeld = true;
    return goesOn;
  }

  #goOn(): void {
    if (this.#isSettled) return;
    if (this.#request instanceof IncomingRequest && this.#request.readOn()) return;
    this.#request.resume();
  }

  #keep(part: Buffer): void {
    this.#size += part.length;
    const { limitBytes, fieldSizes } = this.#bounds;
    if (this.#size > limitBytes) {
      this.settle(tooLarge(limitBytes));
      return;
    }
    if (this.#first === undefined) this.#first = part;
    else if (this.#others === undefined) this.#others = [part];
    else this.#others.push(part);
    if (fieldSizes !== undefined && this.#size > fieldSizes.least) this.#watchFields(fieldSizes, part);
  }

  #watchFields(sizes: FieldSizes, part: Buffer): void {
    try {
      if (this.#watch === undefined) {
        this.#watch = new SizeWatch(sizes);
        // Most bodies end before there is anything to check.
        for (const earlier of [this.#first ?? part, ...(this.#others ?? [])]) this.#watch.add(earlier);
      } else this.#watch.add(part);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.settle(error);
    }
  }

  end(): void {
    this.settle(undefined);
  }

  fail(): void {
    this.settle(endedEarly());
  }

  settle(refusal: AppError | undefined): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    const [first = NO_BYTES, others = []] = [this.#first, this.#others];
    this.#first = undefined;
    this.#others = undefined;
    if (refusal === undefined) {
      this.#done(undefined, others.length === 0 ? first : Buffer.concat([first, ...others], this.#size));
      return;
    }
    // Whoever refuses the request drains the rest from the stream.
    if (this.#request instanceof IncomingRequest) this.#request.leaveBody();
    this.#done(refusal, undefined);
  }
}

const NO_BYTES = Buffer.alloc(0);

function tooLarge(limitBytes: number): AppError {
  return new AppError('payload_too_large', {
    message: `The body is larger than ${limitBytes} bytes. Send less, or split it.`,
  });
}

/** Each one holds a connection, and others need connections too. */
function tooMany(): AppError {
  return new AppError('unavailable', {
    message:
      'Too many bodies of your organization are on their way at once. Send them faster, or fewer at once.',
    headers: { 'retry-after': '1' },
  });
}

function tooSlow(timeoutMs: number): AppError {
  return new AppError('request_timeout', {
    message: `The body did not arrive within ${timeoutMs / 1000} seconds. Send it faster, or in smaller parts.`,
    headers: { connection: 'close' },
  });
}

export function endedEarly(): AppError {
  return new AppError('invalid_request', { message: 'The body ended early. Send it whole.' });
}
