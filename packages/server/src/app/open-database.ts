import { resolve } from 'node:path';
import type { DatabaseConnection } from '../kit/db/index.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../kit/embedded-postgres/index.ts';
import { createLogger, openLogStream } from '../kit/observability/index.ts';
import type { Settings } from './settings.ts';

export interface OpenDatabase {
  connection: DatabaseConnection;
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
      description: 'DATABASE_URL',
      close: async () => {},
    };
  }
  const dataDir = resolve(settings.DATA_DIR);
  const running = await findEmbeddedPostgres(dataDir);
  if (running !== undefined)
    return { connection: running, description: 'embedded and running', close: async () => {} };
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: createLogger({ level: 'error', stream: openLogStream() }),
  });
  return { connection: postgres.connection, description: 'embedded', close: () => postgres.stop() };
}
