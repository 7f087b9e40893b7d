import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../kit/db/testing/open-database.ts';
import { newUuid } from '../../kit/ids.ts';
import { required } from '../../kit/required.ts';
import type { AnyDatabase } from '../spine/index.ts';
import { createBlobStore, createFileDriver } from './index.ts';

const DAY_MS = 86_400_000;
const orgId = newUuid();

let opened: OpenDatabase;
let pool: Pool;
let db: AnyDatabase;
let directory: string;
let nowMs = 1_795_000_000_000;
let store: ReturnType<typeof createBlobStore>;

beforeAll(async () => {
  opened = await openDatabase();
  ({ pool, db } = opened);
});
afterAll(() => opened?.close());
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'blobs-'));
  store = createBlobStore({
    driver: createFileDriver(directory),
    pool,
    clock: { now: () => nowMs },
    onError: (error) => expect.unreachable(String(error)),
  });
  return () => rm(directory, { recursive: true });
});

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe('a stored file', () => {
  test('is read completely, in part, and as a local file', async () => {
    const bytes = randomBytes(300_000);
    const stored = await store.put(Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]), {
      orgId,
    });
    expect(stored).toMatchObject({
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect((await buffer(await store.open(stored.key))).equals(bytes)).toBe(true);
    const range = await buffer(await store.open(stored.key, { start: 5, end: 9 }));
    expect(range.equals(bytes.subarray(5, 10))).toBe(true);
    const local = await store.localFile(stored.key);
    expect((await readFile(local.path)).equals(bytes)).toBe(true);
    await local.release();
  });

  test('can be read completely as soon as it is reported as written', async () => {
    const bytes = randomBytes(200_000);
    const told: { key: string; read: Promise<Buffer> }[] = [];
    const stored = await store.put(Readable.from([bytes]), {
      orgId,
      onWritten({ key, sizeBytes }) {
        expect(sizeBytes).toBe(bytes.length);
        told.push({ key, read: store.localFile(key).then(({ path }) => readFile(path)) });
      },
    });
    expect(told.map(({ key }) => key)).toEqual([stored.key]);
    expect((await told[0]?.read)?.equals(bytes)).toBe(true);
  });

  test('that is too large, or whose source fails, does not exist', async () => {
    const countRows = async () => (await pool.query('select from blobs')).rowCount;
    const before = await countRows();
    const large = store.put(Readable.from([randomBytes(2_000)]), { orgId, maxBytes: 1_999 });
    await expect(large).rejects.toMatchObject({ code: 'payload_too_large' });
    const failing = Readable.from(
      (async function* () {
        yield randomBytes(1_000);
        throw new Error('the sender went away');
      })(),
    );
    await expect(store.put(failing, { orgId })).rejects.toThrow('the sender went away');
    // Before anything is read.
    const gone = new Readable({ read() {} });
    const early = store.put(gone, { orgId });
    gone.destroy(new Error('went away at once'));
    await expect(early).rejects.toThrow('went away at once');
    const ended = new Readable({ read() {} }).destroy();
    await expect(store.put(ended, { orgId })).rejects.toThrow();
    expect(await filesBelow(directory)).toEqual([]);
    expect(await countRows()).toBe(before);
  });

  test('that was being written at a kill leaves nothing after a day', async () => {
    const key = 'ab'.repeat(16);
    await pool.query(
      "insert into blobs (key, org_id, size_bytes, sha256, created_at) values ($1, $2, 0, '', $3)",
      [key, orgId, new Date(nowMs)],
    );
    const folder = join(directory, 'ab', 'ab');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${key}.partial`), 'half');
    nowMs += DAY_MS + 1;
    await store.sweep();
    expect(await filesBelow(directory)).toEqual([]);
  });

  test('stays if the transaction that keeps it commits, and is removed a day later if none does', async () => {
    const [kept, rolledBack, unkept] = await Promise.all(
      ['a', 'b', 'c'].map((text) => store.put(Readable.from([text]), { orgId })),
    );
    await db.transaction().execute((tx) => store.keep(tx, orgId, required(kept, 'kept').key));
    const failed = db.transaction().execute(async (tx) => {
      await store.keep(tx, orgId, required(rolledBack, 'rolledBack').key);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    nowMs += DAY_MS - 1;
    await store.sweep();
    expect((await filesBelow(directory)).length).toBe(3);
    nowMs += 2;
    await store.sweep();
    expect(await filesBelow(directory)).toEqual([kept?.key]);
    await expect(store.open(required(unkept, 'unkept').key)).rejects.toMatchObject({ code: 'ENOENT' });
    await store.delete(orgId, required(kept, 'kept').key);
    expect(await filesBelow(directory)).toEqual([]);
    await store.delete(orgId, required(kept, 'kept').key);
  });
});
