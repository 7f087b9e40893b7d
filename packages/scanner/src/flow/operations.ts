import type { Expr, Literal } from '../ir/ir.ts';
import { calculate, negated } from './arithmetic.ts';
import { callOnBuffer } from './buffer-builtins.ts';
import { readElement } from './elements.ts';
import type { Machine } from './machine.ts';
import { refine } from './refine.ts';
import { concat } from './string-builtins.ts';
import { constant, joinValues, unknown, type Value } from './value.ts';

export function isTrue(k: Literal): boolean {
  return Boolean(k);
}

export function evalBinary(m: Machine, e: Extract<Expr, { k: 'bin' }>): Value {
  const { op } = e;
  if (
    m.numbers.areMet &&
    comparisons.has(op) &&
    (isComputed(e.l) || isComputed(e.r)) &&
    !m.numbers.isComparing
  )
    return compareQuietly(m, e);
  const l = m.evalExpr(e.l);
  if (op === '&&' || op === '||' || op === '??' || op === '?:') {
    const isSet =
      l.k === undefined ? undefined : op === '&&' ? isTrue(l.k) : op === '||' ? !isTrue(l.k) : l.k === null;
    if (isSet === false) return l;
    if (isSet === true) return m.evalExpr(e.r);
    let r = unknown;
    m.branch([
      () => undefined,
      () => {
        refine(m, e.l, op === '&&');
        r = m.evalExpr(e.r);
      },
    ]);
    return op === '&&' ? { ...r, k: undefined } : joinValues({ ...l, k: undefined }, r);
  }
  const { hooks } = m.model;
  if (hooks.readInto?.(m, e)) return l;
  const r = m.evalExpr(e.r);
  if (op === '=~') m.handlers.checkMatchOperator(m, l, r, e);
  if (op === '<<' && l.objs.length === 1 && m.s.first(l)?.kind === 'buffer') {
    callOnBuffer(m, { e, name: 'write', recv: l, args: [r], named: new Map(), written: '<<' }, l);
    return l;
  }
  const number = calculate(m, op, { e: e.l, value: l }, { e: e.r, value: r }, e);
  if (number !== null) return number;
  const special = hooks.binary?.(m, l, r, e) ?? null;
  if (special !== null) return special;
  if (op === '+') return addition(m, e, l, r);
  if (op === '%' && m.file.semantics.formatOperator && typeof l.k === 'string') {
    const items = m.s.only(r)?.items;
    return evalFormat(m, l.k, items ?? [r], e);
  }
  if (
    op === '/' &&
    r.k === undefined &&
    m.file.semantics.pathOperator &&
    (l.taints.length > 0 || r.taints.length > 0)
  ) {
    return { ...concat(m, [l, r], e), type: 'Path' };
  }
  if (l.k !== undefined && r.k !== undefined) {
    const folded = foldBinary(op, l.k, r.k);
    if (folded !== undefined) return constant(folded);
  }
  return unknown;
}

const comparisons = new Set(['<', '<=', '>', '>=', '==', '!=']);

const isComputed = ({ k }: Expr): boolean => k === 'bin' || k === 'set';

/** `x + y > limit` checks whether a sum fits. */
function compareQuietly(m: Machine, e: Extract<Expr, { k: 'bin' }>): Value {
  m.numbers.isComparing = true;
  try {
    return evalBinary(m, e);
  } finally {
    m.numbers.isComparing = false;
  }
}

function addition(m: Machine, e: Extract<Expr, { k: 'bin' }>, l: Value, r: Value): Value {
  if (typeof l.k === 'number' && typeof r.k === 'number') return constant(l.k + r.k);
  if (m.file.semantics.plusIsNumeric && l.objs.length === 0)
    return isGlobalArray(m, e.l) && isGlobalArray(m, e.r) ? concat(m, [l, r], e) : unknown;
  return concat(m, [l, r], e);
}

/** `$_GET + $_POST` is a union of arrays, not a sum. */
function isGlobalArray(m: Machine, e: Expr): boolean {
  return e.k === 'var' && m.model.globals.has(e.name);
}

function evalFormat(m: Machine, format: string, args: readonly Value[], e: Expr): Value {
  const parts: Value[] = [];
  const pieces = format.split(/(%(?:\(\w+\))?[-+ 0#]*[\d*]*(?:\.\d+)?[a-zA-Z])/);
  let next = 0;
  for (const piece of pieces) {
    if (!/^%(?:\(|[-+ 0#]*[\d*]*(?:\.\d+)?[a-zA-Z]$)/.test(piece)) {
      parts.push(constant(piece.replaceAll('%%', '%')));
      continue;
    }
    const named = /^%\((\w+)\)/.exec(piece)?.[1];
    const isNumber = /[diuxXeEfFgGo]$/.test(piece);
    const value =
      named === undefined
        ? args[next++]
        : args[0] === undefined
          ? undefined
          : readElement(m, args[0], constant(named));
    parts.push(isNumber || value === undefined ? unknown : value);
  }
  return concat(m, parts, e);
}

export function foldBinary(op: string, l: Literal, r: Literal): Literal | undefined {
  if (op === '==') return l === r;
  if (op === '!=') return l !== r;
  if (op === '===') return l === r;
  if (op === '!==') return l !== r;
  if (typeof l === 'string' && typeof r === 'string') {
    if (op === 'in') return r.includes(l);
    if (op === '<') return l < r;
    if (op === '>') return l > r;
    return undefined;
  }
  const a = numberOf(l);
  const b = numberOf(r);
  if (a === null || b === null) return undefined;
  switch (op) {
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? undefined : Number.isInteger(a) && Number.isInteger(b) ? Math.trunc(a / b) : a / b;
    case '//':
      return b === 0 ? undefined : Math.floor(a / b);
    case '%':
      return b === 0 ? undefined : a % b;
    case '**':
      return a ** b;
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    case '>=':
      return a >= b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '<<':
      return a << b;
    case '>>':
      return a >> b;
    default:
      return undefined;
  }
}

/** A character counts as its code. */
function numberOf(k: Literal): number | null {
  if (typeof k === 'number') return k;
  if (typeof k === 'string' && k.length === 1) return k.charCodeAt(0);
  return null;
}

export function evalUnary(m: Machine, e: Extract<Expr, { k: 'un' }>): Value {
  const value = m.evalExpr(e.e);
  if (e.op === '!') return value.k === undefined ? unknown : constant(!isTrue(value.k));
  if (e.op === '-' && typeof value.k === 'number') return constant(-value.k);
  const special = (e.op === '-' ? negated(m, value, e) : null) ?? m.model.hooks.unary?.(m, value, e) ?? null;
  if (special !== null) return special;
  if (
    e.op === '+' ||
    e.op === '~' ||
    e.op === '-' ||
    e.op === 'typeof' ||
    e.op === 'instanceof' ||
    e.op === 'delete' ||
    e.op === 'void'
  )
    return unknown;
  return value;
}
