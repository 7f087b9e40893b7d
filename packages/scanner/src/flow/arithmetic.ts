import type { Expr } from '../ir/ir.ts';
import type { NumberType, NumberTypes } from '../ir/semantics.ts';
import type { NumberKind } from '../types/flow-findings.ts';
import type { Machine } from './machine.ts';
import { checkDivisor, reportNumber } from './number-sinks.ts';
import { commonType, type Range, rangeOf } from './numeric.ts';
import { exactly, joinTaints, type Numeric, unknown, type Value } from './value.ts';

const operators = /^(?:[-+*/%&|^]|<<|>>>?)$/;

interface Operand {
  e: Expr;
  value: Value;
}

/**
 * The result of an operator on untrusted numbers; null if none are involved. `target` is the type that the
 * result is implicitly converted to, as for `+=`.
 */
export function calculate(
  m: Machine,
  op: string,
  l: Operand,
  r: Operand,
  e: Expr,
  target: NumberType | null = null,
): Value | null {
  const { numbers } = m.file.semantics;
  if (numbers === null) return null;
  const { num: left } = l.value;
  const { num: right } = r.value;
  if (left === null && right === null) {
    if (typeof r.value.k === 'number') checkKnown(m, numbers, op, l, r, e);
    return null;
  }
  if (!operators.test(op)) return null;
  const [leftType, rightType] = typesOf(m, numbers, l, r);
  // A number appended to a string is formatted.
  if (op === '+' && (leftType === null || rightType === null)) return null;
  const [ofLeft, ofRight] = [leftType ?? rightType, rightType ?? leftType];
  if (ofLeft === null || ofRight === null) return null;
  const type = commonType(numbers, ofLeft, ofRight);
  if (op === '/' || op === '%') checkDivisor(m, r.e, r.value, type, e);
  const a = operandOf(l.value, type);
  const b = operandOf(r.value, type);
  const known = a ?? b;
  if (known === null) return null;
  const result =
    a === null || b === null
      ? withUnknown(op, known, type, a === null)
      : computed(m, op, a, b, type, target ?? type, isSame(m, l.e, r.e), e);
  const num = { ...result, before: narrowerOf(left, right, type) };
  return { ...unknown, type: type.name, num };
}

function isSame(m: Machine, a: Expr, b: Expr): boolean {
  return (
    a.k === 'var' && b.k === 'var' && m.file.text.slice(a.pos, a.end) === m.file.text.slice(b.pos, b.end)
  );
}

function operandOf({ num, k }: Value, type: NumberType): Numeric | null {
  return num ?? (typeof k === 'number' ? exactly(k, type) : null);
}

/** The type of an operand before it was computed with, if narrower. */
function narrowerOf(left: Numeric | null, right: Numeric | null, type: NumberType): NumberType | null {
  const own = [left, right].flatMap((one) => (one === null ? [] : [one.before ?? one.type]));
  const widest = own.reduce((a, b) => (b.hi > a.hi ? b : a));
  return widest.isWhole && type.isWhole && widest.hi < type.hi ? widest : null;
}

/** A literal takes the type of the other side if it fits. */
function typesOf(
  m: Machine,
  numbers: NumberTypes,
  l: Operand,
  r: Operand,
): [NumberType | null, NumberType | null] {
  const [left, right] = [typeOf(m, numbers, l), typeOf(m, numbers, r)];
  const adapts = (one: Operand, own: NumberType | null, other: NumberType | null): boolean =>
    one.e.k === 'lit' &&
    own === numbers.common &&
    other?.lo === 0 &&
    other.hi > own.hi &&
    Number(one.value.k) >= 0;
  if (adapts(r, right, left)) return [left, left];
  return adapts(l, left, right) ? [right, right] : [left, right];
}

/** Null if it may not be a number at all. */
function typeOf(m: Machine, numbers: NumberTypes, { e, value }: Operand): NumberType | null {
  if (value.num !== null) return value.num.type;
  const declared = value.type === null ? undefined : numbers.byName.get(value.type);
  if (declared !== undefined) return declared;
  if (typeof value.k !== 'number') return null;
  const written = e.k === 'lit' ? m.file.text.slice(e.pos, e.end) : '';
  if (!Number.isInteger(value.k) || /^(?!0[xX])[\d_]*(?:\.|\d[eE]|\d[fFdDmM]$)/.test(written))
    return numbers.fraction;
  return /[lL]$/.test(written) || Math.abs(value.k) > numbers.common.hi ? numbers.wide : numbers.common;
}

/** With an unknown value of the program, the bounds stay as they are. */
function withUnknown(op: string, a: Numeric, type: NumberType, isRight: boolean): Numeric {
  const open = { ...a, type, lo: type.lo, hi: type.hi, nonZero: false };
  switch (op) {
    case '-':
      return isRight ? { ...open, low: a.high, high: a.low } : open;
    case '%':
      return isRight ? open : { ...open, lo: Math.min(a.lo, 0) < 0 ? type.lo : 0, high: true };
    case '&':
      return { ...open, low: true, high: true };
    case '/':
    case '>>':
    case '>>>':
      return isRight
        ? { ...open, low: true, high: true }
        : { ...a, type, lo: Math.min(a.lo, 0), hi: Math.max(a.hi, 0), nonZero: false };
    case '+':
    case '|':
    case '^':
      return open;
    default:
      return { ...open, low: a.low && a.high, high: a.low && a.high };
  }
}

function computed(
  m: Machine,
  op: string,
  a: Numeric,
  b: Numeric,
  type: NumberType,
  target: NumberType,
  isSquare: boolean,
  e: Expr,
): Numeric {
  const [x, y] = [effective(a), effective(b)];
  const range =
    isSquare && op === '*'
      ? { lo: x.lo > 0 ? x.lo ** 2 : 0, hi: Math.max(x.lo ** 2, x.hi ** 2) }
      : (rangeOf(op, x, y) ?? { lo: type.lo, hi: type.hi });
  const kind = target.isWhole && !isExcused(op, a, b) ? leavesAt(op, target, x, y, range) : null;
  const taints = joinTaints(a.taints, b.taints);
  if (kind !== null) for (const taint of taints) reportNumber(m, kind, taint, e, op);
  const isOpen = kind !== null || range.lo < type.lo || range.hi > type.hi || Number.isNaN(range.lo);
  const [lo, hi] = isOpen ? [type.lo, type.hi] : [range.lo, range.hi];
  return {
    type,
    lo: type.isWhole ? Math.floor(lo) : lo,
    hi: type.isWhole ? Math.ceil(hi) : hi,
    ...heldSides(op, a, b, range),
    nonZero: !isOpen && (lo > 0 || hi < 0),
    undefinable: a.undefinable || b.undefinable,
    before: null,
    taints,
  };
}

function heldSides(op: string, a: Numeric, b: Numeric, range: Range): { low: boolean; high: boolean } {
  switch (op) {
    case '-':
      return { low: a.low && b.high, high: a.high && b.low };
    case '%':
      return { low: a.low || range.lo >= 0, high: true };
    case '&':
      return { low: range.lo >= 0, high: true };
    case '*':
      return { low: a.low && b.low && a.high && b.high, high: a.low && b.low && a.high && b.high };
    case '>>>':
      return { low: true, high: a.high };
    default:
      return { low: a.low && b.low, high: a.high && b.high };
  }
}

/** The range after a comparison with an unknown value: far from the ends of its type, like a limit. */
function effective(n: Numeric): Range {
  if (n.taints.length === 0) return n;
  return {
    lo: n.low && n.lo <= n.type.lo ? n.type.lo / 4 : n.lo,
    hi: n.high && n.hi >= n.type.hi ? n.type.hi / 4 : n.hi,
  };
}

/** A product of a value that was compared with an unknown limit. */
function isExcused(op: string, a: Numeric, b: Numeric): boolean {
  const isHeld = (n: Numeric) =>
    n.taints.length > 0 && ((n.high && n.hi >= n.type.hi) || (n.low && n.lo <= n.type.lo));
  return op === '*' && (isHeld(a) || isHeld(b));
}

/**
 * The end at which a result overflows. Near the ends of the widest type, sums are too small a change for a
 * double.
 */
function leavesAt(op: string, type: NumberType, a: Range, b: Range, range: Range): NumberKind | null {
  if (op !== '+' && op !== '-' && op !== '*') return null;
  const [more, less] = op === '-' ? [b.lo < 0, b.hi > 0] : [b.hi > 0, b.lo < 0];
  const isSum = op !== '*';
  if (range.hi > type.hi || (isSum && a.hi >= type.hi && more)) return 'overflow';
  if (range.lo < type.lo || (isSum && a.lo <= type.lo && less)) return 'underflow';
  return op === '+' && b.hi >= type.hi && a.hi > 0 ? 'overflow' : null;
}

/** Known numbers: always divides by zero, or always overflows a variable's type. */
function checkKnown(m: Machine, numbers: NumberTypes, op: string, l: Operand, r: Operand, e: Expr): void {
  if (op !== '/' && op !== '%' && op !== '+' && op !== '-' && op !== '*') return;
  if (r.e.k === 'lit' && l.e.k === 'lit') return;
  if (op === '/' || op === '%') {
    if (r.value.k === 0 && r.e.k === 'var' && isNumber(numbers, l.value) && r.value.type !== null)
      m.reportMisuse('zero_divisor', e.pos, e.end, op, '', 0.6);
    return;
  }
  const type = l.e.k === 'var' && l.value.type !== null ? numbers.byName.get(l.value.type) : undefined;
  if (type?.isWhole !== true || typeof l.value.k !== 'number' || typeof r.value.k !== 'number') return;
  const range = rangeOf(op, exactly(l.value.k, type), exactly(r.value.k, type));
  const sum = commonType(numbers, type, type);
  if (range !== null && (range.lo < type.lo || range.hi > type.hi) && type === sum)
    m.reportMisuse('known_overflow', e.pos, e.end, op, '', 0.6, range.lo < type.lo ? 'CWE-191' : 'CWE-190');
}

function isNumber(numbers: NumberTypes, { k, type }: Value): boolean {
  return typeof k === 'number' || (type !== null && numbers.byName.has(type));
}

/** `-x`, which overflows for the smallest number of a type. */
export function negated(m: Machine, value: Value, e: Expr): Value | null {
  const { num } = value;
  if (num === null) return null;
  if (num.type.isWhole && num.type.lo < 0 && num.lo <= num.type.lo && !num.low)
    for (const taint of num.taints) reportNumber(m, 'overflow', taint, e, '-');
  const [lo, hi] = [Math.max(0 - num.hi, num.type.lo), Math.min(0 - num.lo, num.type.hi)];
  return { ...value, num: { ...num, lo, hi, low: num.high, high: num.low, before: null } };
}
