import { getHeapStatistics } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { collectWhenIdle } from './idle-collection.ts';

test('garbage of a burst is given back once the process is idle', async () => {
  const collection = collectWhenIdle();
  try {
    // Garbage of other tests would be collected in between.
    runInNewContext('gc')();
    const before = getHeapStatistics().used_heap_size;
    let burst: unknown[] | undefined = Array.from({ length: 600_000 }, (_, i) => ({ i, text: `item ${i}` }));
    expect(burst.length).toBe(600_000);
    expect(getHeapStatistics().used_heap_size).toBeGreaterThan(before + 20_000_000);
    burst = undefined;
    await vi.waitFor(() => expect(getHeapStatistics().used_heap_size).toBeLessThan(before + 20_000_000), {
      timeout: 20_000,
      interval: 250,
    });
  } finally {
    collection.stop();
  }
});
