const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** How long before or after `now` (in ms) a timestamp is; the timestamp itself if no `now` is given. */
export function formatTime(timestamp: string, now: number | undefined): string {
  const at = Date.parse(timestamp);
  if (now === undefined || Number.isNaN(at)) return timestamp;
  const seconds = (at - now) / 1_000;
  if (Math.abs(seconds) < 1) return 'now';
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  const count = Math.trunc(seconds / size);
  return new Intl.RelativeTimeFormat('en', { style: 'narrow' }).format(count, unit);
}

/** For texts: on a terminal, how long ago and the exact time; elsewhere only the exact time. */
export function formatTimeWithAge(timestamp: string): string {
  return process.stdout.isTTY ? `${formatTime(timestamp, Date.now())} (${timestamp})` : timestamp;
}
