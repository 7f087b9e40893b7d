import { Readable } from 'node:stream';
import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { AppError } from '../errors/index.ts';
import { required } from '../required.ts';
import { type Door, exampleRoutes, FULL_KEY, headOf, openDoor, openRoute, postOf } from './testing/door.ts';
import { keepDoors } from './testing/door-keeper.ts';

const open = keepDoors();

describe('an answer', () => {
  test('has the id of its request in the log', async () => {
    const door = await open();
    const ids = new Set<string>();
    for (const path of ['/things', '/nothing', '/things?limit=0', '/health']) {
      const answer = await fetch(`${door.url}${path}`, { headers: { authorization: `Bearer ${FULL_KEY}` } });
      await answer.text();
      ids.add(required(answer.headers.get('x-request-id'), 'the header'));
    }
    expect(ids.size).toBe(4);
    await expect
      .poll(() =>
        door
          .logLines()
          .map((line) => line.request_id)
          .sort(),
      )
      .toEqual([...ids].sort());
  });

  test('has Content-Length in bytes, for any text', async () => {
    const door = await open();
    const connection = await door.connect();
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((text) => text.isWellFormed() && [...text].length <= 100);
    await fc.assert(
      fc.asyncProperty(name, async (text) => {
        connection.write(postOf('/things', JSON.stringify({ name: text })));
        const answer = await connection.answer();
        expect(answer.status).toBe(201);
        expect(JSON.parse(answer.body).name).toBe(text);
        expect(connection.unread).toBe('');
      }),
      { numRuns: 100 },
    );
  });

  test('has the same headers as from node:http, whether or not a handler adds some', async () => {
    const door = await open({
      routes: [
        openRoute('/plain', () => ({ status: 200, body: { text: 'Grüße' } })),
        openRoute('/own', () => ({ status: 200, body: { text: 'Grüße' }, headers: { etag: '"1"' } })),
      ],
    });
    const connection = await door.connect();
    const heads = [];
    for (const path of ['/plain', '/own']) {
      connection.write(headOf(`GET ${path}`));
      const { status, headers } = await connection.answer();
      expect(Math.abs(Date.parse(required(headers.date, 'the date')) - Date.now())).toBeLessThan(60_000);
      const { date, etag, 'x-request-id': id, ...rest } = headers;
      heads.push({ status, ...rest });
    }
    expect(heads[0]).toEqual(heads[1]);
    expect(heads[0]).toMatchObject({ connection: 'keep-alive', 'keep-alive': 'timeout=72' });
    // The answer to OPTIONS is ready before the end of the request is reported.
    for (const line of ['GET /plain HTTP/1.0', 'GET /own HTTP/1.0', 'OPTIONS /plain HTTP/1.0']) {
      const old = await door.connect();
      old.write(`${line}\r\n\r\n`);
      expect((await old.answer()).headers.connection).toBe('close');
      await old.closed();
    }
    connection.write(headOf('GET /plain', { connection: 'close' }));
    expect((await connection.answer()).headers.connection).toBe('close');
    await connection.closed();
  });

  test('to an unexpected error is 500, with the details only in the log', async () => {
    const failures: Record<string, () => never | Promise<never>> = {
      '/throws': () => {
        throw new Error('secret detail of the database');
      },
      '/throws-nothing': () => {
        throw undefined;
      },
      '/rejects': () => Promise.reject(new TypeError('secret detail of the database')),
    };
    const door = await open({
      routes: Object.entries(failures).map(([path, handler]) => openRoute(path, handler)),
    });
    for (const path of Object.keys(failures)) {
      const answer = await fetch(`${door.url}${path}`);
      const text = await answer.text();
      expect(answer.status).toBe(500);
      expect(text).not.toContain('secret');
      expect(JSON.parse(text).error).toMatchObject({
        code: 'internal_error',
        request_id: answer.headers.get('x-request-id'),
      });
    }
    await expect.poll(() => door.logLines().length).toBe(3);
    expect(door.logLines()[0]).toMatchObject({
      level: 'error',
      code: 'internal_error',
      err: { message: 'secret detail of the database', stack: expect.any(String) },
    });
  });

  test('during a database outage is 503', async () => {
    const gone = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    const door = await open({ routes: [openRoute('/stored', () => Promise.reject(gone))] });
    const answer = await fetch(`${door.url}/stored`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toMatchObject({ error: { code: 'unavailable' } });
  });

  test('that does not match its schema is an error, if answers are checked', async () => {
    const strict = { 200: Type.Object({ a: Type.Integer() }) };
    const door = await open({
      routes: [
        { ...openRoute('/wrong', () => ({ status: 200, body: { a: 'b' } })), responses: strict },
        openRoute('/other-status', () => ({ status: 202, body: {} })),
      ],
    });
    expect((await fetch(`${door.url}/wrong`)).status).toBe(500);
    expect((await fetch(`${door.url}/other-status`)).status).toBe(500);
  });

  test('that nobody waits for any more does no harm', async () => {
    const entered = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const late = openRoute('/late', async () => {
      entered.resolve();
      await gate.promise;
      return { status: 200, body: { late: true } };
    });
    const door = await open({ routes: [late, ...exampleRoutes] });
    const connection = await door.connect();
    connection.write(headOf('GET /late'));
    await entered.promise;
    connection.close();
    await expect.poll(() => countConnections(door)).toBe(0);
    gate.resolve();
    await expect.poll(() => door.logLines()).toMatchObject([{ route: '/late', status: 200 }]);
    expect((await fetch(`${door.url}/health`)).status).toBe(200);
  });

  test('of refusal keeps the field, details and headers of the handler', async () => {
    const door = await open({
      routes: [
        openRoute('/refuses', () => {
          throw new AppError('conflict', {
            message: 'Not now.',
            field: 'name',
            details: { by: 'test' },
            headers: { 'retry-after': '7' },
          });
        }),
      ],
    });
    const answer = await fetch(`${door.url}/refuses`);
    expect(answer.status).toBe(409);
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(await answer.json()).toEqual({
      error: {
        code: 'conflict',
        message: 'Not now.',
        field: 'name',
        request_id: answer.headers.get('x-request-id'),
        details: { by: 'test', doc_url: '/docs/errors/conflict' },
      },
    });
  });
});

describe('a stream', () => {
  const streaming = (source: Readable) =>
    openRoute('/stream', () => ({
      status: 200,
      stream: source,
      headers: { 'content-type': 'text/event-stream' },
    }));
  const endless = () => new Readable({ read() {} });

  test('is sent as it is produced, its headers at once', async () => {
    const source = endless();
    const door = await open({ routes: [streaming(source)] });
    const answer = await fetch(`${door.url}/stream`);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
    const reader = required(answer.body, 'the body').getReader();
    for (const part of ['one', 'two']) {
      source.push(part);
      expect(Buffer.from(required((await reader.read()).value, 'the value')).toString()).toBe(part);
    }
    source.push(null);
    expect((await reader.read()).done).toBe(true);
    await expect.poll(() => door.logLines()).toMatchObject([{ route: '/stream', status: 200 }]);
  });

  test('is stopped when its reader disconnects', async () => {
    const source = endless();
    const door = await open({ routes: [streaming(source)] });
    const controller = new AbortController();
    await fetch(`${door.url}/stream`, { signal: controller.signal });
    controller.abort();
    await expect.poll(() => source.destroyed).toBe(true);
  });

  test('is stopped if its reader disconnected before it started', async () => {
    const source = endless();
    const entered = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const late = openRoute('/stream', async () => {
      entered.resolve();
      await gate.promise;
      return { status: 200, stream: source };
    });
    const door = await open({ routes: [late] });
    const connection = await door.connect();
    connection.write(headOf('GET /stream'));
    await entered.promise;
    connection.close();
    await expect.poll(() => countConnections(door)).toBe(0);
    gate.resolve();
    await expect.poll(() => source.destroyed).toBe(true);
  });

  test('that fails breaks the answer, and the server continues', async () => {
    const source = endless();
    const door = await open({ routes: [streaming(source), ...exampleRoutes] });
    const answer = await fetch(`${door.url}/stream`);
    source.destroy(new Error('broken'));
    await expect(answer.text()).rejects.toThrow();
    expect((await fetch(`${door.url}/health`)).status).toBe(200);
  });

  test('is not started for HEAD', async () => {
    const source = endless();
    const door = await open({ routes: [streaming(source)] });
    const answer = await fetch(`${door.url}/stream`, { method: 'HEAD' });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(source.destroyed).toBe(true);
  });

  test('is ended in order when the server stops', async () => {
    const source = endless();
    const door = await openDoor({ routes: [streaming(source)] });
    const answer = await fetch(`${door.url}/stream`);
    const reader = required(answer.body, 'the body').getReader();
    source.push('one');
    expect(Buffer.from(required((await reader.read()).value, 'the value')).toString()).toBe('one');
    const end = reader.read();
    await door.close();
    expect((await end).done).toBe(true);
    expect(source.destroyed).toBe(true);
  });
});

function countConnections(door: Door): Promise<number> {
  return new Promise((resolve, reject) =>
    door.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}
