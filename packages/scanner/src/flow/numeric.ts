import type { NumberType, NumberTypes } from '../ir/semantics.ts';
import type { Numeric, Taint } from './value.ts';

export function wholeRange(type: NumberType, taints: readonly Taint[]): Numeric {
  return {
    type,
    lo: type.lo,
    hi: type.hi,
    low: false,
    high: false,
    nonZero: false,
    undefinable: false,
    before: null,
    taints,
  };
}

/** Whether the program limits how large it may be. */
export const isHeldAbove = (n: Numeric): boolean => n.high || n.hi <= n.type.hi / 2;

/** The same number in another type if it fits; otherwise its range after truncation. */
export function converted(n: Numeric, type: NumberType): Numeric {
  if (n.type === type && n.before === null) return n;
  const fits = n.lo >= type.lo && n.hi <= type.hi;
  const [lo, hi] = fits ? [n.lo, n.hi] : [type.lo, type.hi];
  const isCut = type.isWhole && !n.type.isWhole;
  return {
    ...n,
    type,
    before: null,
    lo: isCut ? Math.trunc(lo) : lo,
    hi: isCut ? Math.trunc(hi) : hi,
    nonZero: n.nonZero && fits && !isCut,
    undefinable: n.undefinable && !type.isWhole,
  };
}

/** The type in which two numbers are computed. */
export function commonType(
  { common, wide, fraction }: NumberTypes,
  a: NumberType,
  b: NumberType,
): NumberType {
  if (!a.isWhole || !b.isWhole) return a.isWhole ? b : b.isWhole ? a : a.hi > b.hi ? a : b;
  const larger = a.hi >= b.hi ? a : b;
  const smaller = larger === a ? b : a;
  if (larger.hi <= common.hi) return common;
  if (larger.lo > smaller.lo && larger.hi < wide.hi) return wide;
  return larger.hi > fraction.hi ? fraction : larger;
}

export interface Range {
  lo: number;
  hi: number;
}

/** The range of `a op b` without overflow; null if unknown. */
export function rangeOf(op: string, a: Range, b: Range): Range | null {
  switch (op) {
    case '+':
      return { lo: a.lo + b.lo, hi: a.hi + b.hi };
    case '-':
      return { lo: a.lo - b.hi, hi: a.hi - b.lo };
    case '*':
      return around([a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi]);
    case '/':
      return b.lo <= 0 && b.hi >= 0 ? null : around([a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi]);
    case '%': {
      const most = Math.max(Math.abs(b.lo), Math.abs(b.hi)) - 1;
      return { lo: a.lo >= 0 ? 0 : Math.max(a.lo, -most), hi: a.hi <= 0 ? 0 : Math.min(a.hi, most) };
    }
    case '&':
      return b.lo === b.hi && b.lo >= 0 ? { lo: 0, hi: b.hi } : a.lo >= 0 ? { lo: 0, hi: a.hi } : null;
    case '>>':
      return b.lo === b.hi && b.lo >= 0 && b.lo < 64
        ? { lo: Math.floor(a.lo / 2 ** b.lo), hi: Math.floor(a.hi / 2 ** b.lo) }
        : null;
    case '>>>':
      return b.lo === b.hi && b.lo > 0 && b.lo < 64
        ? { lo: 0, hi: a.lo >= 0 ? Math.floor(a.hi / 2 ** b.lo) : Math.floor((2 * a.hi + 1) / 2 ** b.lo) }
        : { lo: 0, hi: a.hi };
    default:
      return null;
  }
}

function around(values: readonly number[]): Range {
  return { lo: Math.min(...values), hi: Math.max(...values) };
}

/** The next number below that a double can represent, for an exclusive bound. */
export function justBelow(k: number, isWhole: boolean): number {
  return isWhole && Math.abs(k) < 2 ** 53 ? Math.ceil(k) - 1 : k - Math.abs(k) * 2 ** -52;
}

export function justAbove(k: number, isWhole: boolean): number {
  return isWhole && Math.abs(k) < 2 ** 53 ? Math.floor(k) + 1 : k + Math.abs(k) * 2 ** -52;
}
