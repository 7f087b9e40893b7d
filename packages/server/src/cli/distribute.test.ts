import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../kit/embedded-postgres/test-database.ts';
import { distributeDatabase } from './distribute.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'trivium-distribute-'));
});
afterAll(async () => {
  await database?.drop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const settings = () => ({ DATA_DIR: folder, DATABASE_URL: database.connectionString });

test('a database without Citus is refused, with what to do', async () => {
  for (const yes of [false, true]) {
    await expect(distributeDatabase(settings(), { yes })).rejects.toThrow(
      'This database has no Citus, so it cannot be distributed. See docs/growing.md: point DATABASE_URL at the coordinator of a Citus cluster. The embedded PostgreSQL has none.',
    );
  }
});

test('if there is no database yet, none is made', async () => {
  await expect(distributeDatabase({ DATA_DIR: folder })).rejects.toThrow('There is no database in');
});

test.each(['0', 'many', '1.5', '4096'])(
  '--shards %s is refused before anything is opened',
  async (shards) => {
    await expect(distributeDatabase({}, { shards })).rejects.toThrow(
      '--shards must be a whole number from 1 to 1024',
    );
  },
);
