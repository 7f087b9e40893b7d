import type { Expr, Literal } from '../ir/ir.ts';
import { assign } from './assign.ts';
import { callOnBuffer } from './buffer-builtins.ts';
import { pairOf } from './carried-calls.ts';
import { checkValue } from './check-value.ts';
import { readElement } from './elements.ts';
import { sink } from './language-model.ts';
import { keepMatch } from './last-match.ts';
import type { Machine } from './machine.ts';
import { mergeInto } from './map-builtins.ts';
import { refine } from './refine.ts';
import { sourceValue } from './source-value.ts';
import { concat } from './string-builtins.ts';
import { constant, joinTaints, joinValues, unknown, type Value } from './value.ts';

export function isTrue(k: Literal): boolean {
  return Boolean(k);
}

export function evalBinary(m: Machine, e: Extract<Expr, { k: 'bin' }>): Value {
  const { op } = e;
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
  if (
    op === '>>' &&
    m.file.language === 'C++' &&
    /^(?:std::)?cin\b/.test(m.file.text.slice(e.pos, e.pos + 12))
  ) {
    assign(m, e.r, sourceValue(m, 'argument', e.r, 'local'));
    return l;
  }
  const r = m.evalExpr(e.r);
  if (op === '=~') keepMatch(m, l, r);
  if (op === '<<' && l.objs.length === 1 && m.s.object(l.objs[0]!)?.kind === 'buffer') {
    callOnBuffer(m, { e, name: 'write', recv: l, args: [r], named: new Map(), written: '<<' }, l);
    return l;
  }
  // Into a stream or a list: what is given back holds it.
  if (op === '<<' && m.file.language === 'C++' && typeof l.k !== 'number' && r.taints.length > 0)
    return { ...l, k: undefined, taints: joinTaints(l.taints, r.taints) };
  if (op === 'to' && m.file.language === 'Kotlin') return pairOf(m, l, r);
  if (op === '+') return addition(m, e, l, r);
  if (op === '%' && (m.file.language === 'Python' || m.file.language === 'Ruby') && typeof l.k === 'string') {
    const items = r.objs.length === 1 ? m.s.object(r.objs[0]!)?.items : null;
    return evalFormat(m, l.k, items ?? [r], e);
  }
  const joined = joinInPython(m, op, l, r, e);
  if (joined !== null) return joined;
  if (
    op === '/' &&
    r.k === undefined &&
    (m.file.language === 'Python' || m.file.language === 'Kotlin' || m.file.language === 'C++') &&
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

function addition(m: Machine, e: Extract<Expr, { k: 'bin' }>, l: Value, r: Value): Value {
  if (typeof l.k === 'number' && typeof r.k === 'number') return constant(l.k + r.k);
  // PHP joins texts with a dot: its plus makes numbers.
  if (m.file.language === 'PHP' && l.objs.length === 0)
    return isGlobalArray(m, e.l) && isGlobalArray(m, e.r) ? concat(m, [l, r], e) : unknown;
  return concat(m, [l, r], e);
}

/** `$_GET + $_POST` is a union of arrays, no sum. */
function isGlobalArray(m: Machine, e: Expr): boolean {
  return e.k === 'var' && m.model.globals.has(e.name);
}

/** A format that is known in part, and the union of two dictionaries. */
function joinInPython(m: Machine, op: string, l: Value, r: Value, e: Expr): Value | null {
  if (m.file.language !== 'Python') return null;
  if (op === '%' && (l.text !== null || l.taints.length > 0)) return concat(m, [l, r], e);
  if (op !== '|' || !isMap(m, l) || !isMap(m, r)) return null;
  const united = m.make('map');
  mergeInto(m, united, l);
  mergeInto(m, united, r);
  return united;
}

function isMap(m: Machine, { objs }: Value): boolean {
  return objs.length > 0 && objs.every((id) => m.s.object(id)?.kind === 'map');
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

/** A character counts as its code, as in Java and C. */
function numberOf(k: Literal): number | null {
  if (typeof k === 'number') return k;
  if (typeof k === 'string' && k.length === 1) return k.charCodeAt(0);
  return null;
}

const rawMarkup = sink('xss', 'unsafe', 0);

/** `unsafe { +text }`: what stands there becomes a part of the page as it is. */
function addMarkup(m: Machine, e: Expr, value: Value): void {
  if (value.taints.length === 0) return;
  const { fn, file } = m.frame!;
  if (/\bunsafe\s*\{?\s*$/.test(file.text.slice(Math.max(0, fn.pos - 12), fn.pos)))
    checkValue(m, rawMarkup, value, e, 'unsafe');
}

export function evalUnary(m: Machine, e: Extract<Expr, { k: 'un' }>): Value {
  const value = m.evalExpr(e.e);
  if (e.op === '!') return value.k === undefined ? unknown : constant(!isTrue(value.k));
  if (e.op === '-' && typeof value.k === 'number') return constant(-value.k);
  if (e.op === '+' && m.file.language === 'Kotlin') {
    addMarkup(m, e, value);
    return value;
  }
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
