import { opposite, turned } from '../ir/comparisons.ts';
import type { Expr } from '../ir/ir.ts';
import { only } from '../read/only.ts';
import { assign } from './assign.ts';
import { pickOverloads } from './call-targets.ts';
import type { Machine } from './machine.ts';
import { justAbove, justBelow } from './numeric.ts';
import type { Numeric, Value } from './value.ts';
import { variableKey } from './variables.ts';

/** Narrows numbers from outside on either side of a comparison by its result. */
export function refineNumbers(m: Machine, written: string, l: Expr, r: Expr, truth: boolean): void {
  if (!m.numbers.areMet || m.file.semantics.numbers === null) return;
  const op = written.length === 3 ? written.slice(0, 2) : written;
  const holds = truth ? op : opposite[op];
  if (holds === undefined) return;
  narrowSide(m, l, holds, r);
  const fromRight = turned[holds];
  if (fromRight !== undefined) narrowSide(m, r, fromRight, l);
}

/** What is known about the other side: a number, the bounds of one from outside, or nothing. */
type Bound = { k: number } | { num: Numeric } | null;

function narrowSide(m: Machine, subject: Expr, op: string, other: Expr): void {
  if (!mayHoldNumber(m, subject)) return;
  narrowTo(m, subject, op, boundOf(m, other));
}

function boundOf(m: Machine, e: Expr): Bound {
  if (!isPlain(e)) return null;
  const { k, num } = m.evalExpr(e);
  if (typeof k === 'number') return { k };
  return num === null ? null : { num };
}

/** Whether evaluating it again has no side effects. */
function isPlain(e: Expr): boolean {
  switch (e.k) {
    case 'lit':
    case 'var':
    case 'this':
      return true;
    case 'get':
      return isPlain(e.o);
    case 'cast':
      return isPlain(e.e);
    case 'un':
      return isPlain(e.e);
    case 'bin':
      return isPlain(e.l) && isPlain(e.r);
    case 'call':
      return e.f.k === 'get' && e.f.o.k === 'var' && /^[A-Z]/.test(e.f.o.name) && e.args.every(isPlain);
    default:
      return false;
  }
}

function mayHoldNumber(m: Machine, e: Expr): boolean {
  switch (e.k) {
    case 'var':
    case 'get':
      return m.evalExpr(e).num !== null;
    case 'cast':
    case 'named':
      return mayHoldNumber(m, e.e);
    case 'set':
      return mayHoldNumber(m, e.t);
    case 'bin':
      return mayHoldNumber(m, e.l) || mayHoldNumber(m, e.r);
    case 'call':
      return e.args[0] !== undefined && mayHoldNumber(m, e.args[0]);
    default:
      return false;
  }
}

function narrowTo(m: Machine, e: Expr, op: string, bound: Bound): void {
  switch (e.k) {
    case 'var':
    case 'get':
      change(m, e, (num) => within(num, op, bound));
      return;
    case 'cast':
    case 'named':
      narrowTo(m, e.e, op, bound);
      return;
    case 'set':
      narrowTo(m, e.t, op, bound);
      return;
    case 'call':
      if (e.args[0] !== undefined && e.f.k === 'get' && m.handlers.words.magnitudes.test(e.f.name))
        narrowMagnitude(m, e.args[0], op, bound);
      return;
    case 'bin':
      narrowParts(m, e, op, bound);
      return;
    default:
  }
}

/** `abs(x) < 10` limits x on both sides; `abs(x) > 0` means that it is not zero. */
function narrowMagnitude(m: Machine, e: Expr, op: string, bound: Bound): void {
  if (op === '<' || op === '<=' || op === '==') {
    narrowTo(m, e, op === '==' ? '<=' : op, bound);
    narrowTo(m, e, op === '<' ? '>' : '>=', bound !== null && 'k' in bound ? { k: -bound.k } : null);
  } else if (bound !== null && 'k' in bound && (op === '>' ? bound.k >= 0 : bound.k > 0))
    change(m, e, (num) => ({ ...num, nonZero: true }));
}

/** `x + 3 < 10` limits x; a limit on a sum of two numbers limits both. */
function narrowParts(m: Machine, e: Extract<Expr, { k: 'bin' }>, op: string, bound: Bound): void {
  const { l, r } = e;
  if (
    bound !== null &&
    'k' in bound &&
    (e.op === '+' || e.op === '-') &&
    r.k === 'lit' &&
    typeof r.v === 'number'
  ) {
    narrowTo(m, l, op, { k: e.op === '+' ? bound.k - r.v : bound.k + r.v });
    return;
  }
  if (op === '!=') return;
  for (const part of [l, r]) {
    if (!mayHoldNumber(m, part)) continue;
    const isTurned = e.op === '-' && part === r;
    const side = isTurned ? turned[op] : op;
    if (side !== undefined) narrowTo(m, part, side, null);
  }
}

function within(num: Numeric, op: string, bound: Bound): Numeric {
  const { isWhole } = num.type;
  const isKnown = bound !== null && 'k' in bound;
  switch (op) {
    case '<':
    case '<=': {
      if (bound === null) return { ...num, high: true };
      const hi = isKnown ? bound.k : bound.num.hi;
      return {
        ...num,
        hi: Math.min(num.hi, op === '<' ? justBelow(hi, isWhole) : isWhole ? Math.floor(hi) : hi),
        high: num.high || (!isKnown && bound.num.high),
        nonZero: num.nonZero || (op === '<' ? hi <= 0 : hi < 0),
      };
    }
    case '>':
    case '>=': {
      if (bound === null) return { ...num, low: true };
      const lo = isKnown ? bound.k : bound.num.lo;
      return {
        ...num,
        lo: Math.max(num.lo, op === '>' ? justAbove(lo, isWhole) : isWhole ? Math.ceil(lo) : lo),
        low: num.low || (!isKnown && bound.num.low),
        nonZero: num.nonZero || (op === '>' ? lo >= 0 : lo > 0),
      };
    }
    case '==':
      if (isKnown) return { ...num, lo: bound.k, hi: bound.k, nonZero: bound.k !== 0 };
      return bound === null ? { ...num, low: true, high: true } : num;
    default:
      if (!isKnown) return num;
      return {
        ...num,
        lo: num.lo === bound.k && isWhole ? justAbove(bound.k, true) : num.lo,
        hi: num.hi === bound.k && isWhole ? justBelow(bound.k, true) : num.hi,
        nonZero: num.nonZero || bound.k === 0,
      };
  }
}

function change(m: Machine, e: Expr, by: (num: Numeric) => Numeric): void {
  const key = e.k === 'var' ? variableKey(m, e) : null;
  if (key !== null) {
    const value = m.s.get(key);
    if (value !== undefined && value.num !== null) m.s.vars.set(key, { ...value, num: by(value.num) });
    return;
  }
  const value = m.evalExpr(e);
  if (value.num !== null) assign(m, e, { ...value, num: by(value.num) });
}

/** Narrows an argument to what the parameter was when one of the program's procedures returned. */
export function narrowArgument(m: Machine, e: Expr, to: Value | undefined): void {
  const { num } = to ?? {};
  if (num != null && (e.k === 'var' || e.k === 'get'))
    change(m, e, (before) => ({
      ...before,
      lo: Math.max(before.lo, num.lo),
      hi: Math.min(before.hi, num.hi),
      low: before.low || num.low,
      high: before.high || num.high,
      nonZero: before.nonZero || num.nonZero,
    }));
}

/**
 * `if (isInRange(x))`: evaluates the condition that one of the program's functions returns, with x as its parameter.
 */
export function narrowByOwn(
  m: Machine,
  c: Extract<Expr, { k: 'call' }>,
  truth: boolean,
  refine: (m: Machine, e: Expr, truth: boolean) => void,
): void {
  if (!m.numbers.areMet || m.file.semantics.numbers === null || !c.args.some((arg) => mayHoldNumber(m, arg)))
    return;
  const callables = m.evalExpr(c.f).fns;
  const { cls } = m.frame.fn;
  const fn =
    only(callables)?.fn ??
    (c.f.k === 'var' && cls !== null
      ? pickOverloads(m.program.methodsOf(cls, c.f.name), c.args.length)[0]
      : undefined);
  const last = fn?.body.at(-1);
  if (fn === undefined || last?.k !== 'return' || last.e === null || fn.body.length > 3) return;
  const values = c.args.map((arg) => m.evalExpr(arg));
  const { e } = last;
  let seen: (Value | undefined)[] = [];
  m.run(fn, m.frame.self, () => {
    const params = fn.params.filter((param) => param.type !== '<receiver>');
    params.forEach((param, index) => {
      if (values[index] !== undefined) m.s.vars.set(`${fn.id}:${param.name}`, values[index]);
    });
    const before = m.s;
    m.s = m.fork();
    m.execStmts(fn.body.slice(0, -1));
    refine(m, e, truth);
    seen = params.map((param) => m.s.get(`${fn.id}:${param.name}`));
    m.s = before;
  });
  c.args.forEach((arg, index) => {
    narrowArgument(m, arg, seen[index]);
  });
}
