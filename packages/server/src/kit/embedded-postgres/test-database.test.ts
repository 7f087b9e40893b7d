import { expect, test } from 'vitest';
import { withClient } from './prepare-database.ts';
import { createTestDatabase } from './test-database.ts';

test('each test database has no rows of the others', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await withClient(one.owner, (client) => client.query('CREATE TABLE only_here (id int)'));
  const seen = await withClient(two.connection, (client) =>
    client.query("SELECT to_regclass('only_here') AS found"),
  );
  expect(seen.rows).toEqual([{ found: null }]);
  await Promise.all([one.drop(), two.drop()]);
});

test('a dropped database is gone, even with open connections', async () => {
  const database = await createTestDatabase();
  await withClient(database.connection, () => database.drop());
  await expect(withClient(database.connection, async () => {})).rejects.toThrow(/does not exist/);
});

test('the connection string reaches the same database as the connection', async () => {
  const database = await createTestDatabase();
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows } = await client.query('SELECT current_database() AS name, current_user AS role');
  await client.end();
  expect(rows).toEqual([{ name: database.connection.database, role: database.connection.user }]);
  await database.drop();
});
