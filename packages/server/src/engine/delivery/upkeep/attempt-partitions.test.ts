import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../../kit/ids.ts';
import { createDeliveryFixture, type DeliveryFixture, type TestNode } from '../testing/delivery-fixture.ts';
import { eventually } from '../testing/eventually.ts';
import { startReceiver } from '../testing/test-receiver.ts';
import { keepAttemptPartitions } from './attempt-partitions.ts';

let fixture: DeliveryFixture;
let node: TestNode;

beforeAll(async () => {
  fixture = await createDeliveryFixture();
  node = await fixture.startNode();
  await node.maintenance.stop();
});
afterAll(() => fixture.close());

const DAY_MS = 86_400_000;
const at = (text: string) => Date.parse(`${text}T12:00:00Z`);

async function partitions(): Promise<string[]> {
  const rows = await node.rows<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'delivery_attempts'::regclass order by 1`,
  );
  return rows.map(({ name }) => name.replace('delivery_attempts_', ''));
}

async function logAttempt(attemptedAt: number): Promise<void> {
  await node.rows(
    `insert into delivery_attempts (org_id, subscription_id, delivery_id, position, event_name, attempt, kind, succeeded,
       response_time_ms, attempted_at, revision)
     values ($1, $1, $1, 0, 'a.b', 1, 'event', true, 1, to_timestamp($2 / 1000.0), 1)`,
    [newUuid(), attemptedAt],
  );
}

const loggedDays = async () =>
  (
    await node.rows<{ day: string }>(
      `select distinct to_char(attempted_at at time zone 'utc', 'YYYYMMDD') as day from delivery_attempts order by 1`,
    )
  ).map(({ day }) => day);

test('partitions are made ahead and dropped after the retention, by any number of nodes', async () => {
  for (const name of await partitions()) {
    if (name !== 'default') await node.rows('select drop_attempt_partition($1)', [name]);
  }
  const keep = (day: string) => keepAttemptPartitions(node.pool, { nowMs: at(day), retentionDays: 2 });
  await Promise.all([keep('2026-01-30'), keep('2026-01-30'), keep('2026-01-30')]);
  expect(await partitions()).toEqual(['20260130', '20260131', '20260201', '20260202', 'default']);
  for (const day of ['2026-01-30', '2026-01-31', '2026-02-02']) await logAttempt(at(day));
  await Promise.all([keep('2026-02-01'), keep('2026-02-01')]);
  expect(await partitions()).toEqual([
    '20260130',
    '20260131',
    '20260201',
    '20260202',
    '20260203',
    '20260204',
    'default',
  ]);
  // On the 2nd, the last moment of the 30th is more than two days ago.
  await keep('2026-02-02');
  expect((await partitions()).slice(0, 2)).toEqual(['20260131', '20260201']);
  expect(await loggedDays()).toEqual(['20260131', '20260202']);
});

test('attempts of a day without a partition are kept, and moved into it when it is made', async () => {
  const day = '2026-05-05';
  await logAttempt(at(day));
  await logAttempt(at(day) + DAY_MS);
  await keepAttemptPartitions(node.pool, { nowMs: at(day), retentionDays: 30 });
  const held = await node.rows(
    `select tableoid::regclass::text as part, count(*) as attempts from delivery_attempts
     where attempted_at between '2026-05-05' and '2026-05-07' group by 1 order by 1`,
  );
  expect(held).toEqual([
    { part: 'delivery_attempts_20260505', attempts: 1 },
    { part: 'delivery_attempts_20260506', attempts: 1 },
  ]);
});

test('attempts are written while partitions are made and dropped', async () => {
  const receiver = await startReceiver();
  const orgId = fixture.newOrgId();
  await node.subscribe(orgId, receiver.url);
  let isRunning = true;
  let published = 0;
  const load = (async () => {
    while (isRunning) {
      await Promise.all(Array.from({ length: 10 }, () => node.publish(orgId, 'a.b')));
      published += 10;
    }
  })();
  for (let i = 0; i < 20; i++) {
    await keepAttemptPartitions(node.pool, { nowMs: at('2027-01-01') + i * DAY_MS, retentionDays: 365 });
  }
  isRunning = false;
  await load;
  await receiver.arrived(published);
  await eventually(() => node.queued(orgId)).toBe(0);
  const [log] = await node.rows('select count(*) as attempts from delivery_attempts where org_id = $1', [
    orgId,
  ]);
  expect(log).toEqual({ attempts: published });
  await receiver.close();
});
