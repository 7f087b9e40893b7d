import { access, copyFile, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { required } from '../../src/kit/required.ts';
import { Installation } from './harness/installation.ts';
import { query } from './harness/log-audit.ts';
import { Publisher, sleep } from './harness/publisher.ts';
import { runCommand, startCommand } from './harness/run-command.ts';

let installation: Installation;
let place: string;
let publisher: Publisher;
/** When the first backup was complete, while publishing went on. */
let chosen: Date;
const removed: Installation[] = [];

const settingsOf = (dataDir: string) => ({ DATA_DIR: dataDir, BACKUP_TO: place });
const wallTime = (at: number) => performance.timeOrigin + at;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'trivium-place-'));
  installation = await Installation.make({ BACKUP_TO: place, BACKUP_ARCHIVE_SECONDS: '1' });
  await installation.start();
  publisher = new Publisher({ api: installation.api, clients: 4, ratePerSecond: 60 }).start();
  await publisher.acknowledgedAfter(performance.now());
}, 240_000);

afterAll(async () => {
  await publisher?.stop();
  for (const one of [installation, ...removed]) await one?.remove();
  await rm(place, { recursive: true, force: true });
});

const archive = async (): Promise<{ until: string }[]> =>
  JSON.parse(await readFile(join(place, 'archive/00000001.json'), 'utf8')).runs;

/** Waits until the archive has everything that was committed by then, and the command confirms it. */
async function archivedUntil(time: Date): Promise<void> {
  const isHeld = (until = '') => until !== '' && new Date(until) >= time;
  while (!isHeld((await archive().catch(() => [])).at(-1)?.until)) await sleep(20);
  const { output } = await runCommand(['backup', 'list', '--json'], settingsOf(installation.directory.path));
  expect(isHeld(JSON.parse(output.split('\n', 1).join()).until)).toBe(true);
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** An empty installation with the encryption key of the first one. */
async function emptyInstallation(): Promise<Installation> {
  const made = await Installation.makeEmpty();
  removed.push(made);
  const key = 'encryption.key';
  await copyFile(join(installation.directory.path, key), join(made.directory.path, key));
  return made;
}

async function numbersIn(one: Installation): Promise<Set<number>> {
  const rows = await query<{ n: number }>(
    await one.connection(),
    `select (data::json ->> 'n')::int as n from events where correlation_id = $1`,
    [publisher.run],
  );
  return new Set(rows.map(({ n }) => n));
}

describe('the database of a running service', () => {
  test('is backed up, and the command says what the backup does not contain', async () => {
    const { code, output } = await runCommand(['backup'], settingsOf(installation.directory.path));
    expect(output).toMatch(/Backed up to .*\n.*\n {2}database {4}as of .*Z\n/);
    expect(output).toMatch(
      /key +not in the backup, and a restore needs it: the encryption key [0-9a-f]{8}\. It is in .*encryption\.key/,
    );
    expect(code).toBe(0);
    await publisher.acknowledgedAfter(performance.now());
    chosen = new Date(wallTime(performance.now()));
    await publisher.acknowledgedAfter(performance.now() + 200);
    await archivedUntil(new Date(wallTime(performance.now())));
  }, 240_000);

  test('is restored to a point in time: every event acknowledged by then, and none sent after it', async () => {
    const other = await emptyInstallation();
    const restored = await runCommand(
      ['restore', '--at', chosen.toISOString()],
      settingsOf(other.directory.path),
    );
    expect(restored.output).toMatch(/result +SOUND\n$/);
    expect(restored.code).toBe(0);
    await other.start();
    const found = await numbersIn(other);
    const { acknowledged } = publisher;
    const before = [...acknowledged].filter(([, { at }]) => wallTime(at) < chosen.getTime());
    const after = [...acknowledged].filter(([, { sentAt }]) => wallTime(sentAt) > chosen.getTime() + 1);
    expect(before.length).toBeGreaterThan(10);
    expect(after.length).toBeGreaterThan(10);
    expect(before.filter(([n]) => !found.has(n))).toEqual([]);
    expect(after.filter(([n]) => found.has(n))).toEqual([]);
    // It is a normal service: it accepts events, and archives its WAL on its own timeline elsewhere.
    expect(
      (await other.api.ask('POST', '/v1/events', { body: { type: 'a.b', source: 's', data: {} } })).eventId,
    ).toMatch(/^evt_/);
    await other.stop();
  }, 300_000);

  test('killed with its database during a backup leaves no partial backup, and no gap in the archive', async () => {
    const backups = join(place, 'backups');
    let known = await readdir(backups);
    const isBegun = async () => {
      const id = (await readdir(backups)).find((name) => !known.includes(name));
      if (id === undefined) return false;
      return (await readdir(join(backups, id))).some((name) => /^base\.tar\.zst\..*partial$/.test(name));
    };
    const begin = async () => {
      const command = startCommand(['backup'], settingsOf(installation.directory.path));
      const isOver = command.ended.then(() => true);
      while (!(await isBegun())) if (await Promise.race([isOver, sleep(1)])) return undefined;
      return command;
    };
    let begun = await begin();
    for (let more = 5; begun === undefined && more > 0; more--) {
      // It ended before it was seen running.
      known = await readdir(backups);
      begun = await begin();
    }
    const { child, ended } = required(begun, 'a backup at work');
    child.kill('SIGSTOP');
    await installation.kill();
    await installation.directory.signalPostgres('SIGKILL');
    child.kill('SIGCONT');
    const { code, output } = await ended;
    expect(output).toMatch(/^The database went away during the backup .* run the backup again\.\n$/);
    expect(code).toBe(1);
    await installation.start();
    await publisher.acknowledgedAfter(performance.now());
    await publisher.stop();
    await archivedUntil(new Date(wallTime(performance.now())));
    expect(await archive()).toHaveLength(1);
    const listed = await runCommand(['backup', 'list'], settingsOf(installation.directory.path));
    expect(listed.output.trim().split('\n')).toHaveLength(known.length);
    // Stopped now, because each second of its archive is another segment that every restore below would replay.
    expect((await installation.stop()).exit.code).toBe(0);
  }, 240_000);

  test('is restored completely from the backup and the archive, through the crash', async () => {
    const other = await emptyInstallation();
    const restored = await runCommand(['restore'], settingsOf(other.directory.path));
    expect(restored.output).toMatch(/result +SOUND\n$/);
    await other.start();
    const found = await numbersIn(other);
    expect([...publisher.acknowledged.keys()].filter((n) => !found.has(n))).toEqual([]);
    await other.stop();
  }, 300_000);

  test('is restored completely after a killed restore, and no service starts on what that one left', async () => {
    const other = await emptyInstallation();
    const dataDir = other.directory.path;
    const { child, ended } = startCommand(['restore'], settingsOf(dataDir));
    // By then the database has its final name, and files are still missing.
    while (!(await isThere(join(dataDir, 'postgres/data/PG_VERSION')))) await sleep(1);
    child.kill('SIGKILL');
    await ended;
    const refused = await runCommand(['serve'], settingsOf(dataDir));
    expect(refused.output).toMatch(/^A restore into the data directory \S+ was broken off, .*again.*\n$/m);
    expect(refused.code).toBe(1);
    const restored = await runCommand(['restore'], settingsOf(dataDir));
    expect(restored.output).toMatch(/result +SOUND\n$/);
    await other.start();
    const found = await numbersIn(other);
    expect([...publisher.acknowledged.keys()].filter((n) => !found.has(n))).toEqual([]);
    await other.stop();
  }, 300_000);

  test('is not restored over another database, beyond the archive, or without its key', async () => {
    const dataDir = installation.directory.path;
    const over = await runCommand(['restore'], settingsOf(dataDir));
    expect(over.output).toMatch(/already\. Restore into an empty directory/);
    const future = await runCommand(['restore', '--at', '2099-01-01T00:00:00Z'], settingsOf(dataDir));
    expect(future.output).toMatch(/^2099-01-01T00:00:00.000Z cannot be restored from .* holds .*Z to .*Z\./);
    const other = await Installation.makeEmpty();
    removed.push(other);
    const keyless = await runCommand(['restore'], settingsOf(other.directory.path));
    expect(keyless.output).toMatch(
      /sealed under the encryption key [0-9a-f]{8}, and there is no key here\. Set ENCRYPTION_KEY/,
    );
    const wrong = await runCommand(['restore'], {
      ...settingsOf(other.directory.path),
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    });
    expect(wrong.output).toMatch(
      /sealed under the encryption key [0-9a-f]{8}, and the key here is [0-9a-f]{8}\./,
    );
    expect([over, future, keyless, wrong].map(({ code }) => code)).toEqual([1, 1, 1, 1]);
  }, 240_000);
});

describe('a backup with a file that', () => {
  const verify = () => runCommand(['backup', 'verify'], settingsOf(installation.directory.path));

  test('has one wrong byte is refused with the name of the file', async () => {
    const [id = ''] = await readdir(join(place, 'backups'));
    const ids = (await readdir(join(place, 'backups'))).sort();
    const path = join(place, 'backups', ids[0] ?? id, 'base.tar.zst');
    await withByteChanged(path, async () => {
      const { code, output } = await verify();
      expect(output).toMatch(
        /^backups\/\S+\/base\.tar\.zst in \S+ is damaged \(.*\)\. Restore it from a copy/,
      );
      expect(code).toBe(1);
    });
  }, 240_000);

  test('is missing or truncated in the WAL is refused with the name of the file', async () => {
    const names = (await readdir(join(place, 'wal')))
      .filter((name) => /^[0-9A-F]{24}\.zst$/.test(name))
      .sort();
    const path = join(place, 'wal', names.at(-2) ?? '');
    await rename(path, `${path}.away`);
    const missing = await verify();
    expect(missing.output).toContain(`wal/${names.at(-2)} is missing in `);
    await copyFile(`${path}.away`, path);
    const file = await open(path, 'r+');
    await file.truncate(100).finally(() => file.close());
    const cut = await verify();
    expect(cut.output).toMatch(new RegExp(`^wal/${names.at(-2)} in \\S+ is damaged`));
    await rename(`${path}.away`, path);
    expect([missing.code, cut.code]).toEqual([1, 1]);
    expect((await verify()).output).toMatch(/SOUND\n$/);
  }, 400_000);
});

async function withByteChanged(path: string, work: () => Promise<void>): Promise<void> {
  const whole = await readFile(path);
  const file = await open(path, 'r+');
  const at = Math.floor(whole.length / 2);
  await file.write(Buffer.from([(whole[at] ?? 0) ^ 1]), 0, 1, at).finally(() => file.close());
  await work();
  const again = await open(path, 'r+');
  await again.write(whole.subarray(at, at + 1), 0, 1, at).finally(() => again.close());
}
