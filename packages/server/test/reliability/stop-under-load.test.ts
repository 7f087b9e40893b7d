import { expect, test } from 'vitest';
import { stopUnderLoad } from './stop-under-load.ts';

const noDuplicate = { undelivered: 0, renamed: 0, duplicates: 0, forged: 0 };

test.each([
  ['SIGTERM', ['SIGTERM']],
  ['a repeated SIGTERM', ['SIGTERM', 'SIGTERM']],
] as [string, NodeJS.Signals[]][])(
  '%s under load ends the service with 0 within 10 s, loses nothing and repeats only what could not end',
  async (_name, signals) => {
    const report = await stopUnderLoad(signals);
    expect(report.exit).toEqual({ code: 0, signal: null });
    expect(report.tookMs).toBeLessThan(10_000);
    expect(report.leftProcesses).toBe(0);
    expect(report.complaints).toEqual([]);
    expect(report.unexpected).toEqual([]);
    expect(report.log).toMatchObject({ lost: [], loggedTwice: [], gaps: [] });
    expect(report.prompt).toEqual(noDuplicate);
    expect(report.slow).toEqual(noDuplicate);
    expect(report.hanging).toMatchObject({ undelivered: 0, renamed: 0, forged: 0 });
  },
  60_000,
);
