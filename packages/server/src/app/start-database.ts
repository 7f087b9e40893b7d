import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { type DatabaseConnection, MigrationError, sharesSessions } from '../kit/db/index.ts';
import { type PostgresConnection, startEmbeddedPostgres } from '../kit/embedded-postgres/index.ts';
import { errorText } from '../kit/error-text.ts';
import { type PreparedSchema, prepareSchema } from './prepare-schema.ts';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';

export interface Database extends PreparedSchema {
  connection: DatabaseConnection;
  /** One line for the start page. */
  description: string;
  isEmbedded: boolean;
  /** Superuser and folder of the embedded database. */
  embedded: { superuser: PostgresConnection; home: string } | undefined;
  stop(): Promise<void>;
}

type OpenDatabase = Omit<Database, keyof PreparedSchema> & { owner: DatabaseConnection | undefined };

export interface DatabaseOptions {
  /** How many serving processes of this machine share it; 1 by default. */
  processes?: number;
  /** Called while the embedded database starts: work done on the thread in this time delays nothing. */
  meanwhile?: () => void;
  /** When aborted, the database is only stopped, and the reason is thrown. */
  signal?: AbortSignal | undefined;
}

/** Starts the configured database, or the embedded one; migrated and ready. */
export async function startDatabase(
  settings: Settings,
  log: Logger,
  options: DatabaseOptions = {},
): Promise<Database> {
  const { owner, ...database } =
    settings.DATABASE_URL === undefined
      ? await embedded(settings, log, options)
      : external(settings.DATABASE_URL, settings.DATABASE_MIGRATION_URL);
  try {
    options.signal?.throwIfAborted();
    if (!database.isEmbedded) await refuseSharedSessions(database.connection);
    const prepared = await prepareSchema({ connection: database.connection, owner });
    if (prepared.isOwner) {
      log.warn(
        'the role of DATABASE_URL owns the tables, so an attacker who gets it can remove the protection of the log; set DATABASE_MIGRATION_URL to the owner and give the service its own role',
      );
    }
    return { ...database, ...prepared };
  } catch (error) {
    await database.stop();
    if (error instanceof StartError || error instanceof MigrationError || options.signal?.aborted)
      throw error;
    throw new StartError(
      `The ${database.description} cannot be used: ${errorText(error)}. Check that it runs, and that DATABASE_URL ${owner === undefined ? 'is' : 'and DATABASE_MIGRATION_URL are'} right.`,
      error,
    );
  }
}

/** `doctor` reports it too. */
export const sharedSessionsProblem =
  'DATABASE_URL leads to a connection pooler that gives several sessions one connection in turn (transaction mode). The service listens to notifications and holds locks of a session: set the pooler to session mode for it (PgBouncer: pool_mode = session), or name PostgreSQL itself.';

async function refuseSharedSessions(connection: DatabaseConnection): Promise<void> {
  if (await sharesSessions(connection)) throw new StartError(sharedSessionsProblem);
}

async function embedded(
  settings: Settings,
  log: Logger,
  { processes = 1, meanwhile }: DatabaseOptions,
): Promise<OpenDatabase> {
  const dataDir = resolve(settings.DATA_DIR);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log,
    settings: { max_connections: String(maxConnections(settings, processes)) },
    meanwhile,
  });
  return {
    connection: postgres.connection,
    owner: postgres.owner,
    description: `embedded PostgreSQL in ${postgres.home}${postgres.adopted ? ' (it was still running)' : ''}`,
    isEmbedded: true,
    embedded: { superuser: postgres.superuser, home: postgres.home },
    stop: () => postgres.stop(),
  };
}

/**
 * Connections of each process outside of its pool, such as jobs, heartbeat and notifications. Other programs get the
 * rest.
 */
const OTHER_CONNECTIONS = 8;

function maxConnections(settings: Settings, processes: number): number {
  const each = settings.DATABASE_POOL_SIZE + settings.JOB_CONCURRENCY + OTHER_CONNECTIONS;
  return Math.max(100, 40 + processes * each);
}

function external(url: string, migrationUrl: string | undefined): OpenDatabase {
  return {
    connection: { connectionString: url },
    owner: migrationUrl === undefined ? undefined : { connectionString: migrationUrl },
    description: `PostgreSQL at ${describeServer(url)}`,
    isEmbedded: false,
    embedded: undefined,
    stop: async () => {},
  };
}

/** Host and database of a URL, without the account. A URL with a local socket may have no host. */
function describeServer(url: string): string {
  const { host, pathname, searchParams } = URL.parse(url.replace('@/', '@local-socket/')) ?? {};
  if (host === undefined) return 'DATABASE_URL';
  const socket = searchParams?.get('host')?.startsWith('/') || host === 'local-socket' || host === '';
  return `${socket ? 'a local socket' : host}${pathname}`;
}
