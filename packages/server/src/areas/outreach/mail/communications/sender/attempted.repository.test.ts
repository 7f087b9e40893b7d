import { afterAll, beforeAll, expect, test } from 'vitest';
import { type QueryRows, queryPool } from '../../../../../kit/db/index.ts';
import { type OpenDatabase, openDatabase } from '../../../../../kit/db/testing/open-database.ts';
import { newUuid } from '../../../../../kit/ids.ts';
import { required } from '../../../../../kit/required.ts';
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

/** A message with the given status, leased by a node. */
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
/** A node, as another node knows it. */
async function addNode() {
  const nodeId = newUuid();
  const [row] = await query<{ lastHeartbeat: Date }>(
    `insert into nodes (id, info) values ($1, '{}') returning heartbeat_at as "lastHeartbeat"`,
    [nodeId],
  );
  return { nodeId, lastHeartbeat: required(row, 'the node').lastHeartbeat };
}

test('messages that a dead node only claimed are free, those that it sent are checked, and a living node keeps its own', async () => {
  const [self, living, dead, back] = [await addNode(), await addNode(), await addNode(), await addNode()];
  // This node also seemed dead, but has had a heartbeat since.
  await query(`update nodes set heartbeat_at = heartbeat_at + interval '1 s' where id = $1`, [back.nodeId]);
  const nodes = { nodeId: self.nodeId, deadNodes: () => [dead, back] };
  const claimed = await held(dead.nodeId, 'pending');
  const forgotten = await held(newUuid(), 'pending');
  const begun = await held(dead.nodeId, 'processing');
  const others = [await held(living.nodeId, 'pending'), await held(back.nodeId, 'pending')];
  await freeClaimsOfDead(query, nodes);
  expect([await holderOf(claimed.id), await holderOf(forgotten.id)]).toEqual([null, null]);
  expect(await Promise.all(others.map(({ id }) => holderOf(id)))).toEqual([living.nodeId, back.nodeId]);
  const found = await findBegunByDead(query, nodes, 10);
  expect(found.map(({ id }) => id)).toEqual([begun.id]);
});

/** Reserves money for a message of a campaign with a budget. */
async function hold({ orgId, id }: { orgId: string; id: string }) {
  const [campaignId, reservationId] = [newUuid(), newUuid()];
  await query(
    'insert into budgets (org_id, campaign_id, limit_micros, reserved_micros, updated_at) values ($1, $2, 300, 300, now())',
    [orgId, campaignId],
  );
  await query(
    `insert into cost_reservations (org_id, id, campaign_id, amount_micros, expires_at)
     values ($1, $2, $3, 100, now() + interval '1 hour')`,
    [orgId, reservationId, campaignId],
  );
  await query('update communications set reservation_id = $2 where id = $1', [id, reservationId]);
  return { campaignId, reservationId };
}

test('money reserved for messages that a dead node only claimed is returned, and sent ones stay paid', async () => {
  const [self, dead] = [await addNode(), await addNode()];
  const nodes = { nodeId: self.nodeId, deadNodes: () => [dead] };
  const [claimed, begun] = [await held(dead.nodeId, 'pending'), await held(dead.nodeId, 'processing')];
  const money = [await hold(claimed), await hold(begun)];
  await freeClaimsOfDead(query, nodes);
  await freeClaimsOfDead(query, nodes);
  const budgets = await query(
    'select reserved_micros as reserved from budgets where campaign_id = any($1) order by 1',
    [money.map(({ campaignId }) => campaignId)],
  );
  expect(budgets).toEqual([{ reserved: 200 }, { reserved: 300 }]);
  const left = await query('select id from cost_reservations where id = any($1)', [
    money.map(({ reservationId }) => reservationId),
  ]);
  expect(left).toEqual([{ id: money[1]?.reservationId }]);
});

test('a node frees its own messages, except those in progress', async () => {
  const self = newUuid();
  const [forgotten, underWay] = [await held(self, 'processing'), await held(self, 'processing')];
  await freeLeases(query, self, [underWay.id]);
  expect(await holderOf(forgotten.id)).toBeNull();
  expect(await holderOf(underWay.id)).toBe(self);
});

test('only a message with an unknown result is settled by a mail that comes back', async () => {
  const [unknown, known] = [await held(newUuid(), 'processing'), await held(newUuid(), 'processing')];
  await query(
    `update communications set status = 'failed', failure_code = case when id = $1 then 'delivery_unknown'
       else 'hard_bounce' end, lease_node = null where id = any($2)`,
    [unknown.id, [unknown.id, known.id]],
  );
  const asked = [unknown, known].map(({ orgId, id }) => ({ orgId, communicationId: id }));
  expect((await findUnknown(query, asked)).map(({ id }) => id)).toEqual([unknown.id]);
});
