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

/** Migrates the database like a newer version. */
async function migrateFurther(installation: Installation, bornBy: string | null): Promise<void> {
  const client = new pg.Client(await installation.connection());
  await client.connect();
  await client.query('delete from migrations where name = $1', [FUTURE]);
  await client.query('insert into migrations (name, sha256, born_by) values ($1, $2, $3)', [
    FUTURE,
    'x',
    bornBy,
  ]);
  await client.end();
}

const FUTURE = '9999_of_the_future.sql';

describe('a database of a newer version', () => {
  it('is refused with one line that says so', async ({ installation, expect }) => {
    await installation.start();
    await migrateFurther(installation, null);
    await installation.stop();
    const refused = installation.launch();
    expect((await refused.exited).code).toBe(1);
    expect(refused.output.trim().split('\n')).toEqual([
      'The database was migrated by a newer version (9999_of_the_future.sql). Run that version or a newer one.',
    ]);
    expect(await installation.directory.postgresPids()).toEqual([]);
  }, 240_000);

  it('lets nodes start that its migrations name, such as the previous version during a roll-out', async ({
    installation,
    expect,
  }) => {
    await installation.start();
    await migrateFurther(installation, '0.1.0');
    await installation.stop();
    await installation.start();
    const body = { type: 'a.b', source: 's', data: {} };
    expect((await installation.api.ask('POST', '/v1/events', { body })).eventId).toMatch(/^evt_/);
    await migrateFurther(installation, '0.2.0');
    await installation.stop();
    expect((await installation.launch().exited).code).toBe(1);
  }, 240_000);
});
