import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type PostgresConnection, withClient } from './prepare-database.ts';
import type { TestPostgres } from './test-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testPostgres: TestPostgres;
  }
}

/** A test file's own database, with the current schema and no rows. */
export interface TestDatabase {
  /** For `pg`, as the service's role, which owns nothing: as in production. */
  connection: PostgresConnection;
  /** The same as a URL. */
  connectionString: string;
  /** The role that owns the tables, to create more of them; it can also act as the service. */
  owner: PostgresConnection;
  /** The superuser on this database, for tests that cause trouble (cut connections, read the catalogs). */
  superuser: PostgresConnection;
  /** Drops the database and cuts remaining connections; end your pools first. */
  drop(): Promise<void>;
}

/** Creates a database in this test run's PostgreSQL: a copy of the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { superuser, owner, service, template, templateError, machines = [] } = inject('testPostgres');
  if (templateError !== undefined) {
    throw new Error(`The migrations failed on an empty database: ${templateError}`);
  }
  const database = `test_${randomBytes(6).toString('hex')}`;
  // Copying files costs a checkpoint, which is cheap without fsync: 50 ms, against 250 ms through the log.
  const copy = `TEMPLATE ${template} STRATEGY file_copy`;
  const everywhere = async (text: string) => {
    for (const machine of [...machines, superuser]) await withClient(machine, (client) => client.query(text));
  };
  await everywhere(`CREATE DATABASE ${database} ${copy} OWNER ${owner.user}`);
  const connection = { ...service, database };
  return {
    connection,
    connectionString: formatConnectionString(connection),
    owner: { ...owner, database },
    superuser: { ...superuser, database },
    drop: () => untilUnused(() => everywhere(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)),
  };
}

const OBJECT_IN_USE = '55006';

/** Citus connects to each database again by itself, perhaps between the end of its connection and the drop. */
async function untilUnused(drop: () => Promise<void>): Promise<void> {
  for (let left = 5; ; left--) {
    try {
      return await drop();
    } catch (error) {
      if (left === 0 || (error as { code?: string }).code !== OBJECT_IN_USE) throw error;
    }
  }
}

function formatConnectionString({ host, port, user, password, database }: PostgresConnection): string {
  const account = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return `postgresql://${account}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}
