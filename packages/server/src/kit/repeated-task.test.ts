import { expect, test } from 'vitest';
import { RepeatedTask } from './repeated-task.ts';

const NEVER_MS = 2 ** 30;

/** A task that only runs when it is woken, and a promise for its nth run. */
function openTask(wokenMs: number) {
  let runs = 0;
  const waiting = new Map<number, () => void>();
  const task = new RepeatedTask({
    everyMs: NEVER_MS,
    wokenMs,
    run: async () => waiting.get(++runs)?.(),
    onError: () => {},
  });
  task.start();
  const ran = (n: number) =>
    runs >= n ? Promise.resolve() : new Promise<void>((resolve) => waiting.set(n, resolve));
  return { task, ran, runs: () => runs };
}

test('a woken task runs at once the first time, and pauses between runs however often it is woken', async () => {
  const [calm, eager] = [openTask(NEVER_MS), openTask(0)];
  for (const { task, ran } of [calm, eager]) {
    task.wake();
    await ran(1);
  }
  for (let times = 2; times < 5; times++) {
    calm.task.wake();
    eager.task.wake();
    await eager.ran(times);
  }
  expect(calm.runs()).toBe(1);
  await Promise.all([calm.task.stop(), eager.task.stop()]);
});

test('a task that is woken during its pause runs after the pause', async () => {
  const { task, ran } = openTask(20);
  task.wake();
  await ran(1);
  task.wake();
  await ran(2);
  await task.stop();
});
