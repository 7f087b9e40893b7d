import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConnectionGrowth } from './connection-growth.ts';
import { ConnectionShares, isRead } from './connection-shares.ts';
import { isToRepeat, pauseBeforeRepeat } from './rolled-back.ts';

/** The database accepts connections, or keeps them open, but does not answer. */
export class DatabaseSilentError extends Error {
  constructor() {
    super('The database does not answer.');
    this.name = 'DatabaseSilentError';
  }
}

export interface BoundedPoolConfig extends pg.PoolConfig {
  /** A statement unanswered for this long breaks its connection. */
  answerLimitMs: number;
  /** Connections that the reads of one organization may hold at once; all of them by default. */
  mostOfOne?: number | undefined;
}

interface BoundedClientConfig extends pg.ClientConfig {
  answerLimitMs: number;
  onAnswer(): void;
  onSilence(): void;
}

type Run = (args: unknown[]) => unknown;

/** A query object with state of its own: it can be sent only once, so its maker retries with a new one. */
function sendsItself(query: unknown): boolean {
  return typeof (query as { submit?: unknown } | null)?.submit === 'function';
}

/** For opening a new connection; the pool's own limit is for getting a free one. */
const CONNECT_LIMIT_MS = 3_000;
const PROBE_INTERVAL_MS = 250;
/** Fraction of a statement's time kept for the probe that tells a slow statement from a silent database. */
const PROBE_SHARE = 0.2;

/**
 * A connection on which no statement waits forever: a hung server, or a network that drops packets, would
 * otherwise block its callers indefinitely. As with any broken connection, the outcome of the statement is
 * unknown. A statement that is its own transaction, and was rolled back in favour of another, is retried.
 */
class BoundedClient extends pg.Client {
  readonly #config: BoundedClientConfig;
  /** Statements waiting for an answer or a retry. */
  #open = 0;

  constructor(config: BoundedClientConfig) {
    // The pool makes the password non-enumerable, so the spread leaves it out.
    super({ ...config, password: config.password, connectionTimeoutMillis: CONNECT_LIMIT_MS });
    this.#config = config;
  }

  // biome-ignore lint/suspicious/noExplicitAny: every form of pg's query passes through as it is
  override query(...args: any[]): any {
    const run: Run = (all) => (super.query as (...given: unknown[]) => unknown).apply(this, all);
    const mayRepeat = this.#isFree && !sendsItself(args[0]);
    const end = this.#watch();
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const asked = args.slice(0, -1);
      const settle = (error: unknown, result: unknown) => {
        end(!error);
        if (!mayRepeat || !isToRepeat(error, 0)) return callback(error, result);
        this.#repeat(run, asked, error).then((value) => callback(null, value), callback);
      };
      return run([...asked, settle]);
    }
    const result = run(args);
    if (!(result instanceof Promise)) {
      (result as pg.Query).once('end', () => end(true)).once('error', () => end(false));
      return result;
    }
    const fail = (error: unknown) => {
      end(false);
      if (mayRepeat && isToRepeat(error, 0)) return this.#repeat(run, args, error);
      throw error;
    };
    return result.then((value) => {
      end(true);
      return value;
    }, fail);
  }

  /** Nothing is in progress, including a transaction: the next statement is its own transaction. */
  get #isFree(): boolean {
    return this.#open === 0 && this.getTransactionStatus() === 'I';
  }

  /**
   * Breaks the connection when an answer takes too long; call the returned function when one arrives, with
   * whether it succeeded.
   */
  #watch(): (isGood: boolean) => void {
    const { answerLimitMs, onAnswer, onSilence } = this.#config;
    let timer = setTimeout(
      () => {
        onSilence();
        timer = setTimeout(() => void this.end(), answerLimitMs * PROBE_SHARE);
      },
      answerLimitMs * (1 - PROBE_SHARE),
    );
    this.#open++;
    return (isGood) => {
      this.#open--;
      clearTimeout(timer);
      if (isGood) onAnswer();
    };
  }

  async #repeat(run: Run, args: unknown[], first: unknown): Promise<unknown> {
    let error = first;
    for (let repeats = 0; isToRepeat(error, repeats); repeats++) {
      await sleep(pauseBeforeRepeat(repeats));
      // Meanwhile the connection's holder has started something else on it.
      if (!this.#isFree) break;
      const end = this.#watch();
      try {
        const value = await run(args);
        end(true);
        return value;
      } catch (failure) {
        end(false);
        error = failure;
      }
    }
    throw error;
  }
}

type ConnectCallback = (
  error: unknown,
  client: pg.PoolClient | undefined,
  release: (destroys?: boolean | Error) => void,
) => void;

/** Adapts the promise form of pg's `connect` to its callback form. */
export function answerBy(callback: ConnectCallback, taken: Promise<pg.PoolClient>): void {
  taken.then(
    (client) => callback(undefined, client, client.release),
    (error) => callback(error, undefined, () => {}),
  );
}

/** The connection in whichever form the caller asked for. */
function given(
  callback: ConnectCallback | undefined,
  taken: Promise<pg.PoolClient>,
): Promise<pg.PoolClient> | undefined {
  if (callback === undefined) return taken;
  answerBy(callback, taken);
}

/**
 * A pool that fails fast while the database does not answer at all. That is probed only when a statement is
 * about to time out: one that is merely slow fails alone.
 */
export class BoundedPool extends pg.Pool {
  readonly #config: BoundedPoolConfig;
  readonly #growth = new ConnectionGrowth(this);
  readonly #shares: ConnectionShares | undefined;
  #isSilent = false;
  #isProbing = false;
  #answeredAt = Number.NEGATIVE_INFINITY;

  constructor(config: BoundedPoolConfig) {
    const client = {
      Client: BoundedClient,
      onSilence: () => void this.#probe(),
      onAnswer: () => {
        this.#answeredAt = performance.now();
      },
    };
    super({ ...config, ...client } as unknown as pg.PoolConfig);
    this.#config = config;
    this.#shares = config.mostOfOne === undefined ? undefined : new ConnectionShares(config.mostOfOne);
  }

  // biome-ignore lint/suspicious/noExplicitAny: both forms of pg's connect pass through as they are
  override connect(callback?: any): any {
    if (!this.#isSilent || this.ending) {
      if (this.#shares !== undefined && isRead())
        return given(
          callback,
          this.#shares.take(() => this.#connectInTurn()),
        );
      const turn = this.#growth.wait();
      if (turn !== undefined)
        return given(
          callback,
          turn.then(() => super.connect()),
        );
      return callback ? super.connect(callback) : super.connect();
    }
    const error = new DatabaseSilentError();
    return given(callback, Promise.reject(error));
  }

  async #connectInTurn(): Promise<pg.PoolClient> {
    await this.#growth.wait();
    return super.connect();
  }

  /** A database that answers others is up, however long a new connection takes. */
  get #hasJustAnswered(): boolean {
    return performance.now() - this.#answeredAt < this.#config.answerLimitMs * PROBE_SHARE;
  }

  async #probe(): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    let limitMs = (this.#config.answerLimitMs * PROBE_SHARE) / 2;
    while (!this.ending && !(await this.#answers(limitMs))) {
      this.#isSilent = !this.#hasJustAnswered;
      // An overloaded machine may exceed this limit on every attempt.
      limitMs = Math.min(limitMs * 1.5, this.#config.answerLimitMs);
      await new Promise((resolve) => setTimeout(resolve, PROBE_INTERVAL_MS));
    }
    this.#isSilent = false;
    this.#isProbing = false;
  }

  /** Probes over a separate connection: those of the pool may be the broken ones. */
  async #answers(limitMs: number): Promise<boolean> {
    const limits = { connectionTimeoutMillis: limitMs, query_timeout: limitMs };
    const client = new pg.Client({ ...this.#config, ...limits });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select');
      return true;
    } catch {
      return false;
    } finally {
      // Not awaited: a silent server does not answer the goodbye either.
      client.end().catch(() => {});
    }
  }
}
