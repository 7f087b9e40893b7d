import pg from 'pg';
import { untilBeat } from '../beat.ts';
import { NOTICE_LOST_CLIENT } from './notice-lost-client.ts';
import type { DatabaseConnection } from './pool.ts';
import type { QueryRows } from './query-rows.ts';

export interface NotificationsOptions {
  onError(error: Error): void;
  /** How often the server is probed, and how long an answer may take; 2 s and 4 s by default. */
  lookEveryMs?: number;
  answerLimitMs?: number;
}

const MAX_RECONNECT_DELAY_MS = 1_000;

/** Notifies all listeners; within a transaction, when it commits. */
export async function notify(query: QueryRows, channel: string, text: string): Promise<void> {
  await query('select pg_notify($1, $2)', [channel, text]);
}

/**
 * LISTEN over a connection of its own. A broken connection is reopened; notifications sent meanwhile are
 * lost, so `onReset` tells listeners to treat their caches as stale. A connection that only listens never
 * notices that its server is gone, so the server is probed regularly.
 */
export class Notifications {
  readonly #connection: DatabaseConnection;
  readonly #options: Required<NotificationsOptions>;
  readonly #handlers = new Map<string, Set<(payload: string) => void>>();
  readonly #resetHandlers = new Set<() => void>();
  #client: pg.Client | undefined;
  #closed = false;
  #retryDelayMs = 50;
  #retryTimer: NodeJS.Timeout | undefined;
  #lookTimer: NodeJS.Timeout | undefined;

  constructor(connection: DatabaseConnection, options: NotificationsOptions) {
    this.#connection = connection;
    this.#options = { lookEveryMs: 2_000, answerLimitMs: 4_000, ...options };
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
      connectionTimeoutMillis: this.#options.answerLimitMs,
      query_timeout: this.#options.answerLimitMs,
    });
    client.on('error', (error) => this.#options.onError(error));
    client.on('end', () => this.#reconnect(client));
    client.on('notification', ({ channel, payload }) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload ?? '');
    });
    try {
      await client.connect();
      await client.query(NOTICE_LOST_CLIENT);
      for (const channel of this.#handlers.keys())
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
    this.#retryDelayMs = 50;
    this.#watch(client);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#lookTimer);
    await this.#client?.end().catch(this.#options.onError);
  }

  #watch(client: pg.Client): void {
    this.#lookTimer = setTimeout(() => {
      client.query('select').then(
        () => {
          if (this.#client === client && !this.#closed) this.#watch(client);
        },
        // Closes this end, whether or not the other end still answers.
        () => void client.end().catch(() => {}),
      );
    }, untilBeat(this.#options.lookEveryMs)).unref();
  }

  #reconnect(ended: pg.Client): void {
    if (this.#closed || (this.#client !== undefined && this.#client !== ended)) return;
    this.#client = undefined;
    clearTimeout(this.#lookTimer);
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
