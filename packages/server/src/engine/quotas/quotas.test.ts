import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryPool } from '../../kit/db/index.ts';
import { type OpenDatabase, openDatabase } from '../../kit/db/testing/open-database.ts';
import { LateClock } from '../../kit/late-clock.fixture.ts';
import { readQuotas, takeEvents } from './quotas.ts';

const DAY_MS = 86_400_000;
let database: OpenDatabase;

beforeAll(async () => {
  database = await openDatabase({ role: 'owner' });
});
afterAll(() => database.close());

test.each([DAY_MS, -DAY_MS])(
  'nodes publish no more than the daily quota, even if one does not know yet that the clock was set by %i ms',
  async (setByMs) => {
    const query = queryPool(database.pool);
    const orgId = randomUUID();
    await query('insert into organizations (id, name, created_at) values ($1, $2, now())', [orgId, orgId]);
    await query(`insert into organization_quotas (org_id, name, most) values ($1, 'events_per_day', 5)`, [
      orgId,
    ]);
    const clocks = [new LateClock(0), new LateClock(setByMs)];
    const taken = [];
    for (let i = 0; i < 12; i++) {
      const clock = clocks[i % 2] ?? new LateClock(0);
      taken.push(await takeEvents(query, { orgId, events: 1, clock }).catch((error) => error.code));
    }
    expect(taken).toEqual([...Array(5).fill(undefined), ...Array(7).fill('daily_quota_used_up')]);
    for (const clock of clocks)
      expect(await readQuotas(query, orgId, clock)).toEqual([{ name: 'events_per_day', limit: 5, used: 5 }]);
  },
);
