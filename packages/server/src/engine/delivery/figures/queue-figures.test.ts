import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../../kit/required.ts';
import { createDeliveryFixture, type DeliveryFixture, type TestNode } from '../testing/delivery-fixture.ts';
import { QueueFigures } from './queue-figures.ts';

let fixture: DeliveryFixture;
let node: TestNode;
beforeAll(async () => {
  fixture = await createDeliveryFixture();
  node = await fixture.startNode();
});
afterAll(() => fixture.close());

/** A pool that counts statements and can be cut off. */
function watchedPool() {
  const state = { statements: 0, isCutOff: false };
  const pool = {
    query: (text: string) => {
      state.statements++;
      return state.isCutOff ? Promise.reject(new Error('cut off')) : node.pool.query(text);
    },
  } as unknown as Pool;
  return { pool, state };
}

test('concurrent readers share one count', async () => {
  const org = fixture.newOrgId();
  const { id } = await node.subscribe(org, 'http://127.0.0.1:9/hook');
  await node.subscriptions.pause(org, id);
  for (let i = 0; i < 3; i++) await node.publish(org, 'order.paid');
  const [oldest] = await node.rows<{ id: string }>(
    'select id from deliveries where org_id = $1 order by id',
    [org],
  );
  const { pool, state } = watchedPool();
  const figures = new QueueFigures(pool);
  for (const found of await Promise.all([figures.read(), figures.read(), figures.read()])) {
    expect(found.get(id)).toEqual({ pending: 3, oldestPending: required(oldest, 'oldest').id, dead: 0 });
  }
  expect(state.statements).toBe(2);
});

test('a failed count is not used again', async () => {
  const { pool, state } = watchedPool();
  const figures = new QueueFigures(pool);
  state.isCutOff = true;
  await expect(figures.read()).rejects.toThrow('cut off');
  state.isCutOff = false;
  expect(await figures.read()).toBeInstanceOf(Map);
});
