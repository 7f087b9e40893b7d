import { sql } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type AnyDatabase,
  createLog,
  createUnitOfWork,
  EventReader,
  LogAppender,
} from '../../../../engine/spine/index.ts';
import { ManualClock } from '../../../../kit/clock.ts';
import { only } from '../../../../kit/db/index.ts';
import { type OpenDatabase, openDatabase } from '../../../../kit/db/testing/open-database.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import { readCosts, sumCosts } from './cost.repository.ts';
import { type CostLedger, createCostLedger, RESERVATION_LIFE_MS } from './ledger.ts';
import type { Expense } from './ledger-terms.ts';

const clock = new ManualClock(Date.parse('2026-11-20T23:59:59.000Z'));
let opened: OpenDatabase;
let pool: Pool;
let db: AnyDatabase;
let ledger: CostLedger;
let orgId: string;
let campaignId: string;

beforeAll(async () => {
  opened = await openDatabase({ max: 16 });
  ({ pool, db } = opened);
  const appender = new LogAppender({ pool, clock, participants: [], onCommitted: () => {} });
  ledger = createCostLedger({ db, clock, unitOfWork: createUnitOfWork(db, appender) });
});
beforeEach(async () => {
  orgId = newUuid();
  campaignId = newUuid();
  await db.transaction().execute((tx) => createLog(tx, orgId));
});
afterAll(() => opened?.close());

const limit = (limitMicros: number | null) =>
  db.transaction().execute((tx) => ledger.setLimitIn(tx, { orgId, campaignId, limitMicros }));
const budget = () => ledger.readBudget(db, orgId, campaignId);
const expense = (amountMicros: number, more: Partial<Expense> = {}): Expense => ({
  category: 'ai_inference',
  amountMicros,
  campaignId,
  reference: newUuid(),
  ...more,
});

async function thresholds(): Promise<{ threshold: number; spent_usd: number }[]> {
  const reader = new EventReader({ pool });
  const page = await reader.findPage(orgId, { type: 'budget.threshold_reached' }, { offset: 0, limit: 100 });
  const events = await reader.readPositions(orgId, required(page, 'the page').positions);
  return events.map(({ data }) => JSON.parse(data)).reverse();
}

test('64 workers with one budget never overspend it, use all of it, and report each threshold once', async () => {
  await limit(600_003);
  let refused = 0;
  const work = async (worker: number) => {
    for (let i = 0; i < 6; i++) {
      const most = 2_000 + ((worker * 31 + i * 17) % 5_000);
      const reservation = await ledger.reserve({ orgId, campaignId, amountMicros: most });
      if (reservation === undefined) {
        refused++;
        continue;
      }
      const { spentMicros, reservedMicros } = await budget();
      expect(spentMicros + reservedMicros).toBeLessThanOrEqual(600_003);
      if (i % 5 === 4) await ledger.release([reservation]);
      else await ledger.settle(orgId, [expense(most - (i % 3))], [reservation]);
    }
  };
  await Promise.all(Array.from({ length: 64 }, (_, worker) => work(worker)));
  const { spentMicros, reservedMicros } = await budget();
  expect(reservedMicros).toBe(0);
  expect(refused).toBeGreaterThan(0);
  expect(spentMicros).toBeLessThanOrEqual(600_003);
  const rest = 600_003 - spentMicros;
  const last = await ledger.reserve({ orgId, campaignId, amountMicros: rest });
  expect(await ledger.reserve({ orgId, campaignId, amountMicros: 1 })).toBeUndefined();
  await ledger.settle(orgId, [expense(rest)], [required(last, 'the reservation')]);
  expect(await budget()).toEqual(expect.objectContaining({ spentMicros: 600_003, reservedMicros: 0 }));
  const { rows } = await sql<{ sum: number }>`
    select sum(amount_micros)::bigint as sum from cost_entries where org_id = ${orgId}`.execute(db);
  expect(only(rows).sum).toBe(600_003);
  expect((await thresholds()).map(({ threshold }) => threshold)).toEqual([0.5, 0.8, 1]);
}, 60_000);

test('an expense that is booked again with the same name counts once', async () => {
  const one = expense(500, { reference: 'send 1' });
  await Promise.all(Array.from({ length: 8 }, () => ledger.settle(orgId, [one])));
  expect((await budget()).spentMicros).toBe(500);
});

test('money reserved by a dead worker is returned after its time, and a late settlement is still booked', async () => {
  await limit(1_000);
  const held = await ledger.reserve({ orgId, campaignId, amountMicros: 900 });
  expect(await ledger.reserve({ orgId, campaignId, amountMicros: 200 })).toBeUndefined();
  clock.advance(RESERVATION_LIFE_MS + 1);
  expect(await ledger.releaseExpired()).toBe(1);
  expect(await budget()).toMatchObject({ spentMicros: 0, reservedMicros: 0 });
  await ledger.settle(orgId, [expense(900)], [required(held, 'the reservation')]);
  expect(await budget()).toMatchObject({ spentMicros: 900, reservedMicros: 0 });
});

test('after a higher limit a threshold can be reported again, after an unchanged one it cannot', async () => {
  await limit(100);
  await ledger.settle(orgId, [expense(60)]);
  await limit(1_000);
  await ledger.settle(orgId, [expense(440)]);
  await ledger.settle(orgId, [expense(1)]);
  expect((await thresholds()).map(({ threshold, spent_usd }) => [threshold, spent_usd])).toEqual([
    [0.5, 0.00006],
    [0.5, 0.0005],
  ]);
});

test('the sums by agent, campaign and day are equal', async () => {
  const agents = [newUuid(), newUuid(), undefined];
  const categories = ['ai_inference', 'data_enrichment', 'channel_costs'] as const;
  const from = new Date(clock.now());
  for (let i = 0; i < 30; i++) {
    const more = {
      agentId: agents[i % 3],
      campaignId: i % 4 ? campaignId : undefined,
      category: categories[i % 3] ?? 'channel_costs',
    };
    await ledger.settle(orgId, [expense(1 + i * 7, more)]);
    clock.advance(3_600_000);
  }
  const range = { from, to: new Date(clock.now()) };
  const sums = await Promise.all(
    (['agent', 'campaign', 'day'] as const).map(async (groupBy) =>
      sumCosts(await readCosts(db, orgId, { groupBy, ...range })),
    ),
  );
  expect(sums[0]?.total).toBe(30 + 7 * 435);
  expect(sums[1]).toEqual(sums[0]);
  expect(sums[2]).toEqual(sums[0]);
  expect((await readCosts(db, orgId, { groupBy: 'day', ...range })).map(({ key }) => key)).toEqual([
    ...new Set(
      Array.from({ length: 30 }, (_, i) =>
        new Date(from.getTime() + i * 3_600_000).toISOString().slice(0, 10),
      ),
    ),
  ]);
});

test('agents that work on one lead at once stay below its cap together', async () => {
  await limit(null);
  const cap = { leadId: newUuid(), maxMicros: 1_000 };
  const held = await Promise.all(
    Array.from({ length: 12 }, () => ledger.reserve({ orgId, campaignId, amountMicros: 300, cap })),
  );
  expect(held.filter((one) => one !== undefined)).toHaveLength(3);
  const other = { leadId: newUuid(), maxMicros: 1_000 };
  expect(await ledger.reserve({ orgId, campaignId, amountMicros: 300, cap: other })).toBeDefined();
  await ledger.release(held.flatMap((one) => one ?? []));
  expect(await ledger.reserve({ orgId, campaignId, amountMicros: 1_000, cap })).toBeDefined();
});
