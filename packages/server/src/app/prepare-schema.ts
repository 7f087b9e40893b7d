import pg from 'pg';
import { migrateJobs } from '../engine/jobs/index.ts';
import {
  checkMigrations,
  type DatabaseConnection,
  halfRestoredProblem,
  isHalfRestoredDatabase,
  migrate,
  pendingMigrations,
  withSchemaLock,
} from '../kit/db/index.ts';
import { readOwnMigrations } from './read-own-migrations.ts';
import { readVersion } from './read-version.ts';
import { currentRole, findExcess, grantAccess, ownsSchema } from './schema-access.repository.ts';
import { StartError } from './start-error.ts';

export interface SchemaDatabase {
  /** The role that the service uses. */
  connection: DatabaseConnection;
  /** The role that owns the tables, if it is another one. */
  owner?: DatabaseConnection | undefined;
}

export interface PreparedSchema {
  /** Migrations applied just now. */
  migrated: string[];
  /** Whether the service works as the owner of its tables, and so could remove the log's protection. */
  isOwner: boolean;
}

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Migrates the database to the newest schema. If an owner is given, it does that and grants the service's
 * role only what it needs. If not, and the service's role is not an owner, nothing may be left to migrate.
 */
export async function prepareSchema({ connection, owner }: SchemaDatabase): Promise<PreparedSchema> {
  const { role, isOwner } = await withClient(connection, async (client) => {
    if (await isHalfRestoredDatabase(client)) throw new StartError(halfRestoredProblem);
    return { role: await currentRole(client), isOwner: owner === undefined && (await ownsSchema(client)) };
  });
  if (isOwner) return { migrated: await migrateAsOwner(connection), isOwner };
  const migrated = owner === undefined ? [] : await migrateAsOwner(owner, role);
  await withClient(connection, async (service) => {
    const cure =
      owner === undefined
        ? 'Set DATABASE_MIGRATION_URL to the owner of its tables, or run `npm run trivium -- migrate` with it.'
        : 'Let DATABASE_MIGRATION_URL name the same database and schema as DATABASE_URL.';
    await expectNewest(service, cure);
    await expectSeparation(service);
  });
  return { migrated, isOwner: false };
}

/** Applies missing migrations, and grants privileges to the service's role if it is a separate one. */
export async function migrateAsOwner(owner: DatabaseConnection, serviceRole?: string): Promise<string[]> {
  return withClient(owner, async (client) => {
    if (serviceRole !== undefined && (await currentRole(client)) === serviceRole) {
      throw new StartError(
        `DATABASE_MIGRATION_URL and DATABASE_URL name the same role, ${serviceRole}. Give DATABASE_URL a role of its own, which needs the right to log in and no other.`,
      );
    }
    const migrated = await migrate(client, readOwnMigrations(), readVersion());
    const pool = new pg.Pool({ ...owner, max: 1, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    pool.on('error', () => {});
    pool.on('connect', (opened) => void opened.on('error', () => {}));
    await migrateJobs(pool).finally(() => pool.end());
    if (serviceRole !== undefined) {
      await withSchemaLock(client, () => grantAccess(client, serviceRole));
    }
    return migrated;
  });
}

async function expectNewest(client: pg.Client, cure: string): Promise<void> {
  const migrations = readOwnMigrations();
  await checkMigrations(client, migrations, readVersion());
  const pending = await pendingMigrations(client, migrations);
  if (pending.length === 0) return;
  throw new StartError(
    `The database of DATABASE_URL lacks ${pending.length} migrations, and its role may not make them. ${cure}`,
  );
}

/** Refuses a role that could change the log, by whatever privilege. */
async function expectSeparation(client: pg.Client): Promise<void> {
  const { role, reasons } = await findExcess(client);
  if (reasons.length === 0) return;
  throw new StartError(
    `The role ${role} of DATABASE_URL could change the log: ${reasons.join('; ')}. Give the service a role that has no such right and is a member of no such role.`,
  );
}

async function withClient<T>(
  connection: DatabaseConnection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // If the connection breaks later, the failing query reports it.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
