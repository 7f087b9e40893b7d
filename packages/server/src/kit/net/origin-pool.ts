import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import type { Target } from './address-guard.ts';
import type { Exchange, Lease } from './exchange.ts';
import { openGuardedSocket, type SocketNeeds } from './guarded-socket.ts';

export interface PoolOptions extends SocketNeeds {
  maxConnections: number;
  keepAliveTimeoutMs: number;
  maxHeaderBytes: number;
  /** Idle connections of all origins, the one idle longest first. */
  idleConnections: Set<Connection>;
  /** The pool has no connection and nothing waiting any more. */
  onEmpty(): void;
}

/** The connections to one origin, and the exchanges that wait for one. */
export class OriginPool {
  readonly #target: Target;
  readonly #options: PoolOptions;
  readonly #idle: Connection[] = [];
  readonly #waiting: Exchange[] = [];
  #firstWaiting = 0;
  #open = 0;

  constructor(target: Target, options: PoolOptions) {
    this.#target = target;
    this.#options = options;
  }

  /** Open connections, those being opened included. */
  get openConnections(): number {
    return this.#open;
  }

  /** Sends the exchange as soon as a connection is free; never throws. */
  submit(exchange: Exchange): void {
    // The connection used last is the one least likely to have been closed meanwhile.
    const connection = this.#idle.pop();
    if (connection !== undefined) connection.run(exchange);
    else if (this.#open < this.#options.maxConnections) this.#openFor(exchange);
    else this.#waiting.push(exchange);
  }

  /** A connection has no exchange any more: it gets the next one, or is kept for later. */
  reuse(connection: Connection): void {
    const next = this.#nextWaiting();
    if (next !== undefined) {
      connection.run(next);
      return;
    }
    this.#idle.push(connection);
    this.#options.idleConnections.add(connection);
  }

  /** A connection is gone, and a new one takes its place for the exchange that was on it. */
  replace(exchange: Exchange): void {
    this.#open -= 1;
    this.#openFor(exchange);
  }

  /** A connection is gone; undefined: one that never came to be. */
  remove(connection: Connection | undefined): void {
    const at = connection === undefined ? -1 : this.#idle.indexOf(connection);
    if (at !== -1) this.#idle.splice(at, 1);
    this.#open -= 1;
    const next = this.#nextWaiting();
    if (next !== undefined) this.#openFor(next);
    else if (this.#open === 0) this.#options.onEmpty();
  }

  #nextWaiting(): Exchange | undefined {
    while (this.#firstWaiting < this.#waiting.length) {
      const exchange = this.#waiting[this.#firstWaiting++]!;
      // Those whose deadline passed while they waited are settled already.
      if (!exchange.isSettled) {
        if (this.#firstWaiting >= 1_024) this.#dropTaken();
        return exchange;
      }
    }
    this.#dropTaken();
    return undefined;
  }

  #dropTaken(): void {
    this.#waiting.splice(0, this.#firstWaiting);
    this.#firstWaiting = 0;
  }

  #openFor(exchange: Exchange): void {
    this.#open += 1;
    let isOver = false;
    const giveUp = openGuardedSocket(this.#target, this.#options, (result) => {
      isOver = true;
      if ('reason' in result) {
        exchange.fail(result);
        this.remove(undefined);
      } else {
        new Connection(this, this.#target, this.#options, result).run(exchange);
      }
    });
    if (isOver) return;
    const abandon = () => {
      if (isOver) return;
      isOver = true;
      giveUp();
      this.remove(undefined);
    };
    exchange.takeLease({ remoteAddress: '', isReused: false, abandon }, 'for a connection');
  }
}

/**
 * One socket under one undici client, carrying one exchange at a time. It is the handler that undici
 * reports to, so that a late report never reaches an exchange that has moved on.
 */
export class Connection implements Lease, Dispatcher.DispatchHandler {
  readonly remoteAddress: string;
  readonly #pool: OriginPool;
  readonly #options: PoolOptions;
  readonly #client: Client;
  readonly #socket: Socket;
  #exchange: Exchange | undefined;
  #uses = 0;
  #isClosed = false;

  constructor(pool: OriginPool, target: Target, options: PoolOptions, socket: Socket) {
    this.#pool = pool;
    this.#options = options;
    this.#socket = socket;
    this.remoteAddress = socket.remoteAddress ?? '';
    this.#client = createClient(target, options, socket);
    // Comes after the report to the handler, if there is one to make.
    socket.once('close', () => setImmediate(() => this.#onClosed()));
  }

  get isReused(): boolean {
    return this.#uses > 1;
  }

  run(exchange: Exchange): void {
    this.#options.idleConnections.delete(this);
    this.#uses += 1;
    this.#exchange = exchange;
    exchange.takeLease(this, 'for the head of the answer');
    const { target, method, headers, body } = exchange.request;
    this.#client.dispatch({ path: target.path, method, headers, body }, this);
  }

  /** undici is about to write; it may have waited a turn for that, to see whether an idle socket was closed. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    const exchange = this.#exchange;
    // Ending the exchange closes this connection, and so nothing is written.
    if (exchange?.goOut() === false) controller.abort(new Error('withdrawn'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#exchange?.receiveHead(status, headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#exchange?.receiveBody(chunk);
  }

  onResponseEnd(): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    this.#exchange = undefined;
    // undici is still inside the end of this answer, and closes the socket there if it must not stay.
    queueMicrotask(() => {
      if (this.#socket.destroyed) this.close();
      else if (!this.#isClosed) this.#pool.reuse(this);
    });
    exchange.receiveEnd();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    this.#exchange = undefined;
    if (exchange.receiveError(error) === 'over') this.close();
    else if (this.#shut()) this.#pool.replace(exchange);
    else this.#pool.submit(exchange);
  }

  abandon(): void {
    this.#exchange = undefined;
    this.close();
  }

  /** Closes the socket at once; does nothing when it is closed. */
  close(): void {
    if (this.#shut()) this.#pool.remove(this);
  }

  /** Answers whether it was this call that closed the connection. */
  #shut(): boolean {
    if (this.#isClosed) return false;
    this.#isClosed = true;
    this.#options.idleConnections.delete(this);
    this.#socket.destroy();
    // Out of undici's callback first, which may be where this was called.
    queueMicrotask(() => this.#client.destroy().catch(() => {}));
    return true;
  }

  #onClosed(): void {
    // A request that undici had not written yet when the idle socket closed.
    if (this.#exchange !== undefined)
      this.onResponseError(null, new Error('the connection was closed while idle'));
    this.close();
  }
}

/** An undici client on a socket that is open already; it never makes another. */
function createClient(target: Target, options: PoolOptions, socket: Socket): Client {
  let isTaken = false;
  return new Client(target.origin, {
    pipelining: 1,
    allowH2: false,
    // The one deadline of the exchange covers them.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: options.keepAliveTimeoutMs,
    keepAliveMaxTimeout: options.keepAliveTimeoutMs,
    maxHeaderSize: options.maxHeaderBytes,
    connect: (_options, callback) => {
      const wasTaken = isTaken;
      isTaken = true;
      // Not within the call: undici would then miss the request that waits for it.
      queueMicrotask(() => {
        if (wasTaken || socket.destroyed) callback(new Error('the connection was closed while idle'), null);
        else callback(null, socket);
      });
    },
  });
}
