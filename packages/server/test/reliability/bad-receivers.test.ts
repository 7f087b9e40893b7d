import { beforeAll, describe, expect, test } from 'vitest';
import { required } from '../../src/kit/required.ts';
import { type BadReceiversReport, sendToBadReceivers } from './bad-receivers.ts';

const EVENTS = 4;

describe('receivers of every bad kind', () => {
  let report: BadReceiversReport;
  beforeAll(async () => {
    report = await sendToBadReceivers({ events: EVENTS, intervalMs: 250, ratePerSecond: 100 });
  });

  test('end their attempts within the response window', () => {
    expect(report.attempts).toHaveLength(EVENTS * report.residents.length);
    const late = report.attempts.filter(({ responseTimeMs }) => responseTimeMs > 10_500);
    expect(late).toEqual([]);
  });

  test('fail with the right reason, and only succeed with a 2xx', () => {
    const ends = new Map(report.residents.map(({ name, end }) => [name, end]));
    const misjudged = report.attempts.filter(({ receiver, status, error, responseCode }) => {
      const end = required(ends.get(receiver), 'one of ends');
      if (end.ok) return status !== 'success' || responseCode !== end.status;
      const reason = error?.split(':', 1)[0];
      return status !== 'failed' || !end.reasons.some((known) => known === reason);
    });
    expect(misjudged).toEqual([]);
  });

  test('do not increase the memory of the service', () => {
    const { before, peak, after } = report.residentMb;
    expect(peak - before).toBeLessThan(100);
    expect(after - before).toBeLessThan(100);
  });

  test('do not slow down healthy receivers', () => {
    expect(report.neighbours).toEqual({ undelivered: 0, renamed: 0, duplicates: 0, forged: 0 });
    expect(report.beside.p95).toBeLessThan(Math.max(3 * report.alone.p95, report.alone.p95 + 200));
    expect(report.beside.p99).toBeLessThan(2_000);
  });

  test('do not end the service', () => {
    expect(report.serviceEnded).toBe(false);
  });
});
