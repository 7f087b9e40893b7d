import { getHeapStatistics } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { collectWhenIdle } from './idle-collection.ts';

const usedBytes = () => getHeapStatistics().used_heap_size;

/** Makes more than 20 MB of garbage; returns the number of bytes in use without it. */
function burst(): number {
  // Otherwise garbage of other tests could be collected in between.
  runInNewContext('gc')();
  const before = usedBytes();
  const items = Array.from({ length: 600_000 }, (_, i) => ({ i, text: `item ${i}` }));
  expect(items.length).toBe(600_000);
  expect(usedBytes()).toBeGreaterThan(before + 20_000_000);
  return before;
}

test('garbage of a burst is returned once the process is idle', async () => {
  const collection = collectWhenIdle(() => 0);
  try {
    const before = burst();
    await vi.waitFor(() => expect(usedBytes()).toBeLessThan(before + 20_000_000), {
      timeout: 20_000,
      interval: 250,
    });
  } finally {
    collection.stop();
  }
});

test('steady light work is not interrupted by a collection', async () => {
  let checks = 0;
  let work = 0;
  let collections = 0;
  let perCheck = 5;
  const collection = collectWhenIdle(
    () => {
      checks++;
      work += perCheck;
      return work;
    },
    () => {
      collections++;
    },
  );
  try {
    await vi.waitFor(() => expect(checks).toBeGreaterThan(3), { timeout: 20_000, interval: 250 });
    expect(collections).toBe(0);
    perCheck = 4;
    await vi.waitFor(() => expect(collections).toBeGreaterThan(0), { timeout: 20_000, interval: 250 });
  } finally {
    collection.stop();
  }
});
