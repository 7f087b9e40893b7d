import type { CExpression, CType } from '../../frontend/c-tree.ts';
import { elementOf, intType, isPlainNumber, rangeOf } from '../../frontend/c-types.ts';
import type { Evaluator } from './evaluator.ts';
import { isCertain, nameOf } from './expression-facts.ts';
import { anyValue, exactNumber, type NumberValue, openNumber, type Value, weaker } from './memory.ts';
import { sumType, typeOf } from './types-of.ts';

const comparing = /^(?:[<>]=?|[=!]=)$/;

/** The value of `left op right`, and a check that the result fits its type. */
export function arithmetic(
  ev: Evaluator,
  op: string,
  left: CExpression,
  right: CExpression,
  at: number,
): Value {
  const a = ev.value(left);
  const b = ev.value(right);
  if (comparing.test(op)) return compared(op, a, b);
  if (a.kind === 'pointer' || b.kind === 'pointer') return movedPointer(ev, op, left, right, a, b);
  if ((op === '/' || op === '%') && b.kind === 'number') checkDivision(ev, b, right, at);
  if (a.kind !== 'number' || b.kind !== 'number') {
    // The remainder of a division has bounds, whatever is divided.
    if (op === '%' && b.kind === 'number' && b.how === 'exact' && b.low > 0)
      return openNumber(1 - b.low, b.low - 1);
    if (op === '&' && b.kind === 'number' && b.how === 'exact' && b.low >= 0) return openNumber(0, b.low);
    return anyValue;
  }
  const range = rangeOfOperation(op, a, b);
  if (range === null) return anyValue;
  const isConstant = left.kind === 'number' && right.kind === 'number';
  const how = weaker(a.how, b.how);
  const result: NumberValue = {
    kind: 'number',
    low: range[0],
    high: range[1],
    how,
    isMade: a.isMade || b.isMade || (/^[-+*]$/.test(op) && !isConstant),
    isNonZero: range[0] > 0 || range[1] < 0,
  };
  return inType(ev, op, result, a, b, sumType(ev, left, right), left, right, at);
}

/** `x++`, `--x`. */
export function stepped(ev: Evaluator, e: Extract<CExpression, { kind: 'step' }>): Value {
  const one: CExpression = { kind: 'number', value: 1, isFloat: false, at: e.at };
  const before = ev.value(e.of);
  const place = ev.place(e.of);
  const op = e.op === '++' ? '+' : '-';
  // `while (n--)` stops at zero.
  const isCounted = ev.isInCondition || before.kind === 'any';
  let after = isCounted ? anyValue : arithmetic(ev, op, e.of, one, e.at);
  if (isCounted && before.kind === 'pointer') after = arithmetic(ev, op, e.of, one, e.at);
  const type = typeOf(ev, e.of);
  if (after.kind === 'number' && before.kind === 'number' && isPlainNumber(type) && (type?.width ?? 4) < 4) {
    const [low, high] = rangeOf(type);
    if (
      (before.how === 'outside' || (before.how === 'exact' && isCertain(e.of, ev.memory))) &&
      (after.high > high || after.low < low)
    )
      ev.fault(op === '+' ? 'overflow' : 'underflow', e.at, nameOf(e.of));
    after = { ...after, low: Math.max(low, after.low), high: Math.min(high, after.high), isMade: false };
  }
  if (place !== null) ev.store(place, after, e.of);
  return e.isPost ? before : after;
}

function checkDivision(ev: Evaluator, b: NumberValue, right: CExpression, at: number): void {
  if (b.isNonZero || b.low > 0 || b.high < 0) return;
  if (b.how === 'outside') {
    if (right.kind !== 'binary' && right.kind !== 'call') ev.fault('division', at, nameOf(right));
  } else if (b.how === 'exact' && right.kind !== 'number' && isCertain(right, ev.memory))
    ev.fault('division', at, nameOf(right));
}

function inType(
  ev: Evaluator,
  op: string,
  result: NumberValue,
  a: NumberValue,
  b: NumberValue,
  type: CType | undefined,
  left: CExpression,
  right: CExpression,
  at: number,
): Value {
  if (type === undefined || !isPlainNumber(type))
    return type === undefined && result.how === 'outside' ? anyValue : result;
  if (type.isFloat) return { ...result, isMade: false };
  const [low, high] = rangeOf(type);
  const isWide = type.width === 8;
  const over = result.high > high || (isWide && op === '+' && b.low > 0 && a.high >= high);
  const under = result.low < low || (isWide && op === '-' && b.low > 0 && a.low <= low);
  if (!over && !under) return result;
  const isConstant = result.how === 'exact' && (typeOf(ev, left) ?? intType).isSigned && type.isSigned;
  const isNamed =
    left.kind !== 'number' && (isConstant ? isCertain(left, ev.memory) && isCertain(right, ev.memory) : true);
  const isChosen =
    result.how === 'outside' &&
    (a.how === 'outside'
      ? isHeld(left) && spans(a, typeOf(ev, left))
      : isHeld(right) && spans(b, typeOf(ev, right)));
  if (isNamed && /^[-+*]$/.test(op) && (isConstant || isChosen)) {
    // A sum that can overflow can also underflow; only one of the two is reported.
    const isUnder = op === '-' || (op === '+' && b.high < 0) || !over;
    ev.fault(isUnder ? 'underflow' : 'overflow', at, nameOf(left));
  }
  return result.how === 'outside'
    ? { ...result, low: Math.max(low, result.low), high: Math.min(high, result.high) }
    : openNumber(low, high);
}

/** A variable, with or without a cast. The result of a call is not reported. */
function isHeld(e: CExpression): boolean {
  return e.kind === 'cast'
    ? isHeld(e.of)
    : e.kind === 'name' || e.kind === 'member' || e.kind === 'index' || e.kind === 'unary';
}

/** Nothing has limited it: on one side it still reaches the limit of its type. */
function spans(value: NumberValue, type: CType | undefined): boolean {
  if (value.isMade) return true;
  const [low, high] = rangeOf(type);
  return value.high >= high || value.low <= low;
}

function rangeOfOperation(op: string, a: NumberValue, b: NumberValue): [number, number] | null {
  switch (op) {
    case '+':
      return [a.low + b.low, a.high + b.high];
    case '-':
      return [a.low - b.high, a.high - b.low];
    case '*': {
      const products = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high].map((one) =>
        Number.isNaN(one) ? 0 : one,
      );
      return [Math.min(...products), Math.max(...products)];
    }
    case '/':
      if (b.low <= 0) return null;
      return [
        Math.trunc(a.low / (a.low < 0 ? b.low : b.high)),
        Math.trunc(a.high / (a.high < 0 ? b.high : b.low)),
      ];
    case '%': {
      if (b.low <= 0 || b.high === Number.POSITIVE_INFINITY) return null;
      if (a.how === 'exact' && b.how === 'exact') return [a.low % b.low, a.low % b.low];
      return [a.low < 0 ? 1 - b.high : 0, b.high - 1];
    }
    case '&':
      return b.low >= 0 && b.how === 'exact'
        ? a.how === 'exact'
          ? [a.low & b.low, a.low & b.low]
          : [0, b.low]
        : null;
    case '<<':
    case '>>': {
      if (a.how !== 'exact' || b.how !== 'exact' || b.low < 0 || b.low > 62) return null;
      const value = op === '<<' ? a.low * 2 ** b.low : Math.floor(a.low / 2 ** b.low);
      return [value, value];
    }
    case '|':
    case '^':
      if (a.how !== 'exact' || b.how !== 'exact') return null;
      return op === '|' ? [a.low | b.low, a.low | b.low] : [a.low ^ b.low, a.low ^ b.low];
    default:
      return null;
  }
}

function movedPointer(
  ev: Evaluator,
  op: string,
  left: CExpression,
  right: CExpression,
  a: Value,
  b: Value,
): Value {
  const [pointer, number, e] = a.kind === 'pointer' ? [a, b, left] : [b, a, right];
  if (pointer.kind !== 'pointer' || (op !== '+' && op !== '-')) return anyValue;
  if (number.kind === 'pointer') return anyValue;
  const width = ev.bytesOf(elementOf(typeOf(ev, e)));
  if (number.kind !== 'number' || width === 0 || number.how === 'open')
    return { ...pointer, how: 'open', may: null };
  const [low, high] = op === '+' ? [number.low, number.high] : [-number.high, -number.low];
  return {
    ...pointer,
    low: pointer.low + low * width,
    high: pointer.high + high * width,
    how: weaker(pointer.how, number.how),
  };
}

export function compared(op: string, a: Value, b: Value): Value {
  const truth = truthOf(op, a, b);
  return truth === undefined ? openNumber(0, 1) : exactNumber(truth ? 1 : 0);
}

export function truthOf(op: string, a: Value, b: Value): boolean | undefined {
  const isNull = (one: Value) =>
    one.kind === 'null' || (one.kind === 'number' && one.how === 'exact' && one.low === 0);
  if (op === '==' || op === '!=') {
    if (isNull(a) && isNull(b)) return op === '==';
    const [pointer, other] = a.kind === 'pointer' ? [a, b] : [b, a];
    if (pointer.kind === 'pointer' && pointer.may === null && isNull(other)) return op === '!=';
    if (
      a.kind === 'pointer' &&
      b.kind === 'pointer' &&
      a.block === b.block &&
      a.how === 'exact' &&
      b.how === 'exact'
    )
      return (a.path === b.path && a.low === b.low) === (op === '==');
    if (a.kind === 'function' && isNull(b)) return op === '!=';
  }
  if (a.kind !== 'number' || b.kind !== 'number') return undefined;
  switch (op) {
    case '<':
      return a.high < b.low ? true : a.low >= b.high ? false : undefined;
    case '<=':
      return a.high <= b.low ? true : a.low > b.high ? false : undefined;
    case '>':
      return a.low > b.high ? true : a.high <= b.low ? false : undefined;
    case '>=':
      return a.low >= b.high ? true : a.high < b.low ? false : undefined;
    default: {
      const isEqual =
        a.high < b.low || a.low > b.high ? false : a.low === a.high && b.low === b.high ? true : undefined;
      return isEqual === undefined ? undefined : op === '==' ? isEqual : !isEqual;
    }
  }
}
