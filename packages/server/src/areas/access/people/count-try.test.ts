import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../kit/db/testing/open-database.ts';
import { LateClock } from '../../../kit/late-clock.fixture.ts';
import { countPasswordTry } from './count-try.ts';

let database: OpenDatabase;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

test.each([20 * 60_000, -20 * 60_000])(
  'nobody gets more than ten password attempts, even if one node does not know yet that the clock was set by %i ms',
  async (setByMs) => {
    const nodes = [new LateClock(0), new LateClock(setByMs)].map((clock) => ({ db: database.db, clock }));
    const tries = [];
    for (let i = 0; i < 14; i++) {
      const node = nodes[i % 2] ?? { db: database.db, clock: new LateClock(0) };
      tries.push(await countPasswordTry(node, `${setByMs}@example.test`).catch((error) => error.code));
    }
    expect(tries).toEqual([...Array(10).fill(undefined), ...Array(4).fill('rate_limit_exceeded')]);
  },
);
