import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryPool } from '../../kit/db/index.ts';
import { liftTriggers } from '../../kit/db/testing/past-triggers.ts';
import { findForgedIndex } from './forged-index.repository.ts';
import { startSpine, type TestSpine, testEvent } from './spine.fixture.ts';

const CHUNK = 256;
let spine: TestSpine;
let orgId: string;
let intruder: pg.Client;

beforeAll(async () => {
  spine = await startSpine({ chunkEvents: CHUNK });
  orgId = await spine.addOrganization();
  const events = Array.from({ length: 17 * CHUNK + 3 }, (_, n) =>
    testEvent(orgId, {
      data: { n },
      ...(n % 3 === 0 && { metadata: { correlationId: `c-${n}` } }),
      ...(n % 5 === 0 && { type: 'contract.created', fact: 'contract_created' }),
    }),
  );
  await spine.appender.appendAll(events);
  await spine.services.integrator.integrateNow(orgId);
  intruder = new pg.Client(spine.database.superuser);
  await intruder.connect();
}, 60_000);
afterAll(async () => {
  await intruder?.end();
  await spine?.close();
});

const find = () => findForgedIndex(queryPool(spine.pool), CHUNK);

test('an unchanged log has no forged index', async () => {
  expect(await find()).toEqual([]);
});

test.each([
  [
    'a correlation that is changed',
    `update events set correlation_id = 'x' where org_id = $1 and position = 3`,
  ],
  ['one that is taken away', `update events set correlation_id = null where org_id = $1 and position = 3`],
  ['one that is put in', `update events set correlation_id = 'x' where org_id = $1 and position = 4352`],
  ['a fact that is changed', `update events set fact = 'alert_triggered' where org_id = $1 and position = 5`],
  ['a fact that is taken away', `update events set fact = null where org_id = $1 and position = 5`],
  [
    'a fact that is put in',
    `update events set fact = 'contract_created' where org_id = $1 and position = 4353`,
  ],
  ['a count', `update event_counts set events = events + 1 where org_id = $1 and level = 0 and block = 2`],
  ['a count of a level above', `update event_counts set events = events - 1 where org_id = $1 and level = 1`],
  ['counts that are gone', `delete from event_counts where org_id = $1 and level = 0 and block = 7`],
  ['a kind', `update event_kinds set source = 'x' where org_id = $1 and source is not null`],
])('%s is detected', async (_name, forgery) => {
  await intruder.query('begin');
  await liftTriggers(intruder);
  const { rowCount } = await intruder.query(forgery, [orgId]);
  expect(rowCount).toBeGreaterThan(0);
  const query = async (text: string, values: unknown[]) => (await intruder.query(text, values)).rows;
  const found = await findForgedIndex(query as never, CHUNK);
  await intruder.query('rollback');
  expect(found.length).toBeGreaterThan(0);
  expect(new Set(found.map(({ orgId: org }) => org))).toEqual(new Set([orgId]));
  expect(await find()).toEqual([]);
});

test('a log whose payloads were erased has no forged index', async () => {
  await intruder.query('begin');
  await liftTriggers(intruder);
  await intruder.query(
    `update events set data = '', metadata = '', correlation_id = null where org_id = $1 and position < 9`,
    [orgId],
  );
  const query = async (text: string, values: unknown[]) => (await intruder.query(text, values)).rows;
  const found = await findForgedIndex(query as never, CHUNK);
  await intruder.query('rollback');
  expect(found).toEqual([]);
});
