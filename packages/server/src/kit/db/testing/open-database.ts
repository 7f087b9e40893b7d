import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../embedded-postgres/test-database.ts';
import { createPool } from '../pool.ts';

/** A test file's own database, with what the code under test uses to access it. */
export interface OpenDatabase {
  database: TestDatabase;
  pool: Pool;
  // biome-ignore lint/suspicious/noExplicitAny: each test says by its own type which tables it means
  db: Kysely<any>;
  close(): Promise<void>;
}

/** Opens it as the service's role, or as the owner of the tables for tests that create some. */
export async function openDatabase({
  max = 4,
  role = 'service' as 'service' | 'owner',
} = {}): Promise<OpenDatabase> {
  const database = await createTestDatabase();
  const connection = role === 'owner' ? database.owner : database.connection;
  const pool = createPool(connection, { max, applicationName: 'test', onError: () => {} });
  return {
    database,
    pool,
    db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
