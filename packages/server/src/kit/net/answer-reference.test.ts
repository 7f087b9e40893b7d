import http from 'node:http';
import net from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { required } from '../required.ts';
import { createAddressPolicy } from './address-guard.ts';
import { createGuardedClient } from './guarded-client.ts';
import { listen } from './listen.fixture.ts';

/** The answer as a reader understands it; undefined if it is not valid for the reader. */
type Read = { status: number; body: string } | undefined;

const policy = createAddressPolicy({ allowedNetworks: [], allowLoopback: true, requireHttps: true });
const client = createGuardedClient({ policy, userAgent: 'test/1' });

/** The parts of the answer that the receiver sends before it closes its side. */
let parts: Buffer[] = [];
const receiver = net.createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => {});
  socket.once('data', async () => {
    for (const part of parts) {
      await new Promise((resolve) => socket.write(part, resolve));
    }
    socket.end();
  });
});
let port = 0;
beforeAll(async () => {
  ({ port } = await listen(receiver));
});
afterAll(async () => {
  await client.close();
  receiver.close();
});

async function readHere(): Promise<Read> {
  const outcome = await client.get({ url: `http://127.0.0.1:${port}/`, headers: {}, deadlineMs: 5_000 });
  const isWhole = outcome.ok || outcome.reason === 'unexpected_status';
  return isWhole
    ? {
        status: required(outcome.status, 'outcome.status'),
        body: required(outcome.body, 'outcome.body').toString('latin1'),
      }
    : undefined;
}

/** Reads with node:http's parser, which is written in C. Errors after a complete answer do not count. */
function readByNode(): Promise<Read> {
  return new Promise((resolve) => {
    let answer: http.IncomingMessage | undefined;
    const request = http.get({ port, host: '127.0.0.1', agent: false }, (response) => {
      answer = response;
      let body = '';
      response.setEncoding('latin1').on('data', (part) => {
        body += part;
      });
      response.on('end', () =>
        resolve(
          response.complete
            ? { status: required(response.statusCode, 'response.statusCode'), body }
            : undefined,
        ),
      );
      response.on('error', () => resolve(undefined));
    });
    const fail = () => answer?.complete || resolve(undefined);
    request.on('upgrade', fail).on('error', fail);
  });
}

const plain = [
  'HTTP/1.1 200 OK\r\nX-A: 1\r\nContent-Length: 5\r\n\r\nhello',
  'HTTP/1.1 200 OK\r\nX-A: 1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;a=b\r\nllo\r\n0\r\nX-B: 2\r\n\r\n',
  'HTTP/1.0 404 Not Found\r\nX-A: 1\r\n\r\nhello',
  'HTTP/1.1 103 Early Hints\r\nX-A: 1\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok',
  'HTTP/1.1 204 No Content\r\nX-A: 1\r\n\r\n',
];
const pieces = [
  ...[
    ' ',
    '\t',
    '\r\n',
    '\n',
    '\r',
    ':',
    '\0',
    '\x7f',
    '\xff',
    ',',
    ';',
    '"',
    '#',
    '0',
    '1',
    '5',
    'x',
    '-',
    '+',
  ],
  ...[
    'Content-Length: 2\r\n',
    'Content-Length: 5\r\n',
    'content-length:\r\n',
    'Transfer-Encoding: chunked\r\n',
  ],
  ...[
    'Transfer-Encoding: gzip\r\n',
    'Transfer-Encoding: identity\r\n',
    'Connection: close\r\n',
    'X:\r\n',
    ' a\r\n',
  ],
  ...[
    'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 100 Continue\r\n\r\n',
    '0\r\n\r\n',
    '99',
    'ffffffff',
  ],
  ...[', chunked', 'chunked, ', 'HTTP/0.9', 'HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
];

describe('an answer of any bytes', () => {
  it('is read like node:http reads it, or refused', async () => {
    const edit = fc.record({ at: fc.nat(160), cut: fc.nat(2), piece: fc.constantFrom(...pieces) });
    let whole = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...plain),
        fc.array(edit, { maxLength: 3 }),
        fc.array(fc.nat(200), { maxLength: 5 }),
        async (start, edits, cuts) => {
          let text = start;
          for (const { at, cut, piece } of edits) {
            const from = at % (text.length + 1);
            text = text.slice(0, from) + piece + text.slice(from + cut);
          }
          const at = [0, ...cuts.map((cut) => cut % text.length).sort((a, b) => a - b), text.length];
          parts = at
            .slice(1)
            .map((end, i) => Buffer.from(text.slice(at[i], end), 'latin1'))
            .filter((part) => part.length > 0);
          const read = await readHere();
          if (read === undefined) {
            refused++;
            return;
          }
          whole++;
          expect(await readByNode()).toEqual(read);
        },
      ),
      { numRuns: 2_000 },
    );
    expect(whole).toBeGreaterThan(200);
    expect(refused).toBeGreaterThan(200);
  }, 60_000);
});
