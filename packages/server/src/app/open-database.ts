import { resolve } from 'node:path';
import type { DatabaseConnection } from '../kit/db/index.ts';
import {
  findEmbeddedPostgres,
  hasEmbeddedPostgres,
  type PostgresConnection,
  startEmbeddedPostgres,
} from '../kit/embedded-postgres/index.ts';
import { createLogger, openLogStream } from '../kit/observability/index.ts';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';

export interface OpenDatabase {
  connection: DatabaseConnection;
  /** The role that owns the tables, if it is another one. */
  owner: DatabaseConnection | undefined;
  /** For the embedded database: its superuser, and its folder. */
  embedded: { superuser: PostgresConnection; home: string } | undefined;
  description: string;
  close(): Promise<void>;
}

/**
 * Opens the configured database for a command that runs with or without the service: connects to the embedded
 * one if it is running, otherwise starts it for the duration of the command.
 */
export async function openDatabase(settings: Settings): Promise<OpenDatabase> {
  if (settings.DATABASE_URL !== undefined) {
    return {
      connection: { connectionString: settings.DATABASE_URL },
      owner:
        settings.DATABASE_MIGRATION_URL === undefined
          ? undefined
          : { connectionString: settings.DATABASE_MIGRATION_URL },
      embedded: undefined,
      description: 'DATABASE_URL',
      close: async () => {},
    };
  }
  const dataDir = resolve(settings.DATA_DIR);
  const running = await findEmbeddedPostgres(dataDir);
  if (running !== undefined)
    return { ...running, embedded: running, description: 'embedded and running', close: async () => {} };
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: createLogger({ level: 'error', stream: openLogStream() }),
  });
  const { connection, owner } = postgres;
  return { connection, owner, embedded: postgres, description: 'embedded', close: () => postgres.stop() };
}

/**
 * The same for a command that has no use for an empty database: none is created. Throws `StartError` when
 * there is none.
 */
export async function openExistingDatabase(settings: Settings): Promise<OpenDatabase> {
  const dataDir = resolve(settings.DATA_DIR);
  if (settings.DATABASE_URL === undefined && !(await hasEmbeddedPostgres(dataDir))) {
    throw new StartError(
      `There is no database in ${dataDir} yet. Start the service first, or set DATA_DIR or DATABASE_URL as it has them.`,
    );
  }
  return openDatabase(settings);
}
