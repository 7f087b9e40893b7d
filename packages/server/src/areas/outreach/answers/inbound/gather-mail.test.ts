import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { SMTPServerDataStream } from 'smtp-server';
import { expect, test, vi } from 'vitest';
import { gatherMail as gatherAtPace, HostileMail } from './gather-mail.ts';

const gatherMail = (stream: SMTPServerDataStream, maxBytes: number) =>
  gatherAtPace(stream, maxBytes, () => true);
const streamOf = (pieces: Iterable<Buffer>) => Readable.from(pieces) as SMTPServerDataStream;

function* cut(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test.each([1, 7, 65_535, 65_536, 65_537, 200_000])('a mail in pieces of %i bytes is whole', async (size) => {
  const mail = randomBytes(size === 1 ? 40_000 : 300_001);
  const blocks = await gatherMail(streamOf(cut(mail, size)), mail.length);
  expect(Buffer.concat(blocks ?? []).equals(mail)).toBe(true);
});

test('a mail without a byte is empty', async () => {
  expect(Buffer.concat((await gatherMail(streamOf([]), 10)) ?? [])).toEqual(Buffer.alloc(0));
});

test('nothing of a mail that is too large is kept, and its sender can finish', async () => {
  const stream = streamOf(cut(Buffer.alloc(300_000), 65_536));
  expect(await gatherMail(stream, 100_000)).toBeUndefined();
  expect(stream.readableEnded).toBe(true);
});

test('an endless mail is given up', async () => {
  function* endless() {
    for (;;) yield Buffer.alloc(65_536);
  }
  await expect(gatherMail(streamOf(endless()), 1_000_000)).rejects.toThrow(HostileMail);
});

test('a mail in unusually many pieces is given up', async () => {
  const stream = streamOf(cut(Buffer.alloc(200_000), 2));
  await expect(gatherMail(stream, 1_000_000)).rejects.toThrow(HostileMail);
  expect(stream.destroyed).toBe(true);
});

test('of a sender who is faster than the pace, the next piece is read when it is told to go on', async () => {
  let isRead = 0;
  function* pieces() {
    for (const piece of cut(Buffer.alloc(300_000), 65_536)) {
      isRead++;
      yield piece;
    }
  }
  const held: (() => void)[] = [];
  const stream = Readable.from(pieces(), { highWaterMark: 1 }) as SMTPServerDataStream;
  const gathered = gatherAtPace(stream, 300_000, (_bytes, goOn) => {
    held.push(goOn);
    return false;
  });
  for (let count = 1; count <= 5; count++) {
    await vi.waitUntil(() => held.length === count);
    expect(isRead).toBeLessThanOrEqual(count + 1);
    held.at(-1)?.();
  }
  expect(Buffer.concat((await gathered) ?? []).length).toBe(300_000);
});
