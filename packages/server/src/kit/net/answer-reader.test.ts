import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { required } from '../required.ts';
import { AnswerError } from './answer-head.ts';
import { AnswerReader } from './answer-reader.ts';
import type { ResponseHeaders } from './outcome.ts';

class Taken {
  isSettled = false;
  heads: { status: number; headers: ResponseHeaders }[] = [];
  body = '';

  receiveHead(status: number, headers: ResponseHeaders): void {
    this.heads.push({ status, headers });
  }

  receiveBody(part: Buffer): void {
    this.body += part.toString('latin1');
  }
}

/** Reads the parts. Their bytes are overwritten after each call, like those of a shared buffer. */
function read(parts: readonly string[]) {
  const reader = new AnswerReader(16_384);
  const taken = new Taken();
  let isWhole = false;
  for (const part of parts) {
    const bytes = Buffer.from(part, 'latin1');
    isWhole = reader.read(bytes, taken);
    bytes.fill('!');
  }
  return { isWhole, taken, mayStay: reader.mayStay, endsHere: isWhole || reader.end() };
}

const head = (lines: string) => `HTTP/1.1 200 OK\r\n${lines}\r\n`;
const answers = [
  head('content-length: 5\r\nx-a: 1\r\n').concat('hello'),
  head('x-a: 1\r\n').concat('hello'),
  head('Transfer-Encoding: chunked\r\nx-a:1\r\n').concat(
    '2;x=y\r\nhe\r\n3\r\nllo\r\n0\r\ntrailer: 1\r\n\r\n',
  ),
  `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${head('Content-Length:5\r\nx-a: \t 1 \r\n')}hello`,
];

describe('an answer', () => {
  it('is the same however it was split on the way', () => {
    fc.assert(
      fc.property(fc.constantFrom(...answers), fc.array(fc.nat(120), { maxLength: 12 }), (text, cuts) => {
        const at = [0, ...cuts.map((cut) => cut % text.length).sort((a, b) => a - b), text.length];
        const parts = at.slice(1).map((end, i) => text.slice(at[i], end));
        const { endsHere, taken } = read(parts.filter((part) => part !== ''));
        expect(endsHere).toBe(true);
        expect(taken.body).toBe('hello');
        expect(taken.heads.at(-1)).toMatchObject({ status: 200, headers: { 'x-a': '1' } });
      }),
    );
  });

  it('with further bytes after it is complete, and its connection is not reused', () => {
    const { isWhole, taken, mayStay } = read([`${answers[0]}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n`]);
    expect(isWhole).toBe(true);
    expect(taken.body).toBe('hello');
    expect(mayStay).toBe(false);
  });

  it('keeps its connection unless it says otherwise', () => {
    expect(read([required(answers[0], 'answers[0]')]).mayStay).toBe(true);
    expect(read([head('content-length: 0\r\nConnection: x, Close\r\n')]).mayStay).toBe(false);
    expect(read(['HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n']).mayStay).toBe(false);
    expect(read(['HTTP/1.0 200 OK\r\ncontent-length: 0\r\nconnection: keep-alive\r\n\r\n']).mayStay).toBe(
      true,
    );
  });

  it('without a body because of its status ends with its headers, whatever length these name', () => {
    expect(read(['HTTP/1.1 204 No Content\r\n\r\n'])).toMatchObject({ isWhole: true, mayStay: true });
    expect(read(['HTTP/1.1 304 Not Modified\r\ncontent-length: 9\r\n\r\n'])).toMatchObject({ isWhole: true });
  });

  it('may have unusual headers', () => {
    const lines = '__proto__: a\r\nset-cookie: a\r\nset-cookie: b\r\nx-empty:\r\n';
    const { headers } = required(
      read([head(`${lines}content-length: 0\r\n`)]).taken.heads[0],
      'read([head(…content-length: 0rn)]).taken.heads[0]',
    );
    expect(Object.entries(headers)).toEqual([
      ['__proto__', 'a'],
      ['set-cookie', 'a, b'],
      ['x-empty', ''],
      ['content-length', '0'],
    ]);
  });

  it.each([
    'HTTP/2 200 OK\r\n\r\n',
    'HTTP/1.1 20 OK\r\n\r\n',
    'HTTP/1.1 099 Low\r\n\r\n',
    'http/1.1 200 OK\r\n\r\n',
    '\r\nHTTP/1.1 200 OK\r\n\r\n',
    head('content-length: 1, 1\r\n'),
    head('content-length: +1\r\n'),
    head('content-length: 0x1\r\n'),
    head('content-length: 99999999999999999999\r\n'),
    head('content-length: 1\r\ntransfer-encoding: chunked\r\n'),
    head('content-length : 1\r\n'),
    head(' content-length: 1\r\n'),
    head('x-a\r\n'),
    head('x-a: b\r\n c\r\n'),
    head('transfer-encoding: gzip, chunked\r\n'),
    head('transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n'),
    head('x-a: b\0c\r\n'),
    head('x-a: b\rc\r\n'),
    head('x-a: b\nc: d\r\n'),
    head('transfer-encoding: chunked\r\n').concat('g\r\n'),
    head('transfer-encoding: chunked\r\n').concat('-1\r\n'),
    head('transfer-encoding: chunked\r\n').concat('1\nx\n0\n\n\r\n'),
    head('transfer-encoding: chunked\r\n').concat('1\r\nxx\r\n'),
    head('transfer-encoding: chunked\r\n').concat(`1;${'x'.repeat(2_000)}`),
  ])('of the form %.60j is refused', (text) => {
    expect(() => read([text])).toThrow(AnswerError);
  });
});
