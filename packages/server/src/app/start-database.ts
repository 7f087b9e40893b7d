import { resolve } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { type DatabaseConnection, migrate } from '../kit/db/index.ts';
import { startEmbeddedPostgres } from '../kit/embedded-postgres/index.ts';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';

export interface Database {
  connection: DatabaseConnection;
  /** One line for the start page. */
  description: string;
  isEmbedded: boolean;
  /** Migrations applied just now. */
  migrated: string[];
  stop(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;

/** The database that the settings name: their own, or the embedded one; migrated and ready. */
export async function startDatabase(settings: Settings, log: Logger): Promise<Database> {
  const database =
    settings.DATABASE_URL === undefined ? await embedded(settings, log) : external(settings.DATABASE_URL);
  try {
    const client = await connect(database);
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

async function connect({ connection, description }: Omit<Database, 'migrated'>): Promise<pg.Client> {
  try {
    const client = new pg.Client({
      ...connection,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    // What breaks the connection later shows in the query that fails by it.
    client.on('error', () => {});
    await client.connect();
    return client;
  } catch (error) {
    throw new StartError(
      `The ${description} cannot be used: ${errorText(error)}. Check that it runs, and that DATABASE_URL is right.`,
      error,
    );
  }
}

async function embedded(settings: Settings, log: Logger): Promise<Omit<Database, 'migrated'>> {
  const dataDir = resolve(settings.DATA_DIR);
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  return {
    connection: postgres.connection,
    description: `embedded PostgreSQL in ${postgres.home}${postgres.adopted ? ' (it was still running)' : ''}`,
    isEmbedded: true,
    stop: () => postgres.stop(),
  };
}

function external(url: string): Omit<Database, 'migrated'> {
  return {
    connection: { connectionString: url },
    description: `PostgreSQL at ${describeServer(url)}`,
    isEmbedded: false,
    stop: async () => {},
  };
}

/** Host and database of a URL, without the account. A URL of a local socket may name no host at all. */
function describeServer(url: string): string {
  const { host, pathname, searchParams } = URL.parse(url.replace('@/', '@local-socket/')) ?? {};
  if (host === undefined) return 'DATABASE_URL';
  const socket = searchParams?.get('host')?.startsWith('/') || host === 'local-socket' || host === '';
  return `${socket ? 'a local socket' : host}${pathname}`;
}

/** The text of anything thrown, on one line. */
function errorText(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  // One refusal for each address of a name comes without a message of its own.
  return (message || code || String(error)).replace(/\s*\n\s*/g, ' ').trim();
}
