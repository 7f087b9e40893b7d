import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { queryPool } from '../../kit/db/index.ts';
import { type OpenDatabase, openDatabase } from '../../kit/db/testing/open-database.ts';
import { askPrimary, type Writer } from './recent-writers.repository.ts';
import { RecentWriters } from './recent-writers.ts';

let database: OpenDatabase;

beforeAll(async () => {
  database = await openDatabase({ role: 'owner' });
});
beforeEach(() => database.pool.query('truncate recent_writers'));
afterAll(() => database.close());

const newWriter = (): Writer => ({ orgId: randomUUID(), keyId: randomUUID() });

function startNode(times: { recentMs?: number; toldAheadMs?: number } = {}) {
  const [query, nodeId] = [queryPool(database.pool), randomUUID()];
  return { nodeId, writers: new RecentWriters({ query, nodeId, recentMs: 20, toldAheadMs: 20, ...times }) };
}

/** Whether another node knows that the writer writes through the first one. */
async function isKnown(writer: Writer): Promise<boolean> {
  const { wroteElsewhere } = await askPrimary(queryPool(database.pool), randomUUID(), [writer]);
  return wroteElsewhere.has(writer.keyId);
}

test('other nodes know who writes here, even if the database’s clock is set ahead meanwhile', async () => {
  const { writers, nodeId } = startNode({ recentMs: 6_000, toldAheadMs: 30_000 });
  const writer = newWriter();
  expect(await isKnown(writer)).toBe(false);
  await writers.tell(writer);
  expect(await isKnown(writer)).toBe(true);
  // Like after a failover to a machine whose clock is ten minutes ahead.
  await database.pool.query(`update recent_writers set until = until - interval '10 minutes'`);
  await writers.forget([nodeId]);
  expect(await isKnown(writer)).toBe(true);
});

test('they forget it after a while, and know it again after the next write', async () => {
  const { writers, nodeId } = startNode();
  const [writer, other] = [newWriter(), newWriter()];
  await writers.tell(writer);
  await expect
    .poll(async () => {
      await writers.forget([nodeId]);
      return isKnown(writer);
    })
    .toBe(false);
  await Promise.all([writers.tell(writer), writers.tell(other)]);
  expect(await isKnown(writer)).toBe(true);
});

test('a writer that writes again while it is being forgotten stays known', async () => {
  const { writers, nodeId } = startNode({ recentMs: 0, toldAheadMs: 0 });
  const writer = newWriter();
  for (let round = 0; round < 50; round++) {
    await writers.tell(writer);
    await Promise.all([writers.forget([nodeId]), writers.tell(writer)]);
    expect(await isKnown(writer)).toBe(true);
  }
});

test('entries of a lost node are forgotten at the second look, and those of a living one never', async () => {
  const [gone, living] = [startNode(), startNode({ toldAheadMs: 60_000 })];
  const [left, kept] = [newWriter(), newWriter()];
  await gone.writers.tell(left);
  await living.writers.tell(kept);
  const looker = startNode();
  const look = () => looker.writers.forget([living.nodeId]);
  await look();
  expect(await isKnown(left)).toBe(true);
  await look();
  expect([await isKnown(left), await isKnown(kept)]).toEqual([false, true]);
});
