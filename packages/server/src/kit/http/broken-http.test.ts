import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Door, headOf, openDoor, postOf } from './testing/door.ts';
import type { RawAnswer } from './testing/raw-connection.ts';

let door: Door;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.close());

function expectRefusal(answer: RawAnswer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const { error } = JSON.parse(answer.body);
  expect(error.code).toBe(code);
  expect(error.message).toMatch(/\w.*\.$/);
  expect(error.request_id).toMatch(/^req_[0-9a-f]{32}$/);
  expect(error.request_id).toBe(answer.headers['x-request-id']);
}

describe('input that is not valid HTTP', () => {
  test.each([
    ['noise', '\u0001\u0002\u0003\r\n\r\n'],
    ['a version that is none', 'GET /health HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['an unknown method', 'BREW /health HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a space in the path', 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a header without a colon', 'GET /health HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n'],
    ['a NUL in a header', 'GET /health HTTP/1.1\r\nHost: a\r\nX-A: \u0000\r\n\r\n'],
    ['a folded header', 'GET /health HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n'],
    ['a length that is no number', 'POST /things HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n'],
    ['a negative length', 'POST /things HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n'],
    ['two lengths', 'POST /things HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'a length and chunks at once',
      'POST /things HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    [
      'an unknown transfer encoding',
      'POST /things HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: x, chunked, x\r\n\r\n',
    ],
    ['TLS', '\u0016\u0003\u0001\u0000\u00a5\u0001\u0000\u0000\u00a1\u0003\u0003'],
  ])('such as %s is refused in the common form, and the connection closed', async (_what, bytes) => {
    const connection = await door.connect();
    connection.write(Buffer.from(bytes, 'latin1'));
    const answer = await connection.answer();
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.body).toContain('not valid HTTP/1.1');
    await connection.closed();
  });

  test.each([
    ['none', ''],
    ['two', 'Host: a\r\nhOST: b\r\n'],
  ])('with %s of the header Host is refused, with a body or without', async (_what, hosts) => {
    for (const line of ['GET /health', 'POST /things']) {
      const connection = await door.connect();
      connection.write(`${line} HTTP/1.1\r\n${hosts}Content-Length: 0\r\n\r\n`);
      const answer = await connection.answer();
      expectRefusal(answer, 400, 'invalid_request');
      expect(JSON.parse(answer.body).error.field).toBe('Host');
    }
  });

  test.each(['Authorization', 'Content-Type', 'Content-Encoding', 'Idempotency-Key', 'Last-Event-ID'])(
    'with two of the header %s is refused, whatever they contain',
    async (name) => {
      for (const line of ['GET /things', 'POST /things']) {
        for (const values of [
          ['a', 'b'],
          ['a', 'a'],
        ]) {
          const twice = values.map((value, i) => `${i === 0 ? name : name.toLowerCase()}: ${value}\r\n`);
          const connection = await door.connect();
          connection.write(`${line} HTTP/1.1\r\nHost: a\r\n${twice.join('')}Content-Length: 0\r\n\r\n`);
          const answer = await connection.answer();
          expectRefusal(answer, 400, 'invalid_request');
          expect(JSON.parse(answer.body).error.field).toBe(name);
        }
      }
    },
  );

  test('with a broken chunk is refused in the common form, and the connection closed', async () => {
    const connection = await door.connect();
    connection.write(
      `${headOf('POST /things', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' })}zz\r\n`,
    );
    expectRefusal(await connection.answer(), 400, 'invalid_request');
    await connection.closed();
  });

  test('with headers that are too large is refused with 431', async () => {
    for (const head of [
      headOf('GET /health', { 'x-large': 'x'.repeat(20_000) }),
      headOf(`GET /health?${'x'.repeat(20_000)}`),
    ]) {
      const connection = await door.connect();
      connection.write(head);
      expectRefusal(await connection.answer(), 431, 'headers_too_large');
      await connection.closed();
    }
  });

  test('with headers that never end is refused with 408', async () => {
    const impatient = await openDoor({ headTimeoutMs: 100 });
    const connection = await impatient.connect();
    connection.write('GET /health HTTP/1.1\r\nHost: a\r\n');
    expectRefusal(await connection.answer(), 408, 'request_timeout');
    await connection.closed();
    await impatient.close();
  });

  test('of HTTP/1.1 without Host is refused, and of HTTP/1.0 is not', async () => {
    const connection = await door.connect();
    connection.write('GET /health HTTP/1.1\r\n\r\n');
    expectRefusal(await connection.answer(), 400, 'invalid_request');
    const old = await door.connect();
    old.write('GET /health HTTP/1.0\r\n\r\n');
    expect((await old.answer()).status).toBe(200);
    await old.closed();
  });
});

describe('pipelining', () => {
  test('requests sent at once are answered in order', async () => {
    const connection = await door.connect();
    const requests = Array.from({ length: 50 }, (_, i) => postOf('/things', `{"name":"${i}"}`));
    connection.write(requests.join(''));
    for (let i = 0; i < requests.length; i++) {
      const answer = await connection.answer();
      expect(JSON.parse(answer.body).name).toBe(String(i));
    }
  });

  test('refusals are in order, too, and leave the connection usable', async () => {
    const connection = await door.connect();
    connection.write(
      [
        postOf('/things', '{"name":""}'),
        headOf('GET /nothing'),
        headOf('GET /things/1'),
        postOf('/things', 'not json'),
        headOf('PUT /things', { 'content-length': 0 }),
        postOf('/things', '{"name":"last"}'),
      ].join(''),
    );
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await connection.answer()).status);
    expect(statuses).toEqual([400, 404, 200, 400, 405, 201]);
  });

  test('invalid input after a valid request is answered after it', async () => {
    const connection = await door.connect();
    connection.write(`${headOf('GET /things/slow')}BROKEN\r\n\r\n`);
    expect((await connection.answer()).status).toBe(200);
    expectRefusal(await connection.answer(), 400, 'invalid_request');
    await connection.closed();
  });

  test('a request hidden in a body is not served', async () => {
    const connection = await door.connect();
    const hidden = headOf('GET /things/hidden');
    connection.write(postOf('/things', hidden) + headOf('GET /things/next'));
    expect((await connection.answer()).status).toBe(400);
    expect(JSON.parse((await connection.answer()).body).id).toBe('next');
    expect(connection.unread).toBe('');
  });
});

describe('Expect: 100-continue', () => {
  const expecting = { 'content-type': 'application/json', expect: '100-continue' };

  test('is answered with 100 only once the body is wanted', async () => {
    const connection = await door.connect();
    const body = '{"name":"a"}';
    connection.write(headOf('POST /things', { ...expecting, 'content-length': body.length }));
    expect((await connection.answer()).status).toBe(100);
    connection.write(body);
    expect((await connection.answer()).status).toBe(201);
  });

  test.each<[string, string, Record<string, string | number>, number]>([
    ['too large', 'POST /things', { 'content-length': 50_000_000 }, 413],
    ['without a key', 'POST /things', { 'content-length': 10, authorization: '' }, 401],
    ['of another type', 'POST /things', { 'content-length': 10, 'content-type': 'text/plain' }, 415],
    ['to nowhere', 'POST /nothing', { 'content-length': 10 }, 404],
    ['with a wrong method', 'PUT /things', { 'content-length': 10 }, 405],
  ])('avoids sending a body %s', async (_what, line, headers, status) => {
    const connection = await door.connect();
    connection.write(headOf(line, { ...expecting, ...headers }));
    const answer = await connection.answer();
    expect(answer.status).toBe(status);
    // Whether the announced body follows is unknown, so the connection cannot be reused.
    expect(answer.headers.connection).toBe('close');
    await connection.closed();
  });

  test('an unknown expectation is ignored', async () => {
    const connection = await door.connect();
    connection.write(headOf('GET /health', { expect: 'the-unexpected' }));
    expect((await connection.answer()).status).toBe(200);
  });
});

describe('paths', () => {
  test.each(['/things/%', '/things/%zz', '/things/%ff', '/things/%c3%28', '/things/%ed%a0%80'])(
    'with the malformed encoding %s are refused with 400',
    async (path) => {
      const connection = await door.connect();
      connection.write(headOf(`GET ${path}`));
      expectRefusal(await connection.answer(), 400, 'invalid_request');
    },
  );

  test.each([
    ['/things/a%2Fb', 'a/b'],
    ['/things/%C3%A9', 'é'],
    ['/things/..', '..'],
    ['/things/%2e%2e%2fetc', '../etc'],
    ['/things/a;b=c', 'a;b=c'],
    ['/things/a+b', 'a+b'],
    ['http://elsewhere.example/things/absolute', 'absolute'],
  ])('%s addresses %j', async (path, id) => {
    const connection = await door.connect();
    connection.write(headOf(`GET ${path}`));
    const answer = await connection.answer();
    expect(JSON.parse(answer.body).id).toBe(id);
  });

  test.each([
    '/',
    '//',
    '/things/',
    '/things//',
    '//things',
    '/Things',
    '/things/a/b',
    '/%2e%2e/things',
    'http://elsewhere.example',
    '*',
  ])('%.40s addresses nothing', async (path) => {
    const connection = await door.connect();
    connection.write(headOf(`GET ${path}`));
    expectRefusal(await connection.answer(), 404, 'not_found');
  });

  test('with a NUL are refused with 400', async () => {
    const connection = await door.connect();
    connection.write(headOf('GET /things/a%00b'));
    expectRefusal(await connection.answer(), 400, 'invalid_request');
  });
});

describe('methods', () => {
  test('that a path does not support are refused with 405 and the supported ones', async () => {
    const connection = await door.connect();
    for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE']) {
      connection.write(headOf(`${method} /things`));
      const answer = await connection.answer();
      expectRefusal(answer, 405, 'method_not_allowed');
      expect(answer.headers.allow).toBe('POST, GET, HEAD, OPTIONS');
      expect(JSON.parse(answer.body).error.message).toBe(
        `This path takes POST, GET, HEAD, OPTIONS, not ${method}.`,
      );
    }
  });

  test('HEAD gets the answer of GET, without the body', async () => {
    const connection = await door.connect();
    for (const path of ['/things/1', '/health', '/things?limit=0']) {
      connection.write(headOf(`GET ${path}`));
      const full = await connection.answer();
      connection.write(headOf(`HEAD ${path}`));
      const head = await connection.answer({ head: true });
      expect(head.status).toBe(full.status);
      expect(head.headers['content-type']).toBe(full.headers['content-type']);
      expect(head.headers['content-length']).toBe(full.headers['content-length']);
    }
    connection.write(headOf('HEAD /things/1', { authorization: 'Bearer nobody' }));
    expect((await connection.answer({ head: true })).status).toBe(401);
    connection.write(headOf('HEAD /things/1/touch'));
    expect((await connection.answer({ head: true })).status).toBe(405);
    expect(connection.unread).toBe('');
  });

  test('OPTIONS lists the methods of a path, without a key', async () => {
    const connection = await door.connect();
    connection.write(headOf('OPTIONS /things/1/touch', { authorization: '' }));
    const answer = await connection.answer();
    expect(answer.status).toBe(204);
    expect(answer.headers.allow).toBe('POST, OPTIONS');
    connection.write(headOf('OPTIONS /nothing', { authorization: '' }));
    expect((await connection.answer()).status).toBe(404);
  });
});
