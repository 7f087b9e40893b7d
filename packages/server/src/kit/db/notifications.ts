import pg from 'pg';
import type { DatabaseConnection } from './pool.ts';

export interface NotificationsOptions {
  onError(error: Error): void;
}

const MAX_RECONNECT_DELAY_MS = 1_000;

/**
 * LISTEN over one connection of its own. A connection that breaks is made again; what was sent
 * meanwhile is lost, so `onReset` tells listeners to treat what they cached as stale.
 */
export class Notifications {
  readonly #connection: DatabaseConnection;
  readonly #options: NotificationsOptions;
  readonly #handlers = new Map<string, Set<(payload: string) => void>>();
  readonly #resetHandlers = new Set<() => void>();
  #client: pg.Client | undefined;
  #closed = false;
  #retryDelayMs = 50;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(connection: DatabaseConnection, options: NotificationsOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  /** Register before `start`. */
  on(channel: string, handler: (payload: string) => void): void {
    const handlers = this.#handlers.get(channel) ?? new Set();
    handlers.add(handler);
    this.#handlers.set(channel, handlers);
  }

  onReset(handler: () => void): void {
    this.#resetHandlers.add(handler);
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      ...this.#connection,
      application_name: 'trivium notifications',
      keepAlive: true,
    });
    client.on('error', (error) => this.#options.onError(error));
    client.on('end', () => this.#reconnect(client));
    client.on('notification', ({ channel, payload }) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload ?? '');
    });
    await client.connect();
    for (const channel of this.#handlers.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    this.#client = client;
    this.#retryDelayMs = 50;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retryTimer);
    await this.#client?.end().catch(this.#options.onError);
  }

  #reconnect(ended: pg.Client): void {
    if (this.#closed || (this.#client !== undefined && this.#client !== ended)) return;
    this.#client = undefined;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => {
      this.start().then(
        () => {
          for (const handler of this.#resetHandlers) handler();
        },
        (error: Error) => {
          this.#options.onError(error);
          this.#retryDelayMs = Math.min(this.#retryDelayMs * 2, MAX_RECONNECT_DELAY_MS);
          this.#reconnect(ended);
        },
      );
    }, this.#retryDelayMs);
  }
}
