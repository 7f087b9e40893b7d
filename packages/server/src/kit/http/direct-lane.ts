import type { Socket } from 'node:net';
import type { ConnectionLimit } from './connection-limit.ts';
import type { AnswerSink } from './direct-exchange.ts';
import { KEEP_ALIVE_MS } from './outgoing-answer.ts';
import { readWholeRequest, type WholeRequest } from './whole-request.ts';

export interface DirectLaneOptions {
  /** Serves the request and answers it once; false, and nothing is done, when it is not for this lane. */
  serve(request: WholeRequest, sink: AnswerSink): boolean;
  /** Takes over a connection, with what it has sent put back into it, for good. */
  handOver(socket: Socket): void;
  /** Told when a request comes and when it is answered. */
  limit: ConnectionLimit;
  /** How often connections that nothing comes over are looked at. */
  sweepMs: number;
}

/**
 * Serves requests that come whole, one at a time, straight from their sockets: for those node:http's streams, events
 * and turns cost more than all else that is done. A connection that sends anything else goes to node:http, and
 * stays there, so that one parser alone decides about what is odd, broken, slow, large or pipelined.
 */
export class DirectLane {
  readonly #options: DirectLaneOptions;
  readonly #connections = new Set<DirectConnection>();
  readonly #sweeper: NodeJS.Timeout;
  #isClosing = false;

  constructor(options: DirectLaneOptions) {
    this.#options = options;
    this.#sweeper = setInterval(() => this.#sweep(), options.sweepMs).unref();
  }

  /** Takes a new connection. */
  take(socket: Socket): void {
    if (this.#isClosing) {
      this.#options.handOver(socket);
      return;
    }
    const { serve, handOver, limit } = this.#options;
    const leave = () => void this.#connections.delete(connection);
    const connection: DirectConnection = new DirectConnection(socket, { serve, handOver, limit, leave });
    this.#connections.add(connection);
  }

  /** Closes what waits for a request; what is being answered is closed after its answer. */
  close(): void {
    this.#isClosing = true;
    clearInterval(this.#sweeper);
    for (const connection of this.#connections) if (connection.isIdle) connection.destroy();
  }

  /** Closes everything. */
  destroy(): void {
    for (const connection of this.#connections) connection.destroy();
  }

  #sweep(): void {
    const now = performance.now();
    for (const connection of this.#connections) connection.sweep(now);
  }
}

interface Lane extends Pick<DirectLaneOptions, 'serve' | 'handOver' | 'limit'> {
  leave(): void;
}

class DirectConnection implements AnswerSink {
  readonly #socket: Socket;
  readonly #lane: Lane;
  #isAnswering = false;
  /** Its peer sends nothing more. */
  #hasEnded = false;
  #hasServed = false;
  #idleSince = performance.now();
  /** What came before the answer to what came before it was out. */
  #waiting: Buffer | undefined;

  constructor(socket: Socket, lane: Lane) {
    this.#socket = socket;
    this.#lane = lane;
    socket.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onClose).on('error', ignore);
  }

  get isIdle(): boolean {
    return !this.#isAnswering;
  }

  get peer(): string | undefined {
    return this.#socket.remoteAddress;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  answer(text: string, encoding: BufferEncoding, closes: boolean): void {
    const socket = this.#socket;
    this.#isAnswering = false;
    this.#lane.limit.end(socket);
    if (socket.destroyed) return;
    if (closes || this.#hasEnded) {
      socket.end(text, encoding);
      return;
    }
    this.#idleSince = performance.now();
    if (socket.write(text, encoding)) {
      if (this.#waiting !== undefined) this.#goOn();
    } else {
      // A peer that reads nothing is answered no further.
      socket.pause().once('drain', this.#goOn);
    }
  }

  sweep(now: number): void {
    if (this.#isAnswering) return;
    // Of a connection that has yet to send something node:http knows how long to wait.
    if (!this.#hasServed) this.#handOver(undefined);
    else if (now - this.#idleSince > KEEP_ALIVE_MS) this.#socket.destroy();
  }

  readonly #goOn = () => {
    const bytes = this.#waiting;
    this.#waiting = undefined;
    if (bytes === undefined || this.#take(bytes)) this.#socket.resume();
  };

  readonly #onData = (bytes: Buffer) => {
    if (this.#isAnswering || this.#socket.writableNeedDrain) {
      this.#waiting = this.#waiting === undefined ? bytes : Buffer.concat([this.#waiting, bytes]);
      this.#socket.pause();
    } else {
      this.#take(bytes);
    }
  };

  readonly #onEnd = () => {
    this.#hasEnded = true;
    if (!this.#isAnswering) this.#socket.end();
  };

  readonly #onClose = () => this.#lane.leave();

  /** False when the connection was handed over. */
  #take(bytes: Buffer): boolean {
    const request = readWholeRequest(bytes);
    this.#isAnswering = true;
    this.#lane.limit.begin(this.#socket);
    if (request !== undefined && this.#lane.serve(request, this)) {
      this.#hasServed = true;
      return true;
    }
    this.#lane.limit.end(this.#socket);
    this.#isAnswering = false;
    this.#handOver(bytes);
    return false;
  }

  #handOver(bytes: Buffer | undefined): void {
    const socket = this.#socket.pause();
    socket.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onClose).off('error', ignore);
    this.#lane.leave();
    if (bytes !== undefined) socket.unshift(bytes);
    this.#lane.handOver(socket);
    socket.resume();
  }
}

function ignore(): void {
  // `close` follows.
}
