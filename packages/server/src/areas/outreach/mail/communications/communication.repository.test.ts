import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../../../kit/ids.ts';
import { aMessage, createOutreachDatabase, type OutreachDatabase } from '../../testing/outreach-database.ts';
import { findByKeys, findCommunication, insertCommunications } from './communication.repository.ts';

let database: OutreachDatabase;
beforeAll(async () => {
  database = await createOutreachDatabase();
});
afterAll(() => database?.drop());

test('a message is read as it was written', async () => {
  const message = aMessage({ step: 2, variant: 'b', calendar: { method: 'REQUEST', content: 'BEGIN' } });
  await insertCommunications(database.query, [message]);
  expect(await findCommunication(database.query, message.orgId, message.id)).toEqual(message);
  expect(await findCommunication(database.query, newUuid(), message.id)).toBeUndefined();
});

test('under one key of an organization there is one message for good', async () => {
  const first = aMessage({ idempotencyKey: 'k' });
  const again = aMessage({ orgId: first.orgId, idempotencyKey: 'k' });
  const elsewhere = aMessage({ idempotencyKey: 'k' });
  const written = await insertCommunications(database.query, [first, again, elsewhere]);
  expect(written).toEqual(new Set([first.id, elsewhere.id]));
  expect(await findByKeys(database.query, [{ orgId: first.orgId, key: 'k' }])).toEqual([first]);
});

test('a message that the guard blocks is made as failed, with the rule that blocks it', () => {
  const check = {
    rule: 'suppression',
    result: 'blocked',
    severity: 'high',
    detail: 'The reader asked for no more mail.',
  } as const;
  const message = aMessage({ verdict: { decision: 'blocked', checks: [check] } });
  expect(message).toMatchObject({ status: 'failed', failureCode: 'suppressed', failureDetail: check.detail });
});
