import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { collect } from '../../packages/sdk/src/index.ts';
import { createS3Driver, type S3Settings } from '../../packages/server/src/engine/blobs/index.ts';
import { leaveUpload, unendedUploads } from '../../packages/server/test/reliability/harness/object-store.ts';
import { newPrefix, type TestStore } from './test-store.ts';
import { openUnsteadyProxy } from './unsteady-proxy.ts';

const MIB = 1_048_576;
const PART_BYTES = 5 * MIB;

/** Checks of the S3 client itself, without the service. */
export function driverChecks(store: TestStore): [string, () => Promise<void>][] {
  return [
    ['a file of 48 MB in parts, whole through connections that break off', () => checkBigFile(store)],
    ...virtualHostChecks(store),
    ['1,100 files are listed in pages, each once and in order', () => checkPages(store)],
    ['an upload that fails leaves no file, and its parts are removed', () => checkRest(store)],
  ];
}

function settingsOf({ settings, bucket }: TestStore, endpoint = settings.S3_ENDPOINT): S3Settings {
  return {
    bucket,
    endpoint,
    region: settings.S3_REGION ?? 'us-east-1',
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    sessionToken: settings.S3_SESSION_TOKEN,
    partBytes: PART_BYTES,
  };
}

async function checkBigFile(store: TestStore): Promise<void> {
  // Most stores sign the name of the host, so they cannot be reached through a proxy; only the one on this machine can.
  const isHere = store.settings.S3_ENDPOINT?.startsWith('http://127.0.0.1');
  using proxy = isHere ? await openUnsteadyProxy(store.settings.S3_ENDPOINT ?? '') : undefined;
  const driver = await createS3Driver(settingsOf(store, proxy?.address));
  const key = `${newPrefix()}/big`;
  const pieces = Array.from({ length: 48 }, () => randomBytes(MIB));
  const wanted = createHash('sha256');
  for (const piece of pieces) wanted.update(piece);
  proxy?.cut('up', 2, 2 * MIB);
  await driver.write(key, Readable.from(pieces));
  assert.equal(proxy?.left() ?? 0, 0, 'uploads were interrupted');
  proxy?.cut('down', 4, 3 * MIB);
  const hash = createHash('sha256');
  for await (const chunk of await driver.read(key)) hash.update(chunk);
  assert.equal(proxy?.left() ?? 0, 0, 'downloads were interrupted');
  assert.equal(hash.digest('hex'), wanted.digest('hex'));
  const range = await Readable.from(await driver.read(key, { start: MIB, end: MIB + 9 })).toArray();
  assert.deepEqual(Buffer.concat(range), pieces[1]?.subarray(0, 10));
  await driver.remove(key);
  await assert.rejects(driver.read(key), { name: 'NoSuchKey' });
}

/** Where the store answers at a name whose subdomains are its buckets: S3_TEST_VIRTUAL_ENDPOINT. */
function virtualHostChecks(store: TestStore): [string, () => Promise<void>][] {
  const { virtualEndpoint } = store;
  if (virtualEndpoint === undefined) return [];
  const check = async () => {
    const inHost = await createS3Driver({ ...settingsOf(store, virtualEndpoint), pathStyle: 'off' });
    const inPath = await createS3Driver(settingsOf(store));
    const key = `${newPrefix()}/one`;
    await inHost.write(key, Readable.from([Buffer.from('a'), Buffer.alloc(12 * MIB)]));
    assert.deepEqual(await collect(inPath.list(key)), [key]);
    assert.equal((await Readable.from(await inHost.read(key, { start: 0, end: 0 })).toArray()).join(), 'a');
    await inHost.remove(key);
    assert.deepEqual(await collect(inHost.list(key)), []);
  };
  return [['the bucket is in the path, or in the name of the host', check]];
}

async function checkPages(store: TestStore): Promise<void> {
  const driver = await createS3Driver(settingsOf(store));
  const prefix = `${newPrefix()}/`;
  const keys = Array.from({ length: 1_100 }, (_, i) => `${prefix}${String(i).padStart(4, '0')}`);
  for (let i = 0; i < keys.length; i += 50) {
    await Promise.all(
      keys.slice(i, i + 50).map((key) => driver.write(key, Readable.from([Buffer.from(key)]))),
    );
  }
  assert.deepEqual(await collect(driver.list(prefix)), keys);
  for (const key of keys) await driver.remove(key);
  assert.deepEqual(await collect(driver.list(prefix)), []);
}

async function checkRest(store: TestStore): Promise<void> {
  const settings = settingsOf(store);
  const driver = await createS3Driver(settings);
  const prefix = newPrefix();
  const source = Readable.from(
    (async function* () {
      for (let i = 0; i < 12; i++) yield randomBytes(MIB);
      throw new Error('the disk is gone');
    })(),
  );
  await assert.rejects(driver.write(`${prefix}/broken`, source), { message: 'the disk is gone' });
  const left = () => unendedUploads(settings, prefix);
  assert.deepEqual(await left(), []);
  await leaveUpload(settings, `${prefix}/killed`);
  await driver.removeUnfinished(prefix, new Date(Date.now() - 3_600_000));
  assert.deepEqual(await left(), [`${prefix}/killed`]);
  await driver.removeUnfinished(prefix, new Date(Date.now() + 3_600_000));
  assert.deepEqual(await left(), []);
}
