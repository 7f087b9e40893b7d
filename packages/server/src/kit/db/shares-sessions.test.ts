import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../embedded-postgres/test-database.ts';
import { freePort } from '../net/free-port.fixture.ts';
import { sharesSessions } from './shares-sessions.ts';

const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

/** Starts a PgBouncer in front of the database; resolves with what `look` finds through it. */
async function behindPgBouncer<T>(mode: string, look: (url: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'trivium-pooler-'));
  const port = await freePort();
  const { host, port: serverPort, user, password, database: name } = database.connection;
  const settings = [
    '[databases]',
    `it = host=${host} port=${serverPort} dbname=${name} user=${user} password='${password}'`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
  ];
  await chmod(folder, 0o711);
  await writeFile(join(folder, 'pgbouncer.ini'), settings.join('\n'), { mode: 0o644 });
  // It refuses to run as root, and needs no special rights.
  const account = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const pooler = spawn('pgbouncer', [...account, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  const ended = once(pooler, 'exit');
  try {
    const url = `postgresql://anybody@127.0.0.1:${port}/it`;
    await expect
      .poll(() => sharesSessions({ connectionString: url }).catch(() => 'not up'))
      .not.toBe('not up');
    return await look(url);
  } finally {
    pooler.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  }
}

test('each direct connection to PostgreSQL has its own session', async () => {
  expect(await sharesSessions(database.connection)).toBe(false);
});

test.runIf(hasPgBouncer).each([
  ['transaction', true],
  ['session', false],
])('behind PgBouncer in %s mode sessions share connections: %s', async (mode, expected) => {
  const found = await behindPgBouncer(mode, (connectionString) => sharesSessions({ connectionString }));
  expect(found).toBe(expected);
});
