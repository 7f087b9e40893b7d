import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '../../kit/embedded-postgres/prepare-database.ts';
import { createDeliveryFixture, type DeliveryFixture, type TestNode } from './testing/delivery-fixture.ts';
import { eventually } from './testing/eventually.ts';
import { startReceiver } from './testing/test-receiver.ts';

const ROWS = `(id uuid, subscription_id uuid, event_name text, attempts smallint, event_id uuid, org_id uuid, log_position bigint,
  type text, source text, occurred_at timestamptz, data text)`;
const ARGUMENTS =
  'org_ids uuid[], subscription_ids uuid[], wanted integer[], due timestamptz, owner uuid, max_bytes bigint';

const HOUR_MS = 3_600_000;

let fixture: DeliveryFixture;
let node: TestNode;

/** Changes functions of the database so that the queue seems to be distributed. */
beforeAll(async () => {
  fixture = await createDeliveryFixture();
  await withClient(fixture.database.owner, (client) =>
    client.query(`
      create or replace function log_machines(org_ids uuid[]) returns table (org_id uuid, machine integer)
      language sql stable as $$ select o, get_byte(uuid_send(o), 15) % 2 from unnest(org_ids) o $$;
      alter function claim_deliveries(uuid[], uuid[], integer[], timestamptz, uuid, bigint) rename to claim_whole_queue;
      create function claim_deliveries(${ARGUMENTS}) returns table ${ROWS}
      language sql as $$ select * from claim_spread_deliveries(org_ids, subscription_ids, wanted, due, owner, max_bytes) $$`),
  );
  node = await fixture.startNode({ retryDelaysSeconds: [0, 0.1, 0.3, 1, 2] });
  await untilSpread(node);
});
afterAll(() => fixture.close());

/** The first append also starts the lookup of the locations of the logs. */
async function untilSpread(node: TestNode): Promise<void> {
  const isSpread = async () =>
    (await node.rows(`select from pg_prepared_statements where name = 'append_to_spread_log'`)).length > 0;
  while (!(await isSpread())) await node.publish(fixture.newOrgId(), 'first.one');
}

test('events of distributed logs are delivered once each, at the first attempt or later', async () => {
  const receiver = await startReceiver();
  const orgIds = Array.from({ length: 5 }, () => fixture.newOrgId());
  for (const orgId of orgIds) await node.subscribe(orgId, receiver.url);
  receiver.answerStatus(500);
  const published = Promise.all(
    Array.from({ length: 200 }, (_, n) => node.publish(orgIds[n % 5] ?? '', 'a.b', { n })),
  );
  await receiver.arrived(20);
  receiver.answerStatus(200);
  await published;
  for (const orgId of orgIds) await eventually(() => node.queued(orgId)).toBe(0);
  const settled = await node.rows<{ delivered: number; deliveries: number; twice: number }>(
    `select count(*) filter (where succeeded) as delivered, count(distinct delivery_id) as deliveries,
       count(*) filter (where succeeded) - count(distinct delivery_id) filter (where succeeded) as twice
     from delivery_attempts where org_id = any($1::uuid[])`,
    [orgIds],
  );
  expect(settled).toEqual([{ delivered: 200, deliveries: 200, twice: 0 }]);
  await receiver.close();
});

test('a plan for a distributed log from a node that does not know the new clock follows the new clock', async () => {
  const ahead = { now: () => Date.now() + HOUR_MS };
  const stood = await fixture.startNode({ clock: ahead, mayAct: () => false });
  await untilSpread(stood);
  const receiver = await startReceiver();
  const orgId = fixture.newOrgId();
  await stood.subscribe(orgId, receiver.url);
  await stood.publish(orgId, 'a.b');
  await receiver.arrived(1, 10_000);
  await stood.stop(0);
  await receiver.close();
});

test('claims from a distributed queue are the same as from a single one, in order, up to the same bytes', async () => {
  const own = await createDeliveryFixture();
  // It sends nothing.
  const node = await own.startNode({ mayAct: () => false });
  const [orgId, otherId] = [own.newOrgId(), own.newOrgId()];
  const claims: unknown[] = [];
  const { id } = await node.subscribe(orgId, 'http://127.0.0.1:1/');
  const other = await node.subscribe(otherId, 'http://127.0.0.1:1/');
  for (let n = 0; n < 30; n++) {
    await node.publish(orgId, 'a.b', { n, filler: 'x'.repeat(n * 100) });
    await node.publish(otherId, 'a.b', { n });
  }
  for (const name of ['claim_deliveries', 'claim_spread_deliveries']) {
    const client = await node.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        'update deliveries set lease_owner = null, attempts = 0, next_attempt_at = to_timestamp(position)',
      );
      for (const [wanted, bytes] of [
        [10, 1_000_000],
        [30, 12_000],
        [7, 10],
      ]) {
        const { rows } = await client.query(
          `select * from ${name}($1, $2, $3, now(), '10000000-0000-0000-0000-000000000001', $4)`,
          [[orgId, otherId], [id, other.id], [wanted, 3], bytes],
        );
        claims.push(rows);
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
  expect(claims.slice(0, 3).flat().length).toBeGreaterThan(20);
  expect(claims.slice(3)).toEqual(claims.slice(0, 3));
  await own.close();
});
