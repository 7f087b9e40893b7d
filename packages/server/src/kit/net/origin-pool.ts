import type { Target } from './address-guard.ts';
import { Connection, type ConnectionOptions, type ConnectionOwner } from './connection.ts';
import type { Exchange } from './exchange.ts';
import { openGuardedSocket, type SocketNeeds } from './guarded-socket.ts';

export interface PoolOptions extends SocketNeeds, ConnectionOptions {
  maxConnections: number;
  /** The pool has no connections and nothing waiting any more. */
  onEmpty(): void;
  /** A connection received unsolicited bytes. */
  onDistrust(): void;
  isTrusted: boolean;
}

/** The connections of one owner to one origin, and the exchanges waiting for one. */
export class OriginPool implements ConnectionOwner {
  readonly #target: Target;
  readonly #options: PoolOptions;
  readonly #idle: Connection[] = [];
  readonly #waiting: Exchange[] = [];
  #firstWaiting = 0;
  #open = 0;
  isTrusted: boolean;

  constructor(target: Target, options: PoolOptions) {
    this.#target = target;
    this.#options = options;
    this.isTrusted = options.isTrusted;
  }

  /** Open connections, including those being opened. */
  get openConnections(): number {
    return this.#open;
  }

  /** Sends the exchange as soon as a connection is free; never throws. */
  submit(exchange: Exchange): void {
    // The most recently used connection is the least likely to have been closed meanwhile.
    const connection = this.#idle.pop();
    if (connection !== undefined) connection.run(exchange);
    else if (this.#open < this.#options.maxConnections) this.#openFor(exchange);
    else this.#waiting.push(exchange);
  }

  /** A connection has finished resting after its exchange: it gets the next one or becomes idle. */
  reuse(connection: Connection): void {
    if (!this.isTrusted) {
      connection.close();
      return;
    }
    const next = this.#nextWaiting();
    if (next === undefined) this.#idle.push(connection);
    else connection.run(next);
  }

  /** Unsolicited bytes arrived: from now on, no connection to this receiver carries a second request. */
  distrust(): void {
    if (!this.isTrusted) return;
    this.isTrusted = false;
    this.#options.onDistrust();
    for (const connection of [...this.#idle]) connection.close();
  }

  /** A connection has closed; its exchange moves to a new one. */
  replace(exchange: Exchange): void {
    this.#open -= 1;
    this.#openFor(exchange);
  }

  /** A connection has closed; undefined: it was never established. */
  remove(connection: Connection | undefined): void {
    const at = connection === undefined ? -1 : this.#idle.indexOf(connection);
    if (at !== -1) this.#idle.splice(at, 1);
    this.#open -= 1;
    const next = this.#nextWaiting();
    if (next !== undefined) this.#openFor(next);
    else if (this.#open === 0) this.#options.onEmpty();
  }

  #nextWaiting(): Exchange | undefined {
    for (;;) {
      const exchange = this.#waiting[this.#firstWaiting];
      if (exchange === undefined) break;
      this.#firstWaiting++;
      // Exchanges whose deadline passed while waiting are already settled.
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
        new Connection(this, this.#options, result).run(exchange);
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
