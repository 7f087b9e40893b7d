import { afterAll, beforeAll, expect, test } from 'vitest';
import { type QueryRows, queryPool } from '../../../../../kit/db/index.ts';
import { type OpenDatabase, openDatabase } from '../../../../../kit/db/testing/open-database.ts';
import { newUuid } from '../../../../../kit/ids.ts';
import { aMessage } from '../../../testing/a-message.ts';
import { insertCommunications } from '../communication.repository.ts';
import { findBegunByDead, findUnknown, freeClaimsOfDead, freeLeases } from './attempted.repository.ts';

let database: OpenDatabase;
let query: QueryRows;
beforeAll(async () => {
  database = await openDatabase();
  query = queryPool(database.pool);
});
afterAll(() => database?.close());

/** A message in a state of its own, held by a node. */
async function held(node: string, status: 'pending' | 'processing') {
  const message = aMessage();
  await insertCommunications(query, [message]);
  await query('update communications set lease_node = $2, status = $3, attempt_token = $4 where id = $1', [
    message.id,
    node,
    status,
    newUuid(),
  ]);
  return message;
}
const holderOf = async (id: string) =>
  (
    await query<{ node: string | null }>('select lease_node as node from communications where id = $1', [id])
  )[0]?.node;
async function addNode(heartbeat: string): Promise<string> {
  const id = newUuid();
  await query(
    `insert into nodes (id, info, heartbeat_at) values ($1, '{}', clock_timestamp() - $2::interval)`,
    [id, heartbeat],
  );
  return id;
}

test('what a dead node only claimed is free, what it handed over is looked at, and a living node keeps its own', async () => {
  const [self, living, dead] = [await addNode('0s'), await addNode('1s'), await addNode('1 hour')];
  const claimed = await held(dead, 'pending');
  const begun = await held(dead, 'processing');
  const others = await held(living, 'pending');
  await freeClaimsOfDead(query, self);
  expect(await holderOf(claimed.id)).toBeNull();
  expect(await holderOf(others.id)).toBe(living);
  const found = await findBegunByDead(query, self, 10);
  expect(found.map(({ id }) => id)).toEqual([begun.id]);
});

test('a node frees what it holds of its own, but for what is under way', async () => {
  const self = await addNode('0s');
  const [forgotten, underWay] = [await held(self, 'processing'), await held(self, 'processing')];
  await freeLeases(query, self, [underWay.id]);
  expect(await holderOf(forgotten.id)).toBeNull();
  expect(await holderOf(underWay.id)).toBe(self);
});

test('only a message whose end nobody knows is settled by what comes back', async () => {
  const [unknown, known] = [await held(newUuid(), 'processing'), await held(newUuid(), 'processing')];
  await query(
    `update communications set status = 'failed', failure_code = case when id = $1 then 'delivery_unknown'
       else 'hard_bounce' end, lease_node = null where id = any($2)`,
    [unknown.id, [unknown.id, known.id]],
  );
  const asked = [unknown, known].map(({ orgId, id }) => ({ orgId, communicationId: id }));
  expect((await findUnknown(query, asked)).map(({ id }) => id)).toEqual([unknown.id]);
});
