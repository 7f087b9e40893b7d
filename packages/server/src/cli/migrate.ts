import { loadSettings } from '../app/settings.ts';
import { startDatabase } from '../app/start-database.ts';
import { lockDataDir } from '../kit/embedded-postgres/index.ts';
import { createLogger, openLogStream } from '../kit/observability/index.ts';
import { type OutputOptions, print } from './client/print.ts';

/** Applies missing migrations and prints which ones. */
export async function migrateDatabase(env: NodeJS.ProcessEnv, output: OutputOptions = {}): Promise<void> {
  const settings = loadSettings(env);
  const lock = await lockDataDir(settings.DATA_DIR);
  const database = await startDatabase(settings, createLogger({ level: 'warn', stream: openLogStream() }));
  await database.stop();
  await lock.release();
  const { migrated } = database;
  await print(
    output,
    { database: database.description, applied: migrated },
    migrated.length === 0
      ? `Nothing to do: the ${database.description} has the newest schema.`
      : [`Applied to the ${database.description}:`, ...migrated.map((name) => `  ${name}`)].join('\n'),
  );
}
