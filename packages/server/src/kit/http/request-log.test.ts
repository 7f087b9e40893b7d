import { describe, expect, test } from 'vitest';
import { required } from '../required.ts';
import { FULL_KEY, openRoute } from './testing/door.ts';
import { keepDoors } from './testing/door-keeper.ts';

const open = keepDoors();
const authorized = { headers: { authorization: `Bearer ${FULL_KEY}` } };

describe('the log', () => {
  test('has one line for each request, in the same form for successes and errors', async () => {
    const door = await open();
    await fetch(`${door.url}/things/1`, authorized);
    await fetch(`${door.url}/things?limit=x`, authorized);
    await fetch(`${door.url}/health`);
    await expect.poll(() => door.logLines().length).toBe(3);
    const lines = new Map(door.logLines().map((line) => [line.route, line]));
    const good = required(lines.get('/things/:id'), 'one of lines');
    expect(good).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      request_id: expect.stringMatching(/^req_[0-9a-f]{32}$/),
      method: 'GET',
      route: '/things/:id',
      status: 200,
      duration_ms: expect.any(Number),
      org_id: 'org_018f3b2c7e1a7c3d9b2a0123456789ab',
      key_id: 'key_018f3b2c7e1a7c3d9b2a00000000beef',
      msg: 'request',
    });
    const { code, field, ...bad } = required(lines.get('/things'), 'one of lines');
    expect([code, field]).toEqual(['invalid_request', 'limit']);
    expect(Object.keys(bad)).toEqual(Object.keys(good));
    const { org_id, key_id, ...withoutOwner } = good;
    expect(Object.keys(required(lines.get('/health'), 'one of lines'))).toEqual(Object.keys(withoutOwner));
  });

  test('never contains the key, the query or the body', async () => {
    const door = await open();
    const headers = { authorization: 'Bearer things:write,a-secret-key', 'content-type': 'application/json' };
    await fetch(`${door.url}/things?name=a-secret-name`, { headers });
    await fetch(`${door.url}/things`, { method: 'POST', headers, body: '{"name":"a-secret-body"}' });
    await expect
      .poll(() =>
        door
          .logLines()
          .map(({ status }) => status)
          .sort(),
      )
      .toEqual([201, 403]);
    expect(door.logText()).not.toContain('a-secret');
  });

  test('has the fields that a handler adds', async () => {
    const told = openRoute('/told', ({ logFields }) => {
      Object.assign(logFields, { things: 3, name: 'quoted "name"\n' });
      return { status: 200, body: {} };
    });
    const door = await open({ routes: [told] });
    await fetch(`${door.url}/told`);
    await expect
      .poll(() => door.logLines())
      .toMatchObject([{ route: '/told', things: 3, name: 'quoted "name"\n', msg: 'request' }]);
  });

  test('and the metrics identify requests by their route, not by their path', async () => {
    const seen: string[] = [];
    const door = await open({
      observer: {
        requestDone: (route, method, status) => void seen.push(`${method} ${route} ${status}`),
      },
    });
    for (const path of ['/things/1', '/things/2', '/nothing/at/all', '/things/%zz']) {
      await fetch(`${door.url}${path}`, authorized);
    }
    expect(seen).toEqual([
      'GET /things/:id 200',
      'GET /things/:id 200',
      'GET unmatched 404',
      'GET unmatched 400',
    ]);
  });
});
