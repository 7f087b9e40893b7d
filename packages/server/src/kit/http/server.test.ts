import { describe, expect, test } from 'vitest';
import { exampleRoutes, headOf, openDoor, openRoute } from './testing/door.ts';
import { keepDoors } from './testing/door-keeper.ts';

const open = keepDoors();

describe('stopping', () => {
  function waiting() {
    const gate = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const route = openRoute('/slow', async () => {
      entered.resolve();
      await gate.promise;
      return { status: 200, body: {} };
    });
    return { gate, entered, route };
  }

  test('lets requests in progress be answered, accepts no new ones, and closes idle connections', async () => {
    const { gate, entered, route } = waiting();
    const door = await openDoor({ routes: [route, ...exampleRoutes] });
    const idle = await door.connect();
    idle.write(headOf('GET /health'));
    expect((await idle.answer()).headers.connection).toBe('keep-alive');
    const busy = await door.connect();
    busy.write(headOf('GET /slow'));
    await entered.promise;
    const closed = door.app.close();
    await idle.closed();
    await expect(door.connect()).rejects.toThrow();
    gate.resolve();
    const answer = await busy.answer();
    expect(answer.status).toBe(200);
    expect(answer.headers.connection).toBe('close');
    await closed;
  });

  test('does not wait for ever', async () => {
    const { entered, route } = waiting();
    const door = await openDoor({ routes: [route], closeTimeoutMs: 50 });
    const connection = await door.connect();
    connection.write(headOf('GET /slow'));
    await entered.promise;
    await door.app.close();
    await connection.closed();
  });
});

describe('pages in addition to the route table', () => {
  test('are served, with a request id and a line in the log', async () => {
    const door = await open({
      addPages: (app) =>
        void app.get('/docs', (_request, reply) => reply.type('text/html').send('<h1>Docs</h1>')),
    });
    const answer = await fetch(`${door.url}/docs`);
    expect(await answer.text()).toBe('<h1>Docs</h1>');
    expect(answer.headers.get('content-type')).toContain('text/html');
    await expect
      .poll(() => door.logLines())
      .toMatchObject([{ route: '/docs', status: 200, request_id: answer.headers.get('x-request-id') }]);
  });

  test('that fail, or do not exist, answer in the common form, with one line in the log', async () => {
    const door = await open({
      addPages: (app) => {
        app.get('/docs', () => Promise.reject(new Error('secret')));
        app.get('/docs/:page', (_request, reply) => reply.callNotFound());
      },
    });
    const asked = [
      ['/docs', 500, 'internal_error'],
      ['/docs/none', 404, 'not_found'],
      ['/docs/%zz', 400, 'invalid_request'],
      ['/elsewhere', 404, 'not_found'],
    ] as const;
    for (const [path, status, code] of asked) {
      const answer = await fetch(`${door.url}${path}`);
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({
        error: { code, request_id: answer.headers.get('x-request-id') },
      });
    }
    await expect
      .poll(() =>
        door
          .logLines()
          .map(({ status }) => status)
          .sort(),
      )
      .toEqual(asked.map(([, status]) => status).sort());
  });
});

describe('more connections than the process may have open', () => {
  test('are closed for new ones, the longest idle first, and never during a request', async () => {
    const gate = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const slow = openRoute('/slow', async () => {
      entered.resolve();
      await gate.promise;
      return { status: 200, body: {} };
    });
    const door = await open({ routes: [slow, ...exampleRoutes], maxConnections: 8 });
    const busy = await door.connect();
    busy.write(headOf('GET /slow'));
    await entered.promise;
    const halves = [];
    for (let i = 0; i < 30; i++) {
      const half = await door.connect();
      if (i % 2 === 0) half.write('GET /hea');
      halves.push(half);
    }
    const late = await door.connect();
    late.write(headOf('GET /health'));
    expect((await late.answer()).status).toBe(200);
    await Promise.all(halves.slice(0, 23).map((half) => half.closed()));
    gate.resolve();
    expect((await busy.answer()).status).toBe(200);
  });
});
