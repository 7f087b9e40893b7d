import { Fragment, useSyncExternalStore } from 'react';
import { relativeTime } from './moments.ts';

const exact = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});
const numbers = new Intl.NumberFormat('en-US');
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** `25 Nov 2026, 22:13:05 CET`: the exact form of a time. */
export function exactTime(at: string | number | Date): string {
  return exact.format(new Date(at));
}

/** The time this many hours ago, rounded to the minute, so that a query does not change between renders. */
export function hoursAgo(hours: number): string {
  return new Date((Math.floor(Date.now() / 60_000) - hours * 60) * 60_000).toISOString();
}

const TICK_MS = 10_000;
let now = Date.now();
const watchers = new Set<() => void>();

function watch(listener: () => void): () => void {
  watchers.add(listener);
  const timer = setInterval(() => {
    now = Date.now();
    listener();
  }, TICK_MS);
  return () => {
    watchers.delete(listener);
    clearInterval(timer);
  };
}

/** A relative time that stays current, with the exact one on hover. */
export function Time({ at, withExact = false }: { at: string | null | undefined; withExact?: boolean }) {
  const seen = useSyncExternalStore(watch, () => now);
  if (at == null) return <span className="quiet">–</span>;
  const words = relativeTime(at, Math.max(seen, Date.now()));
  return (
    <time dateTime={at} title={exactTime(at)}>
      {withExact ? (
        <>
          {exactTime(at)} <span className="one-line">({words})</span>
        </>
      ) : (
        words
      )}
    </time>
  );
}

export function count(value: number): string {
  return Math.abs(value) < 100_000 ? numbers.format(value) : short.format(value);
}

/** `1 delivery`, `3 deliveries`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Says of a number, written as a text, that it is a minimum. */
export function atLeast(isMinimum: boolean | undefined, text: string): string {
  return isMinimum ? `at least ${text}` : text;
}

/** US dollars; below ten cents with significant digits. */
export function money(value: number | null | undefined): string {
  if (value == null) return '–';
  const digits = value !== 0 && Math.abs(value) < 0.1 ? { maximumSignificantDigits: 2 } : {};
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', ...digits }).format(value);
}

/** Keeps the sign on the line of its number. */
const PERCENT = '\u00A0%';

export function percent(part: number, whole: number): string {
  if (whole === 0) return '–';
  const value = (part / whole) * 100;
  // Nearly all is not all, and nearly none is not none.
  if (value > 99.9 && part < whole) return `over 99.9${PERCENT}`;
  if (value < 0.1 && part > 0) return `under 0.1${PERCENT}`;
  return `${value.toFixed(value === 100 || value === 0 ? 0 : 1)}${PERCENT}`;
}

export function duration(ms: number | null | undefined): string {
  if (ms == null) return '–';
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3_600) return `${inTenths(seconds / 3_600)} h`;
  return `${inTenths(seconds / 86_400)} d`;
}

function inTenths(value: number): string {
  return value.toFixed(1).replace('.0', '');
}

export function bytes(size: number): string {
  if (size < 1_024) return `${size} B`;
  return size < 1_048_576 ? `${(size / 1_024).toFixed(1)} KB` : `${(size / 1_048_576).toFixed(1)} MB`;
}

/** `last_response_code` as a label: `Last response code`. */
export function words(name: string): string {
  const text = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A name such as `order.line_added` or `src/app.js` that wraps between its words, not within them. */
export function Breaking({ name }: { name: string }) {
  return name.split(/(?<=[._/@-])(?=\w)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name are told apart by their place alone
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
