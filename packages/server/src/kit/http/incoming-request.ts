import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { required } from '../required.ts';

/** Receives a body directly from the parser. */
export interface BodyTaker {
  /** False: stop delivering until `readOn` is called. */
  add(part: Buffer): boolean;
  end(): void;
  /** The connection ended before the body did. */
  fail(): void;
}

const inheritedEnd = required(
  Object.getOwnPropertyDescriptor(Readable.prototype, 'readableEnded')?.get,
  'what tells the end of a stream',
);

/**
 * A request whose body can be received without a stream's queue, events and ticks: a body that is collected
 * whole needs none of them, and they cost more than parsing it. If nobody takes the body, it is node:http's
 * normal stream.
 */
export class IncomingRequest extends IncomingMessage {
  #taker: BodyTaker | undefined;
  #isTaken = false;

  static {
    // Before Node releases the request, it checks whether the body was read to its end.
    Object.defineProperty(IncomingRequest.prototype, 'readableEnded', {
      get(this: IncomingRequest) {
        return this.#isTaken || inheritedEnd.call(this);
      },
    });
  }

  /**
   * Delivers the body to the taker; false when part of it is already in the stream, which must then be read.
   */
  takeBody(taker: BodyTaker): boolean {
    if (this.complete || this.destroyed || this.readableLength > 0) return false;
    this.#taker = taker;
    // Tells node:http that someone wants the body.
    this._read(0);
    return true;
  }

  /** Resumes after `add` returned false; false when nobody takes the body. */
  readOn(): boolean {
    if (this.#taker === undefined) return false;
    this._read(0);
    return true;
  }

  /** Sends the rest of the body to the stream again. */
  leaveBody(): void {
    this.#taker = undefined;
  }

  override push(part: Buffer | null, encoding?: BufferEncoding): boolean {
    const taker = this.#taker;
    if (taker === undefined) return super.push(part, encoding);
    if (part === null) {
      this.#taker = undefined;
      this.#isTaken = true;
      taker.end();
      return true;
    }
    return taker.add(part);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const taker = this.#taker;
    this.#taker = undefined;
    super._destroy(error, done);
    taker?.fail();
  }
}

/** Node types it as optional because it shares the class with responses, which have none. */
export function methodOf(request: Pick<IncomingMessage, 'method'>): string {
  return required(request.method, 'the method of a request');
}

/** Like `methodOf`, for the request target. */
export function targetOf(request: Pick<IncomingMessage, 'url'>): string {
  return required(request.url, 'the target of a request');
}

/** The target without scheme and host, which it may include as in a proxy request (RFC 9112, 3.2.2). */
export function originFormOf(request: Pick<IncomingMessage, 'url'>): string {
  const url = targetOf(request);
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
}
