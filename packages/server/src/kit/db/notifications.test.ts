import { chmod, mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../embedded-postgres/test-database.ts';
import { Notifications } from './notifications.ts';

/** A proxy to PostgreSQL. From a given moment, it can drop the data of its current connections without closing them. */
async function openWay(target: string) {
  const folder = await mkdtemp(join(tmpdir(), 'trivium-way-'));
  await chmod(folder, 0o700);
  const pairs: { near: net.Socket; far: net.Socket; isLost: boolean }[] = [];
  const server = net.createServer((near) => {
    const far = net.connect(target);
    const pair = { near, far, isLost: false };
    pairs.push(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => void (pair.isLost || to.write(chunk)));
      from.on('error', () => {});
      from.on('close', () => void (pair.isLost || to.destroy()));
    }
  });
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve));
  return {
    folder,
    loseAll() {
      for (const pair of pairs) pair.isLost = true;
    },
    async close() {
      for (const { near, far } of pairs) for (const socket of [near, far]) socket.destroy();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}

test('a listener notices a dead connection, listens again, and reports that notifications may be lost', async () => {
  const database = await createTestDatabase();
  const way = await openWay(join(database.connection.host, `.s.PGSQL.${database.connection.port}`));
  const notifications = new Notifications(
    { ...database.connection, host: way.folder, port: 5432 },
    { onError: () => {}, lookEveryMs: 50, answerLimitMs: 300 },
  );
  const sender = new pg.Client(database.connection);
  const heard: string[] = [];
  let resets = 0;
  notifications.on('news', (payload) => heard.push(payload));
  notifications.onReset(() => resets++);
  try {
    await sender.connect();
    await notifications.start();
    await sender.query(`select pg_notify('news', 'first')`);
    await expect.poll(() => heard).toEqual(['first']);
    expect(resets).toBe(0);
    way.loseAll();
    await expect.poll(() => resets).toBe(1);
    await sender.query(`select pg_notify('news', 'second')`);
    await expect.poll(() => heard).toEqual(['first', 'second']);
  } finally {
    await notifications.close();
    await sender.end();
    await way.close();
    await database.drop();
  }
});
