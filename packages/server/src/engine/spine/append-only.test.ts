import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSpine, type TestSpine, testEvent } from './spine.fixture.ts';

let spine: TestSpine;
let orgId: string;

beforeAll(async () => {
  spine = await startSpine();
  orgId = await spine.addOrganization();
  await spine.appender.append(testEvent(orgId));
  await spine.services.integrator.integrateNow(orgId);
});
afterAll(() => spine.close());

test.each([
  `update events set source = 'forged'`,
  `update events set source = source where false`,
  'delete from events',
  'truncate events',
  'truncate events cascade',
  `insert into events select * from events on conflict (id) do update set source = 'forged'`,
  `update event_checkpoints set note = 'forged'`,
  'delete from event_checkpoints',
  'truncate event_checkpoints',
])('the database refuses to the service itself: %s', async (statement) => {
  await expect(spine.pool.query(statement)).rejects.toThrow(/append-only/);
  const { rows } = await spine.pool.query('select source from events');
  expect(rows).toEqual([{ source: 'test' }]);
});
