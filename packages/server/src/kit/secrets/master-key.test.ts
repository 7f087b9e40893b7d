import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPool } from '../db/index.ts';
import { createTestDatabase } from '../embedded-postgres/test-database.ts';
import { required } from '../required.ts';
import { checkMasterKey } from './check-master-key.ts';
import { loadMasterKey, loadMasterKeys, replaceKeyFile, rereadMasterKeys } from './master-key.ts';
import { createKeyRing, createSecretBox } from './secret-box.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'trivium-key-'));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('the setting takes precedence over the file, and makes none', async () => {
  const key = randomBytes(32);
  expect(await loadMasterKey({ fromSetting: key.toString('base64'), dataDir })).toEqual(key);
  expect(await readdir(dataDir)).toEqual([]);
});

test('an invalid setting or file is refused with its name', async () => {
  await expect(loadMasterKey({ fromSetting: 'c2hvcnQ=', dataDir })).rejects.toThrow(
    'ENCRYPTION_KEY must hold 32 bytes in base64; it holds 5.',
  );
  await writeFile(join(dataDir, 'encryption.key'), 'half');
  await expect(loadMasterKey({ dataDir })).rejects.toThrow('encryption.key must hold 32 bytes');
  await rm(join(dataDir, 'encryption.key'));
  await mkdir(join(dataDir, 'encryption.key'));
  await expect(loadMasterKey({ dataDir })).rejects.toThrow(/encryption.key cannot be read .* restore it/);
});

test('the first start makes a key that only its owner can read, and later starts find it', async () => {
  const key = await loadMasterKey({ dataDir: join(dataDir, 'new') });
  expect(key).toHaveLength(32);
  expect(await loadMasterKey({ dataDir: join(dataDir, 'new') })).toEqual(key);
  expect((await stat(join(dataDir, 'new', 'encryption.key'))).mode & 0o777).toBe(0o600);
});

test('processes that start at the same time agree on one key and leave no drafts', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => loadMasterKey({ dataDir })));
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  expect(await readdir(dataDir)).toEqual(['encryption.key']);
});

test('a node with another key is refused with one line that names both keys', async () => {
  const database = await createTestDatabase();
  const pool = createPool(database.connection, { max: 2, applicationName: 'key test', onError: () => {} });
  const [first, other] = [randomBytes(32), randomBytes(32)].map(createSecretBox);
  await Promise.all([
    checkMasterKey(pool, required(first, 'first')),
    checkMasterKey(pool, required(first, 'first')),
  ]);
  await checkMasterKey(pool, required(first, 'first'));
  await expect(checkMasterKey(pool, required(other, 'other'))).rejects.toThrow(
    `sealed under the encryption key ${first?.keyId}, but this node has ${other?.keyId}. Set ENCRYPTION_KEY`,
  );
  await pool.end();
  await database.drop();
});

test('a new key replaces the one in the file, which can still open secrets', async () => {
  const first = await loadMasterKey({ dataDir });
  const sealed = createSecretBox(first).seal('secret', 'place');
  const { before, now } = await replaceKeyFile(dataDir);
  await replaceKeyFile(dataDir);
  const keys = await loadMasterKeys({ dataDir });
  expect(keys.others).toHaveLength(2);
  expect(keys.others[1]).toEqual(first);
  expect(rereadMasterKeys({ dataDir })).toEqual(keys);
  const ring = createKeyRing(keys);
  expect(ring.open(sealed, 'place')).toBe('secret');
  expect(ring.keyIds).toEqual(expect.arrayContaining([before, now]));
  for (const name of await readdir(dataDir))
    expect((await stat(join(dataDir, name))).mode & 0o777, name).toBe(0o600);
});

test('a node that also has the previous key moves the database to the new one; a node without it is refused', async () => {
  const database = await createTestDatabase();
  const pool = createPool(database.connection, { max: 2, applicationName: 'key test', onError: () => {} });
  const [old, next] = [randomBytes(32), randomBytes(32)];
  await checkMasterKey(pool, createSecretBox(old));
  await checkMasterKey(pool, createKeyRing({ current: next, others: [old] }));
  await expect(checkMasterKey(pool, createSecretBox(old))).rejects.toThrow('Set ENCRYPTION_KEY');
  await checkMasterKey(pool, createSecretBox(next));
  await pool.end();
  await database.drop();
});
