import { beforeAll, describe, expect, test } from 'vitest';
import { type KillPostgresReport, killPostgres } from './kill-postgres.ts';

describe('a service whose PostgreSQL is killed under load', () => {
  let report: KillPostgresReport;
  beforeAll(async () => {
    report = await killPostgres({
      victims: ['postmaster', 'backend', 'everything'],
      ratePerSecond: 200,
      minUpMs: 300,
      maxUpMs: 1_500,
    });
  });

  test('answers 503 meanwhile, never 500, and answers every request', () => {
    expect(report.statuses).toMatchObject({ 201: expect.any(Number), 503: expect.any(Number) });
    expect(report.unexpected).toEqual([]);
    expect(report.unanswered).toBe(0);
    expect(report.longestAnswerMs).toBeLessThan(10_000);
  });

  test('keeps running, and accepts publishes and delivers again within seconds', () => {
    expect(report.serviceEnded).toBe(false);
    expect(Math.max(...report.recoveryMs)).toBeLessThan(10_000);
    expect(Math.max(...report.deliveryMs)).toBeLessThan(12_000);
  });

  test('keeps and delivers every event that it acknowledged', () => {
    expect(report.log.acknowledged).toBeGreaterThan(100);
    expect(report.log.lost).toEqual([]);
    expect(report.sink).toMatchObject({ undelivered: 0, renamed: 0, forged: 0 });
  });

  test('delivers nothing twice, because the service remembers what was in flight', () => {
    expect(report.sink.duplicates).toBe(0);
  });

  test('logs no event twice and leaves no gap', () => {
    expect(report.log.loggedTwice).toEqual([]);
    expect(report.changedAnswers).toEqual([]);
    expect(report.log.gaps).toEqual([]);
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
