import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../kit/clock.ts';
import { required } from '../../../kit/required.ts';
import { matchesPattern } from '../../spine/index.ts';
import { createDeliveryFixture, type DeliveryFixture, type TestNode } from '../testing/delivery-fixture.ts';
import { eventually } from '../testing/eventually.ts';
import { type Receiver, startReceiver } from '../testing/test-receiver.ts';

let fixture: DeliveryFixture;
let node: TestNode;
let receiver: Receiver;
let orgId: string;
const clock = new ManualClock(Date.parse('2026-03-01T10:00:00.000Z'));

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

beforeAll(async () => {
  fixture = await createDeliveryFixture();
  node = await fixture.startNode({ clock, retryDelaysSeconds: [0, 60] });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  receiver = await startReceiver();
  orgId = fixture.newOrgId();
  return () => receiver.close();
});

interface Notice {
  type: string;
  data: Record<string, unknown>;
}

async function notices(): Promise<Notice[]> {
  const rows = await node.rows<{ type: string; data: string }>(
    `select type, data from events where org_id = $1 and type like 'webhook.%' order by position`,
    [orgId],
  );
  return rows.map(({ type, data }) => ({ type, data: JSON.parse(data) }));
}

const noticeTypes = async () =>
  (await notices()).map(({ type }) => type.replace('webhook.subscription.', ''));

const stateOf = async (id: string) => {
  const { status, failingSince, disabledReason } = await node.subscriptions.get(orgId, id);
  return { status, failingSince: failingSince?.toISOString() ?? null, disabledReason };
};

/** Publishes an event and waits until the log has `attempts` more attempts. */
async function publishAndSettle(id: string, attempts = 1): Promise<void> {
  const before = await attemptsOf(id);
  // Responses take real time, which this clock does not show.
  clock.advance(1_000);
  await node.publish(orgId, 'order.paid');
  await eventually(() => attemptsOf(id)).toBe(before + attempts);
  await node.maintenance.health.flush();
}

const attemptsOf = async (id: string) =>
  required(
    (
      await node.rows<{ n: number }>(
        `select count(*) as n from delivery_attempts where subscription_id = $1 and event_name = 'order.paid'`,
        [id],
      )
    )[0],
    'a row',
  ).n;

test('a failing period starts with the first failure, is reported once when a delivery dies, and ends with a success', async () => {
  receiver.answerStatus(500);
  const { id } = await node.subscribe(orgId, receiver.url, { patterns: ['order.*'] });
  await publishAndSettle(id);
  const began = required((await stateOf(id)).failingSince, 'since when it fails');
  // When the first failed attempt ended: its start plus the time until the response.
  expect(Date.parse(began) - clock.now()).toBeLessThan(2_000);
  expect(await noticeTypes()).toEqual([]);
  clock.advance(MINUTE_MS);
  node.engine.wake();
  await eventually(() => attemptsOf(id)).toBe(2);
  await node.maintenance.health.flush();
  await eventually(noticeTypes).toEqual(['failing']);
  clock.advance(MINUTE_MS);
  await publishAndSettle(id);
  await node.maintenance.disableFailing();
  expect(await notices()).toEqual([
    {
      type: 'webhook.subscription.failing',
      data: {
        subscription_id: `whs_${id.replaceAll('-', '')}`,
        api: 'webhooks',
        host: new URL(receiver.url).host,
        failing_since: began,
        failed_attempts: 2,
        last_response_code: 500,
        last_error: null,
        disables_at: new Date(Date.parse(began) + 5 * DAY_MS).toISOString(),
      },
    },
  ]);
  expect(await stateOf(id)).toMatchObject({ failingSince: began });
  receiver.answerStatus(200);
  await publishAndSettle(id);
  expect(await stateOf(id)).toMatchObject({ failingSince: null });
  expect((await notices()).slice(1)).toMatchObject([
    { type: 'webhook.subscription.recovered', data: { failing_since: began, failed_attempts: 3 } },
  ]);
});

test('a failing period is reported after an hour of only failures, even without a dead letter', async () => {
  receiver.answerStatus(500);
  const patient = await fixture.startNode({ clock, retryDelaysSeconds: [0, 86_400] });
  const { id } = await patient.subscribe(orgId, receiver.url, { patterns: ['order.*'] });
  for (const minutes of [0, 59, 2]) {
    clock.advance(minutes * MINUTE_MS);
    expect(await noticeTypes()).toEqual([]);
    const before = await attemptsOf(id);
    await patient.publish(orgId, 'order.paid');
    await eventually(() => attemptsOf(id)).toBe(before + 1);
    await patient.maintenance.health.flush();
  }
  await eventually(noticeTypes).toEqual(['failing']);
  expect(await node.rows('select 1 from dead_letters where subscription_id = $1', [id])).toEqual([]);
  await patient.stop();
});

test('a resume starts the period anew: a pause is not a failure', async () => {
  receiver.answerStatus(500);
  const { id } = await node.subscribe(orgId, receiver.url, { patterns: ['order.*'] });
  await publishAndSettle(id);
  await node.subscriptions.pause(orgId, id);
  clock.advance(30 * DAY_MS);
  await node.subscriptions.resume(orgId, id);
  expect((await stateOf(id)).failingSince).toBe(new Date(clock.now()).toISOString());
  await eventually(() => attemptsOf(id)).toBe(2);
  await node.maintenance.disableFailing();
  expect((await stateOf(id)).status).toBe('active');
});

test('short failures that end by themselves are not reported', async () => {
  const { id } = await node.subscribe(orgId, receiver.url, { patterns: ['order.*'] });
  for (let i = 0; i < 3; i++) {
    receiver.answerStatus(500);
    await publishAndSettle(id);
    expect((await stateOf(id)).failingSince).not.toBeNull();
    receiver.answerStatus(200);
    await publishAndSettle(id);
    expect((await stateOf(id)).failingSince).toBeNull();
  }
  expect(await noticeTypes()).toEqual([]);
});

test('failures over five days without a success disable a subscription; it keeps matching events until it is resumed', async () => {
  receiver.answerStatus(500);
  const { id } = await node.subscribe(orgId, receiver.url, { patterns: ['order.*'] });
  await publishAndSettle(id);
  const began = required((await stateOf(id)).failingSince, 'since when it fails');
  clock.advance(5 * DAY_MS - MINUTE_MS);
  await publishAndSettle(id, 2);
  await node.maintenance.disableFailing();
  expect((await stateOf(id)).status).toBe('active');
  clock.advance(2 * MINUTE_MS);
  await publishAndSettle(id, 2);
  await Promise.all([node.maintenance.disableFailing(), node.maintenance.disableFailing()]);
  expect(await stateOf(id)).toMatchObject({
    status: 'disabled',
    disabledReason: 'No delivery succeeded for 5 days.',
  });
  expect((await noticeTypes()).filter((type) => type === 'disabled')).toHaveLength(1);
  expect((await notices()).at(-1)).toMatchObject({
    data: { failing_since: began, disabled_at: new Date(clock.now()).toISOString() },
  });
  const before = receiver.received.length;
  await node.publish(orgId, 'order.paid');
  receiver.answerStatus(200);
  clock.advance(MINUTE_MS);
  expect(receiver.received).toHaveLength(before);
  await node.subscriptions.resume(orgId, id);
  await receiver.arrived(before + 2);
  await eventually(() => node.queued(orgId)).toBe(0);
  await node.maintenance.health.flush();
  expect(await stateOf(id)).toEqual({ status: 'active', failingSince: null, disabledReason: null });
  expect((await noticeTypes()).at(-1)).toBe('recovered');
});

test('a single old failure with nothing sent since does not disable it', async () => {
  receiver.answerStatus(500);
  const { id } = await node.subscribe(orgId, receiver.url, { patterns: ['order.*'] });
  await publishAndSettle(id);
  clock.advance(MINUTE_MS);
  node.engine.wake();
  await eventually(() => attemptsOf(id)).toBe(2);
  clock.advance(30 * DAY_MS);
  await node.maintenance.disableFailing();
  expect((await stateOf(id)).status).toBe('active');
});

test('notices reach other subscriptions, and failing to deliver one makes no further notice', async () => {
  receiver.answerStatus(500);
  const listener = await startReceiver((_received, response) => void response.writeHead(500).end());
  const { id } = await node.subscribe(orgId, receiver.url, { patterns: ['order.*'] });
  const { id: listenerId } = await node.subscribe(orgId, listener.url, {
    patterns: ['webhook.subscription.*'],
  });
  expect(matchesPattern('webhook.subscription.*', 'webhook.subscription.failing')).toBe(true);
  await publishAndSettle(id);
  clock.advance(MINUTE_MS);
  node.engine.wake();
  await eventually(() => attemptsOf(id)).toBe(2);
  await node.maintenance.health.flush();
  const [first] = await listener.arrived(1);
  expect(JSON.parse(required(first, 'first').body.toString())).toMatchObject({
    event: 'webhook.subscription.failing',
    platform: 'system',
  });
  for (let i = 0; i < 3; i++) {
    await eventually(() => node.rows('select 1 from deliveries where lease_owner is not null')).toEqual([]);
    clock.advance(DAY_MS);
    node.engine.wake();
    await node.maintenance.health.flush();
    await node.maintenance.disableFailing();
  }
  await eventually(() =>
    node.rows('select 1 from dead_letters where subscription_id = $1', [listenerId]),
  ).toHaveLength(1);
  await node.maintenance.disableFailing();
  expect(await noticeTypes()).toEqual(['failing']);
  expect((await stateOf(listenerId)).failingSince).toBeNull();
  await listener.close();
});

test('a receiver that fails every other attempt costs one write per flush, not per attempt', async () => {
  let n = 0;
  receiver.answerWith((_received, response) => void response.writeHead(n++ % 2 === 0 ? 500 : 200).end());
  const { id } = await node.subscribe(orgId, receiver.url, { patterns: ['order.*'] });
  const version = async () =>
    required(
      (await node.rows<{ xmin: string }>('select xmin::text from subscriptions where id = $1', [id]))[0],
      'a row',
    ).xmin;
  const before = await version();
  const maintenanceIsIdle = node.maintenance.stop();
  await maintenanceIsIdle;
  for (let i = 0; i < 40; i++) await node.publish(orgId, 'order.paid');
  await eventually(() => attemptsOf(id)).toBe(40);
  expect(await version()).toBe(before);
  await node.maintenance.health.flush();
  await node.maintenance.start();
});
