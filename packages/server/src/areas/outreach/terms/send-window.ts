import { DateTime, IANAZone } from 'luxon';
import type { SendWindow } from './strategy.ts';

const QUARTER_MS = 15 * 60_000;

/** A local time window in which mail may start. */
export interface LocalWindow {
  /** Luxon weekdays: 1 is Monday. */
  days: ReadonlySet<number>;
  /** Minutes since midnight in local time; the end is exclusive. */
  startMinute: number;
  endMinute: number;
}

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Weekdays from 9 to 17 in the recipient's time zone. */
export const defaultWindow: Required<SendWindow> = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  start: '09:00',
  end: '17:00',
  timezone: 'recipient',
};

const anyHour: Required<SendWindow> = { days: [...weekdays], start: '00:00', end: '24:00', timezone: 'UTC' };

/**
 * A campaign's window as configured. By default office hours when mail reaches people, and any time when it
 * does not, as in the sandbox: whoever tries a campaign at night should see its mails.
 */
export function windowOf(stated: SendWindow | undefined, reachesPeople: boolean): SendWindow {
  return stated ?? (reachesPeople ? defaultWindow : anyHour);
}

/** Assumed for recipients with an unknown time zone. */
export const FALLBACK_ZONE = 'UTC';

export function readWindow(window: SendWindow = {}): LocalWindow {
  const { days, start, end } = { ...defaultWindow, ...window };
  return {
    days: new Set(days.map((day) => weekdays.indexOf(day as (typeof weekdays)[number]) + 1)),
    startMinute: minuteOf(start),
    endMinute: minuteOf(end),
  };
}

/** The time zone that applies: the recipient's, or the one the window names. */
export function zoneOf(window: SendWindow | undefined, recipientZone: string | null): string {
  const named = window?.timezone ?? defaultWindow.timezone;
  const zone = named === 'recipient' ? recipientZone : named;
  return zone !== null && IANAZone.isValidZone(zone) ? zone : FALLBACK_ZONE;
}

/** Whether mail may start now. */
export function isInWindow(window: LocalWindow, zone: string, atMs: number): boolean {
  const local = DateTime.fromMillis(atMs, { zone });
  const minute = local.hour * 60 + local.minute;
  return window.days.has(local.weekday) && minute >= window.startMinute && minute < window.endMinute;
}

/**
 * The first time from `fromMs` on inside the window. Local time is evaluated for each date: an hour skipped
 * in spring is not part of the window, one repeated in autumn counts both times.
 */
export function nextInWindow(window: LocalWindow, zone: string, fromMs: number): number {
  if (isInWindow(window, zone, fromMs)) return fromMs;
  const today = DateTime.fromMillis(fromMs, { zone }).startOf('day');
  // More than a week, since today's window may be over, and one skipped by a clock change comes a week later.
  for (let ahead = 0; ahead <= 15; ahead++) {
    const day = today.plus({ days: ahead }).startOf('day');
    if (!window.days.has(day.weekday)) continue;
    const opens = openings(window, day).filter((at) => at >= fromMs && isInWindow(window, zone, at));
    if (opens.length > 0) return Math.min(...opens);
  }
  throw new RangeError('the window never opens');
}

/**
 * When a day's window may open: at its local time, each time that occurs, and at clock changes. Since 1972
 * clocks change on a quarter hour of UTC.
 */
function openings({ startMinute }: LocalWindow, day: DateTime): number[] {
  const { year, month, day: date } = day;
  const at = DateTime.fromObject(
    { year, month, day: date, hour: Math.floor(startMinute / 60), minute: startMinute % 60 },
    { zone: day.zone },
  );
  const end = day.plus({ days: 1 }).startOf('day');
  // Some days begin at one o'clock.
  if (day.offset === end.offset) return [day.toMillis(), at.toMillis()];
  const found = at.getPossibleOffsets().map((possible) => possible.toMillis());
  for (let quarter = day.toMillis(); quarter < end.toMillis(); quarter += QUARTER_MS) found.push(quarter);
  return found;
}

function minuteOf(time: string): number {
  const [hour, minute] = time.split(':');
  return Number(hour) * 60 + Number(minute);
}
