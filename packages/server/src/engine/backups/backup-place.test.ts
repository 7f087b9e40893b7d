import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../../kit/net/listen.fixture.ts';
import { type BackupPlace, openBackupPlace, readJson } from './backup-place.ts';

let folder: string;
let place: BackupPlace;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trivium-place-'));
  place = await openBackupPlace(folder, { region: 'us-east-1' });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A stream whose pieces come in later turns of the event loop, so that writers overlap. */
async function* inPieces(count: number): AsyncGenerator<Buffer> {
  for (let i = 0; i < count; i++) {
    await new Promise(setImmediate);
    yield Buffer.alloc(100, 'x');
  }
}

test('a file that several processes write at the same time is always complete, and none of them fails', async () => {
  let isWritten = false;
  const writers = Array.from({ length: 8 }, (_, i) =>
    place.write('wal/1.zst', Readable.from(inPieces(20 + 10 * i))),
  );
  const written = Promise.allSettled(writers).then((results) => {
    isWritten = true;
    return results.map(({ status }) => status);
  });
  const lengths = new Set<number>();
  while (!isWritten) {
    const source = await place.read('wal/1.zst');
    if (source !== undefined) lengths.add((await text(source)).length);
    await new Promise(setImmediate);
  }
  expect(await written).toEqual(writers.map(() => 'fulfilled'));
  const whole = writers.map((_, i) => 100 * (20 + 10 * i));
  expect([...lengths].filter((length) => !whole.includes(length))).toEqual([]);
});

describe('a store', () => {
  let store: Server | undefined;
  afterEach(() => {
    store?.closeAllConnections();
    store?.close();
  });

  async function openStore(answer: RequestListener): Promise<BackupPlace> {
    store = createServer(answer);
    const { origin } = await listen(store);
    const keys = { accessKeyId: 'a', secretAccessKey: 'b' };
    return openBackupPlace('s3://files/place', { region: 'us-east-1', endpoint: origin, ...keys });
  }

  test('that breaks off is asked again and again once it has answered; before that, it is told soon', async () => {
    let broken = 6;
    const bucket = await openStore((request, response) => {
      if (broken > 0) {
        broken -= 1;
        request.socket.destroy();
        return;
      }
      response
        .writeHead(404, { 'content-type': 'application/xml' })
        .end('<Error><Code>NoSuchKey</Code></Error>');
    });
    await expect(bucket.read('a')).rejects.toThrow('check S3_ENDPOINT and the network');
    expect(broken).toBe(3);
    broken = 0;
    expect(await bucket.read('a')).toBeUndefined();
    broken = 6;
    expect(await bucket.read('a')).toBeUndefined();
    expect(broken).toBe(0);
  });

  test('that goes away while a file is read is told as away, and the file not as damaged', async () => {
    const bucket = await openStore((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('', () => response.flushHeaders());
      setImmediate(() => response.destroy());
    });
    await expect(readJson(bucket, 'manifest.json')).rejects.toThrow(/^s3:\/\/files\/place cannot be used\./);
  });
});
