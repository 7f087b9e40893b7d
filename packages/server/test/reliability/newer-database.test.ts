import pg from 'pg';
import { describe, test } from 'vitest';
import { Installation } from './harness/installation.ts';

const it = test.extend<{ installation: Installation }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the needs of a fixture from its pattern
  installation: async ({}, use) => {
    const installation = await Installation.make();
    await use(installation);
    await installation.remove();
  },
});

describe('a database of a newer version', () => {
  it('is refused with one line that says so', async ({ installation, expect }) => {
    await installation.start();
    const client = new pg.Client(await installation.connection());
    await client.connect();
    await client.query("insert into migrations (name, sha256) values ('9999_of_the_future.sql', 'x')");
    await client.end();
    await installation.stop();
    const refused = installation.launch();
    expect((await refused.exited).code).toBe(1);
    expect(refused.output.trim().split('\n')).toEqual([
      'The database was migrated by a newer version (9999_of_the_future.sql). Run that version or a newer one.',
    ]);
    expect(await installation.directory.postgresPids()).toEqual([]);
  }, 240_000);
});
