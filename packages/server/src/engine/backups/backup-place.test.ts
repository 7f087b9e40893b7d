import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BackupPlace, openBackupPlace } from './backup-place.ts';

let folder: string;
let place: BackupPlace;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trivium-place-'));
  place = await openBackupPlace(folder, { region: 'us-east-1' });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Comes in pieces, each at a later turn of the loop, so that writers overlap. */
async function* inPieces(count: number): AsyncGenerator<Buffer> {
  for (let i = 0; i < count; i++) {
    await new Promise(setImmediate);
    yield Buffer.alloc(100, 'x');
  }
}

test('a file that several write at the same time is whole whenever it is there, and none of them fails', async () => {
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
