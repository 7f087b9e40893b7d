import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Installation } from './harness/installation.ts';
import { query } from './harness/log-audit.ts';
import { PostgresServer } from './harness/postgres-server.ts';
import { Publisher, sleep } from './harness/publisher.ts';
import { runCommand, startCommand } from './harness/run-command.ts';

let source: Installation;
let target: Installation;
let postgres: PostgresServer;
let place: string;
let publisher: Publisher;
/** Events that were acknowledged before the backup started. */
let acknowledged: number[];

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'trivium-rows-'));
  source = await Installation.make();
  await source.start();
  postgres = await PostgresServer.startEmpty();
  target = await Installation.make({ DATABASE_URL: postgres.url });
  await copyFile(
    join(source.directory.path, 'encryption.key'),
    join(target.directory.path, 'encryption.key'),
  );
  publisher = new Publisher({ api: source.api, clients: 4, ratePerSecond: 60 }).start();
  while (publisher.acknowledged.size < 20) await sleep(20);
}, 240_000);

afterAll(async () => {
  await publisher?.stop();
  await source?.remove();
  await target?.remove();
  await postgres?.remove();
  await rm(place, { recursive: true, force: true });
});

async function numbersInTarget(): Promise<Set<number>> {
  const rows = await query<{ n: number }>(
    postgres.connection,
    `select (data::json ->> 'n')::int as n from events where correlation_id = $1`,
    [publisher.run],
  );
  return new Set(rows.map(({ n }) => n));
}

test('all rows of a running embedded database are restored into an empty PostgreSQL', async () => {
  acknowledged = [...publisher.acknowledged.keys()];
  const made = await runCommand(['backup', '--rows', '--to', place], { DATA_DIR: source.directory.path });
  expect(made.output).toMatch(/^Backed up to /);
  const restored = await runCommand(['restore', '--from', place], {
    DATA_DIR: target.directory.path,
    DATABASE_URL: postgres.url,
  });
  expect(restored.output).toMatch(/result +SOUND\n$/);
  const [id = ''] = await readdir(join(place, 'backups'));
  const manifest = JSON.parse(await readFile(join(place, 'backups', id, 'manifest.json'), 'utf8'));
  const tables: { schema: string; name: string; rows: number }[] = manifest.tables;
  expect(tables.length).toBeGreaterThan(80);
  const nameOf = ({ schema, name }: (typeof tables)[number]) => `${schema || 'public'}.${name}`;
  const counts = await query<{ name: string; rows: number }>(
    postgres.connection,
    tables
      .map((table) => `select '${nameOf(table)}' as name, count(*)::int as rows from ${nameOf(table)}`)
      .join(' union all '),
  );
  const count = new Map(counts.map(({ name, rows }) => [name, rows]));
  expect(tables.filter((table) => count.get(nameOf(table)) !== table.rows)).toEqual([]);
  const found = await numbersInTarget();
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(acknowledged.filter((n) => !found.has(n))).toEqual([]);
}, 400_000);

test('no service starts after a killed restore of rows, and the message asks for an empty database', async () => {
  const other = await PostgresServer.startEmpty();
  const settings = { DATA_DIR: target.directory.path, DATABASE_URL: other.url };
  try {
    const { child, ended } = startCommand(['restore', '--from', place], settings);
    const isBegun = () =>
      query<{ begun: boolean }>(other.connection, `select to_regclass('events') is not null as begun`);
    while (!(await isBegun())[0]?.begun) await sleep(5);
    child.kill('SIGKILL');
    await ended;
    await rm(join(target.directory.path, 'restore.unfinished'));
    for (const command of [['serve'], ['restore', '--from', place]]) {
      const refused = await runCommand(command, settings);
      expect(refused.output).toMatch(/^A restore into this database was broken off, .*empty database.*\n$/m);
      expect(refused.code).toBe(1);
    }
  } finally {
    await rm(join(target.directory.path, 'restore.unfinished'), { force: true });
    await other.remove();
  }
}, 240_000);

test('it is not restored over existing data', async () => {
  const again = await runCommand(['restore', '--from', place], {
    DATA_DIR: target.directory.path,
    DATABASE_URL: postgres.url,
  });
  expect(again.output).toMatch(/^The database to restore into is not empty: it has the table \S+\./);
  expect(again.code).toBe(1);
}, 120_000);

test('the service continues there, and is backed up there as well', async () => {
  await publisher.stop();
  await target.start();
  const event = { type: 'a.b', source: 's', data: {} };
  const { eventId } = await target.api.ask('POST', '/v1/events', { body: event });
  const { checkpoint } = await target.api.ask('GET', `/v1/events/${eventId}/proof`);
  expect(checkpoint).toMatch(/^trivium\/org_/);
  const settings = { DATA_DIR: target.directory.path, DATABASE_URL: postgres.url };
  const made = await runCommand(['backup', '--to', place], settings);
  expect(made.output).toMatch(/^Backed up to /);
  const verified = await runCommand(['backup', 'verify', '--from', place], settings);
  expect(verified.output).toMatch(/result +SOUND\n$/);
  const between = await runCommand(
    ['backup', 'verify', '--from', place, '--at', new Date().toISOString()],
    settings,
  );
  expect(between.output).toMatch(/cannot be restored from .*: \S+ holds \S+ and no other time\./);
}, 400_000);
