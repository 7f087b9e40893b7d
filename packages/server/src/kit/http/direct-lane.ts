import type { Socket } from 'node:net';
import type { ConnectionLimit } from './connection-limit.ts';
import type { AnswerSink } from './direct-exchange.ts';
import { KEEP_ALIVE_MS } from './outgoing-answer.ts';
import { readWholeRequest, type WholeRequest } from './whole-request.ts';

export interface DirectLaneOptions {
  /**
   * Serves the request and answers it once; returns false, having done nothing, when the request is not for
   * this lane.
   */
  serve(request: WholeRequest, sink: AnswerSink): boolean;
  /** Takes over a connection for good, with the bytes already received put back into it. */
  handOver(socket: Socket): void;
  /** Told when a request arrives and when it is answered. */
  limit: ConnectionLimit;
  /** How often idle connections are checked. */
  sweepMs: number;
}

/**
 * Serves complete requests one at a time, straight from their sockets: for those, node:http's streams and
 * events cost more than all other work. A connection that sends anything else moves to node:http and stays
 * there, so that a single parser decides about everything odd, malformed, slow, large or pipelined.
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

  /** Closes connections waiting for a request; those being answered close after their answer. */
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
  /** The peer sends nothing more. */
  #hasEnded = false;
  #hasServed = false;
  #idleSince = performance.now();
  /** Bytes that arrived before the previous request was answered. */
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
      // A peer that does not read gets no more answers.
      socket.pause().once('drain', this.#goOn);
    }
  }

  sweep(now: number): void {
    if (this.#isAnswering) return;
    // node:http has a timeout for connections that have yet to send something.
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
