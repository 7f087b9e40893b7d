import type { Strategy } from './words.tsx';

export const weekDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const names: Record<string, string> = {
  mon: 'Mon',
  tue: 'Tue',
  wed: 'Wed',
  thu: 'Thu',
  fri: 'Fri',
  sat: 'Sat',
  sun: 'Sun',
};

export function dayName(day: string): string {
  return names[day] ?? day;
}

/** The API applies office hours when there is no window, so "at any time" has to be a window. */
export const anyTime = { days: weekDays, start: '00:00', end: '23:59', timezone: 'UTC' };

export function isAnyTime(window: Strategy['send_window']): boolean {
  return window?.days?.length === 7 && window.start === anyTime.start && window.end === anyTime.end;
}

/** `Mon, Tue, 09:00 to 17:00, where the reader is`. */
export function windowText(window: Strategy['send_window']): string {
  if (isAnyTime(window)) return 'At any time';
  const days = window?.days ?? weekDays.slice(0, 5);
  const which = days.length === 7 ? 'Every day' : days.map(dayName).join(', ');
  const { timezone = 'recipient' } = window ?? {};
  const zone = timezone === 'recipient' ? 'where the reader is' : timezone;
  return `${which}, ${window?.start ?? '09:00'} to ${window?.end ?? '17:00'}, ${zone}`;
}
