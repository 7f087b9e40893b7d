import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { type Door, FULL_KEY, openRoute, postOf } from './testing/door.ts';
import { keepDoors } from './testing/door-keeper.ts';

const open = keepDoors();

function post(door: Door, key: string, body: object, bearer = FULL_KEY): Promise<Response> {
  return fetch(`${door.url}/things`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
}

describe('a repeated POST', () => {
  test('gets the first answer, with the same key', async () => {
    const door = await open();
    const first = await post(door, 'k1', { name: 'a' });
    const again = await post(door, 'k1', { name: 'a' });
    expect(again.status).toBe(201);
    expect(await again.text()).toBe(await first.text());
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(again.headers.get('x-ratelimit-limit')).not.toBeNull();
  });

  test('is the same with its members in another order or other whitespace, also in long bodies', async () => {
    const door = await open();
    const send = (key: string, text: string) =>
      fetch(`${door.url}/things`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${FULL_KEY}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: text,
      });
    for (const [key, text] of [
      ['short', 'a'],
      ['long', 'a'.repeat(40_000)],
    ] as const) {
      const first = await send(key, `{"name":"x","data":{"n":1,"text":"${text}"}}`);
      const again = await send(key, `{ "data" : {"text":"${text}",\n "n":1}, "name" : "x" }`);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await again.text()).toBe(await first.text());
      expect((await send(key, `{"name":"x","data":{"n":2,"text":"${text}"}}`)).status).toBe(409);
    }
  });

  test('with another body or to another path is refused with 409', async () => {
    const door = await open();
    await post(door, 'k1', { name: 'a' });
    const other = await post(door, 'k1', { name: 'b' });
    expect(other.status).toBe(409);
    expect(await other.json()).toMatchObject({
      error: { code: 'idempotency_conflict', field: 'Idempotency-Key' },
    });
    const touch = (id: string) =>
      fetch(`${door.url}/things/${id}/touch`, {
        method: 'POST',
        headers: { authorization: `Bearer ${FULL_KEY}`, 'idempotency-key': 'k2' },
      });
    expect((await touch('1')).status).toBe(204);
    const again = await touch('1');
    expect(again.status).toBe(204);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await touch('2')).status).toBe(409);
  });

  test('during the first request is refused with 409 and a time to retry, and not run', async () => {
    const gate = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    let runs = 0;
    const slow = openRoute('/things', async () => {
      runs++;
      entered.resolve();
      await gate.promise;
      return { status: 200, body: { runs } };
    });
    const door = await open({ routes: [{ ...slow, method: 'POST', access: 'any', body: Type.Object({}) }] });
    const first = post(door, 'k1', {});
    await entered.promise;
    const second = await post(door, 'k1', {});
    expect(second.status).toBe(409);
    expect(second.headers.get('retry-after')).toBe('1');
    expect(await second.json()).toMatchObject({ error: { code: 'idempotency_conflict' } });
    gate.resolve();
    expect(await (await first).json()).toEqual({ runs: 1 });
    expect(await (await post(door, 'k1', {})).json()).toEqual({ runs: 1 });
    expect(runs).toBe(1);
  });

  test('of another organization is another request', async () => {
    const door = await open();
    await post(door, 'k1', { name: 'a' });
    const other = await post(door, 'k1', { name: 'a' }, `other-${FULL_KEY}`);
    expect(other.status).toBe(201);
    expect(other.headers.get('idempotent-replayed')).toBeNull();
  });

  test('may be sent again after a refusal', async () => {
    const door = await open();
    expect((await post(door, 'k1', { name: '' })).status).toBe(400);
    expect((await post(door, 'k1', { name: 'a' })).status).toBe(201);
  });

  test.each(['', ' ', 'a b', 'é', 'x'.repeat(256)])('needs a valid key, not %.10j', async (key) => {
    const door = await open();
    const connection = await door.connect();
    connection.write(postOf('/things', '{"name":"a"}', { 'idempotency-key': key }));
    const answer = await connection.answer();
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body).error.field).toBe('Idempotency-Key');
  });

  test('gets 503 while stored answers are not available', async () => {
    const away = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
    const door = await open({
      idempotency: { claim: away, complete: away, release: away, abandon: () => {} },
    });
    expect((await post(door, 'k1', { name: 'a' })).status).toBe(503);
  });
});
