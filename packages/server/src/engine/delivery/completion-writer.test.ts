import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDeliveryFixture, type DeliveryFixture, type NodeOptions } from './testing/delivery-fixture.ts';
import { eventually } from './testing/eventually.ts';
import { type Receiver, startReceiver } from './testing/test-receiver.ts';

let fixture: DeliveryFixture;
let receiver: Receiver;
let orgId: string;

beforeAll(async () => {
  fixture = await createDeliveryFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  receiver = await startReceiver();
  orgId = fixture.newOrgId();
  return () => receiver.close();
});

const HOUR_MS = 3_600_000;
const page = { limit: 100, offset: 0 };

/** A node that has just written an attempt and would not write further successes for an hour. */
async function startGathering(options: NodeOptions = {}) {
  const node = await fixture.startNode({ gatherMs: HOUR_MS, ...options });
  const subscription = await node.subscribe(orgId, receiver.url);
  await node.publish(orgId, 'a.b');
  await eventually(() => node.queued(orgId)).toBe(0);
  const { statements } = node.engine.figures;
  const send = async (count: number) => {
    const waiting = node.engine.figures.unwritten + count;
    await Promise.all(Array.from({ length: count }, () => node.publish(orgId, 'a.b')));
    await eventually(() => node.engine.figures).toMatchObject({ inFlight: 0, unwritten: waiting });
  };
  return { node, subscription, send, written: () => node.engine.figures.statements - statements };
}

test('the first success is written at once, and those soon after it together when there are enough', async () => {
  const { node, send, written } = await startGathering();
  await send(63);
  expect({ written: written(), queued: await node.queued(orgId) }).toEqual({ written: 0, queued: 63 });
  await node.publish(orgId, 'a.b');
  await eventually(() => node.queued(orgId)).toBe(0);
  expect(written()).toBe(1);
  await node.stop();
});

test('successes are written after a while without further events', async () => {
  const { node, send, written } = await startGathering({ gatherMs: 100 });
  await send(3);
  await eventually(() => node.queued(orgId)).toBe(0);
  expect(written()).toBeLessThanOrEqual(3);
  await node.stop();
});

test('a failure is written at once, with the successes that wait', async () => {
  const { node, subscription, send, written } = await startGathering({ retryDelaysSeconds: [0, 3_600] });
  await send(3);
  receiver.answerStatus(500);
  await node.publish(orgId, 'a.b');
  await eventually(() => node.queued(orgId)).toBe(1);
  expect(written()).toBe(1);
  expect((await node.operations.deliveryLog.list(subscription, {}, page)).total).toBe(5);
  await node.stop();
});

test('reads of deliveries include everything that this node has sent', async () => {
  const { node, subscription, send } = await startGathering();
  const { operations } = node;
  await send(1);
  expect((await operations.deliveryLog.list(subscription, {}, page)).total).toBe(2);
  await send(1);
  const event = await node.publish(orgId, 'c.d');
  await eventually(() => node.engine.figures.unwritten).toBe(2);
  const [found] = (await operations.deliverySearch.find(orgId, { eventId: event.id }, page)).deliveries;
  expect(found?.state).toBe('success');
  await send(1);
  const { totals } = await operations.statistics.read(orgId, {
    span: 'day',
    from: 0,
    to: Date.now() + 86_400_000,
  });
  expect(totals.successes).toBe(5);
  await node.stop();
});

test('a delivery that was just sent can be sent again', async () => {
  const { node, send } = await startGathering();
  await send(1);
  const [{ id }] = (await node.rows<{ id: string }>('select id from deliveries where org_id = $1', [
    orgId,
  ])) as [{ id: string }];
  await node.operations.resend(orgId, id);
  await receiver.arrived(3);
  await node.stop();
});

test('a stop writes everything that waits', async () => {
  const { node, send } = await startGathering();
  const reader = await fixture.startNode();
  await send(5);
  await node.stop();
  expect(await reader.queued(orgId)).toBe(0);
  await reader.stop();
});

test('a success that ordered deliveries wait for is written at once', async () => {
  const { node } = await startGathering();
  const ordered = await startReceiver();
  await node.subscribe(orgId, ordered.url, { ordering: { path: [] } });
  for (let n = 0; n < 5; n++) await node.publish(orgId, 'a.b');
  await ordered.arrived(5);
  await node.stop();
  await ordered.close();
});

test('if a node dies meanwhile, only the unwritten deliveries are sent again, with their ids', async () => {
  const dead: string[] = [];
  const { node, send } = await startGathering({ mayAct: () => dead.length === 0 });
  await send(3);
  dead.push(node.nodeId);
  const heir = await fixture.startNode({ deadNodeIds: () => dead });
  heir.engine.reconcile();
  await eventually(() => heir.queued(orgId)).toBe(0);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'] as string);
  const copies = Object.values(Object.groupBy(ids, (id) => id)).map((all) => all?.length);
  expect(copies.toSorted()).toEqual([1, 2, 2, 2]);
  await heir.stop();
  await node.stop();
});

test('attempts of an organization on a lost machine do not stop others from being logged', async () => {
  const lost = fixture.newOrgId();
  const owner = new pg.Client(fixture.database.owner);
  await owner.connect();
  await owner.query(`
    create function be_gone() returns trigger language plpgsql as
      $$ begin raise exception 'no connection to the remote node' using errcode = '08006'; end $$;
    create trigger be_gone before delete on deliveries for each row when (old.org_id = '${lost}')
      execute function be_gone()`);
  const { node, subscription } = await startGathering();
  await node.subscribe(lost, receiver.url);
  await Promise.all([lost, orgId].map((id) => node.publish(id, 'a.b')));
  await receiver.arrived(3);
  await eventually(() => node.engine.figures).toMatchObject({ inFlight: 0, unwritten: 2 });
  expect((await node.operations.deliveryLog.list(subscription, {}, page)).total).toBe(2);
  expect([await node.queued(orgId), await node.queued(lost)]).toEqual([0, 1]);
  await owner.query('drop trigger be_gone on deliveries');
  await owner.end();
  await node.stop();
});
