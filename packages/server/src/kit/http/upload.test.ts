import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { required } from '../required.ts';
import { defineRoute, ok, strictObject } from './index.ts';
import { FULL_KEY } from './testing/door.ts';
import { keepDoors } from './testing/door-keeper.ts';

const LIMIT = 1_000_000;
const BOUNDARY = 'frontier';

interface Kept {
  sizeBytes: number;
  sha256: string;
  bytes: Buffer;
}

/** Files that a route's receiver has stored and not yet discarded. */
const kept = new Set<Kept>();

async function keep(stream: Readable): Promise<Kept> {
  const bytes = Buffer.concat(await stream.toArray());
  const file = { sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
  kept.add(file);
  return file;
}

const uploadRoute = defineRoute({
  method: 'POST',
  path: '/files',
  operationId: 'sendFile',
  tag: 'Files',
  summary: 'Send a file',
  access: 'any',
  upload: {
    field: 'file',
    mediaTypes: ['application/zip'],
    limitBytes: LIMIT,
    receive: keep,
    discard: async (stored) => {
      kept.delete(stored);
    },
  },
  query: strictObject({ times: Type.Integer({ default: 1, maximum: 9 }), tag: Type.Optional(Type.String()) }),
  responses: { 200: Type.Any() },
  handler: ({ file, query, newId }) =>
    ok({
      id: newId('evt'),
      name: file.filename,
      type: file.mediaType,
      size: file.stored.sizeBytes,
      ...query,
    }),
});

const open = keepDoors();
const openFiles = async (bodyTimeoutMs?: number) => {
  kept.clear();
  return open({ routes: [uploadRoute], bodyTimeoutMs });
};

function part(name: string, content: string | Buffer, more = ''): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
}

const file = (content: string | Buffer, name = 'file') =>
  part(name, content, '; filename="../a/box.zip"\r\nContent-Type: application/zip');

const formOf = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);

async function send(url: string, body: Buffer, headers: Record<string, string> = {}, query = '') {
  const answer = await fetch(`${url}/files${query}`, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: {
      authorization: `Bearer ${FULL_KEY}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...headers,
    },
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as { error?: { message: string } },
  };
}

describe('a file', () => {
  test('can be a part of a form, with its options as other parts before and after it', async () => {
    const { url } = await openFiles();
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251));
    const answer = await send(url, formOf(part('times', '3'), file(bytes), part('tag', 'é')));
    expect(answer).toMatchObject({
      status: 200,
      body: { name: 'box.zip', type: 'application/zip', size: bytes.length, times: 3, tag: 'é' },
    });
    expect(required([...kept][0], 'the first of the list').bytes.equals(bytes)).toBe(true);
  });

  test('can be the body itself, with its options as query parameters', async () => {
    const { url } = await openFiles();
    const headers = {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="b.zip"',
    };
    const answer = await send(url, Buffer.from('bytes'), headers, '?tag=x');
    expect(answer).toMatchObject({ status: 200, body: { name: 'b.zip', size: 5, times: 1, tag: 'x' } });
  });

  test('of the maximum size is accepted, and with one byte more refused, with and without Content-Length', async () => {
    const door = await openFiles();
    expect((await send(door.url, formOf(file(Buffer.alloc(LIMIT))))).status).toBe(200);
    expect(kept.size).toBe(1);
    const tooLarge = { status: 413, body: { error: { code: 'payload_too_large', field: 'file' } } };
    expect(await send(door.url, formOf(file(Buffer.alloc(LIMIT + 1))))).toMatchObject(tooLarge);
    const zip = { 'content-type': 'application/zip' };
    expect(await send(door.url, Buffer.alloc(LIMIT + 1), zip)).toMatchObject(tooLarge);
    const connection = await door.connect();
    connection.write(
      `POST /files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${FULL_KEY}\r\nContent-Type: application/zip\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    for (let i = 0; i < 11; i++) {
      connection.write(Buffer.concat([Buffer.from('186a0\r\n'), Buffer.alloc(100_000), Buffer.from('\r\n')]));
    }
    expect((await connection.answer()).status).toBe(413);
    expect(kept.size).toBe(1);
  });

  test('that is interrupted leaves nothing behind', async () => {
    const door = await openFiles();
    const connection = await door.connect();
    const form = formOf(file(Buffer.alloc(200_000)));
    connection.write(
      `POST /files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${FULL_KEY}\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${form.length}\r\n\r\n`,
    );
    connection.write(form.subarray(0, 150_000));
    await wait(50);
    connection.socket.destroy();
    await expect.poll(() => door.logLines().length).toBe(1);
    expect(kept.size).toBe(0);
  });
});

test('a sender that stops gets 408, however slow an active one may be', async () => {
  const door = await openFiles(400);
  const head = `POST /files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${FULL_KEY}\r\nContent-Type: application/zip\r\nContent-Length: 8\r\n\r\n`;
  const [slow, silent] = [await door.connect(), await door.connect()];
  slow.write(head);
  silent.write(`${head}abcd`);
  for (let i = 0; i < 8; i++) {
    await wait(100);
    slow.write('x');
  }
  expect((await slow.answer()).status).toBe(200);
  expect((await silent.answer()).status).toBe(408);
  expect(kept.size).toBe(1);
});

describe('refused with what to do, and without leaving a file, is', () => {
  const cases: [string, Buffer, Record<string, string>, object][] = [
    [
      'a form without the file',
      formOf(part('tag', 'x')),
      {},
      { code: 'missing_required_field', field: 'file' },
    ],
    ['a file in another part', formOf(file('a', 'zip')), {}, { code: 'invalid_request', field: 'zip' }],
    ['a second file', formOf(file('a'), file('b')), {}, { code: 'invalid_request', field: 'file' }],
    ['an unknown option', formOf(file('a'), part('color', 'red')), {}, { field: 'color' }],
    ['a wrong option', formOf(file('a'), part('times', 'ten')), {}, { field: 'times' }],
    [
      'an option given twice',
      formOf(file('a'), part('times', '1'), part('times', '2')),
      {},
      { field: 'times' },
    ],
    ['an option with a NUL', formOf(file('a'), part('tag', 'a\0b')), {}, { code: 'invalid_request' }],
    ['an option of the prototype', formOf(file('a'), part('__proto__', '{}')), {}, { field: '__proto__' }],
    ['a form that ends early', formOf(file('a')).subarray(0, -12), {}, { code: 'invalid_request' }],
    ['a form without a boundary', formOf(file('a')), { 'content-type': 'multipart/form-data' }, {}],
    ['another boundary', formOf(file('a')), { 'content-type': 'multipart/form-data; boundary=other' }, {}],
    ['JSON', Buffer.from('{}'), { 'content-type': 'application/json' }, { code: 'unsupported_media_type' }],
  ];
  test.each(cases)('%s', async (_name, body, headers, error) => {
    const { url } = await openFiles();
    const answer = await send(url, body, headers);
    expect([400, 415]).toContain(answer.status);
    expect(answer.body).toMatchObject({ error });
    expect(required(answer.body.error, 'the error').message.length).toBeGreaterThan(20);
    expect(kept.size).toBe(0);
  });
});

test('a repeat with the same Idempotency-Key gets the first answer, and its file is discarded', async () => {
  const { url } = await openFiles();
  const headers = { 'idempotency-key': 'once' };
  const first = await send(url, formOf(file('same')), headers);
  const again = await send(url, formOf(file('same')), headers);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const other = await send(url, formOf(file('other')), headers);
  expect(other).toMatchObject({ status: 409, body: { error: { code: 'idempotency_conflict' } } });
  const otherOption = await send(url, formOf(file('same'), part('times', '2')), headers);
  expect(otherOption.status).toBe(409);
  expect(kept.size).toBe(1);
});
