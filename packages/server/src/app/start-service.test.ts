import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../kit/embedded-postgres/test-database.ts';
import { listen } from '../kit/net/listen.fixture.ts';
import { loadSettings } from './settings.ts';
import { startService } from './start-service.ts';

test('a start whose database disappears fails with a one-line error that says so', async () => {
  const database = await createTestDatabase();
  const { host, port, user, password, database: name } = database.connection;
  let connections = 0;
  // Enough connections for the checks for a pooler (two) and of the schema (three); later connections are closed.
  const proxy = createServer((socket) => {
    socket.on('error', () => {});
    if (connections++ > 4) return void socket.destroy();
    const upstream = connect(`${host}/.s.PGSQL.${port}`).on('error', () => {});
    socket.pipe(upstream).pipe(socket);
  });
  const { port: proxyPort } = await listen(proxy);
  const dataDir = await mkdtemp(join(tmpdir(), 'trivium-start-'));
  const settings = loadSettings({
    DATABASE_URL: `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${proxyPort}/${name}`,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
  });
  await expect(startService(settings)).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/^The database went away during the start: .*Start again/),
  });
  proxy.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);
