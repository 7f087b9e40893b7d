import pg from 'pg';

/** The database takes connections or keeps them open, and answers nothing. */
export class DatabaseSilentError extends Error {
  constructor() {
    super('The database does not answer.');
    this.name = 'DatabaseSilentError';
  }
}

export interface BoundedPoolConfig extends pg.PoolConfig {
  /** A statement without an answer for so long breaks its connection. */
  answerLimitMs: number;
}

interface BoundedClientConfig extends pg.ClientConfig {
  answerLimitMs: number;
  onSilence(): void;
}

const PROBE_INTERVAL_MS = 250;
const PROBE_LIMIT_MS = 2_000;

/**
 * A connection on which no statement waits for ever: a server that hangs, or a network that swallows
 * packets, would otherwise hold its callers without end. What the statement did stays unknown, as with
 * any connection that breaks.
 */
class BoundedClient extends pg.Client {
  readonly #config: BoundedClientConfig;

  constructor(config: BoundedClientConfig) {
    super(config);
    this.#config = config;
  }

  // biome-ignore lint/suspicious/noExplicitAny: every form of pg's query passes through as it is
  override query(...args: any[]): any {
    const timer = setTimeout(() => {
      this.#config.onSilence();
      void this.end();
    }, this.#config.answerLimitMs);
    const settle = () => clearTimeout(timer);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (error: unknown, result: unknown) => {
        settle();
        callback(error, result);
      };
    }
    const result = (super.query as (...all: unknown[]) => unknown).apply(this, args);
    if (result instanceof Promise) result.then(settle, settle);
    else if (typeof callback !== 'function') (result as pg.Query).once('end', settle).once('error', settle);
    return result;
  }
}

/** A pool that, once a statement got no answer in time, refuses at once until the database answers again. */
export class BoundedPool extends pg.Pool {
  readonly #config: BoundedPoolConfig;
  #isSilent = false;

  constructor(config: BoundedPoolConfig) {
    const client = { Client: BoundedClient, onSilence: () => this.#fallSilent() };
    super({ ...config, ...client } as unknown as pg.PoolConfig);
    this.#config = config;
  }

  // biome-ignore lint/suspicious/noExplicitAny: both forms of pg's connect pass through as they are
  override connect(callback?: any): any {
    if (!this.#isSilent || this.ending) return callback ? super.connect(callback) : super.connect();
    const error = new DatabaseSilentError();
    if (!callback) return Promise.reject(error);
    callback(error, undefined, () => {});
  }

  #fallSilent(): void {
    if (this.#isSilent) return;
    this.#isSilent = true;
    void this.#awaitAnswer();
  }

  async #awaitAnswer(): Promise<void> {
    while (!this.ending && !(await this.#answers())) {
      await new Promise((resolve) => setTimeout(resolve, PROBE_INTERVAL_MS));
    }
    this.#isSilent = false;
  }

  /** Asks over a connection of its own: those of the pool may be the ones that are broken. */
  async #answers(): Promise<boolean> {
    const limits = { connectionTimeoutMillis: PROBE_LIMIT_MS, query_timeout: PROBE_LIMIT_MS };
    const client = new pg.Client({ ...this.#config, ...limits });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  }
}
