import { chmod, mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../embedded-postgres/test-database.ts';
import { endsWithin } from '../threads/ends-within.fixture.ts';
import { createPool, isDatabaseUnavailable } from './pool.ts';

/** A proxy to PostgreSQL that can swallow data, like a broken network. */
class Wire {
  swallows = false;
  /** Delay for the first bytes of a new connection. */
  holdsMs = 0;
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();

  constructor(socketDir: string, target: string) {
    this.#server = net.createServer((near) => {
      const far = net.connect(target);
      const passesFrom = performance.now() + this.holdsMs;
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.on('data', (chunk) => {
          if (this.swallows) return;
          setTimeout(() => to.write(chunk), Math.max(passesFrom - performance.now(), 0));
        });
        from.on('error', () => {});
        from.on('close', () => to.destroy());
      }
    });
    this.#server.listen(join(socketDir, '.s.PGSQL.5432'));
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

const LIMIT_MS = 1_000;
let database: TestDatabase;
let socketDir: string;
let wire: Wire;
let pool: ReturnType<typeof createPool>;

beforeEach(async () => {
  database = await createTestDatabase();
  socketDir = await mkdtemp(join(tmpdir(), 'trivium-wire-'));
  await chmod(socketDir, 0o700);
  const { host, port } = database.connection;
  wire = new Wire(socketDir, join(host, `.s.PGSQL.${port}`));
  pool = createPool(
    { ...database.connection, host: socketDir, port: 5432 },
    { max: 3, applicationName: 'test', onError: () => {}, answerLimitMs: LIMIT_MS },
  );
});
afterEach(async () => {
  await pool.end();
  wire.close();
  await database.drop();
  await rm(socketDir, { recursive: true });
});

async function fails(work: Promise<unknown>): Promise<{ error: unknown; afterMs: number }> {
  const startedAt = performance.now();
  const error = await work.then(
    () => undefined,
    (reason) => reason,
  );
  return { error, afterMs: performance.now() - startedAt };
}

test('a statement without an answer fails as unavailable after its time limit', async () => {
  await pool.query('select 1');
  wire.swallows = true;
  const { error, afterMs } = await fails(pool.query('select 2'));
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(afterMs).toBeGreaterThanOrEqual(LIMIT_MS - 20);
  wire.swallows = false;
});

test('later statements are refused at once, until the database answers again', async () => {
  await pool.query('select 1');
  wire.swallows = true;
  await fails(pool.query('select 2'));
  const refused = fails(pool.query('select 3'));
  expect(await endsWithin(LIMIT_MS / 2, refused)).toBe(true);
  expect(isDatabaseUnavailable((await refused).error)).toBe(true);
  wire.swallows = false;
  await expect.poll(() => pool.query('select 4').catch(() => undefined), { timeout: 10_000 }).toBeDefined();
});

test('a database that answers again, but slowly accepts connections, counts as available', async () => {
  await pool.query('select 1');
  wire.swallows = true;
  await fails(pool.query('select 2'));
  wire.holdsMs = LIMIT_MS / 2;
  wire.swallows = false;
  await expect.poll(() => pool.query('select 3').catch(() => undefined), { timeout: 10_000 }).toBeDefined();
});

test('a database that answers others counts as available, however long a new connection takes', async () => {
  await Promise.all([1, 2].map(() => pool.query('select pg_sleep(0.05)')));
  wire.holdsMs = LIMIT_MS * 5;
  const slow = fails(pool.query(`select pg_sleep(${(LIMIT_MS * 2) / 1_000})`));
  let isOver = false;
  void slow.then(() => {
    isOver = true;
  });
  while (!isOver) expect((await pool.query('select 7 as it')).rows).toEqual([{ it: 7 }]);
  expect(isDatabaseUnavailable((await slow).error)).toBe(true);
});

test('a slow statement only fails itself', async () => {
  const slow = fails(pool.query(`select pg_sleep(${(LIMIT_MS * 2) / 1_000})`));
  let isOver = false;
  void slow.then(() => {
    isOver = true;
  });
  let asked = 0;
  for (; !isOver || asked < 10; asked++)
    expect((await pool.query('select 6 as it')).rows).toEqual([{ it: 6 }]);
  expect(isDatabaseUnavailable((await slow).error)).toBe(true);
});

test('a transaction whose statement had no answer does not return to the pool half-open', async () => {
  const client = await pool.connect();
  await client.query('begin');
  wire.swallows = true;
  await fails(client.query('select 5'));
  client.release();
  wire.swallows = false;
  await expect
    .poll(() => pool.query('select now() = statement_timestamp() as own').catch(() => undefined), {
      timeout: 10_000,
    })
    .toMatchObject({ rows: [{ own: true }] });
});

test('a statement that is answered in time does not change its connection', async () => {
  const { rows: first } = await pool.query('select pg_backend_pid() as pid');
  await new Promise((resolve) => setTimeout(resolve, LIMIT_MS + 100));
  const { rows: second } = await pool.query('select pg_backend_pid() as pid');
  expect(second).toEqual(first);
});
