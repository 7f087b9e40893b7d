import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../kit/db/testing/open-database.ts';
import { newUuid } from '../../kit/ids.ts';
import { createBlobStore, createFileDriver } from '../blobs/index.ts';
import { openBackupPlace } from './backup-place.ts';
import { copyBlobs } from './blob-copies.ts';

let opened: OpenDatabase;
let root: string;
/** Keys of two stored files. */
let keys: string[];

const folder = () => join(root, 'files');
const place = (name: string) => openBackupPlace(join(root, name), { region: 'us-east-1' });
const lose = (key: string | undefined) =>
  rm(join(folder(), key?.slice(0, 2) ?? '', key?.slice(2, 4) ?? '', key ?? ''));

beforeAll(async () => {
  opened = await openDatabase();
});
afterAll(() => opened?.close());
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'trivium-copies-'));
  const { pool } = opened;
  const driver = createFileDriver(folder());
  const onError = (error: unknown) => expect.unreachable(String(error));
  const store = createBlobStore({ driver, pool, clock: { now: () => 1_795_000_000_000 }, onError });
  const put = (text: string) => store.put(Readable.from([Buffer.from(text)]), { orgId: newUuid() });
  keys = [(await put('one')).key, (await put('two')).key];
  await pool.query('update blobs set is_kept = true');
});
afterEach(async () => {
  await opened.pool.query('delete from blobs');
  await rm(root, { recursive: true, force: true });
});

test('every file that a row refers to is copied once', async () => {
  const source = { folder: folder(), pool: opened.pool };
  expect(await copyBlobs(await place('a'), source)).toEqual({ copied: true, count: 2 });
  await lose(keys[0]);
  // The copy already exists.
  expect(await copyBlobs(await place('a'), source)).toEqual({ copied: true, count: 2 });
});

test('a missing file is reported, and if all are missing the folder is wrong', async () => {
  const source = { folder: folder(), pool: opened.pool };
  await lose(keys[0]);
  expect(await copyBlobs(await place('b'), source)).toEqual({ copied: true, count: 1, missing: 1 });
  await lose(keys[1]);
  await expect(copyBlobs(await place('c'), source)).rejects.toThrow(
    /None of the 2 uploaded files is in .* DATA_DIR/,
  );
});
