import type { Socket } from 'node:net';
import { AnswerError } from './answer-head.ts';
import { AnswerReader } from './answer-reader.ts';
import type { Exchange, Lease } from './exchange.ts';
import type { OpenSocket } from './guarded-socket.ts';
import type { RestingConnections } from './resting-connections.ts';

export interface ConnectionOptions {
  keepAliveTimeoutMs: number;
  maxHeaderBytes: number;
  /** Idle connections of all origins, longest-idle first. */
  idleConnections: Set<Connection>;
  restingConnections: RestingConnections;
}

/** The pool that a connection belongs to. */
export interface ConnectionOwner {
  /** A connection has finished resting after its exchange: it gets the next one or becomes idle. */
  reuse(connection: Connection): void;
  /** Unsolicited bytes arrived: from now on, no connection to this receiver carries a second request. */
  distrust(): void;
  /** Whether a connection may carry a second request. */
  readonly isTrusted: boolean;
  /** A connection has closed. */
  remove(connection: Connection): void;
  /** A connection has closed; its exchange moves to a new one. */
  replace(exchange: Exchange): void;
  /** Sends the exchange as soon as a connection is free. */
  submit(exchange: Exchange): void;
}

/** Idle connections are closed this long before the receiver says it would. */
const KEEP_ALIVE_MARGIN_MS = 2_000;

/**
 * How many responses on a connection share one long rest: a receiver that sends too much is caught by it, or,
 * if each response was mistaken for the next one's, they come back into step.
 */
const LONG_REST_EVERY = 32;

/** One socket, carrying one exchange at a time: each request goes out in a single write. */
export class Connection implements Lease {
  readonly remoteAddress: string;
  /** By `performance.now()`; once past it, an idle connection is closed. */
  idleUntilMs = 0;
  readonly #owner: ConnectionOwner;
  readonly #options: ConnectionOptions;
  readonly #socket: Socket;
  readonly #reset: () => void;
  readonly #reader: AnswerReader;
  readonly #roundTripMs: number;
  #exchange: Exchange | undefined;
  #error: unknown;
  #uses = 0;
  #isClosed = false;

  constructor(
    owner: ConnectionOwner,
    options: ConnectionOptions,
    { socket, read, reset, roundTripMs, remoteAddress }: OpenSocket,
  ) {
    this.#owner = owner;
    this.#options = options;
    this.#socket = socket;
    this.#reset = reset;
    this.#roundTripMs = roundTripMs;
    this.#reader = new AnswerReader(options.maxHeaderBytes);
    this.remoteAddress = remoteAddress;
    socket.on('error', (error) => {
      this.#error = error;
    });
    socket.once('end', () => this.#ended());
    socket.once('close', () => this.#ended());
    read((part) => this.#receive(part));
  }

  get isReused(): boolean {
    return this.#uses > 1;
  }

  run(exchange: Exchange): void {
    this.#options.idleConnections.delete(this);
    this.#uses += 1;
    this.#exchange = exchange;
    exchange.takeLease(this, 'for the head of the answer');
    if (!exchange.goOut()) {
      this.abandon();
      return;
    }
    this.#reader.reset();
    const { text, encoding } = exchange.request;
    this.#socket.write(text, encoding);
  }

  /** The request may still be on its way: it must not arrive after it was retried, nor after later ones. */
  abandon(): void {
    this.#exchange = undefined;
    if (this.#shut(this.#reset)) this.#owner.remove(this);
  }

  /** Closes the socket at once; no effect when it is already closed. */
  close(): void {
    if (this.#shut()) this.#owner.remove(this);
  }

  #receive(part: Buffer): void {
    if (this.#isClosed) return;
    const exchange = this.#exchange;
    // Unsolicited bytes: the next request must not take them for its response.
    if (exchange === undefined) {
      if (!isFarewell(part)) this.#owner.distrust();
      this.close();
      return;
    }
    try {
      if (!this.#reader.read(part, exchange)) return;
    } catch (error) {
      this.#failed(error);
      return;
    }
    this.#answered(exchange);
  }

  #answered(exchange: Exchange): void {
    if (this.#exchange !== exchange) return;
    this.#exchange = undefined;
    exchange.receiveEnd();
    const idleMs = Math.min(
      this.#options.keepAliveTimeoutMs,
      this.#reader.keepAliveMs - KEEP_ALIVE_MARGIN_MS,
    );
    const socket = this.#socket;
    if (this.#reader.hasExcess) this.#owner.distrust();
    // A response that arrives before the request was fully sent puts the two out of step.
    const isInStep = this.#reader.mayStay && this.#owner.isTrusted && socket.writableLength === 0;
    if (!isInStep || idleMs <= 0 || socket.destroyed) {
      this.close();
      return;
    }
    this.idleUntilMs = performance.now() + idleMs;
    this.#options.idleConnections.add(this);
    const { restingConnections } = this.#options;
    if (this.#uses % LONG_REST_EVERY === 1) restingConnections.addForLong(this, this.#roundTripMs);
    else restingConnections.add(this);
  }

  /** Called when it has finished resting. */
  rested(): void {
    if (!this.#isClosed) this.#owner.reuse(this);
  }

  /** The receiver closed its side, or the socket is gone. */
  #ended(): void {
    const exchange = this.#exchange;
    if (exchange === undefined) this.close();
    else if (this.#error === undefined && this.#reader.end()) this.#answered(exchange);
    else this.#failed(this.#error ?? new Error('the other side closed the connection'));
  }

  #failed(error: unknown): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    this.#exchange = undefined;
    // It may be the rest of the previous response.
    if (error instanceof AnswerError && this.isReused) this.#owner.distrust();
    if (exchange.receiveError(error) === 'over') this.close();
    else if (this.#shut()) this.#owner.replace(exchange);
    else this.#owner.submit(exchange);
  }

  /** Returns whether this call closed the connection. */
  #shut(end: () => unknown = () => this.#socket.destroy()): boolean {
    if (this.#isClosed) return false;
    this.#isClosed = true;
    this.#options.idleConnections.delete(this);
    end();
    return true;
  }
}

/** Some servers send a 408 before they close an idle connection. */
function isFarewell(part: Buffer): boolean {
  return /^HTTP\/1\.[01] 408/.test(part.toString('latin1', 0, 12));
}
