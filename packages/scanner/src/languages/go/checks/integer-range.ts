/** The possible values, both ends included. Beyond 2^53 they are rounded, both ends in the same way. */
export interface Range {
  lo: number;
  hi: number;
}

export interface IntegerType extends Range {
  bits: number;
  isSigned: boolean;
  /** `int`, `uint` and `uintptr` have the width of a machine word. */
  isWord: boolean;
}

const names: Record<string, [bits: number, isSigned: boolean, isWord?: true]> = {
  int: [64, true, true],
  int8: [8, true],
  int16: [16, true],
  int32: [32, true],
  rune: [32, true],
  int64: [64, true],
  uint: [64, false, true],
  uintptr: [64, false, true],
  uint8: [8, false],
  byte: [8, false],
  uint16: [16, false],
  uint32: [32, false],
  uint64: [64, false],
};

export const integerTypes: ReadonlyMap<string, IntegerType> = new Map(
  Object.entries(names).map(([name, [bits, isSigned, isWord]]) => [
    name,
    {
      bits,
      isSigned,
      isWord: isWord ?? false,
      lo: isSigned ? -(2 ** (bits - 1)) : 0,
      hi: 2 ** (isSigned ? bits - 1 : bits) - 1,
    },
  ]),
);

export const single = (value: number): Range => ({ lo: value, hi: value });
export const join = (a: Range, b: Range): Range => ({ lo: Math.min(a.lo, b.lo), hi: Math.max(a.hi, b.hi) });
export const meet = (a: Range, b: Range): Range => ({ lo: Math.max(a.lo, b.lo), hi: Math.min(a.hi, b.hi) });
export const isEmpty = (range: Range): boolean => range.lo > range.hi;
export const isWithin = (inner: Range, outer: Range): boolean => inner.lo >= outer.lo && inner.hi <= outer.hi;
export const isSingle = (range: Range): boolean => range.lo === range.hi;
export const negate = (range: Range): Range => ({ lo: 0 - range.hi, hi: 0 - range.lo });

function ofEnds(a: Range, b: Range, of: (x: number, y: number) => number): Range {
  const ends = [of(a.lo, b.lo), of(a.lo, b.hi), of(a.hi, b.lo), of(a.hi, b.hi)];
  return { lo: Math.min(...ends), hi: Math.max(...ends) };
}

/** The smallest number of the form 2^n - 1 that is at least as large. */
const onesOver = (value: number): number => 2 ** Math.ceil(Math.log2(value + 1)) - 1;

/** The result of the operator before it wraps around in its type; null if unknown. */
export const plus = (a: Range, b: Range): Range => ({ lo: a.lo + b.lo, hi: a.hi + b.hi });
export const minus = (a: Range, b: Range): Range => ({ lo: a.lo - b.hi, hi: a.hi - b.lo });

export function operate(operator: string, a: Range, b: Range): Range | null {
  switch (operator) {
    case '+':
      return plus(a, b);
    case '-':
      return minus(a, b);
    case '*':
      return ofEnds(a, b, (x, y) => (x === 0 || y === 0 ? 0 : x * y));
    case '/':
      return b.lo > 0 || b.hi < 0 ? ofEnds(a, b, (x, y) => Math.trunc(x / y)) : null;
    case '%':
      return remainder(a, b);
    case '&':
      return both(a, b);
    case '|':
    case '^':
      return a.lo >= 0 && b.lo >= 0
        ? { lo: operator === '|' ? Math.max(a.lo, b.lo) : 0, hi: onesOver(Math.max(a.hi, b.hi)) }
        : null;
    case '<<':
      return b.lo >= 0 && b.hi < 64 ? ofEnds(a, b, (x, y) => x * 2 ** y) : null;
    case '>>':
      return b.lo >= 0 ? ofEnds(a, b, (x, y) => Math.floor(x / 2 ** y)) : null;
    default:
      return null;
  }
}

function remainder(a: Range, b: Range): Range | null {
  const most = Math.max(Math.abs(b.lo), Math.abs(b.hi)) - 1;
  if (most < 0) return null;
  return { lo: a.lo < 0 ? -Math.min(most, -a.lo) : 0, hi: a.hi > 0 ? Math.min(most, a.hi) : 0 };
}

/** An operand that is not negative limits the result. */
function both(a: Range, b: Range): Range | null {
  if (a.lo >= 0 && b.lo >= 0) return { lo: 0, hi: Math.min(a.hi, b.hi) };
  if (a.lo >= 0 || b.lo >= 0) return { lo: 0, hi: a.lo >= 0 ? a.hi : b.hi };
  return null;
}

/** Inverts all bits. */
export function complement(range: Range, type: IntegerType): Range {
  return type.isSigned
    ? { lo: -1 - range.hi, hi: -1 - range.lo }
    : { lo: type.hi - range.hi, hi: type.hi - range.lo };
}

/** A result outside its type wraps around, so it may be anything. */
export function wrapped(range: Range | null, type: IntegerType | undefined): Range | null {
  if (type === undefined) return range;
  return range === null || !isWithin(range, type) ? type : range;
}
