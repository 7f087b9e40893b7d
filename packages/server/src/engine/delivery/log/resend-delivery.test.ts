import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryPool } from '../../../kit/db/index.ts';
import { required } from '../../../kit/required.ts';
import { requeue } from '../resends/resend.repository.ts';
import { createDeliveryFixture, type DeliveryFixture, type TestNode } from '../testing/delivery-fixture.ts';
import { resendDelivery } from './resend-delivery.ts';

let fixture: DeliveryFixture;
let node: TestNode;

beforeAll(async () => {
  fixture = await createDeliveryFixture();
  node = await fixture.startNode();
});
afterAll(() => fixture.close());

test('a delivery that is resent while its last failure is written waits, and is not a dead letter any more', async () => {
  const orgId = fixture.newOrgId();
  const subscription = await node.subscribe(orgId, 'http://127.0.0.1:9/');
  await node.subscriptions.pause(orgId, subscription.id);
  await node.publish(orgId, 'order.paid');
  const places = async () => {
    const [row] = await node.rows<{ waiting: number; dead: number }>(
      `select (select count(*) from deliveries where org_id = $1)::int as waiting,
         (select count(*) from dead_letters where org_id = $1)::int as dead`,
      [orgId],
    );
    return row;
  };
  const [waiting] = await node.rows<{ id: string }>(
    'update deliveries set lease_owner = $2 where org_id = $1 returning id',
    [orgId, randomUUID()],
  );
  const { id } = required(waiting, 'a delivery');
  const ending = new pg.Client(fixture.database.connection);
  await ending.connect();
  try {
    await ending.query('begin');
    await ending.query(
      `with ended as (delete from deliveries where org_id = $1 and id = $2 returning *)
       insert into dead_letters (delivery_id, org_id, subscription_id, position, event_id, event_name, attempts, failed_at,
         last_error)
       select id, org_id, subscription_id, position, $3::uuid, event_name, 1, $4::timestamptz, 'refused' from ended`,
      [orgId, id, randomUUID(), new Date()],
    );
    const resent = resendDelivery(node.pool, orgId, id, Date.now());
    const isWaiting = () =>
      node.rows(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%resend_deliveries%'`,
      );
    await expect.poll(async () => (await isWaiting()).length).toBe(1);
    await ending.query('commit');
    await resent;
  } finally {
    await ending.end();
  }
  expect(await places()).toEqual({ waiting: 1, dead: 0 });
});

test('of a batch, what waits comes forward, what is over waits again with its key, and what is under way is left alone', async () => {
  const orgId = fixture.newOrgId();
  const { id: subscriptionId } = await node.subscribe(orgId, 'http://127.0.0.1:9/');
  await node.subscriptions.pause(orgId, subscriptionId);
  for (let i = 0; i < 6; i++) await node.publish(orgId, 'order.paid', { i });
  const rows = await node.rows<{ id: string; position: number }>(
    'select id, position from deliveries where org_id = $1 order by position',
    [orgId],
  );
  const [waiting, underWay, dead, delivered, ofNobody, untouched] = rows.map(({ id }) => id);
  const owner = randomUUID();
  const change = (text: string, ...values: unknown[]) => node.rows(text, [orgId, ...values]);
  const later = new Date(Date.now() + 86_400_000);
  await change('update deliveries set attempts = 3, next_attempt_at = $2 where org_id = $1', later);
  await change('update deliveries set lease_owner = $3 where org_id = $1 and id = $2', underWay, owner);
  await change('delete from deliveries where org_id = $1 and id = any($2)', [dead, delivered, ofNobody]);
  await change(
    `insert into dead_letters (delivery_id, org_id, subscription_id, position, event_id, event_name, attempts, failed_at,
       last_error, order_key) values ($2, $1, $3, 2, $4, 'order.paid', 4, $5, 'refused', 'of the dead one')`,
    dead,
    subscriptionId,
    randomUUID(),
    new Date(),
  );
  for (const [id, attempt, key] of [
    [dead, 4, 'of no dead letter'],
    [delivered, 2, 'newest'],
    [delivered, 1, 'former'],
  ])
    await change(
      `insert into delivery_attempts (org_id, subscription_id, delivery_id, position, event_name, attempt, kind, succeeded,
         response_time_ms, attempted_at, revision, order_key)
       values ($1, $2, $3, 3, 'order.paid', $4, 'event', false, 5, $5, 1, $6)`,
      subscriptionId,
      id,
      attempt,
      new Date(later.getTime() - 2 * 86_400_000 + Number(attempt)),
      key,
    );
  const matches = rows.slice(0, 5).map(({ id, position }) => ({
    id,
    subscription_id: id === ofNobody ? randomUUID() : subscriptionId,
    log_position: position,
    event_name: 'order.paid',
  }));
  const now = new Date();
  expect(await requeue(queryPool(node.pool), orgId, matches, now.getTime())).toBe(3);
  expect(
    await node.rows(
      `select id, attempts, next_attempt_at, lease_owner, order_key from deliveries where org_id = $1 order by position`,
      [orgId],
    ),
  ).toEqual([
    { id: waiting, attempts: 0, next_attempt_at: now, lease_owner: null, order_key: null },
    { id: underWay, attempts: 3, next_attempt_at: later, lease_owner: owner, order_key: null },
    { id: dead, attempts: 0, next_attempt_at: now, lease_owner: null, order_key: 'of the dead one' },
    { id: delivered, attempts: 0, next_attempt_at: now, lease_owner: null, order_key: 'newest' },
    { id: untouched, attempts: 3, next_attempt_at: later, lease_owner: null, order_key: null },
  ]);
  expect(await node.rows('select from dead_letters where org_id = $1', [orgId])).toEqual([]);
});
