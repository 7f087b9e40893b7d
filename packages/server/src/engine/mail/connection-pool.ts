import { MailError } from './mail.ts';
import { MailConnection } from './smtp-connection.ts';
import type { SmtpRelay } from './smtp-relay.ts';

/** Servers may close idle connections; one that was idle longer than this is not reused. */
const IDLE_LIMIT_MS = 20_000;
/** Many servers close a connection after some hundred mails. */
const MAILS_PER_CONNECTION = 500;

/** Connections to one mail server, each used for one mail at a time. */
export class ConnectionPool {
  readonly #relay: SmtpRelay;
  readonly #clientName: string;
  readonly #idle: MailConnection[] = [];
  readonly #waiting: (() => void)[] = [];
  #open = 0;
  #isClosed = false;
  #sweeper: NodeJS.Timeout | undefined;

  constructor(relay: SmtpRelay, clientName: string) {
    this.#relay = relay;
    this.#clientName = clientName;
  }

  /**
   * Runs `use` with a connection and returns it to the pool if it is still good. The server may have closed a
   * reused connection meanwhile, as some do after each mail: then `use` runs again with a new one.
   */
  async use<T>(use: (connection: MailConnection) => Promise<T>): Promise<T> {
    await this.#takePlace();
    try {
      const idle = this.#takeIdle();
      if (idle !== undefined) {
        try {
          return await this.#lend(idle, use);
        } catch (error) {
          const wasEnded = error instanceof MailError && error.failure === 'unreachable' && !idle.isOpen;
          if (!wasEnded) throw error;
        }
      }
      return await this.#lend(await MailConnection.open(this.#relay, this.#clientName), use);
    } finally {
      this.#open--;
      this.#waiting.shift()?.();
    }
  }

  async #lend<T>(connection: MailConnection, use: (connection: MailConnection) => Promise<T>): Promise<T> {
    try {
      const result = await use(connection);
      this.#giveBack(connection);
      return result;
    } catch (error) {
      if (await connection.reset()) this.#giveBack(connection);
      else connection.destroy();
      throw error;
    }
  }

  /** Closes idle connections; those in use close when they are returned. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#sweeper);
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  async #takePlace(): Promise<void> {
    while (this.#open >= this.#relay.maxConnections) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#open++;
  }

  #takeIdle(): MailConnection | undefined {
    for (let connection = this.#idle.pop(); connection !== undefined; connection = this.#idle.pop()) {
      if (connection.isOpen && performance.now() - connection.usedAt < IDLE_LIMIT_MS) return connection;
      connection.destroy();
    }
    return undefined;
  }

  #giveBack(connection: MailConnection): void {
    if (this.#isClosed || !connection.isOpen || connection.sent >= MAILS_PER_CONNECTION) {
      connection.close();
      return;
    }
    this.#idle.push(connection);
    this.#sweeper ??= setInterval(() => this.#sweep(), IDLE_LIMIT_MS).unref();
  }

  #sweep(): void {
    const now = performance.now();
    const stale = this.#idle.filter(({ usedAt }) => now - usedAt >= IDLE_LIMIT_MS);
    for (const connection of stale) {
      this.#idle.splice(this.#idle.indexOf(connection), 1);
      connection.close();
    }
  }
}
