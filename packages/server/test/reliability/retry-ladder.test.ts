import { beforeAll, describe, expect, test } from 'vitest';
import { goDownLadder, type RetryLadderReport } from './retry-ladder.ts';

const EVENTS = 30;

describe('a retry schedule whose service is killed between the attempts', () => {
  let report: RetryLadderReport;
  beforeAll(async () => {
    report = await goDownLadder({
      delaysSeconds: [0, 1, 1, 2, 2],
      events: EVENTS,
      maxUpMs: 2_500,
      maxDownMs: 1_000,
    });
  });

  test('has all its attempts, each logged once', () => {
    expect(report.kills).toBeGreaterThan(1);
    expect(report.deliveries).toBe(EVENTS);
    expect(report.incomplete).toEqual([]);
  });

  test('never makes an attempt before its time', () => {
    expect(report.early).toEqual([]);
  });

  test('makes each attempt on time, or soon after the service is back', () => {
    expect(report.mostLateMs).toBeLessThan(2_500);
  });

  test('ends in dead letters', () => {
    expect(report.deadLetters).toBe(EVENTS);
  });

  test('repeats only what was in progress at a kill', () => {
    expect(report.repeated).toBeGreaterThanOrEqual(0);
    expect(report.repeated).toBeLessThanOrEqual(report.kills * EVENTS);
  });
});
