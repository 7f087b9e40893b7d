import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../../../kit/ids.ts';
import { aMessage, createOutreachDatabase, type OutreachDatabase } from '../../testing/outreach-database.ts';
import { insertCommunications } from '../communications/communication.repository.ts';
import { findByToken, noteEngagement } from './tracked-message.repository.ts';

let database: OutreachDatabase;
beforeAll(async () => {
  database = await createOutreachDatabase();
});
afterAll(() => database?.drop());

test('a link names its message, and nothing else is looked up', async () => {
  const message = aMessage();
  await insertCommunications(database.query, [message]);
  expect(await findByToken(database.query, message.token)).toMatchObject({
    orgId: message.orgId,
    id: message.id,
    toAddress: message.toAddress,
    opens: 0,
    openedAt: null,
  });
  expect(await findByToken(database.query, message.token.toUpperCase())).toBeUndefined();
  expect(await findByToken(database.query, "' or true --")).toBeUndefined();
});

test('what a lead does is counted, with the last time', async () => {
  const message = aMessage({ leadId: newUuid() });
  await insertCommunications(database.query, [message]);
  const tracked = await findByToken(database.query, message.token);
  if (tracked === undefined) throw new Error('the message was written');
  const times = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z'].map((text) => new Date(text));
  for (const at of times) await noteEngagement(database.query, tracked, 'opens', 'last_opened_at', at);
  expect(
    await database.query('select opens, last_opened_at as at from lead_engagement where lead_id = $1', [
      message.leadId,
    ]),
  ).toEqual([{ opens: 2, at: times[1] }]);
});
