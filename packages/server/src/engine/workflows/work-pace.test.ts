import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { WorkPace } from './work-pace.ts';

const WORKED_MS = 25;

/** The length of the pause after some work during many events, while something else runs. */
async function restMs(
  lateMs: number,
  meanwhile: (isOver: () => boolean) => Promise<void>,
  { inStatement = 1, statementMs = 1 } = {},
): Promise<number> {
  const pace = new WorkPace();
  const flood = setInterval(() => {
    pace.published(inStatement);
    pace.written(inStatement, statementMs);
  }, 5);
  await sleep(210);
  pace.batch(100);
  await sleep(WORKED_MS);
  let isOver = false;
  const others = meanwhile(() => isOver);
  const startedAt = performance.now();
  await pace.rest(lateMs);
  const tookMs = performance.now() - startedAt;
  isOver = true;
  clearInterval(flood);
  await others;
  return tookMs;
}

/** Uses the whole thread, like a sequence of requests. */
async function keepBusy(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const until = performance.now() + 2;
    while (performance.now() < until);
    await nextTurn();
  }
}

describe('workflow runs during many events', () => {
  test('pause much longer than they work while the thread is busy, and equally long once they are late', async () => {
    expect(await restMs(0, keepBusy)).toBeGreaterThan(8 * WORKED_MS);
    const late = await restMs(120_000, keepBusy);
    expect(late).toBeGreaterThan(WORKED_MS / 2);
    expect(late).toBeLessThan(8 * WORKED_MS);
  });

  test('continue at once while the thread has time for both', async () => {
    // An occasional large batch keeps the database busy only for moments.
    for (const inStatement of [1, 500]) {
      // On a busy machine, this needs a quiet moment.
      await vi.waitFor(
        async () => expect(await restMs(0, async () => {}, { inStatement })).toBeLessThan(8 * WORKED_MS),
        { timeout: 20_000 },
      );
    }
  }, 60_000);

  test('pause while clients wait for the database, even if the thread is idle', async () => {
    const waiting = { inStatement: 30, statementMs: 1_000 };
    expect(await restMs(0, async () => {}, waiting)).toBeGreaterThan(8 * WORKED_MS);
  });
});
