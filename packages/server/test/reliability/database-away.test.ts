import { beforeAll, describe, expect, test } from 'vitest';
import { required } from '../../src/kit/required.ts';
import { type DatabaseAwayReport, takeDatabaseAway } from './database-away.ts';

/** A statement has 10 s for its answer, and the request may have waited for a connection before. */
const MAX_REFUSAL_MS = 14_000;

describe('a service whose database goes down under load and comes back', () => {
  let report: DatabaseAwayReport;
  beforeAll(async () => {
    report = await takeDatabaseAway(
      [
        { kind: 'stopped', forMs: 2_500 },
        { kind: 'frozen', forMs: 11_500 },
      ],
      50,
    );
  });

  test('answers 503 within a limited time, whether connections are refused or swallowed, and never 500', () => {
    expect(report.statuses).toMatchObject({ 201: expect.any(Number), 503: expect.any(Number) });
    expect(report.unexpected).toEqual([]);
    expect(report.unanswered).toBe(0);
    const [stopped, frozen] = report.absences;
    expect(required(stopped, 'stopped').longestRefusalMs).toBeLessThan(5_000);
    expect(required(frozen, 'frozen').longestRefusalMs).toBeGreaterThan(0);
    expect(required(frozen, 'frozen').longestRefusalMs).toBeLessThan(MAX_REFUSAL_MS);
  });

  test('stays alive and reports that it is not ready', () => {
    expect(report.serviceEnded).toBe(false);
    for (const { livez, readyz } of report.absences)
      expect({ livez, readyz }).toEqual({ livez: 200, readyz: 503 });
  });

  test('publishes, and delivers new and waiting events within seconds after the return', () => {
    for (const { recoveryMs, deliveryMs, backlogMs } of report.absences) {
      expect(recoveryMs).toBeLessThan(5_000);
      expect(deliveryMs).toBeLessThan(8_000);
      expect(backlogMs).toBeLessThan(10_000);
    }
  });

  test('loses no acknowledged event and delivers nothing twice', () => {
    expect(report.log).toMatchObject({ lost: [], loggedTwice: [], gaps: [] });
    expect(report.sink).toEqual({ undelivered: 0, renamed: 0, duplicates: 0, forged: 0 });
  });
});
