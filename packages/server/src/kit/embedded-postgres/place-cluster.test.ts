import { spawnSync } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pointerFileName } from './place-cluster.ts';
import { withClient } from './prepare-database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';
import { keepLog, makeDataDir, makeSeed, quickSettings, removeDataDir } from './test-data-dir.ts';

// Only root runs PostgreSQL as another user; for other users, all files can be reached anyway.
describe.skipIf(process.getuid?.() !== 0)('started by root', () => {
  let seed: string;
  let closed: string;
  let running: EmbeddedPostgres | undefined;
  const homes = new Set<string>();

  beforeAll(async () => {
    seed = await makeSeed();
    // Like /root: no other user may enter.
    closed = await mkdtemp(join(tmpdir(), 'trivium-closed-'));
  });

  afterEach(async () => {
    await running?.stop();
    running = undefined;
  });

  afterAll(async () => {
    for (const home of homes) await removeDataDir(home, home);
    await rm(closed, { recursive: true, force: true });
    await removeDataDir(seed);
  });

  async function start(dataDir: string): Promise<{ server: EmbeddedPostgres; home: string }> {
    running = await startEmbeddedPostgres({ dataDir, log: keepLog().log, settings: quickSettings });
    const { home } = JSON.parse(await readFile(join(dataDir, pointerFileName), 'utf8'));
    homes.add(home);
    return { server: running, home };
  }

  test('a data directory that PostgreSQL cannot enter points to a database elsewhere, which is found after a move', async () => {
    const first = await start(join(closed, 'data'));
    expect(first.home.startsWith(closed)).toBe(false);
    await withClient(first.server.owner, (client) => client.query('CREATE TABLE kept AS SELECT 7 AS n'));
    await first.server.stop();
    await rename(join(closed, 'data'), join(closed, 'moved'));
    const second = await start(join(closed, 'moved'));
    const { rows } = await withClient(second.server.owner, (client) => client.query('SELECT n FROM kept'));
    expect({ home: second.home, rows }).toEqual({ home: first.home, rows: [{ n: 7 }] });
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
  });

  test('a data directory of root keeps its database, and opens only to PostgreSQL’s group', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'trivium-private-'));
    running = await startEmbeddedPostgres({ dataDir, log: keepLog().log, settings: quickSettings });
    const [folder, data] = await Promise.all([stat(dataDir), stat(join(dataDir, 'postgres/data'))]);
    expect({ uid: folder.uid, gid: folder.gid, mode: folder.mode & 0o777 }).toEqual({
      uid: 0,
      gid: data.gid,
      mode: 0o710,
    });
    await running.stop();
    await removeDataDir(dataDir);
  });

  test('a database whose directory became inaccessible is moved with its rows', async () => {
    const open = await makeDataDir(seed);
    running = await startEmbeddedPostgres({ dataDir: open, log: keepLog().log, settings: quickSettings });
    await withClient(running.owner, (client) => client.query('CREATE TABLE kept AS SELECT 7 AS n'));
    await running.stop();
    await rename(open, join(closed, 'moved-here'));
    const { server } = await start(join(closed, 'moved-here'));
    const { rows } = await withClient(server.owner, (client) => client.query('SELECT n FROM kept'));
    expect(rows).toEqual([{ n: 7 }]);
    await expect(stat(join(closed, 'moved-here/postgres'))).rejects.toThrow(/ENOENT/);
  });

  test('a pointer to a missing folder is refused, and not replaced by an empty database', async () => {
    const dataDir = join(closed, 'lost');
    const { server, home } = await start(dataDir);
    await server.stop();
    await rm(home, { recursive: true });
    await expect(start(dataDir)).rejects.toThrow(new RegExp(`${home}, which this user cannot find. Restore`));
  });

  test('a read-only disk is reported, and its database is not copied elsewhere', async (context) => {
    const disk = await makeDataDir();
    const mount = (...args: string[]) => spawnSync('/bin/mount', args).status === 0;
    if (!mount('-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', disk))
      return context.skip('this machine mounts nothing');
    try {
      await chmod(disk, 0o711);
      await cp(join(seed, 'postgres'), join(disk, 'postgres'), { recursive: true });
      mount('-o', 'remount,ro', disk);
      const log = keepLog();
      const options = { dataDir: disk, log: log.log, settings: quickSettings };
      await expect(startEmbeddedPostgres(options)).rejects.toThrow(
        /cannot be written to .EROFS.*mount it for/,
      );
      expect(log.lines).toEqual([]);
      mount('-o', 'remount,rw', disk);
      running = await startEmbeddedPostgres(options);
      await withClient(running.connection, (client) => client.query('SELECT 1'));
      await running.stop();
      running = undefined;
    } finally {
      spawnSync('/bin/umount', [disk]);
      await removeDataDir(disk);
    }
  });

  test('two data directories that point to one database do not run it twice', async () => {
    const dataDir = join(closed, 'one');
    const { server, home } = await start(dataDir);
    await mkdir(join(closed, 'two'));
    await copyFile(join(dataDir, pointerFileName), join(closed, 'two', pointerFileName));
    const options = { dataDir: join(closed, 'two'), log: keepLog().log, settings: quickSettings };
    await expect(startEmbeddedPostgres(options)).rejects.toThrow(`${home} is in use by another process`);
    await withClient(server.connection, (client) => client.query('SELECT 1'));
  });
});
