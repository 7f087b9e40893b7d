import { afterAll, beforeAll, expect, test } from 'vitest';
import { type QueryRows, queryPool } from '../../../../kit/db/index.ts';
import { type OpenDatabase, openDatabase } from '../../../../kit/db/testing/open-database.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { aMessage } from '../../testing/a-message.ts';
import { insertCommunications } from '../communications/communication.repository.ts';
import { findByToken, noteEngagement } from './tracked-message.repository.ts';

let database: OpenDatabase;
let query: QueryRows;
beforeAll(async () => {
  database = await openDatabase();
  query = queryPool(database.pool);
});
afterAll(() => database?.close());

test('a link only leads to its own message', async () => {
  const message = aMessage();
  await insertCommunications(query, [message]);
  expect(await findByToken(query, message.token)).toMatchObject({
    orgId: message.orgId,
    id: message.id,
    toAddress: message.toAddress,
    opens: 0,
    openedAt: null,
  });
  expect(await findByToken(query, message.token.toUpperCase())).toBeUndefined();
  expect(await findByToken(query, "' or true --")).toBeUndefined();
});

test('actions of a lead are counted, with the last time', async () => {
  const message = aMessage({ leadId: newUuid() });
  await query(
    `insert into leads (org_id, id, email, domain, created_at, updated_at) values ($1, $2, 'ann@acme.example', 'acme.example', now(), now())`,
    [message.orgId, message.leadId],
  );
  await insertCommunications(query, [message]);
  const tracked = await findByToken(query, message.token);
  if (tracked === undefined) throw new Error('the message was written');
  const times = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z'].map((text) => new Date(text));
  for (const at of times) await noteEngagement(query, tracked, 'opens', 'last_opened_at', at);
  expect(
    await query('select opens, last_opened_at as at from lead_engagement where lead_id = $1', [
      message.leadId,
    ]),
  ).toEqual([{ opens: 2, at: times[1] }]);
});
