import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ManualClock } from '../../kit/clock.ts';
import { ClockWatch } from './clock-watch.ts';

const log = pino({ level: 'silent' });
const HOUR_MS = 3_600_000;

function watchOf(nodeId: string, aliveNodeIds: string[], foundBackMs = 0) {
  const clock = new ManualClock();
  const forward: number[] = [];
  const places = [{ bringForward: async (_nowMs: number, byMs: number) => void forward.push(byMs) }];
  const options = { clock, places, nodeId, log, heardAfterMs: 200, foundBackMs: () => foundBackMs };
  const watch = new ClockWatch({ ...options, aliveNodeIds: async () => aliveNodeIds });
  return { clock, forward, watch };
}

test('work that a node still delays by the old time is also brought forward, once all nodes know', async () => {
  const { clock, forward, watch } = watchOf('a', ['b', 'a']);
  await watch.follow();
  clock.advance(-HOUR_MS);
  await watch.follow();
  expect(forward).toEqual([]);
  await expect.poll(() => watch.follow().then(() => forward.length)).toBe(1);
  expect(Math.abs((forward[0] ?? 0) - HOUR_MS)).toBeLessThan(2_000);
  await watch.follow();
  expect(forward).toHaveLength(1);
});

test('of several nodes one does it, and a single node does it at once', async () => {
  const [second, alone] = [watchOf('b', ['a', 'b']), watchOf('a', ['a'])];
  for (const { clock, watch } of [second, alone]) {
    await watch.follow();
    clock.advance(-HOUR_MS);
    await watch.follow();
  }
  expect(alone.forward).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 250));
  await second.watch.follow();
  expect(second.forward).toEqual([]);
});

test('a clock that was set back while no node ran is noticed at the start', async () => {
  const { forward, watch } = watchOf('a', ['a'], 2 * HOUR_MS);
  await watch.follow();
  await watch.follow();
  expect(forward).toEqual([2 * HOUR_MS]);
});

test('differences of seconds are noticed, as between two databases; smaller ones are not', async () => {
  const { clock, forward, watch } = watchOf('a', ['a']);
  await watch.follow();
  clock.advance(-20_000);
  await watch.follow();
  expect(forward).toHaveLength(1);
  expect(Math.abs((forward[0] ?? 0) - 20_000)).toBeLessThan(1_000);
  clock.advance(-500);
  await watch.follow();
  expect(forward).toHaveLength(1);
});
