import { createServer } from 'node:net';
import { describe, test } from 'vitest';
import { listen } from '../../src/kit/net/listen.fixture.ts';
import { Installation } from './harness/installation.ts';
import { ServiceProcess } from './harness/service-process.ts';

const it = test.extend<{
  /** With a migrated database. */
  installation: Installation;
  /** An empty installation: its first start creates the database. */
  empty: Installation;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the needs of a fixture from its pattern
  installation: async ({}, use) => {
    const installation = await Installation.make();
    await use(installation);
    await installation.remove();
  },
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the needs of a fixture from its pattern
  empty: async ({}, use) => {
    const installation = await Installation.makeEmpty();
    await use(installation);
    await installation.remove();
  },
});

/** Starts a service that must refuse to start; resolves with its output lines and its exit code. */
async function refuse(
  { directory }: Installation,
  settings: Record<string, string> = {},
): Promise<{ code: number | null; lines: string[] }> {
  const refused = new ServiceProcess({ dataDir: directory.path, settings });
  const { code } = await refused.exited;
  return { code, lines: refused.output.trim().split('\n') };
}

/** A port that is in use until `release` is called. */
async function takePort(): Promise<{ port: number; release(): Promise<void> }> {
  const server = createServer();
  const { port } = await listen(server);
  return { port, release: () => new Promise((resolve) => server.close(() => resolve())) };
}

const event = { body: { type: 'a.b', source: 'test', data: {} } };

describe.concurrent('a start', () => {
  it('on a data directory in use fails with one line that names its user', async ({
    empty: installation,
    expect,
  }) => {
    await installation.start();
    const { code, lines } = await refuse(installation);
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(String(installation.process.pid));
    expect(lines[0]).toContain(installation.directory.path);
    expect((await installation.api.call('GET', '/readyz')).status).toBe(200);
  });

  it('on a used port fails with one line that names it, and leaves no database behind', async ({
    installation,
    expect,
  }) => {
    const { port, release } = await takePort();
    const { code, lines } = await refuse(installation, { PORT: String(port) });
    await release();
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(String(port));
    expect(await installation.directory.postgresPids()).toEqual([]);
  });

  it('without its database fails with one line that says so', async ({ empty: installation, expect }) => {
    const { port, release } = await takePort();
    await release();
    const { code, lines } = await refuse(installation, {
      DATABASE_URL: `postgresql://someone:secret@127.0.0.1:${port}/db`,
    });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/ECONNREFUSED.*DATABASE_URL/);
    expect(lines[0]).not.toContain('secret');
  });

  it('after kill -9 adopts the PostgreSQL that was left running, and ends it with the service', async ({
    installation,
    expect,
  }) => {
    await installation.start();
    const { eventId } = await installation.api.ask('POST', '/v1/events', event);
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

  it('after kill -9 of both service and PostgreSQL recovers by itself', async ({ installation, expect }) => {
    await installation.start();
    const { eventId } = await installation.api.ask('POST', '/v1/events', event);
    await Promise.all([installation.kill(), installation.directory.signalPostgres('SIGKILL')]);
    await installation.start();
    const { events } = await installation.api.ask('GET', '/v1/events');
    expect(events).toEqual([expect.objectContaining({ eventId })]);
  });

  it('that is told to stop before it is up ends with 0 and leaves no database behind', async ({
    empty: installation,
    expect,
  }) => {
    const service = installation.launch();
    const hasDatabase = async () => (await installation.directory.postgresPids().catch(() => [])).length > 0;
    await expect.poll(hasDatabase, { timeout: 30_000, interval: 5 }).toBe(true);
    service.send('SIGTERM');
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(await installation.directory.postgresPids()).toEqual([]);
  });
});
