import { afterAll, beforeAll, expect, test } from 'vitest';
import { type QueryRows, queryPool } from '../../../../kit/db/index.ts';
import { type OpenDatabase, openDatabase } from '../../../../kit/db/testing/open-database.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { aMessage } from '../../testing/a-message.ts';
import { findByKeys, findCommunication, insertCommunications } from './communication.repository.ts';

let database: OpenDatabase;
let query: QueryRows;
beforeAll(async () => {
  database = await openDatabase();
  query = queryPool(database.pool);
});
afterAll(() => database?.close());

test('a message is read as it was written', async () => {
  const message = aMessage({ step: 2, variant: 'b', calendar: { method: 'REQUEST', content: 'BEGIN' } });
  await insertCommunications(query, [message]);
  expect(await findCommunication(query, message.orgId, message.id)).toEqual(message);
  expect(await findCommunication(query, newUuid(), message.id)).toBeUndefined();
});

test('an organization’s key permanently belongs to one message', async () => {
  const first = aMessage({ idempotencyKey: 'k' });
  const again = aMessage({ orgId: first.orgId, idempotencyKey: 'k' });
  const elsewhere = aMessage({ idempotencyKey: 'k' });
  const written = await insertCommunications(query, [first, again, elsewhere]);
  expect(written).toEqual(new Set([first.id, elsewhere.id]));
  expect(await findByKeys(query, [{ orgId: first.orgId, key: 'k' }])).toEqual([first]);
});

test('a message that the guard blocks is stored as failed, with the rule', () => {
  const check = {
    rule: 'suppression',
    result: 'blocked',
    severity: 'high',
    detail: 'The reader asked for no more mail.',
  } as const;
  const message = aMessage({ verdict: { decision: 'blocked', checks: [check] } });
  expect(message).toMatchObject({ status: 'failed', failureCode: 'suppressed', failureDetail: check.detail });
});
