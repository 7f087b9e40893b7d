import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../kit/clock.ts';
import { newUuid } from '../../kit/ids.ts';
import { required } from '../../kit/required.ts';
import { createDeliveryFixture, type DeliveryFixture, type TestNode } from './testing/delivery-fixture.ts';
import { eventually } from './testing/eventually.ts';
import { startReceiver } from './testing/test-receiver.ts';

let fixture: DeliveryFixture;
beforeAll(async () => {
  fixture = await createDeliveryFixture();
});
afterAll(() => fixture.close());

const MINUTE_MS = 60_000;
const ladderMs = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];

interface Live {
  attempts: number;
  next_attempt_at: Date;
  lease_owner: string | null;
}

async function liveOf(node: TestNode, subscriptionId: string): Promise<Live | undefined> {
  const [row] = await node.rows<Live>('select * from deliveries where subscription_id = $1', [
    subscriptionId,
  ]);
  return row;
}

/** Sends another delivery that is due now; when it has arrived, a poll has passed. */
async function letPollPass(node: TestNode, orgId: string): Promise<void> {
  const witness = await startReceiver();
  const { id } = await node.subscribe(orgId, witness.url, { patterns: ['witness.called'] });
  await node.publish(orgId, 'witness.called');
  await witness.arrived(1);
  await eventually(() =>
    node.rows('select delivery_id as id from delivery_attempts where subscription_id = $1', [id]),
  ).toHaveLength(1);
  const [sent] = await node.rows<{ id: string }>(
    'select delivery_id as id from delivery_attempts where subscription_id = $1',
    [id],
  );
  await node.operations.resend(orgId, required(sent, 'sent').id);
  await witness.arrived(2);
  await node.subscriptions.delete(orgId, id);
  await witness.close();
}

test.each([
  ['in one run', false],
  ['through a restart before each attempt', true],
])('attempts come after 1 m, 5 m, 30 m and 2 h, then the event is dead: %s', async (_how, restarts) => {
  const clock = new ManualClock(Date.parse('2026-03-01T10:00:00.000Z'));
  const receiver = await startReceiver((_received, response) => void response.writeHead(500).end('no'));
  const orgId = fixture.newOrgId();
  let node = await fixture.startNode({ clock });
  const { id } = await node.subscribe(orgId, receiver.url, { patterns: ['order.*'] });
  await node.publish(orgId, 'order.paid');
  await receiver.arrived(1);
  for (const [i, delayMs] of ladderMs.entries()) {
    await eventually(async () => (await liveOf(node, id))?.attempts).toBe(i + 1);
    const live = required(await liveOf(node, id), 'the waiting delivery');
    expect(live.next_attempt_at.getTime() - clock.now()).toBe(delayMs);
    expect(live.lease_owner).toBeNull();
    if (restarts) {
      await node.stop();
      node = await fixture.startNode({ clock });
    }
    clock.advance(delayMs - 1);
    await letPollPass(node, orgId);
    expect(receiver.received).toHaveLength(i + 1);
    clock.advance(1);
    node.engine.wake();
    await receiver.arrived(i + 2);
  }
  await eventually(() => liveOf(node, id)).toBeUndefined();
  const dead = await node.rows(
    'select attempts, last_response_code from dead_letters where subscription_id = $1',
    [id],
  );
  expect(dead).toEqual([{ attempts: 5, last_response_code: 500 }]);
  clock.advance(24 * 60 * MINUTE_MS);
  await letPollPass(node, orgId);
  expect(receiver.received).toHaveLength(5);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  const log = await node.rows<{ attempt: number; delay: number | null }>(
    `select attempt, (extract(epoch from next_retry_at - attempted_at) * 1000)::int as delay
     from delivery_attempts where subscription_id = $1 order by attempt`,
    [id],
  );
  expect(log.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
  expect(log.map(({ delay }) => delay)).toEqual([...ladderMs, null]);
  await node.stop();
  await receiver.close();
});

test('a clock set back an hour only delays waiting deliveries, and one set forward only hastens them', async () => {
  const clock = new ManualClock(Date.parse('2026-03-02T10:00:00.000Z'));
  const receiver = await startReceiver((_received, response) => void response.writeHead(500).end());
  const node = await fixture.startNode({ clock });
  const orgId = fixture.newOrgId();
  const { id } = await node.subscribe(orgId, receiver.url, { patterns: ['order.*'], ratePerSecond: 100 });
  await node.publish(orgId, 'order.paid');
  await eventually(async () => (await liveOf(node, id))?.attempts).toBe(1);
  clock.advance(-60 * MINUTE_MS);
  await letPollPass(node, orgId);
  expect(receiver.received).toHaveLength(1);
  // New events are still sent at once.
  await node.publish(orgId, 'order.paid');
  await receiver.arrived(2);
  await eventually(() =>
    node.rows('select 1 from deliveries where subscription_id = $1 and attempts = 1', [id]),
  ).toHaveLength(2);
  clock.advance(2 * 60 * MINUTE_MS);
  node.engine.wake();
  await receiver.arrived(4);
  await node.stop();
  await receiver.close();
});

test('after a replay the delays start again, with the same id', async () => {
  const clock = new ManualClock(Date.parse('2026-03-03T10:00:00.000Z'));
  const receiver = await startReceiver((_received, response) => void response.writeHead(410).end());
  const node = await fixture.startNode({ clock });
  const orgId = fixture.newOrgId();
  const { id } = await node.subscribe(orgId, receiver.url, { patterns: ['order.*'] });
  const event = await node.publish(orgId, 'order.paid');
  for (let round = 0; round < 2; round++) {
    for (const [i, delayMs] of ladderMs.entries()) {
      await eventually(async () => (await liveOf(node, id))?.attempts).toBe(i + 1);
      clock.advance(delayMs);
      node.engine.wake();
      await receiver.arrived(round * 5 + i + 2);
    }
    const dead = () => node.operations.deadLetters.list(orgId, {}, { limit: 10, offset: 0 });
    await eventually(async () => (await dead()).total).toBe(1);
    await node.operations.deadLetters.replayEvent(orgId, event.id);
    await receiver.arrived(round * 5 + 6);
  }
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await node.stop();
  await receiver.close();
});

test('every kind of failure counts as an attempt: a redirect, a refused connection, a broken response', async () => {
  const clock = new ManualClock(Date.parse('2026-03-04T10:00:00.000Z'));
  const node = await fixture.startNode({ clock });
  const orgId = fixture.newOrgId();
  const target = await startReceiver();
  const redirecting = await startReceiver(
    (_received, response) => void response.writeHead(307, { location: target.url }).end(),
  );
  const breaking = await startReceiver((_received, response) => void response.destroy());
  const closed = await startReceiver();
  await closed.close();
  const urls = { redirecting: redirecting.url, breaking: breaking.url, closed: closed.url };
  const ids: Record<string, string> = {};
  for (const [name, url] of Object.entries(urls)) ids[name] = (await node.subscribe(orgId, url)).id;
  await node.publish(orgId, 'order.paid');
  const errors = async () =>
    Object.fromEntries(
      (
        await node.rows<{ subscription_id: string; error: string }>(
          `select subscription_id, split_part(error, ':', 1) as error from delivery_attempts
           where org_id = $1 and not succeeded and next_retry_at is not null`,
          [orgId],
        )
      ).map(({ subscription_id, error }) => [subscription_id, error]),
    );
  await eventually(errors).toEqual({
    [required(ids.redirecting, 'the one that redirects')]: 'unexpected_status',
    [required(ids.breaking, 'the one that breaks off')]: 'reset',
    [required(ids.closed, 'the one that is closed')]: 'connect_failed',
  });
  expect(target.received).toHaveLength(0);
  await node.stop();
  for (const receiver of [target, redirecting, breaking]) await receiver.close();
});

test('events that matched when the service was killed before the first attempt are sent after the start', async () => {
  const receiver = await startReceiver();
  let node = await fixture.startNode();
  const orgId = fixture.newOrgId();
  const { id } = await node.subscribe(orgId, receiver.url);
  await node.subscriptions.pause(orgId, id);
  const events = await Promise.all(Array.from({ length: 50 }, () => node.publish(orgId, 'a.b')));
  // Like after a process that was killed right after the commit: leased to a node that no longer exists.
  const deadNodeId = newUuid();
  await node.rows('update deliveries set lease_owner = $1 where subscription_id = $2', [deadNodeId, id]);
  await node.subscriptions.resume(orgId, id);
  await node.stop();
  node = await fixture.startNode({ deadNodeIds: () => [deadNodeId] });
  await receiver.arrived(events.length);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(events.length);
  await node.stop();
  await receiver.close();
});
