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
  /** The owner of the tables, where it is another role. */
  owner: DatabaseConnection | undefined;
  /** Of the embedded database: its superuser, and the folder that holds it. */
  embedded: { superuser: PostgresConnection; home: string } | undefined;
  description: string;
  close(): Promise<void>;
}

/**
 * The database of these settings for a command that runs beside the service or without it: the
 * embedded one is joined while it runs, and started for the command's own time while it does not.
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

/** The same for a command that has no use for an empty one: none is made. Throws `StartError` where there is none. */
export async function openExistingDatabase(settings: Settings): Promise<OpenDatabase> {
  const dataDir = resolve(settings.DATA_DIR);
  if (settings.DATABASE_URL === undefined && !(await hasEmbeddedPostgres(dataDir))) {
    throw new StartError(
      `There is no database in ${dataDir} yet. Start the service first, or set DATA_DIR or DATABASE_URL as it has them.`,
    );
  }
  return openDatabase(settings);
}
