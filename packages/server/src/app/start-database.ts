import { resolve } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { type DatabaseConnection, migrate } from '../kit/db/index.ts';
import { startEmbeddedPostgres } from '../kit/embedded-postgres/index.ts';
import type { Settings } from './settings.ts';

export interface Database {
  connection: DatabaseConnection;
  /** One line for the start page. */
  description: string;
  isEmbedded: boolean;
  /** Migrations applied just now. */
  migrated: string[];
  stop(): Promise<void>;
}

/** The database that the settings name: their own, or the embedded one; migrated and ready. */
export async function startDatabase(settings: Settings, log: Logger): Promise<Database> {
  const database =
    settings.DATABASE_URL === undefined ? await embedded(settings, log) : external(settings.DATABASE_URL);
  try {
    const client = new pg.Client(database.connection);
    await client.connect();
    try {
      const migrated = await migrate(client);
      return { ...database, migrated };
    } finally {
      await client.end();
    }
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function embedded(settings: Settings, log: Logger): Promise<Omit<Database, 'migrated'>> {
  const dataDir = resolve(settings.DATA_DIR);
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  return {
    connection: postgres.connection,
    description: `embedded PostgreSQL in ${dataDir}${postgres.adopted ? ' (it was still running)' : ''}`,
    isEmbedded: true,
    stop: () => postgres.stop(),
  };
}

function external(url: string): Omit<Database, 'migrated'> {
  const { host, pathname } = new URL(url);
  return {
    connection: { connectionString: url },
    description: `PostgreSQL at ${host || 'a local socket'}${pathname}`,
    isEmbedded: false,
    stop: async () => {},
  };
}
