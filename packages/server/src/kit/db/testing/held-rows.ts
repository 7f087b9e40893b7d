import pg from 'pg';
import { vi } from 'vitest';
import type { TestDatabase } from '../../embedded-postgres/test-database.ts';

/**
 * A transaction of the test. What it has locked holds up requests at a known place, so that two of them meet there
 * however fast the machine is.
 */
export class HeldRows {
  readonly #client: pg.Client;

  /** Begins with a statement that locks something. */
  static async open({ connection }: TestDatabase, text: string, values: unknown[] = []): Promise<HeldRows> {
    const client = new pg.Client({ ...connection, application_name: 'held rows' });
    await client.connect();
    await client.query('begin');
    const { rowCount } = await client.query(text, values);
    if (rowCount === 0) throw new Error(`nothing to hold: ${text}`);
    return new HeldRows(client);
  }

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  async query(text: string, values: unknown[] = []): Promise<void> {
    await this.#client.query(text, values);
  }

  /** Resolves once so many others of this database wait for a lock. */
  async waiting(many = 1): Promise<void> {
    await vi.waitFor(
      async () => {
        // The list of the others is otherwise that of the transaction's first look.
        await this.#client.query('select pg_stat_clear_snapshot()');
        const { rows } = await this.#client.query(
          `select count(*)::int as many from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        if (rows[0].many < many) throw new Error(`only ${rows[0].many} of ${many} wait`);
      },
      { timeout: 20_000, interval: 5 },
    );
  }

  /** Commits, and lets the others go on. */
  async release(): Promise<void> {
    await this.#client.query('commit');
    await this.#client.end();
  }
}
