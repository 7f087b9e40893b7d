import { IANAZone } from 'luxon';
import { expect, test } from 'vitest';
import { required } from '../../../kit/required.ts';
import { isInWindow, nextInWindow, readWindow, weekdays, windowOf, zoneOf } from './send-window.ts';

const zones = Intl.supportedValuesOf('timeZone').filter((zone) => IANAZone.isValidZone(zone));

/** The same numbers in every run, so that failures can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The local time according to the platform, independent of the code under test. */
function wallClock(zone: string, at: number): { day: string; minute: number } {
  const formatter =
    formatters.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  formatters.set(zone, formatter);
  const parts = formatter.formatToParts(at);
  const of = (type: string) =>
    required(
      parts.find((part) => part.type === type),
      type,
    ).value;
  return { day: of('weekday').toLowerCase(), minute: Number(of('hour')) * 60 + Number(of('minute')) };
}

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

test('in 10,000 random cases of zones, dates and windows a mail is sent inside the window, as early as possible', () => {
  const next = random(20_261_121);
  for (let i = 0; i < 10_000; i++) {
    const zone = required(zones[Math.floor(next() * zones.length)], 'a zone');
    // Half of the cases are within a day of a change of the clocks, if the zone has one.
    let from = Date.UTC(2024, 0, 1) + Math.floor(next() * 4 * 365 * 86_400_000);
    if (i % 2 === 0) from = nearChange(zone, from) ?? from;
    const start = Math.floor(next() * 1_380);
    const end = start + 1 + Math.floor(next() * (1_439 - start));
    const days = weekdays.filter(() => next() < 0.5);
    if (days.length === 0) days.push(required(weekdays[Math.floor(next() * 7)], 'a day'));
    const window = readWindow({ days, start: clock(start), end: clock(end) });
    const at = nextInWindow(window, zone, from);
    const local = wallClock(zone, at);
    const shown = `${zone} ${new Date(from).toISOString()} ${days} ${clock(start)}-${clock(end)} -> ${new Date(at).toISOString()}`;
    expect(at, shown).toBeGreaterThanOrEqual(from);
    expect(days as string[], shown).toContain(local.day);
    expect(local.minute, shown).toBeGreaterThanOrEqual(start);
    expect(local.minute, shown).toBeLessThan(end);
    // The window must not have been open before: the time is now, or the window has just opened.
    if (at !== from) expect(isInWindow(window, zone, at - 60_000), shown).toBe(false);
  }
}, 60_000);

/** A moment within a day of the next change of the clocks. */
function nearChange(zone: string, from: number): number | undefined {
  const zoneAt = IANAZone.create(zone);
  const step = 30 * 86_400_000;
  let at = from;
  for (let month = 0; month < 13; month++, at += step) {
    if (zoneAt.offset(at) === zoneAt.offset(at + step)) continue;
    let [before, after] = [at, at + step];
    while (after - before > 86_400_000) {
      const middle = (before + after) / 2;
      if (zoneAt.offset(middle) === zoneAt.offset(before)) before = middle;
      else after = middle;
    }
    return Math.floor(before) - (from % 43_200_000);
  }
  return undefined;
}

test('around a change of the clocks no minute of the window is skipped', () => {
  const next = random(20_261_126);
  // Zones with offsets of half an hour and three quarters, with changes at midnight in both directions, and with winter
  // time in the other half of the year.
  const changing = [
    ...['Australia/Lord_Howe', 'Pacific/Chatham', 'Africa/Cairo', 'Asia/Beirut', 'America/Santiago'],
    ...['America/Havana', 'Atlantic/Azores', 'America/Scoresbysund', 'Africa/Casablanca', 'Europe/Dublin'],
  ];
  for (let i = 0; i < 200; i++) {
    const zone = required(changing[i % changing.length], 'a zone');
    const year = Date.UTC(2024 + (i % 3), 0, 1);
    const from =
      Math.ceil((nearChange(zone, year + Math.floor(next() * 300) * 86_400_000) ?? year) / 60_000) * 60_000;
    const start = Math.floor(next() * 1_410);
    const end = Math.min(start + 1 + Math.floor(next() * 90), 1_439);
    const window = readWindow({ days: [...weekdays], start: clock(start), end: clock(end) });
    const isOpen = (at: number) => {
      const { minute } = wallClock(zone, at);
      return minute >= start && minute < end;
    };
    // Also ask right after a minute that was open, because an hour may occur twice.
    for (const asked of [from, nextInWindow(window, zone, from) + (end - start) * 60_000]) {
      let first = asked;
      while (!isOpen(first)) first += 60_000;
      const shown = `${zone} ${clock(start)}-${clock(end)} from ${new Date(asked).toISOString()}`;
      expect(new Date(nextInWindow(window, zone, asked)).toISOString(), shown).toBe(
        new Date(first).toISOString(),
      );
    }
  }
}, 60_000);

test('an hour that is skipped in spring is not part of the window', () => {
  const window = readWindow({ days: [...weekdays], start: '02:00', end: '03:00' });
  const at = nextInWindow(window, 'Europe/Berlin', Date.parse('2026-03-29T00:30:00Z'));
  expect(new Date(at).toISOString()).toBe('2026-03-30T00:00:00.000Z');
});

test('an hour that occurs twice in autumn is part of the window both times', () => {
  const window = readWindow({ days: [...weekdays], start: '02:00', end: '03:00' });
  for (const moment of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']) {
    expect(isInWindow(window, 'Europe/Berlin', Date.parse(moment))).toBe(true);
  }
  expect(isInWindow(window, 'Europe/Berlin', Date.parse('2026-10-25T02:30:00Z'))).toBe(false);
});

test('with an unknown zone nothing is sent at any time', () => {
  expect(zoneOf({ timezone: 'recipient' }, null)).toBe('UTC');
  expect(zoneOf({ timezone: 'recipient' }, 'Mars/Base')).toBe('UTC');
  expect(zoneOf(undefined, 'Asia/Tokyo')).toBe('Asia/Tokyo');
  expect(zoneOf({ timezone: 'America/New_York' }, 'Asia/Tokyo')).toBe('America/New_York');
});

test('without its own window a campaign uses office hours for real recipients, and none in the sandbox', () => {
  const sundayNight = Date.parse('2026-11-22T03:30:00Z');
  const isOpen = (stated: Parameters<typeof windowOf>[0], reachesPeople: boolean) => {
    const window = windowOf(stated, reachesPeople);
    return isInWindow(readWindow(window), zoneOf(window, 'Europe/Berlin'), sundayNight);
  };
  expect(isOpen(undefined, true)).toBe(false);
  expect(isOpen(undefined, false)).toBe(true);
  expect(isOpen({ start: '10:00' }, false)).toBe(false);
});
