import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  crossNodeDeliveryMs,
  failOver,
  killOneOfTwo,
  type Pair,
  publishOnBoth,
  startPair,
} from './two-nodes.ts';

describe('two services on one database', () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await startPair();
  });
  afterAll(() => pair?.remove());

  test('deliver at once on either node to a subscription made on the other', async () => {
    for (let round = 0; round < 5; round++) expect(await crossNodeDeliveryMs(pair)).toBeLessThan(3_000);
  });

  test('never make a first attempt twice', async () => {
    const report = await publishOnBoth(pair, 1_000);
    expect(report.doubleFirstAttempts).toBe(0);
    for (const log of report.logs) expect(log).toMatchObject({ lost: [], loggedTwice: [], gaps: [] });
    for (const sink of report.sinks) {
      expect(sink).toEqual({ undelivered: 0, renamed: 0, duplicates: 0, forged: 0 });
    }
  });

  test('one takes over from the other within 10 s after a kill, repeating only what was in flight', async () => {
    const report = await killOneOfTwo(pair, 300);
    expect(report.inherited).toBeGreaterThan(50);
    expect(report.takeOverMs).toBeLessThan(10_000);
    expect(report.log).toMatchObject({ lost: [], loggedTwice: [], gaps: [] });
    expect(report.sink).toMatchObject({ undelivered: 0, renamed: 0, forged: 0 });
    expect(report.unexplained).toBe(0);
    expect(report.sink.duplicates).toBeLessThanOrEqual(report.inFlight);
  });

  test('let clients continue on the other with the keys of unanswered requests: one event for each', async () => {
    await pair.one.start();
    const report = await failOver(pair);
    expect(report.firstAnswerMs).toBeLessThan(5_000);
    expect(report.changedAnswers).toEqual([]);
    expect(report.unexpected).toEqual([]);
    expect(report.log).toMatchObject({ lost: [], loggedTwice: [], gaps: [] });
    expect(report.sink).toMatchObject({ undelivered: 0, renamed: 0, forged: 0 });
  });
});
