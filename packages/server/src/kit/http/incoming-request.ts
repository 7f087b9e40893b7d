import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { required } from '../required.ts';

/** Takes a body as the parser finds it. */
export interface BodyTaker {
  /** False: nothing more is to come until `readOn` is called. */
  add(part: Buffer): boolean;
  end(): void;
  /** The connection ended first. */
  fail(): void;
}

const inheritedEnd = required(
  Object.getOwnPropertyDescriptor(Readable.prototype, 'readableEnded')?.get,
  'what tells the end of a stream',
);

/**
 * A request whose body may be taken without the queue, the events and the turns of a stream: a body that is
 * gathered whole needs none of them, and they cost more than parsing it. Untaken, it is the stream of node:http.
 */
export class IncomingRequest extends IncomingMessage {
  #taker: BodyTaker | undefined;
  #isTaken = false;

  static {
    // Node asks whether the body was read to its end before it lets go of the request.
    Object.defineProperty(IncomingRequest.prototype, 'readableEnded', {
      get(this: IncomingRequest) {
        return this.#isTaken || inheritedEnd.call(this);
      },
    });
  }

  /** Hands what comes to the taker; false when some of it is in the stream already, which is then to be read. */
  takeBody(taker: BodyTaker): boolean {
    if (this.complete || this.destroyed || this.readableLength > 0) return false;
    this.#taker = taker;
    // Tells node:http that the body is wanted.
    this._read(0);
    return true;
  }

  /** Goes on after `add` said no; false when nobody takes the body. */
  readOn(): boolean {
    if (this.#taker === undefined) return false;
    this._read(0);
    return true;
  }

  /** What still comes goes to the stream again. */
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

/** Node leaves open whether a message has one, since answers have none. */
export function methodOf(request: Pick<IncomingMessage, 'method'>): string {
  return required(request.method, 'the method of a request');
}

/** As `methodOf`, for the second word of the first line. */
export function targetOf(request: Pick<IncomingMessage, 'url'>): string {
  return required(request.url, 'the target of a request');
}

/** The target without the host, which it may also name, as for a proxy (RFC 9112, 3.2.2). */
export function originFormOf(request: Pick<IncomingMessage, 'url'>): string {
  const url = targetOf(request);
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
}
