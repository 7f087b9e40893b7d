import { beforeAll, describe, expect, test } from 'vitest';
import { type KillServiceReport, killService } from './kill-service.ts';

describe('a service that is killed at random points under load', () => {
  let report: KillServiceReport;
  beforeAll(async () => {
    report = await killService({ kills: 5, ratePerSecond: 300, maxUpMs: 2_000 });
  });

  test('keeps every event that it acknowledged', () => {
    expect(report.log.acknowledged).toBeGreaterThan(100);
    expect(report.log.lost).toEqual([]);
  });

  test('delivers every event that it acknowledged, signed, with one webhook id each', () => {
    const allWell = expect.objectContaining({ undelivered: 0, renamed: 0, forged: 0 });
    expect(report.sinks).toEqual({ prompt: allWell, slow: allWell });
  });

  test('delivers again only what was in flight at a kill', () => {
    expect(report.inFlight).toBeGreaterThan(0);
    expect(report.unexplained).toEqual([]);
    expect(report.duplicates).toBeLessThanOrEqual(report.inFlight);
    expect(report.oldestDuplicateMs).toBeLessThan(10_000);
  });

  test('logs no event twice, even if a client repeats an unanswered publish with its key', () => {
    expect(report.log.loggedTwice).toEqual([]);
    expect(report.changedAnswers).toEqual([]);
  });

  test('assigns positions without a gap', () => {
    expect(report.log.gaps).toEqual([]);
  });

  test('answers 201 or 503 and nothing else', () => {
    expect(report.unexpected).toEqual([]);
  });

  test('streams every event once and in order to a client that reconnects after each interruption', () => {
    expect(report.streamed).toBe(report.log.logged);
    expect(report.streamBreaks).toEqual([]);
  });

  test('proves the whole log against every checkpoint that it signed on the way', () => {
    expect(report.checkpoints).toBeGreaterThan(1);
    expect(report.unproven).toEqual([]);
  });
});
