import { afterAll, beforeAll, expect, test } from 'vitest';
import { HeldRows } from '../../../../../kit/db/testing/held-rows.ts';
import { type OpenDatabase, openDatabase } from '../../../../../kit/db/testing/open-database.ts';
import { newUuid } from '../../../../../kit/ids.ts';
import { addSpendingSql, listSpendLimits, upsertSpendLimit } from './spend.repository.ts';
import { SpendGuard } from './spend-guard.ts';

let open: OpenDatabase;

beforeAll(async () => {
  open = await openDatabase();
});

afterAll(() => open?.close());

const now = new Date('2026-01-31T12:00:00Z');
const newOwner = () => ({ orgId: newUuid(), environment: 'production' });
const noLimits = {
  keyId: null,
  perTransactionUsd: undefined,
  perDayUsd: undefined,
  perTransactionWei: undefined,
  perDayWei: undefined,
};
const expense = (usd: number, keyId: string | null = null) => ({ keyId, usd, wei: 1n });

test('spending counts against the daily limit until the next day', async () => {
  const owner = newOwner();
  await upsertSpendLimit(open.db, owner, { ...noLimits, id: newUuid(), perDayUsd: 10 }, now);
  await open.db.transaction().execute(async (tx) => {
    const guard = await SpendGuard.open(tx, owner, now, true);
    expect(guard.take(expense(6))).toBeUndefined();
    expect(guard.take(expense(5))).toMatchObject({ code: 'spend_limit_exceeded' });
    await addSpendingSql(guard.changes).execute(tx);
  });
  await open.db.transaction().execute(async (tx) => {
    expect((await SpendGuard.open(tx, owner, now, true)).take(expense(5))).toBeDefined();
    const tomorrow = new Date(now.getTime() + 86_400_000);
    expect((await SpendGuard.open(tx, owner, tomorrow, true)).take(expense(5))).toBeUndefined();
  });
});

test('the limit of a key does not affect other keys, and a new one replaces it', async () => {
  const owner = newOwner();
  const [limited, free] = [newUuid(), newUuid()];
  const limit = { ...noLimits, keyId: limited, perTransactionUsd: 3 };
  const first = await upsertSpendLimit(open.db, owner, { ...limit, id: newUuid() }, now);
  const again = { ...limit, id: newUuid(), perTransactionUsd: 1, perTransactionWei: 10n ** 30n };
  const second = await upsertSpendLimit(open.db, owner, again, now);
  expect(second).toMatchObject({ id: first.id, perTransactionUsd: 1, perTransactionWei: 10n ** 30n });
  expect(await listSpendLimits(open.db, owner)).toEqual([second]);
  const guard = await open.db.transaction().execute((tx) => SpendGuard.open(tx, owner, now, true));
  expect(guard.take(expense(2, limited))).toMatchObject({ code: 'spend_limit_exceeded' });
  expect(guard.take(expense(2, free))).toBeUndefined();
});

test('two transactions that spend at once, from wallets of two networks, count against one limit', async () => {
  const owner = newOwner();
  await upsertSpendLimit(open.db, owner, { ...noLimits, id: newUuid(), perDayUsd: 10 }, now);
  const watch = await HeldRows.open(open.database, 'select 1');
  let second: Promise<unknown> = Promise.resolve();
  await open.db.transaction().execute(async (tx) => {
    const guard = await SpendGuard.open(tx, owner, now, true);
    expect(guard.take(expense(6))).toBeUndefined();
    second = open.db
      .transaction()
      .execute(async (other) => (await SpendGuard.open(other, owner, now, true)).take(expense(6)));
    await Promise.race([second, watch.waiting(1)]);
    await addSpendingSql(guard.changes).execute(tx);
  });
  await watch.release();
  expect(await second).toMatchObject({ code: 'spend_limit_exceeded' });
});

test('small amounts add up to exactly the limit, and one more is refused', async () => {
  const owner = newOwner();
  await upsertSpendLimit(open.db, owner, { ...noLimits, id: newUuid(), perDayUsd: 0.3, perDayWei: 3n }, now);
  const guard = await open.db.transaction().execute((tx) => SpendGuard.open(tx, owner, now, true));
  expect(guard.take(expense(0.1))).toBeUndefined();
  expect(guard.take(expense(0.2))).toBeUndefined();
  expect(guard.take({ ...expense(0.00000001), wei: 0n })).toMatchObject({
    code: 'spend_limit_exceeded',
    details: { spent_usd: 0.3 },
  });
  expect(guard.take({ ...expense(0), wei: 1n })).toBeUndefined();
  expect(guard.take({ ...expense(0), wei: 1n })).toMatchObject({ details: { spent_wei: '3' } });
});
