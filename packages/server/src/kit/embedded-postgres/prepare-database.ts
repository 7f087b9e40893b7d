import pg from 'pg';
import { ownerRole, serviceDatabase, serviceRole, superuserRole } from './create-cluster.ts';
import { type Credentials, credentialsFileName } from './credentials.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { SOCKET_PORT } from './postmaster.ts';

/** Connection parameters in the form `pg` takes. */
export interface PostgresConnection {
  /** A host name, or the folder of a Unix socket. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** SQLSTATEs meaning that the role or database does not exist yet or has another password. */
const notPrepared = new Set(['28P01', '28000', '3D000']);

export function serviceConnection(socketDir: string, credentials: Credentials): PostgresConnection {
  return {
    host: socketDir,
    port: SOCKET_PORT,
    user: serviceRole,
    password: credentials.servicePassword,
    database: serviceDatabase,
  };
}

export function ownerConnection(socketDir: string, credentials: Credentials): PostgresConnection {
  return { ...serviceConnection(socketDir, credentials), user: ownerRole, password: credentials.password };
}

export function superuserConnection(socketDir: string, credentials: Credentials): PostgresConnection {
  return {
    host: socketDir,
    port: SOCKET_PORT,
    user: superuserRole,
    password: credentials.superuserPassword,
    database: 'postgres',
  };
}

/** Ensures that the database, its owner role and the service's role exist. */
export async function prepareDatabase(socketDir: string, credentials: Credentials): Promise<void> {
  try {
    for (const connection of [ownerConnection, serviceConnection])
      await withClient(connection(socketDir, credentials), async () => {});
    return;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !notPrepared.has(error.code ?? '')) throw error;
  }
  await withSuperuser(socketDir, credentials, async (client) => {
    await makeRole(client, ownerRole, credentials.password);
    await makeRole(client, serviceRole, credentials.servicePassword);
    // The owner may act as the service, never the reverse, so that it can hand tables over to it.
    await client.query(`GRANT ${serviceRole} TO ${ownerRole}`);
    const database = await client.query('SELECT FROM pg_database WHERE datname = $1', [serviceDatabase]);
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${serviceDatabase} OWNER ${ownerRole}`);
  });
}

async function withSuperuser(
  socketDir: string,
  credentials: Credentials,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  try {
    await withClient(superuserConnection(socketDir, credentials), work);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '28P01') throw error;
    throw new EmbeddedPostgresError(
      `The passwords in ${credentialsFileName} are not those of the database. Restore that file, or delete it and start again: new ones are set then.`,
      error,
    );
  }
}

async function makeRole(client: pg.Client, role: string, password: string): Promise<void> {
  const found = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  const verb = found.rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(
    `${verb} ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
     PASSWORD ${pg.escapeLiteral(password)}`,
  );
}

/**
 * The data folder that the server behind the socket serves, and its version as `postgres --version` spells
 * it.
 */
export async function readServer(
  socketDir: string,
  credentials: Credentials,
): Promise<{ dataDirectory: string; version: string }> {
  return withClient(superuserConnection(socketDir, credentials), async (client) => {
    const { rows } = await client.query<{ directory: string; version: string }>(
      "SELECT current_setting('data_directory') AS directory, current_setting('server_version') AS version",
    );
    const row = rows[0] ?? { directory: '', version: '' };
    return { dataDirectory: row.directory, version: row.version.split(' ')[0] ?? '' };
  });
}

/** Runs `work` on a connection of its own. */
export async function withClient<T>(
  connection: PostgresConnection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  // If the server goes away between two queries, the next one reports it.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
