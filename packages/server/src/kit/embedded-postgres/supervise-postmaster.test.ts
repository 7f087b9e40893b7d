import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findProcesses, readCommandLine } from '../processes/index.ts';
import { carryOut } from '../processes/last-will.fixture.ts';
import { type PostgresConnection, withClient } from './prepare-database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';
import {
  keepLog,
  makeDataDir,
  makeSeed,
  quickSettings,
  removeDataDir,
  type ServiceProcess,
  startService,
} from './test-data-dir.ts';

let seed: string;
let dataDir: string;
let services: ServiceProcess[];
let running: EmbeddedPostgres | undefined;

beforeAll(async () => {
  seed = await makeSeed();
});

afterAll(() => removeDataDir(seed));

beforeEach(async () => {
  dataDir = await makeDataDir(seed);
  services = [];
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  for (const service of services) await service.kill();
  await removeDataDir(dataDir);
});

async function runService(): Promise<ServiceProcess & { owner: PostgresConnection; serverPid: number }> {
  const service = await startService(dataDir);
  services.push(service);
  const { owner, pid, refused } = service.said;
  if (owner === undefined || pid === undefined) throw new Error(refused);
  return { ...service, owner, serverPid: pid };
}

async function start(): Promise<{ server: EmbeddedPostgres; lines: string[] }> {
  const { lines, log } = keepLog();
  running = await startEmbeddedPostgres({ dataDir, log, settings: quickSettings });
  return { server: running, lines };
}

/** The server answers a moment before its supervisor knows it, so this waits for both. */
async function killAndAwaitNext(server: EmbeddedPostgres): Promise<void> {
  const before = server.pid;
  process.kill(before, 'SIGKILL');
  await vi.waitFor(() => expect(server.pid).not.toBe(before), { timeout: 20_000, interval: 50 });
  await withClient(server.connection, async () => {});
}

async function readKept(connection: PostgresConnection): Promise<unknown[]> {
  return withClient(connection, async (client) => (await client.query('SELECT n FROM kept')).rows);
}

test('after kill -9 of the service its server is adopted, with everything that was acknowledged', async () => {
  const service = await runService();
  await withClient(service.owner, (client) => client.query('CREATE TABLE kept AS SELECT 7 AS n'));
  await service.kill();
  const { server } = await start();
  expect({ adopted: server.adopted, pid: server.pid }).toEqual({ adopted: true, pid: service.serverPid });
  expect(await readKept(server.owner)).toEqual([{ n: 7 }]);
});

test('after kill -9 of the service, without a next start, its server stops by itself with everything that was acknowledged', async () => {
  const service = await runService();
  await withClient(service.owner, (client) => client.query('CREATE TABLE kept AS SELECT 7 AS n'));
  await service.kill();
  const ended = async () => expect(await readCommandLine(service.serverPid)).toBeUndefined();
  await vi.waitFor(ended, { timeout: 50_000, interval: 100 });
  const { server } = await start();
  expect(server.adopted).toBe(false);
  expect(await readKept(server.owner)).toEqual([{ n: 7 }]);
}, 60_000);

test('the server of a killed service is stopped by its cleanup process, unless another service took it over, even one that was killed too', async () => {
  const { server } = await start();
  const { home } = server;
  await server.stop();
  running = undefined;
  const first = await runService();
  const ofFirst = { folder: home, owner: await readFile(join(home, 'owner'), 'utf8') };
  await first.kill();
  const second = await runService();
  const ofSecond = { folder: home, owner: await readFile(join(home, 'owner'), 'utf8') };
  expect(second.serverPid).toBe(first.serverPid);
  const module = new URL('./end-left-postgres.ts', import.meta.url);
  await carryOut(module, ofFirst);
  await carryOut(module, ofSecond);
  await withClient(second.owner, async () => {});
  await second.kill();
  await carryOut(module, ofFirst);
  await withClient(second.owner, async () => {});
  await carryOut(module, ofSecond);
  const ended = async () => expect(await readCommandLine(second.serverPid)).toBeUndefined();
  await vi.waitFor(ended, { timeout: 20_000, interval: 100 });
}, 60_000);

test('an adopted server is supervised and stopped like our own', async () => {
  const service = await runService();
  await service.kill();
  const { server } = await start();
  await killAndAwaitNext(server);
  await server.stop();
  running = undefined;
  expect(await findProcesses((line) => line.includes(dataDir))).toEqual([]);
});

test('a leftover server with other settings is stopped and started again', async () => {
  const service = await runService();
  await service.kill();
  running = await startEmbeddedPostgres({
    dataDir,
    log: keepLog().log,
    settings: { ...quickSettings, work_mem: '9MB' },
  });
  expect(running.adopted).toBe(false);
  expect(running.pid).not.toBe(service.serverPid);
});

test('after kill -9 of service and server the next start recovers what was acknowledged', async () => {
  const service = await runService();
  await withClient(service.owner, (client) => client.query('CREATE TABLE kept AS SELECT 7 AS n'));
  await service.kill();
  process.kill(service.serverPid, 'SIGKILL');
  const { server } = await start();
  expect(server.adopted).toBe(false);
  expect(await readKept(server.owner)).toEqual([{ n: 7 }]);
});

test('a backend that still computes after its server was killed is ended before the next start', async () => {
  const service = await runService();
  const busy = withClient(service.owner, async (client) => {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    const endless = client.query('DO $$ BEGIN LOOP END LOOP; END $$');
    return { pid: rows[0].pid as number, endless };
  });
  // `withClient` closes its connection, but a looping backend does not notice this: it is the leftover process for this
  // test.
  const { pid, endless } = await busy;
  endless.catch(() => {});
  await service.kill();
  process.kill(service.serverPid, 'SIGKILL');
  const { server } = await start();
  expect(await readCommandLine(pid)).toBeUndefined();
  await withClient(server.connection, (client) => client.query('SELECT 1'));
});

test('a server killed while the service runs is restarted automatically, and this is logged', async () => {
  const { server, lines } = await start();
  const { owner, pid } = server;
  await withClient(owner, (client) => client.query('CREATE TABLE kept AS SELECT 7 AS n'));
  for (let round = 0; round < 2; round += 1) {
    await killAndAwaitNext(server);
  }
  expect(await readKept(owner)).toEqual([{ n: 7 }]);
  expect(lines[0]).toContain(`PostgreSQL (pid ${pid}) ended unexpectedly (signal SIGKILL)`);
});

/** Makes every further start of the server fail, until the returned function is called. */
async function breakStart(): Promise<() => Promise<void>> {
  const file = join(dataDir, 'postgres/data/local.conf');
  await writeFile(file, "work_mem = 'plenty'\n", { mode: 0o644 });
  return () => rm(file);
}

test('a server that cannot restart is tried again until it can', async () => {
  const { server, lines } = await start();
  const repair = await breakStart();
  process.kill(server.pid, 'SIGKILL');
  const countFailures = () => lines.filter((line) => line.includes('could not be started again')).length;
  await vi.waitFor(() => expect(countFailures()).toBeGreaterThan(1), { timeout: 20_000 });
  await repair();
  await vi.waitFor(() => withClient(server.connection, async () => {}), { timeout: 20_000, interval: 50 });
});

test('a stop while the server cannot restart ends the attempts', async () => {
  const { server, lines } = await start();
  const repair = await breakStart();
  process.kill(server.pid, 'SIGKILL');
  await vi.waitFor(() => expect(lines.join()).toContain('could not be started again'), { timeout: 20_000 });
  await server.stop();
  const told = lines.length;
  await repair();
  const { server: next } = await start();
  expect(next.adopted).toBe(false);
  expect(lines).toHaveLength(told);
});

test('a second service on the same directory is refused, with the directory and the pid of the first', async () => {
  const service = await runService();
  const second = await startService(dataDir);
  services.push(second);
  expect(second.said.refused).toMatch(/EmbeddedPostgresError: .*in use/);
  expect(second.said.refused).toContain(dataDir);
  expect(second.said.refused).toContain(`pid ${service.pid}`);
  await withClient(service.owner, (client) => client.query('SELECT 1'));
});
