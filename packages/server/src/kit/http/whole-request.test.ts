import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../required.ts';
import { RawConnection } from './testing/raw-connection.ts';
import { readWholeRequest } from './whole-request.ts';

const plain = 'POST /v1/events?a=b HTTP/1.1\r\nHost: a\r\nX-Odd:  b c \r\nContent-Length: 2\r\n\r\n{}';

/** The result of node:http for the same bytes. */
interface Seen {
  method: string;
  url: string;
  headers: object;
  body: string;
}

let seen: Seen[] = [];
const server = createServer((request: IncomingMessage, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part.toString('latin1');
  });
  request.on('end', () => {
    seen.push({
      method: required(request.method, 'the method'),
      url: required(request.url, 'the url'),
      headers: { ...request.headers },
      body,
    });
    response.end();
  });
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function askNode(bytes: Buffer): Promise<Seen[]> {
  seen = [];
  const connection = await RawConnection.open((server.address() as AddressInfo).port);
  connection.write(bytes);
  expect((await connection.answer()).status).toBe(200);
  connection.close();
  return seen;
}

test('a plain request is read', () => {
  expect(readWholeRequest(Buffer.from(plain))).toEqual({
    method: 'POST',
    url: '/v1/events?a=b',
    headers: { host: 'a', 'x-odd': 'b c', 'content-length': '2' },
    body: Buffer.from('{}'),
  });
  const bare = readWholeRequest(Buffer.from('PUT /a HTTP/1.1\r\nHost: a\r\n\r\n'));
  expect(bare).toMatchObject({ method: 'PUT', url: '/a', body: Buffer.alloc(0) });
});

test.each([
  ['a part of the head', plain.slice(0, 50)],
  ['a part of the body', plain.slice(0, -1)],
  ['more than the body', `${plain}P`],
  ['no length, but a body', plain.replace('Content-Length: 2\r\n', '')],
  ['another version', plain.replace('1.1', '1.0')],
  ['a target that names the host', plain.replace('/v1', 'http://a/v1')],
  ['a space in the target', plain.replace('?a', ' ?a')],
  ['a method without a body', plain.replace('POST', 'GET')],
  ['no host', plain.replace('Host', 'Hast')],
  ['two hosts', plain.replace('Host', 'Host: b\r\nHost')],
  ['two lengths', plain.replace('Content-Length', 'Content-Length: 2\r\ncontent-length')],
  ['a length with a sign', plain.replace(': 2', ': +2')],
  ['a list of lengths', plain.replace(': 2', ': 2, 2')],
  ['a length in hex', plain.replace(': 2', ': 0x2')],
  ['chunks', plain.replace('X-Odd:  b c', 'Transfer-Encoding: chunked')],
  ['an expectation', plain.replace('X-Odd:  b c', 'Expect: 100-continue')],
  ['an upgrade', plain.replace('X-Odd:  b c', 'Connection: Upgrade\r\nUpgrade: h2c')],
  ['a close', plain.replace('X-Odd:  b c', 'Connection: close')],
  ['a folded line', plain.replace('b c', 'b\r\n c')],
  ['a space before a colon', plain.replace('X-Odd:', 'X-Odd :')],
  ['a bare line feed', plain.replace('X-Odd', 'X-A: b\nX-Odd')],
  ['a bare carriage return', plain.replace('b c', 'b\rc')],
  ['a NUL', plain.replace('b c', 'b\0c')],
  ['a byte beyond ASCII', plain.replace('b c', 'b\xffc')],
  ['a name that every object has', plain.replace('X-Odd', '__proto__')],
  ['a head that is too long', plain.replace('b c', 'b'.repeat(9_000))],
])('%s is left to node:http', (_what, text) => {
  expect(readWholeRequest(Buffer.from(text, 'latin1'))).toBeUndefined();
});

test('every request that is read here has the same result in node:http', async () => {
  const piece = fc.constantFrom(
    ...[' ', '\t', '\r\n', '\n', '\r', ':', '\0', '\x7f', '\xff', ',', ';', '"', '#', '0', '2', 'close'],
    ...[
      'Content-Length: 2\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Host: b\r\n',
      'Connection: a\r\n',
      'X:\r\n',
    ],
  );
  const edit = fc.record({ at: fc.nat(plain.length), cut: fc.nat(2), piece });
  let read = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
      let text = plain;
      for (const { at, cut, piece } of edits) text = text.slice(0, at) + piece + text.slice(at + cut);
      const bytes = Buffer.from(text, 'latin1');
      const request = readWholeRequest(bytes);
      if (request === undefined) return;
      read++;
      const { method, url, headers, body } = request;
      expect(await askNode(bytes)).toEqual([{ method, url, headers, body: body.toString('latin1') }]);
    }),
    { numRuns: 3_000 },
  );
  expect(read).toBeGreaterThan(50);
});
