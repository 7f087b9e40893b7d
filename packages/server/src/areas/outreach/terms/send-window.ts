import { DateTime, IANAZone } from 'luxon';
import type { SendWindow } from './strategy.ts';

const QUARTER_MS = 15 * 60_000;

/** A window of local time in which mail may begin. */
export interface LocalWindow {
  /** Luxon's weekdays: 1 is Monday. */
  days: ReadonlySet<number>;
  /** Minutes since midnight by the wall clock; the end is not in it. */
  startMinute: number;
  endMinute: number;
}

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Weekdays from 9 to 17 where the recipient is. */
export const defaultWindow: Required<SendWindow> = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  start: '09:00',
  end: '17:00',
  timezone: 'recipient',
};

const anyHour: Required<SendWindow> = { days: [...weekdays], start: '00:00', end: '24:00', timezone: 'UTC' };

/**
 * The window of a campaign: the one that it states. Without one, that of office hours where mails reach people, and any
 * hour where they reach nobody, as in the sandbox: whoever tries a campaign at night is to see its mails.
 */
export function windowOf(stated: SendWindow | undefined, reachesPeople: boolean): SendWindow {
  return stated ?? (reachesPeople ? defaultWindow : anyHour);
}

/** Where a recipient whose time zone nobody knows is taken to be. */
export const FALLBACK_ZONE = 'UTC';

export function readWindow(window: SendWindow = {}): LocalWindow {
  const { days, start, end } = { ...defaultWindow, ...window };
  return {
    days: new Set(days.map((day) => weekdays.indexOf(day as (typeof weekdays)[number]) + 1)),
    startMinute: minuteOf(start),
    endMinute: minuteOf(end),
  };
}

/** The zone whose clock counts: that of the recipient, or the one that the window names. */
export function zoneOf(window: SendWindow | undefined, recipientZone: string | null): string {
  const named = window?.timezone ?? defaultWindow.timezone;
  const zone = named === 'recipient' ? recipientZone : named;
  return zone !== null && IANAZone.isValidZone(zone) ? zone : FALLBACK_ZONE;
}

/** Whether mail may begin at this moment. */
export function isInWindow(window: LocalWindow, zone: string, atMs: number): boolean {
  const local = DateTime.fromMillis(atMs, { zone });
  const minute = local.hour * 60 + local.minute;
  return window.days.has(local.weekday) && minute >= window.startMinute && minute < window.endMinute;
}

/**
 * The first moment from `fromMs` on that lies in the window. The wall clock decides on each date anew: an
 * hour that is left out in spring is no part of the window, one that comes twice in autumn is both times.
 */
export function nextInWindow(window: LocalWindow, zone: string, fromMs: number): number {
  if (isInWindow(window, zone, fromMs)) return fromMs;
  const today = DateTime.fromMillis(fromMs, { zone }).startOf('day');
  // Eight days, as today's window may be over; a window that a change of the clocks leaves out comes a week later.
  for (let ahead = 0; ahead <= 15; ahead++) {
    const day = today.plus({ days: ahead }).startOf('day');
    if (!window.days.has(day.weekday)) continue;
    const opens = openings(window, day).filter((at) => at >= fromMs && isInWindow(window, zone, at));
    if (opens.length > 0) return Math.min(...opens);
  }
  throw new RangeError('the window never opens');
}

/**
 * When the window of a day may open: at its time of the wall clock, each time that it comes, and where the clock changes.
 * Since 1972 clocks change at a quarter of an hour of UTC.
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
