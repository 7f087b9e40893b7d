import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Installation } from './harness/installation.ts';
import { ServiceProcess } from './harness/service-process.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await Installation.make();
});
afterEach(() => installation.remove());

/** Starts a service that must refuse; the lines that it says, and its exit code. */
async function refuse(
  settings: Record<string, string> = {},
): Promise<{ code: number | null; lines: string[] }> {
  const refused = new ServiceProcess({ dataDir: installation.directory.path, settings });
  const { code } = await refused.exited;
  return { code, lines: refused.output.trim().split('\n') };
}

test('a second start on the same data directory refuses with one line that names the first', async () => {
  await installation.start();
  const { code, lines } = await refuse();
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(String(installation.process.pid));
  expect(lines[0]).toContain(installation.directory.path);
  expect((await installation.api.call('GET', '/readyz')).status).toBe(200);
});

test('a taken port is one line that names it, and the database does not stay behind', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const { code, lines } = await refuse({ PORT: String(port) });
  other.close();
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(String(port));
  expect(await installation.directory.postgresPids()).toEqual([]);
});

test('a database that cannot be reached is one line that says so', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  await new Promise((resolve) => other.close(resolve));
  const { code, lines } = await refuse({ DATABASE_URL: `postgresql://someone:secret@127.0.0.1:${port}/db` });
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/ECONNREFUSED.*DATABASE_URL/);
  expect(lines[0]).not.toContain('secret');
});

test('after kill -9 the next start adopts the PostgreSQL that was left running', async () => {
  await installation.start();
  const { eventId } = await installation.api.ask('POST', '/v1/events', {
    body: { type: 'a.b', source: 'test', data: {} },
  });
  await installation.kill();
  const orphan = await installation.directory.postmasterPid();
  await installation.start();
  expect(installation.process.output).toContain('it was still running');
  expect(await installation.directory.postmasterPid()).toBe(orphan);
  const { events } = await installation.api.ask('GET', '/v1/events');
  expect(events).toEqual([expect.objectContaining({ eventId })]);
  expect(await installation.stop()).toMatchObject({ exit: { code: 0, signal: null } });
  expect(await installation.directory.postgresPids()).toEqual([]);
});

test('after kill -9 of the service and its PostgreSQL alike the next start recovers by itself', async () => {
  await installation.start();
  const { eventId } = await installation.api.ask('POST', '/v1/events', {
    body: { type: 'a.b', source: 'test', data: {} },
  });
  await Promise.all([installation.kill(), installation.directory.signalPostgres('SIGKILL')]);
  await installation.start();
  const { events } = await installation.api.ask('GET', '/v1/events');
  expect(events).toEqual([expect.objectContaining({ eventId })]);
});
