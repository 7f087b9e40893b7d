import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { required } from '../../../../../kit/required.ts';
import { SnapshotFiles } from './snapshot-files.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trivium-snapshots-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const state = (text: string) => gzipSync(JSON.stringify(text));
const DAY_MS = 86_400_000;

test('the snapshot that was written last is loaded first, even if the clock was set back', async () => {
  const files = new SnapshotFiles(folder);
  const now = Date.now();
  const clock = [now + DAY_MS, now + DAY_MS + 1, now + DAY_MS + 2, now, now + 1, 0];
  for (const [i, atMs] of clock.entries()) await files.write(state(`state ${i}`), atMs);
  const [newest, ...older] = await files.list();
  expect(older).toHaveLength(2);
  expect(await readFile(await files.unpack(required(newest, 'newest')), 'utf8')).toBe('"state 5"');
});

test('damaged snapshots are renamed, and the last few are kept', async () => {
  const files = new SnapshotFiles(folder);
  for (let i = 1; i <= 5; i++) {
    await files.write(state(`state ${i}`), i);
    await files.quarantine(required((await files.list())[0], '(await files.list())[0]'));
  }
  expect(await files.list()).toEqual([]);
  expect(await readdir(folder)).toHaveLength(3);
});
