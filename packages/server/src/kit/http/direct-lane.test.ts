import { describe, expect, test } from 'vitest';
import { required } from '../required.ts';
import { type Door, exampleRoutes, headOf, openRoute, postOf } from './testing/door.ts';
import { keepDoors } from './testing/door-keeper.ts';

const open = keepDoors();

/** Counts the requests that node:http serves. */
function countNodes(door: Door): () => number {
  let count = 0;
  door.app.server.on('request', () => count++);
  return () => count;
}

/** A POST route whose answers wait for the test. */
function gatedRoute() {
  const gate = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const route = openRoute('/gated', async () => {
    entered.resolve();
    await gate.promise;
    return { status: 200, body: {} };
  });
  return { gate, entered, route: { ...route, method: 'POST' as const } };
}

const thing = (name: string) => postOf('/things', JSON.stringify({ name }));

describe('a request that arrives completely', () => {
  test('is served without node:http, whether it is valid or refused, any number of times', async () => {
    const door = await open();
    const nodes = countNodes(door);
    const connection = await door.connect();
    for (const [request, status] of [
      [thing('a'), 201],
      [thing(''), 400],
      [postOf('/things', 'not json'), 400],
      [postOf('/things', '{}', { authorization: 'Bearer nobody' }), 401],
      [postOf('/things', '{}', { 'content-type': 'text/plain' }), 415],
      [postOf('/things?more=1', '{}'), 400],
      [thing('Grüße'), 201],
    ] as const) {
      connection.write(request);
      expect((await connection.answer()).status).toBe(status);
    }
    expect(nodes()).toBe(0);
    await expect.poll(() => door.logLines().length).toBe(7);
  });

  test.each(['{"name":"a"}', '{"name":""}', '{"name":"Grüße"}'])(
    'gets the same answer as from node:http: %s',
    async (json) => {
      const door = await open();
      const nodes = countNodes(door);
      const connection = await door.connect();
      const answers = [];
      for (const headers of [{}, { te: 'trailers' }] as Record<string, string>[]) {
        connection.write(postOf('/things', json, headers));
        const { status, headers: got, body } = await connection.answer();
        const { date, 'x-request-id': id, 'x-ratelimit-remaining': _, ratelimit: __, ...rest } = got;
        expect(Math.abs(Date.parse(required(date, 'date')) - Date.now())).toBeLessThan(60_000);
        const text = body.replace(required(id, 'id'), '').replace(/evt_[0-9a-f]+/, '');
        answers.push({ status, rest, names: Object.keys(got), text });
      }
      expect(nodes()).toBe(1);
      expect(answers[0]).toEqual(answers[1]);
    },
  );

  test('is answered although its sender half-closes the connection', async () => {
    const { gate, entered, route } = gatedRoute();
    const door = await open({ routes: [route] });
    const connection = await door.connect();
    connection.socket.end(postOf('/gated', '{}'));
    await entered.promise;
    gate.resolve();
    expect((await connection.answer()).status).toBe(200);
    await connection.closed();
  });

  test('is logged although its sender disconnected', async () => {
    const { gate, entered, route } = gatedRoute();
    const door = await open({ routes: [route] });
    const connection = await door.connect();
    connection.write(postOf('/gated', '{}'));
    await entered.promise;
    connection.socket.resetAndDestroy();
    await connection.closed();
    gate.resolve();
    await expect.poll(() => door.logLines()).toMatchObject([{ route: '/gated', status: 200 }]);
  });

  test('is not accepted from a peer that reads no answers', async () => {
    let served = 0;
    const large = { ...openRoute('/large', () => ({ status: 200, body: { text: 'x'.repeat(4_000_000) } })) };
    const counted = { ...large, method: 'POST' as const };
    counted.handler = (context) => {
      served++;
      return large.handler(context);
    };
    const door = await open({ routes: [counted] });
    const connection = await door.connect();
    connection.socket.pause();
    const request = Buffer.from(postOf('/large', '{}'));
    for (let i = 0; i < 20; i++) {
      await connection.send(request);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(() => served).toBeGreaterThan(0);
    expect(served).toBeLessThan(10);
    connection.socket.removeAllListeners('data').resume();
    await expect.poll(() => served).toBe(20);
  });
});

describe('a connection', () => {
  test('goes to node:http with the first request that is not complete and plain, and loses nothing', async () => {
    const [first, second] = [thing('second').slice(0, 40), thing('second').slice(40)];
    for (const odd of [
      [headOf('GET /things/1')],
      [first, second],
      [thing('x'), thing('y')],
      [thing('x') + thing('y')],
      [headOf('POST /nothing', { 'content-length': 0 })],
      [thing('x').replace('HTTP/1.1', 'HTTP/1.0').replace('host: test', 'connection: keep-alive')],
      [
        `${headOf('POST /things', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' })}0\r\n\r\n`,
      ],
    ]) {
      const door = await open();
      const nodes = countNodes(door);
      const connection = await door.connect();
      connection.write(thing('first'));
      expect(JSON.parse((await connection.answer()).body).name).toBe('first');
      expect(nodes()).toBe(0);
      for (const part of odd) {
        connection.write(part);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const expected = odd.join('').split(/ HTTP\/1\./).length - 1;
      for (let i = 0; i < expected; i++) await connection.answer();
      connection.write(thing('last'));
      expect(JSON.parse((await connection.answer()).body).name).toBe('last');
      expect(connection.unread).toBe('');
    }
  });

  test('answers in order when more requests arrive before the answer is sent', async () => {
    for (const more of [
      [thing('b')],
      [thing('b'), thing('c')],
      [headOf('GET /things/b')],
      [thing('b').slice(0, 30)],
    ]) {
      const { gate, entered, route } = gatedRoute();
      const door = await open({ routes: [route, ...exampleRoutes] });
      const connection = await door.connect();
      connection.write(postOf('/gated', '{}'));
      await entered.promise;
      for (const request of more) await connection.send(Buffer.from(request));
      gate.resolve();
      expect((await connection.answer()).body).toBe('{}');
      if (more[0] === thing('b').slice(0, 30)) connection.write(thing('b').slice(30));
      for (const _ of more) expect((await connection.answer()).body).toMatch(/"(?:b|c)"/);
    }
  });

  test('that never sends anything is closed', async () => {
    const door = await open({ headTimeoutMs: 100 });
    const connection = await door.connect();
    await connection.closed();
  });

  test('is closed at a stop if it is idle, and otherwise after its answer', async () => {
    const { gate, entered, route } = gatedRoute();
    const door = await open({ routes: [route, ...exampleRoutes] });
    const idle = await door.connect();
    idle.write(thing('a'));
    expect((await idle.answer()).headers.connection).toBe('keep-alive');
    const busy = await door.connect();
    busy.write(postOf('/gated', '{}'));
    await entered.promise;
    const closed = door.app.close();
    await idle.closed();
    gate.resolve();
    expect((await busy.answer()).headers.connection).toBe('close');
    await busy.closed();
    await closed;
  });

  test('does not delay a stop for ever', async () => {
    const { entered, route } = gatedRoute();
    const door = await open({ routes: [route], closeTimeoutMs: 50 });
    const connection = await door.connect();
    connection.write(postOf('/gated', '{}'));
    await entered.promise;
    await door.app.close();
    await connection.closed();
  });
});
