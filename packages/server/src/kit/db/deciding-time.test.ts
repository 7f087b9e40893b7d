import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../clock.ts';
import { LateClock } from '../late-clock.fixture.ts';
import { decidingTime } from './deciding-time.ts';
import { queryPool } from './query-rows.ts';
import { type OpenDatabase, openDatabase } from './testing/open-database.ts';

let database: OpenDatabase;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

test('decisions for all nodes use the time of the database, whatever the node knows of it', async () => {
  const query = queryPool(database.pool);
  for (const behindMs of [-300_000, 0, 300_000, 86_400_000]) {
    const before = Date.now();
    const time = await decidingTime(query, new LateClock(behindMs));
    expect(time).toBeGreaterThanOrEqual(before - 1);
    expect(time).toBeLessThanOrEqual(Date.now() + 1);
  }
  expect(await decidingTime(query, new ManualClock(1_750_000_000_000))).toBe(1_750_000_000_000);
});
