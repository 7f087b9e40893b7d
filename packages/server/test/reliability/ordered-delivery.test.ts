import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverInOrder } from './ordered-delivery.ts';
import { type Pair, startPair } from './two-nodes.ts';

describe('two services that deliver in order', () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await startPair();
  });
  afterAll(() => pair?.remove());

  test('keep the order of each key while attempts fail and both are killed in turn', async () => {
    const report = await deliverInOrder(pair, {
      events: 3_000,
      keys: 150,
      ordering: { key: 'data.key' },
      failsOneIn: 20,
      delayMs: 40,
      kills: 2,
    });
    expect(report.faults).toEqual([]);
    expect(report.delivered).toBe(3_000);
    // At most the deliveries in progress at a kill, and those whose response was on the way when the lease was freed.
    expect(report.repeated).toBeLessThan(2 * 150);
  }, 120_000);

  test('keep the single order of all events of a subscription', async () => {
    const report = await deliverInOrder(pair, {
      events: 150,
      keys: 1,
      ordering: 'all',
      failsOneIn: 10,
      kills: 1,
    });
    expect(report).toMatchObject({ faults: [], delivered: 150 });
  }, 120_000);
});
