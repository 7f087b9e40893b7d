const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const dayOfYearAndClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Only the time if today, such as `09:12`, otherwise with the date. */
export function clockTime(at: string | number | Date): string {
  const moment = new Date(at);
  const now = new Date();
  return moment.toDateString() === now.toDateString() ? clock.format(moment) : dayTime(moment, now);
}

/** The date and time, with the year unless it is the current one. */
function dayTime(at: Date, now: Date): string {
  return (at.getFullYear() === now.getFullYear() ? dayAndClock : dayOfYearAndClock).format(at);
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** Axis labels: the time, with the date below where a day starts; only dates when they are a day apart. */
export function axisTimes(marks: number[]): string[] {
  const [first, second] = marks;
  const isByDay = first !== undefined && second !== undefined && second - first >= 24 * 3_600_000;
  return marks.map((at, index) => {
    if (isByDay) return day.format(at);
    const before = marks[index - 1];
    const isFirstOfDay = before === undefined || day.format(before) !== day.format(at);
    return isFirstOfDay ? `${clock.format(at)}\n${day.format(at)}` : clock.format(at);
  });
}

const units: [seconds: number, name: string][] = [
  [60, 'min'],
  [3_600, 'h'],
  [86_400, 'd'],
];

/** `just now`, `3 min ago`, `in 2 h`; the date after a month. */
export function relativeTime(at: string | number | Date, now = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1_000;
  const size = Math.abs(seconds);
  if (size < 10) return 'just now';
  if (size > 30 * 86_400) return dayTime(new Date(at), new Date(now));
  const [unit, name] = units.findLast(([from]) => size >= from) ?? [1, 's'];
  const text = `${Math.floor(size / unit)} ${name}`;
  return seconds > 0 ? `in ${text}` : `${text} ago`;
}
