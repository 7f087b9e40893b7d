import type { Strategy } from './words.tsx';

export const weekDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const names: Record<string, string> = {
  ...{ mon: 'Mon', tue: 'Tue', wed: 'Wed', thu: 'Thu', fri: 'Fri', sat: 'Sat', sun: 'Sun' },
};

export function dayName(day: string): string {
  return names[day] ?? day;
}

/** `Mon, Tue 09:00 to 17:00, where the reader is`. Without a window, mails leave at any time. */
export function windowText(window: Strategy['send_window']): string {
  if (window === undefined) return 'At any time';
  const days = window.days ?? weekDays.slice(0, 5);
  const which = days.length === 7 ? 'Every day' : days.map(dayName).join(', ');
  const zone = window.timezone === 'recipient' ? 'where the reader is' : (window.timezone ?? 'UTC');
  return `${which}, ${window.start ?? '09:00'} to ${window.end ?? '17:00'}, ${zone}`;
}
