import { expect, test } from 'vitest';
import { ManualClock } from '../../kit/clock.ts';
import { SharedClock } from './shared-clock.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

function startClock(machineAheadMs: number) {
  const own = new ManualClock(Date.now() + machineAheadMs);
  const differences: number[] = [];
  const clock = new SharedClock({ own, onDifference: (aheadMs) => differences.push(aheadMs) });
  return { own, clock, differences };
}

/** An answer that took 20 ms; the database read its clock in the middle. */
function answer(clock: SharedClock, databaseMs: number): void {
  const readAt = performance.now();
  clock.learn(databaseMs - 10, readAt - 20, readAt);
}

test.each([-3 * MINUTE_MS, 0, 3 * MINUTE_MS])(
  'the time is that of the database, however wrong the machine’s clock is (by %i ms)',
  (offMs) => {
    const { clock } = startClock(offMs);
    const databaseMs = Date.now();
    answer(clock, databaseMs);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1_000);
    // Also if the machine's clock is set in between.
    expect(clock.now()).toBeGreaterThanOrEqual(databaseMs - 20);
  },
);

test('an answer that agrees with the clock does not move it', () => {
  const { clock } = startClock(0);
  answer(clock, Date.now());
  const before = clock.now() - performance.now();
  for (const offMs of [-9, 9, 0]) {
    const readAt = performance.now();
    clock.learn(readAt + before + offMs - 10, readAt - 20, readAt);
  }
  expect(Math.abs(clock.now() - performance.now() - before)).toBeLessThanOrEqual(1);
});

test('it follows a database whose clock differs after a failover, ahead or behind', () => {
  const { clock } = startClock(0);
  for (const offMs of [5 * MINUTE_MS, -5 * MINUTE_MS]) {
    answer(clock, Date.now() + offMs);
    expect(Math.abs(clock.now() - (Date.now() + offMs))).toBeLessThan(1_000);
  }
});

test('a difference to the machine’s clock is reported once, and again when it changes', () => {
  const { own, clock, differences } = startClock(2 * MINUTE_MS);
  answer(clock, Date.now());
  answer(clock, Date.now());
  expect(differences).toHaveLength(1);
  expect(Math.abs((differences[0] ?? 0) - 2 * MINUTE_MS)).toBeLessThan(1_000);
  own.advance(-2 * MINUTE_MS);
  answer(clock, Date.now());
  expect(differences).toHaveLength(2);
  expect(Math.abs(differences[1] ?? Number.NaN)).toBeLessThan(1_000);
});

test('the time before the clock was set ahead is known for a while', async () => {
  const { clock } = startClock(0);
  const aheadMs = () => clock.now() - clock.earliest(50);
  answer(clock, Date.now());
  expect(aheadMs()).toBeLessThan(10);
  answer(clock, Date.now() + 5 * MINUTE_MS);
  expect(Math.abs(aheadMs() - 5 * MINUTE_MS)).toBeLessThan(1_000);
  answer(clock, Date.now() + 9 * MINUTE_MS);
  expect(Math.abs(clock.now() - clock.earliest(DAY_MS) - 9 * MINUTE_MS)).toBeLessThan(1_000);
  await expect.poll(aheadMs, { interval: 5 }).toBeLessThan(10);
  expect(Math.abs(clock.now() - clock.earliest(DAY_MS) - 9 * MINUTE_MS)).toBeLessThan(1_000);
});

test('a clock that is set back is followed at once', () => {
  const { clock } = startClock(0);
  for (const offMs of [5 * MINUTE_MS, 0, -5 * MINUTE_MS]) {
    answer(clock, Date.now() + offMs);
    expect(clock.now() - clock.earliest(DAY_MS)).toBeLessThan(10);
  }
});
