import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { required } from '../../kit/required.ts';
import type { EventCursor } from './event-cursor.ts';
import { RecentEvents } from './recent-events.ts';
import { startSpine, type TestNode, type TestSpine, testEvent } from './spine.fixture.ts';

let spine: TestSpine;
let other: TestNode;
let orgId: string;

beforeAll(async () => {
  // With polling practically off, so that a missing wake-up is noticed.
  spine = await startSpine({ pollIntervalMs: 3_600_000 });
  other = await spine.addNode();
});
beforeEach(async () => {
  orgId = await spine.addOrganization();
});
afterAll(() => spine.close());

const publish = (count: number, node: TestNode = spine) =>
  node.appender.appendAll(Array.from({ length: count }, (_, n) => testEvent(orgId, { data: { n } })));
const range = (first: number, end: number) => Array.from({ length: end - first }, (_, i) => first + i);

async function take(cursor: EventCursor, count: number): Promise<number[]> {
  const positions: number[] = [];
  while (positions.length < count)
    positions.push(...((await cursor.next()) ?? []).map(({ position }) => position));
  return positions;
}

describe('a reader of a log', () => {
  test('learns of commits on its own node and on others', async () => {
    const cursor = required(await spine.services.feed.follow(orgId, {}), 'the cursor');
    await publish(2);
    expect(await take(cursor, 2)).toEqual([0, 1]);
    await publish(2, other);
    expect(await take(cursor, 2)).toEqual([2, 3]);
    cursor.close();
  });

  test('sees commits on other nodes within the poll interval without notifications', async () => {
    const quiet = await spine.addNode({ hasPeers: () => false });
    const poller = await spine.addNode({ pollIntervalMs: 20 });
    const cursor = required(await poller.services.feed.follow(orgId, {}), 'the cursor');
    await publish(1, quiet);
    expect(await take(cursor, 1)).toEqual([0]);
    await poller.close();
    await quiet.close();
  });

  test('continues by itself after its connection for notifications was cut', async () => {
    const cursor = required(await spine.services.feed.follow(orgId, {}), 'the cursor');
    const superuser = new pg.Client(spine.database.superuser);
    await superuser.connect();
    await superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'trivium notifications'`,
    );
    await superuser.end();
    await publish(1, other);
    expect(await take(cursor, 1)).toEqual([0]);
    cursor.close();
  });

  test('that is behind the events in memory reads the rest from the log', async () => {
    const cursor = required(await spine.services.feed.follow(orgId, {}, 0), 'the cursor');
    const quick = required(await spine.services.feed.follow(orgId, {}), 'the cursor');
    for (let i = 0; i < 6; i++) {
      await publish(500);
      expect(await take(quick, 500)).toEqual(range(i * 500, i * 500 + 500));
    }
    expect(await take(cursor, 3_000)).toEqual(range(0, 3_000));
    cursor.close();
    quick.close();
  });

  test('gets undefined once it is closed, even while it waits', async () => {
    const cursor = required(await spine.services.feed.follow(orgId, {}), 'the cursor');
    const waiting = cursor.next();
    cursor.close();
    expect(await waiting).toBeUndefined();
    expect(await cursor.next()).toBeUndefined();
    expect(spine.services.feed.readersOf(orgId)).toBe(0);
  });

  test('cannot start after the end of the log', async () => {
    expect(await spine.services.feed.follow(orgId, {}, 1)).toBeUndefined();
    expect(spine.services.feed.readersOf(orgId)).toBe(0);
  });
});

test('recent events are limited in number and size, the newest are kept', () => {
  const event = (position: number, bytes = 10) =>
    ({ position, data: 'x'.repeat(bytes), metadata: '' }) as never;
  const recent = new RecentEvents(5, { maxEvents: 3, maxBytes: 100 });
  recent.push([event(5), event(6)]);
  expect([recent.first, recent.end]).toEqual([5, 7]);
  recent.push([event(7), event(8)]);
  expect([recent.first, recent.end]).toEqual([6, 9]);
  recent.push([event(9, 85)]);
  expect([recent.first, recent.end]).toEqual([8, 10]);
  recent.push([event(10, 500)]);
  expect([recent.first, recent.end]).toEqual([11, 11]);
  expect(() => recent.push([event(12)])).toThrow(/does not follow/);
  recent.push([event(11), event(12)]);
  expect(recent.from(12, 5).map(({ position }) => position)).toEqual([12]);
});
