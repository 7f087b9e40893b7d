import { expect, test } from 'vitest';
import { runWithoutFault } from './no-fault.ts';

const EVENTS = 5_000;

test('without a fault every event is logged once and delivered once to each receiver', async () => {
  const report = await runWithoutFault(EVENTS);
  expect(Object.keys(report.statuses)).toEqual(['201']);
  expect(report.log).toEqual({
    logged: EVENTS,
    acknowledged: EVENTS,
    lost: [],
    loggedTwice: [],
    gaps: [],
    unansweredButLogged: 0,
    refusedButLogged: 0,
  });
  const allWell = { undelivered: 0, renamed: 0, duplicates: 0, forged: 0 };
  expect(report.sinks).toEqual([allWell, allWell]);
}, 120_000);
