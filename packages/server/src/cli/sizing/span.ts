import { roundToDigits } from '../../kit/round-to-digits.ts';

/** A number that is only known as a range. */
export interface Span {
  low: number;
  high: number;
}

export function exactly(value: number): Span {
  return { low: value, high: value };
}

export function times(a: Span, b: Span | number): Span {
  const by = typeof b === 'number' ? exactly(b) : b;
  return { low: a.low * by.low, high: a.high * by.high };
}

export function plus(...spans: Span[]): Span {
  return {
    low: spans.reduce((sum, { low }) => sum + low, 0),
    high: spans.reduce((sum, { high }) => sum + high, 0),
  };
}

/** Rounded up to a whole number, at least one. */
export function whole({ low, high }: Span): Span {
  return { low: Math.max(1, Math.ceil(low)), high: Math.max(1, Math.ceil(high)) };
}

/** Both ends, or one number if they look the same. */
export function formatSpan({ low, high }: Span, format: (value: number) => string = formatNumber): string {
  const [least, most] = [format(low), format(high)];
  return least === most ? least : `${least} to ${most}`;
}

/** Two significant digits, because such figures are not more precise. */
export function formatNumber(value: number): string {
  if (value === 0) return '0';
  const digits = Math.max(0, 1 - Math.floor(Math.log10(Math.abs(value))));
  if (Number.isInteger(value) && value < 100) return String(value);
  return digits > 0
    ? String(roundToDigits(value, Math.min(digits, 3)))
    : roundTo(value, 2).toLocaleString('en');
}

/** Counts are printed exactly. */
export function formatCount(value: number): string {
  return value.toLocaleString('en');
}

function roundTo(value: number, digits: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) + 1 - digits);
  return Math.round(value / unit) * unit;
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

export function formatDecimalBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit++;
  }
  return `${formatNumber(value)} ${UNITS[unit]}`;
}
