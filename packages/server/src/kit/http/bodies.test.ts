import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { required } from '../required.ts';
import { type Door, headOf, openDoor, postOf } from './testing/door.ts';

const MIB = 1_048_576;
const LIMIT_BYTES = MIB;

let door: Door;
beforeAll(async () => {
  // Fast enough that the limit on the rate of bodies (see body-pace.test.ts) does not slow these tests down.
  door = await openDoor({ bodyPace: { bytesPerSecond: 256 * MIB, burstBytes: 256 * MIB } });
});
afterAll(() => door.close());

/** A JSON body of exactly this many bytes. */
function bodyOf(bytes: number): string {
  const empty = JSON.stringify({ name: 'a', data: { pad: '' } });
  return JSON.stringify({ name: 'a', data: { pad: 'x'.repeat(bytes - empty.length) } });
}

function errorOf(answer: { body: string }) {
  return JSON.parse(answer.body).error;
}

describe('a body of the maximum size', () => {
  test('is accepted, with Content-Length and in chunks', async () => {
    const body = bodyOf(LIMIT_BYTES);
    const connection = await door.connect();
    connection.write(postOf('/things', body));
    expect((await connection.answer()).status).toBe(201);
    connection.write(
      headOf('POST /things', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }),
    );
    for (let at = 0; at < body.length; at += 100_000) {
      const part = body.slice(at, at + 100_000);
      connection.write(`${part.length.toString(16)}\r\n${part}\r\n`);
    }
    connection.write('0\r\n\r\n');
    const answer = await connection.answer();
    expect(answer.status).toBe(201);
    expect(answer.body.length).toBeGreaterThan(LIMIT_BYTES);
  });
});

describe('a body that arrives during the lookup of the key', () => {
  test.each([
    ['all of it', 0],
    ['most of it', 3],
  ])('is read completely if %s came first, and so is the next', async (_what, lateBytes) => {
    const gates: PromiseWithResolvers<void>[] = [];
    const own = await openDoor({
      authenticator: {
        async authenticate() {
          const gate = Promise.withResolvers<void>();
          gates.push(gate);
          await gate.promise;
          return { orgId: 'o', keyId: 'k', environment: 'production', scopes: new Set(['things:write']) };
        },
      },
    });
    const connection = await own.connect();
    for (const name of ['first', 'second']) {
      const request = Buffer.from(postOf('/things', JSON.stringify({ name })));
      const asked = gates.length;
      const cut = request.length - lateBytes;
      await connection.send(request.subarray(0, cut));
      await expect.poll(() => gates.length).toBe(asked + 1);
      required(gates[asked], 'one of gates').resolve();
      await new Promise((resolve) => setImmediate(resolve));
      if (cut < request.length) await connection.send(request.subarray(cut));
      const answer = await connection.answer();
      expect([answer.status, JSON.parse(answer.body).name]).toEqual([201, name]);
    }
    await own.close();
  });
});

describe('a body that is too large', () => {
  test('is refused when it is announced, before any of it is sent', async () => {
    const connection = await door.connect();
    connection.write(
      headOf('POST /things', { 'content-type': 'application/json', 'content-length': LIMIT_BYTES + 1 }),
    );
    const answer = await connection.answer();
    expect(answer.status).toBe(413);
    expect(errorOf(answer)).toMatchObject({
      code: 'payload_too_large',
      message: 'The body is larger than 1048576 bytes. Send less, or split it.',
    });
    expect(answer.headers['x-ratelimit-limit']).toBeDefined();
  });

  test('without an announced length is refused as soon as it exceeds the limit', async () => {
    const connection = await door.connect();
    connection.write(
      headOf('POST /things', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }),
    );
    const chunk = Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`);
    let sent = 0;
    while (connection.unread === '' && sent < 8 * MIB) {
      await connection.send(chunk);
      sent += 65_536;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(sent).toBeLessThan(8 * MIB);
    expect((await connection.answer()).status).toBe(413);
  });

  // Like many simple clients: the whole body is written before the response is read.
  test.each([2, 8, 20, 50])(
    'of %i MB is refused with an answer that its sender can read',
    async (megabytes) => {
      for (const framing of ['length', 'chunked'] as const) {
        const connection = await door.connect();
        const bytes = megabytes * MIB;
        connection.write(
          headOf('POST /things', {
            'content-type': 'application/json',
            ...(framing === 'length' ? { 'content-length': bytes } : { 'transfer-encoding': 'chunked' }),
          }),
        );
        const mebibyte = Buffer.alloc(MIB, 'x');
        for (let i = 0; i < megabytes; i++) {
          if (framing === 'chunked') await connection.send(Buffer.from(`${MIB.toString(16)}\r\n`));
          await connection.send(mebibyte);
          if (framing === 'chunked') await connection.send(Buffer.from('\r\n'));
        }
        if (framing === 'chunked') await connection.send(Buffer.from('0\r\n\r\n'));
        const answer = await connection.answer();
        expect(answer.status).toBe(413);
        expect(errorOf(answer).code).toBe('payload_too_large');
        // No bytes are left on the connection, so it can serve the next request.
        connection.write(postOf('/things', '{"name":"next"}'));
        expect((await connection.answer()).status).toBe(201);
      }
    },
  );

  test('is not read endlessly', async () => {
    const bounded = await openDoor({ drainBounds: { bytes: 4 * MIB, timeoutMs: 60_000 } });
    const connection = await bounded.connect();
    connection.write(headOf('POST /things', { 'content-type': 'application/json', 'content-length': 1e12 }));
    expect((await connection.answer()).status).toBe(413);
    const mebibyte = Buffer.alloc(MIB, 'x');
    for (let i = 0; i < 64 && !connection.isClosed; i++) await connection.send(mebibyte);
    await connection.closed();
    await bounded.close();
  });

  test('is not waited for endlessly', async () => {
    const bounded = await openDoor({ drainBounds: { bytes: 64 * MIB, timeoutMs: 50 } });
    const connection = await bounded.connect();
    connection.write(headOf('POST /things', { 'content-type': 'application/json', 'content-length': 1e12 }));
    expect((await connection.answer()).status).toBe(413);
    await connection.closed();
    await bounded.close();
  });
});

describe('a request that is refused before its body is read', () => {
  test('is answered before the connection ends that the client wants to close', async () => {
    const connection = await door.connect();
    connection.write(
      headOf('POST /things', {
        'content-type': 'application/json',
        'content-length': 20 * MIB,
        connection: 'close',
        authorization: 'Bearer wrong',
      }),
    );
    const mebibyte = Buffer.alloc(MIB, 'x');
    for (let i = 0; i < 20; i++) await connection.send(mebibyte);
    expect(connection.socket.bytesWritten).toBeGreaterThan(20 * MIB);
    expect((await connection.answer()).status).toBe(401);
    await connection.closed();
  });

  test.each<[string, string, Record<string, string>, number]>([
    ['an unknown key', 'POST /things', { authorization: 'Bearer wrong' }, 401],
    ['a key without the scope', 'POST /things', { authorization: 'Bearer things:read' }, 403],
    ['an unknown path', 'POST /nothing', {}, 404],
    ['a wrong method', 'PUT /things', {}, 405],
    ['a wrong media type', 'POST /things', { 'content-type': 'text/plain' }, 415],
    ['an unknown parameter', 'POST /things?x=1', {}, 400],
  ])('for %s is answered while 20 MB are on the way', async (_what, line, headers, status) => {
    const connection = await door.connect();
    connection.write(
      headOf(line, {
        'content-type': 'application/json',
        'content-length': 20 * MIB,
        ...headers,
      }),
    );
    const answer = await connection.answer();
    expect(answer.status).toBe(status);
    expect(errorOf(answer).request_id).toBe(answer.headers['x-request-id']);
    const mebibyte = Buffer.alloc(MIB, 'x');
    for (let i = 0; i < 20; i++) await connection.send(mebibyte);
    connection.write(postOf('/things', '{"name":"next"}'));
    expect((await connection.answer()).status).toBe(201);
  });
});

describe('a slow body', () => {
  test.each(['length', 'chunked'])('sent by %s is refused with 408 after its time limit', async (framing) => {
    const impatient = await openDoor({ bodyTimeoutMs: 80 });
    const connection = await impatient.connect();
    connection.write(
      headOf('POST /things', {
        'content-type': 'application/json',
        ...(framing === 'length' ? { 'content-length': 100 } : { 'transfer-encoding': 'chunked' }),
      }),
    );
    connection.write(framing === 'length' ? '{"name":' : '8\r\n{"name":\r\n');
    const answer = await connection.answer();
    expect(answer.status).toBe(408);
    expect(errorOf(answer)).toMatchObject({ code: 'request_timeout' });
    expect(answer.headers.connection).toBe('close');
    await connection.closed();
    await impatient.close();
  });

  test('that drips does not get more time for each byte', async () => {
    const impatient = await openDoor({ bodyTimeoutMs: 200 });
    const connection = await impatient.connect();
    connection.write(
      headOf('POST /things', { 'content-type': 'application/json', 'content-length': 10_000 }),
    );
    const drip = setInterval(() => connection.write('x'), 10);
    expect((await connection.answer()).status).toBe(408);
    clearInterval(drip);
    await impatient.close();
  });

  test('delays nobody else', async () => {
    const slow = await door.connect();
    slow.write(headOf('POST /things', { 'content-type': 'application/json', 'content-length': 100 }));
    const other = await door.connect();
    other.write(postOf('/things', '{"name":"a"}'));
    expect((await other.answer()).status).toBe(201);
  });
});

describe('a body that ends early', () => {
  test('leaves a line in the log and nothing else', async () => {
    const own = await openDoor();
    const connection = await own.connect();
    connection.write(
      `${headOf('POST /things', { 'content-type': 'application/json', 'content-length': 100 })}{"name":`,
    );
    // The line is logged once the server knows that the rest will not come.
    connection.socket.end();
    await connection.closed();
    await expect.poll(() => own.logLines()).toMatchObject([{ route: '/things', status: 400 }]);
    await own.close();
  });
});

describe('the media type', () => {
  const post = (headers: Record<string, string>, body = '{"name":"a"}') =>
    fetch(`${door.url}/things`, {
      method: 'POST',
      headers: { authorization: 'Bearer things:write', ...headers },
      body,
    });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset=UTF-8',
    'application/vnd.api+json',
    'application/cloudevents+json; x=y',
  ])('%s is JSON', async (type) => {
    expect((await post({ 'content-type': type })).status).toBe(201);
  });

  test.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data; boundary=x',
    'application/',
    'json',
    'application/json, text/plain',
    ';;;',
  ])('%s is refused with 415', async (type) => {
    const answer = await post({ 'content-type': type });
    expect(answer.status).toBe(415);
    expect((await answer.json()) as object).toMatchObject({
      error: { code: 'unsupported_media_type', field: 'Content-Type' },
    });
  });

  test('that is missing is refused with 415', async () => {
    const connection = await door.connect();
    connection.write(`${headOf('POST /things', { 'content-length': 12 })}{"name":"a"}`);
    expect((await connection.answer()).status).toBe(415);
  });

  test.each(['gzip', 'br', 'deflate'])('does not make up for the encoding %s', async (encoding) => {
    const answer = await post({ 'content-type': 'application/json', 'content-encoding': encoding });
    expect(answer.status).toBe(415);
    expect((await answer.json()) as object).toMatchObject({ error: { field: 'Content-Encoding' } });
  });

  test('does not matter without a body', async () => {
    const connection = await door.connect();
    for (const headers of [{}, { 'content-type': 'text/plain' }, { 'content-length': 0 }]) {
      connection.write(headOf('POST /things/1/touch', headers as Record<string, string>));
      expect((await connection.answer()).status).toBe(204);
    }
  });
});

describe('an empty body', () => {
  test('is refused if one is needed', async () => {
    const connection = await door.connect();
    for (const framing of [{ 'content-length': 0 }, {}]) {
      connection.write(headOf('POST /things', framing as Record<string, number>));
      const answer = await connection.answer();
      expect(answer.status).toBe(400);
      expect(errorOf(answer).message).toBe('The body is empty. Send a JSON object.');
    }
    connection.write(`${headOf('POST /things', { 'transfer-encoding': 'chunked' })}0\r\n\r\n`);
    expect((await connection.answer()).status).toBe(400);
  });

  test('or `{}` is all that a route without a body accepts', async () => {
    const connection = await door.connect();
    connection.write(postOf('/things/1/touch', '{}'));
    expect((await connection.answer()).status).toBe(204);
    for (const body of ['{"a":1}', '[1]', '7', 'null']) {
      connection.write(postOf('/things/1/touch', body));
      const answer = await connection.answer();
      expect(answer.status).toBe(400);
      expect(errorOf(answer).message).toBe('This route takes no body. Leave it out.');
    }
  });
});

describe('the content of a body', () => {
  const roundTrip = async (data: string) => {
    const connection = await door.connect();
    connection.write(postOf('/things', `{"name":"a","data":${data}}`));
    const answer = await connection.answer();
    expect(answer.status).toBe(201);
    return answer.body;
  };

  test.each([
    '{"n":12345678901234567890.12345678901234567890}',
    '{"n":1e400}',
    '{"__proto__":{"a":1},"constructor":null}',
    '{"s":"\\u0000\\ud800"}',
    '{"s":"Grüße, 世界 😀"}',
    `{"deep":${'['.repeat(100)}${']'.repeat(100)}}`,
    `{"${'k'.repeat(10_000)}":""}`,
  ])('is returned as it was sent: %.60s', async (data) => {
    expect(await roundTrip(data)).toContain(`"data":${data}`);
  });

  test('nested 5,000 levels deep is refused with 400', async () => {
    const connection = await door.connect();
    connection.write(postOf('/things', `{"name":"a","data":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`));
    expect(errorOf(await connection.answer())).toMatchObject({ code: 'invalid_request' });
  });

  test('is refused if it is a number instead of an object', async () => {
    const connection = await door.connect();
    connection.write(postOf('/things', '{"name":"a","data":12345678901234567890}'));
    expect(errorOf(await connection.answer())).toMatchObject({
      field: 'data',
      message: '`data` must be an object.',
    });
  });
});

describe('slow bodies', () => {
  test('leave connections to other organizations: the number in progress per organization is limited', async () => {
    const own = await openDoor({
      mostBodiesOfOne: 2,
      authenticator: { authenticate: async (key) => ofOrganization(key) },
    });
    const slow = async (key: string) => {
      const connection = await own.connect();
      connection.write(
        headOf('POST /things', {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'content-length': '10',
        }),
      );
      connection.write('{"name":');
      return connection;
    };
    try {
      const first = await slow('busy');
      await slow('busy');
      const refused = await (await slow('busy')).answer();
      expect(refused.status).toBe(503);
      expect(errorOf(refused)).toMatchObject({ code: 'unavailable' });
      const other = await slow('other');
      other.write('1}');
      expect((await other.answer()).status).toBe(400);
      // A completed body frees its place for the next one.
      first.write('1}');
      expect((await first.answer()).status).toBe(400);
      const next = await slow('busy');
      next.write('1}');
      expect((await next.answer()).status).toBe(400);
    } finally {
      await own.close();
    }
  });
});

function ofOrganization(orgId: string) {
  return { orgId, keyId: 'k', environment: 'production' as const, scopes: new Set(['things:write']) };
}
