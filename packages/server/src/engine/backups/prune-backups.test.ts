import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BackupPlace, openBackupPlace } from './backup-place.ts';
import { pruneBackups } from './prune-backups.ts';

let folder: string;
let place: BackupPlace;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trivium-prune-'));
  place = await openBackupPlace(folder, { region: 'us-east-1' });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const store = (path: string, text = 'x') => place.write(path, Readable.from([Buffer.from(text)]));
const segment = (timeline: number, n: number) =>
  `${String(timeline).padStart(8, '0')}00000000${String(n).padStart(8, '0')}`;

async function addBackup(id: string, timeline: number, first: number): Promise<void> {
  const wal = { timeline: segment(timeline, 0).slice(0, 8), first: segment(timeline, first) };
  await store(`backups/${id}/base.tar.zst`);
  await store(`backups/${id}/manifest.json`, JSON.stringify({ format: 1, kind: 'files', wal }));
}

async function paths(): Promise<string[]> {
  const found: string[] = [];
  for await (const path of place.list('')) found.push(path);
  return found;
}

test('the newest backups stay with the WAL since the oldest of them, and the rest is removed', async () => {
  await addBackup('20261101T000000Z-aaaa', 1, 2);
  await addBackup('20261102T000000Z-bbbb', 1, 5);
  await addBackup('20261103T000000Z-cccc', 1, 7);
  await store('backups/20261101T120000Z-dead/base.tar.zst');
  await store('backups/20261103T120000Z-live/base.tar.zst');
  for (const n of [1, 2, 4, 5, 6, 7]) await store(`wal/${segment(1, n)}.zst`);
  await store(`wal/${segment(2, 1)}.zst`);
  await store('wal/00000002.history.zst');
  const pruned = await pruneBackups(place, 2, new Date('2026-11-03T13:00:00Z'));
  expect(pruned).toEqual({ backups: ['20261101T000000Z-aaaa'], logFiles: 3 });
  expect(await paths()).toEqual([
    'backups/20261102T000000Z-bbbb/base.tar.zst',
    'backups/20261102T000000Z-bbbb/manifest.json',
    'backups/20261103T000000Z-cccc/base.tar.zst',
    'backups/20261103T000000Z-cccc/manifest.json',
    'backups/20261103T120000Z-live/base.tar.zst',
    `wal/${segment(1, 5)}.zst`,
    `wal/${segment(1, 6)}.zst`,
    `wal/${segment(1, 7)}.zst`,
    'wal/00000002.history.zst',
    `wal/${segment(2, 1)}.zst`,
  ]);
});

test('a place with fewer backups than the limit keeps them all', async () => {
  await addBackup('20261101T000000Z-aaaa', 1, 2);
  await store(`wal/${segment(1, 2)}.zst`);
  expect(await pruneBackups(place, 7, new Date())).toEqual({ backups: [], logFiles: 0 });
  expect(await paths()).toHaveLength(3);
});

test('an interrupted file is removed after a day, and a file in progress is kept', async () => {
  await store('wal/x.zst');
  const [old, young] = ['y.zst.0000.partial', 'z.zst.1111.partial'].map((name) => join(folder, 'wal', name));
  for (const path of [old, young]) await writeFile(path ?? '', 'half');
  await utimes(old ?? '', 0, 0);
  await pruneBackups(place, 7, new Date());
  expect(await readdir(join(folder, 'wal'))).toEqual(['x.zst', 'z.zst.1111.partial']);
});
