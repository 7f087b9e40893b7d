import { beforeAll, describe, expect, test } from 'vitest';
import { type StopReport, stopUnderLoad } from './stop-under-load.ts';

const noDuplicate = { undelivered: 0, renamed: 0, duplicates: 0, forged: 0 };

describe('a service that is told to stop under load, repeatedly', () => {
  let report: StopReport;
  beforeAll(async () => {
    report = await stopUnderLoad(['SIGTERM', 'SIGTERM']);
  });

  test('ends with 0 within 10 s and leaves no process behind', () => {
    expect(report.exit).toEqual({ code: 0, signal: null });
    expect(report.tookMs).toBeLessThan(10_000);
    expect(report.leftProcesses).toBe(0);
    expect(report.complaints).toEqual([]);
  });

  test('loses nothing that it acknowledged, and only answers 201 or 503', () => {
    expect(report.log).toMatchObject({ lost: [], loggedTwice: [], gaps: [] });
    expect(report.unexpected).toEqual([]);
  });

  test('lets attempts in progress end, and repeats only those that do not', () => {
    expect(report.prompt).toEqual(noDuplicate);
    expect(report.slow).toEqual(noDuplicate);
    expect(report.hanging).toMatchObject({ undelivered: 0, renamed: 0, forged: 0 });
  });
});
