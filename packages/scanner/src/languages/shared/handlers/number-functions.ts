import { commonType, rangeOf } from '../../../flow/numeric.ts';
import { joinTaints, type Numeric } from '../../../flow/value.ts';
import type { NumberTypes } from '../../../ir/semantics.ts';

type NumericArguments = readonly (Numeric | null)[];

/** The bounds of a mathematical function's result; null if nothing is known about them. */
export function mathResult(name: string, given: NumericArguments, numbers: NumberTypes): Numeric | null {
  const [a = null, b = null, c = null] = given;
  switch (name) {
    case 'min':
    case 'coerceatmost':
      return smaller(a, b, numbers);
    case 'max':
    case 'coerceatleast':
      return larger(a, b, numbers);
    case 'clamp':
    case 'coercein':
    case 'constraintorange': {
      const low = larger(a, b, numbers);
      return low === null ? null : smaller(low, c, numbers);
    }
    case 'abs':
    case 'absexact':
      return a === null ? null : magnitude(a);
    case 'floormod':
      return remainder(a, b);
    case 'addexact':
      return exact('+', a, b, numbers);
    case 'subtractexact':
      return exact('-', a, b, numbers);
    case 'multiplyexact':
      return exact('*', a, b, numbers);
    case 'tointexact':
    case 'checkedcast':
      return a === null ? null : { ...a, ...bounded(a, numbers.common), type: numbers.common, before: null };
    case 'incrementexact':
    case 'decrementexact':
    case 'negateexact':
    case 'floor':
    case 'ceil':
    case 'ceiling':
    case 'rint':
    case 'truncate':
      return a;
    case 'sqrt':
      return a === null ? null : root(a, numbers);
    case 'checkindex':
    case 'checkelementindex':
      return a === null ? null : { ...a, lo: Math.max(a.lo, 0), high: true };
    default:
      return null;
  }
}

/** Negative numbers have no root. */
function root(a: Numeric, { fraction }: NumberTypes): Numeric {
  const undefinable = a.lo < 0 && !a.low;
  return {
    ...a,
    type: fraction,
    lo: 0,
    hi: Math.sqrt(Math.max(a.hi, 0)),
    high: true,
    undefinable,
    before: null,
  };
}

function bounded(a: Numeric, { lo, hi }: { lo: number; hi: number }): { lo: number; hi: number } {
  return { lo: Math.max(a.lo, lo), hi: Math.min(a.hi, hi) };
}

function both(a: Numeric, b: Numeric, numbers: NumberTypes): Numeric {
  return {
    ...a,
    type: commonType(numbers, a.type, b.type),
    nonZero: a.nonZero && b.nonZero,
    undefinable: a.undefinable || b.undefinable,
    before: null,
    taints: joinTaints(a.taints, b.taints),
  };
}

function smaller(a: Numeric | null, b: Numeric | null, numbers: NumberTypes): Numeric | null {
  if (a === null || b === null) return a === null ? b && { ...b, high: true } : { ...a, high: true };
  return {
    ...both(a, b, numbers),
    lo: Math.min(a.lo, b.lo),
    hi: Math.min(a.hi, b.hi),
    low: a.low && b.low,
    high: (a.taints.length > 0 && a.high) || (b.taints.length > 0 && b.high),
  };
}

function larger(a: Numeric | null, b: Numeric | null, numbers: NumberTypes): Numeric | null {
  if (a === null || b === null) return a === null ? b && { ...b, low: true } : { ...a, low: true };
  return {
    ...both(a, b, numbers),
    lo: Math.max(a.lo, b.lo),
    hi: Math.max(a.hi, b.hi),
    low: (a.taints.length > 0 && a.low) || (b.taints.length > 0 && b.low),
    high: a.high && b.high,
    nonZero: (a.nonZero && b.nonZero) || Math.max(a.lo, b.lo) > 0,
  };
}

/** The minimum of a type has no absolute value in it. This is ignored here, or every use would be reported. */
function magnitude(a: Numeric): Numeric {
  const lo = a.lo > 0 ? a.lo : a.hi < 0 ? -a.hi : 0;
  return {
    ...a,
    lo,
    hi: Math.min(Math.max(Math.abs(a.lo), Math.abs(a.hi)), a.type.hi),
    low: false,
    high: a.high && a.low,
    before: null,
  };
}

function remainder(a: Numeric | null, b: Numeric | null): Numeric | null {
  if (a === null) return null;
  const hi = b === null || b.lo !== b.hi ? a.type.hi : Math.abs(b.lo) - 1;
  return { ...a, lo: 0, hi, high: true, nonZero: false, before: null };
}

/** Throws if the result does not fit, so the result is within the type. */
function exact(op: string, a: Numeric | null, b: Numeric | null, numbers: NumberTypes): Numeric | null {
  const known = a ?? b;
  if (known === null) return null;
  const range = a === null || b === null ? null : rangeOf(op, a, b);
  const type = a === null || b === null ? known.type : commonType(numbers, a.type, b.type);
  return {
    ...known,
    type,
    lo: Math.max(range?.lo ?? type.lo, type.lo),
    hi: Math.min(range?.hi ?? type.hi, type.hi),
    low: (a?.low ?? true) && (b?.low ?? true),
    high: (a?.high ?? true) && (b?.high ?? true),
    nonZero: false,
    before: null,
    taints: joinTaints(a?.taints ?? [], b?.taints ?? []),
  };
}
