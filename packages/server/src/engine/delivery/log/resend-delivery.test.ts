import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../../kit/required.ts';
import { createDeliveryFixture, type DeliveryFixture, type TestNode } from '../testing/delivery-fixture.ts';
import { resendDelivery } from './resend-delivery.ts';

let fixture: DeliveryFixture;
let node: TestNode;

beforeAll(async () => {
  fixture = await createDeliveryFixture();
  node = await fixture.startNode();
});
afterAll(() => fixture.close());

test('a delivery that is sent again while its last attempt is noted as failed waits, and is no dead letter any more', async () => {
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
    'update deliveries set lease_owner = gen_random_uuid() where org_id = $1 returning id',
    [orgId],
  );
  const { id } = required(waiting, 'a delivery');
  const ending = new pg.Client(fixture.database.connection);
  await ending.connect();
  try {
    await ending.query('begin');
    await ending.query(
      `with ended as (delete from deliveries where id = $1 returning *)
       insert into dead_letters (delivery_id, org_id, subscription_id, position, event_id, event_name, attempts, failed_at,
         last_error)
       select id, org_id, subscription_id, position, gen_random_uuid(), event_name, 1, now(), 'refused' from ended`,
      [id],
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
