import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeliveryFixture, type DeliveryFixture } from './testing/delivery-fixture.ts';
import { eventually } from './testing/eventually.ts';
import { startLostAnswers } from './testing/lost-answers.ts';
import { startReceiver } from './testing/test-receiver.ts';

let fixture: DeliveryFixture;
let superuser: pg.Client;

beforeAll(async () => {
  fixture = await createDeliveryFixture();
  superuser = new pg.Client(fixture.database.superuser);
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await fixture.close();
});

/** Closes every connection of the service, like a restart of the database. */
const cutConnections = () =>
  superuser.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );

test('randomly cut connections lose no acknowledged event and log no attempt twice', async () => {
  const node = await fixture.startNode();
  const receiver = await startReceiver();
  const orgId = fixture.newOrgId();
  await node.subscribe(orgId, receiver.url);
  const acknowledged = new Set<string>();
  let running = true;
  const load = Array.from({ length: 8 }, async () => {
    while (running) {
      await node.publish(orgId, 'a.b').then(
        ({ id }) => acknowledged.add(id),
        () => new Promise((resolve) => setTimeout(resolve, 5)),
      );
    }
  });
  for (let i = 0; i < 15; i++) {
    const before = acknowledged.size;
    await eventually(() => acknowledged.size).toBeGreaterThan(before + 10);
    await cutConnections();
  }
  running = false;
  await Promise.all(load);
  await eventually(() => node.queued(orgId)).toBe(0);
  const delivered = await node.rows<{ event: string; attempts: number }>(
    `select e.id as event, count(*) as attempts from delivery_attempts a
     join events e on e.org_id = a.org_id and e.position = a.position group by e.id`,
  );
  const missing = [...acknowledged].filter((id) => !delivered.some(({ event }) => event === id));
  expect(missing).toHaveLength(0);
  expect(delivered.filter(({ attempts }) => attempts !== 1)).toHaveLength(0);
  // There are no duplicates either, because no attempt was interrupted.
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(ids.length);
  await node.stop();
  await receiver.close();
}, 60_000);

test('an event that was committed without an answer of the database is sent within seconds', async () => {
  const answers = await startLostAnswers(fixture.database.connection);
  const node = await fixture.startNode({ connection: answers.connection });
  const receiver = await startReceiver();
  const orgId = fixture.newOrgId();
  await node.subscribe(orgId, receiver.url);
  await node.publish(orgId, 'a.before');
  await receiver.arrived(1);
  answers.keepAnswers();
  const published = expect(node.publish(orgId, 'a.lost')).rejects.toThrow('Connection terminated');
  const committed = () =>
    superuser.query('select from events where org_id = $1 and type = $2', [orgId, 'a.lost']);
  await eventually(async () => (await committed()).rowCount).toBe(1);
  answers.cut();
  await published;
  const lostAt = performance.now();
  await receiver.arrived(2);
  expect(performance.now() - lostAt).toBeLessThan(8_000);
  await node.stop();
  await receiver.close();
  await answers.close();
}, 60_000);

test('deliveries taken on while the node could not renew its lease are sent once it can', async () => {
  let mayAct = true;
  const node = await fixture.startNode({ mayAct: () => mayAct });
  const receiver = await startReceiver();
  const orgId = fixture.newOrgId();
  await node.subscribe(orgId, receiver.url);
  await superuser.query('begin; lock table deliveries in share mode');
  const published = node.publish(orgId, 'a.b');
  const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and application_name = $1";
  await eventually(() => node.rows(waiting, [node.nodeId])).toHaveLength(1);
  mayAct = false;
  await superuser.query('commit');
  await published;
  // One turn of the delivery engine.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  mayAct = true;
  await receiver.arrived(1, 5_000);
  await node.stop();
  await receiver.close();
}, 60_000);

test('a change that was announced during an outage is known once the connection is back', async () => {
  const node = await fixture.startNode();
  const other = await fixture.startNode();
  const receiver = await startReceiver();
  const orgId = fixture.newOrgId();
  const { id } = await node.subscribe(orgId, receiver.url, { maxConcurrency: 1 });
  await other.publish(orgId, 'a.b');
  await receiver.arrived(1);
  await cutConnections();
  await eventually(() =>
    node.subscriptions.pause(orgId, id).then(
      () => true,
      () => false,
    ),
  ).toBe(true);
  await eventually(() =>
    other.publish(orgId, 'a.b').then(
      () => true,
      () => false,
    ),
  ).toBe(true);
  await eventually(() =>
    node.rows('select lease_owner from deliveries where subscription_id = $1', [id]),
  ).toEqual([{ lease_owner: null }]);
  expect(receiver.received).toHaveLength(1);
  await node.subscriptions.resume(orgId, id);
  await receiver.arrived(2);
  await node.stop();
  await other.stop();
  await receiver.close();
}, 30_000);
