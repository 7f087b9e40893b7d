import type { Expr } from '../ir/ir.ts';
import { calculate } from './arithmetic.ts';
import { assign } from './assign.ts';
import { lastValue } from './block-value.ts';
import { evalCall } from './calls.ts';
import { readCarried } from './carried.ts';
import { evalList, evalMap } from './collection-literals.ts';
import { readComputed } from './computed-properties.ts';
import { evalNew } from './construction.ts';
import { nameFields } from './embedded-fields.ts';
import { guardKey, isGetter } from './known-values.ts';
import type { Machine } from './machine.ts';
import { checkNullUse } from './null-uses.ts';
import { castNumber, checkIndex } from './number-sinks.ts';
import { evalBinary, evalUnary, foldBinary, isTrue } from './operations.ts';
import { readProperty } from './properties.ts';
import { refine } from './refine.ts';
import { concat } from './string-builtins.ts';
import { cleanTaints, constant, hole, joinValues, unknown, type Value } from './value.ts';
import { readVariable } from './variables.ts';

/** The value of an expression, with its effects on the state. */
export function evalExpr(m: Machine, e: Expr): Value {
  const value = evalAlone(m, e);
  return m.observe === null || m.running === null ? value : m.observe(e, value, m.running.file);
}

function evalAlone(m: Machine, e: Expr): Value {
  switch (e.k) {
    case 'lit':
      return constant(e.v);
    case 'regex':
      return { ...unknown, k: e.source, type: 'RegExp' };
    case 'var':
      return readVariable(m, e);
    case 'this':
    case 'super':
      if (isClassVariable(m, e)) return classOf(m);
      return m.frame.self ?? selfOf(m);
    case 'get': {
      const known = constantOf(m, e);
      if (known !== null) return known;
      const o = evalExpr(m, e.o);
      if (o.mayBeNull) checkNullUse(m, e.o, e);
      return guarded(
        m,
        e,
        readProperty(m, o, e.name, e, m.file.text.slice(e.o.pos, Math.min(e.o.end, e.o.pos + 80))),
      );
    }
    case 'at': {
      const o = evalExpr(m, e.o);
      const key = e.i === null ? unknown : evalExpr(m, e.i);
      m.model.hooks.checkElement?.(m, o, key, e);
      if (key.num !== null) checkIndex(m, o, key, e);
      if (
        typeof key.k === 'string' &&
        o.objs.length === 0 &&
        o.taints.length === 0 &&
        o.sym !== null &&
        m.model.readsByName.has(key.k)
      )
        return readProperty(m, o, key.k, e, '');
      const own = m.model.hooks.readElement?.(m, o, key, e) ?? null;
      if (own !== null) return own;
      const rules = m.model.readsByName.get('[]');
      if (rules !== undefined && o.taints.length === 0 && o.objs.length === 0) {
        const value = readProperty(
          m,
          o,
          '[]',
          e,
          m.file.text.slice(e.o.pos, Math.min(e.o.end, e.o.pos + 80)),
        );
        if (value.taints.length > 0) return value;
      }
      const value = readComputed(m, o, 'Item', [key], e) ?? guarded(m, e, readCarried(m, o, key, e));
      // Reached by a key from outside: a write below it may reach the prototype of all.
      return key.taints.length > 0 ? { ...value, sym: '[!]' } : value;
    }
    case 'call': {
      const value = evalCall(m, e);
      return m.guards && isGetter(e) ? guarded(m, e, value) : value;
    }
    case 'new':
      return evalNew(m, e);
    case 'bin':
      return evalBinary(m, e);
    case 'un': {
      if (e.op !== 'yield') return evalUnary(m, e);
      // Who goes through a generator gets what it yields.
      const given = evalExpr(m, e.e);
      m.give(given);
      // Runners of generators hand back what a promise held.
      return m.file.semantics.generatorsGive ? given : unknown;
    }
    case 'cond': {
      const c = evalExpr(m, e.c);
      if (c.k !== undefined && e.c.k !== 'none') return evalExpr(m, isTrue(c.k) ? e.a : e.b);
      return evalBranches(m, e.c, e.a, e.b);
    }
    case 'cat': {
      const parts = e.parts.map((part) => evalExpr(m, part));
      const whole = concat(m, parts, e);
      // A template of one value alone is its text: no operator, no list.
      return parts.length === 1 && whole.k === undefined && whole.text === null
        ? { ...whole, text: hole }
        : whole;
    }
    case 'list':
      return evalList(m, e);
    case 'map':
      return evalMap(m, e);
    case 'fn':
      return { ...unknown, fns: [{ fn: e.fn, self: e.fn.isArrow ? (m.frame.self ?? null) : null }] };
    case 'cls':
      return { ...unknown, cls: e.cls, type: e.cls.name };
    case 'set':
      return evalSet(m, e);
    case 'seq': {
      let value = unknown;
      for (const item of e.items) value = evalExpr(m, item);
      return value;
    }
    case 'named':
    case 'await':
    case 'spread':
      return evalExpr(m, e.e);
    case 'cast': {
      const value = evalExpr(m, e.e);
      m.handlers.checkLiteral(m, e.type, e, value);
      const number = castNumber(m, value, e);
      if (number !== null) return number;
      if (
        /^(?:int|integer|long|short|byte|float|double|bool|boolean|Integer|Long|Double|Boolean|i8|i16|i32|i64|u8|u16|u32|u64|usize|f32|f64|decimal)$/i.test(
          e.type,
        )
      ) {
        return typeof value.k === 'number' || typeof value.k === 'boolean' ? value : unknown;
      }
      if (m.file.semantics.fieldsInOrder) nameFields(m, e.type, value);
      // What is told of it is narrower than what it was known as.
      const isNarrowed = value.objs.length === 0 && m.file.semantics.knownByType;
      return e.type !== '' && value.k === undefined && (value.type === null || isNarrowed)
        ? { ...value, type: e.type }
        : value;
    }
    case 'do': {
      const frame = m.frame;
      const { result } = frame;
      frame.result = null;
      const last = e.body.at(-1);
      m.execStmts(e.body.slice(0, -1));
      const value = last === undefined ? unknown : lastValue(m, last);
      // What was returned inside stays the function's result.
      const inner = frame.result as Value | null;
      frame.result = inner === null ? result : result === null ? inner : joinValues(result, inner);
      return value;
    }
    case 'none':
      return unknown;
    default:
      return unknown;
  }
}

/** The largest or smallest number of a type, by its name. */
function constantOf({ file }: Machine, { o, name }: Extract<Expr, { k: 'get' }>): Value | null {
  const { numbers } = file.semantics;
  if (numbers === null || o.k !== 'var' || name[0] !== 'M' || !/^M(?:AX|IN|ax|in)_?V/.test(name)) return null;
  const known = numbers.constants.get(`${o.name}.${name}`);
  return known === undefined ? null : { ...constant(known.value), type: known.type.name };
}

function isClassVariable({ file }: Machine, { pos }: Expr): boolean {
  const { classVariable } = file.semantics;
  return classVariable !== null && file.text.startsWith(classVariable, pos);
}

/** What a method of the class itself is called on. */
function classOf(m: Machine): Value {
  const { self, fn } = m.frame;
  const cls = self?.cls ?? (self === null ? undefined : m.s.first(self)?.cls) ?? fn.cls;
  return cls == null ? (self ?? selfOf(m)) : { ...unknown, cls, type: cls.name };
}

/** Outside of a call the class itself is all that is known of `this`. */
function selfOf(m: Machine): Value {
  const { fn } = m.frame;
  for (let holder: typeof fn | null = fn; holder !== null; holder = holder.parent)
    if (holder.cls !== null) return { ...unknown, type: holder.cls.name };
  return unknown;
}

/** Without what a check on the same text has ruled out. */
function guarded(m: Machine, e: Expr, value: Value): Value {
  if (!m.guards || value.taints.length === 0) return value;
  const mask = m.s.get(guardKey(m, e))?.k;
  return typeof mask === 'number' ? { ...value, taints: cleanTaints(value.taints, mask) } : value;
}

function evalBranches(m: Machine, c: Expr, a: Expr, b: Expr): Value {
  let [whenTrue, whenFalse] = [unknown, unknown];
  m.branch([
    () => {
      refine(m, c, true);
      whenTrue = evalExpr(m, a);
    },
    () => {
      refine(m, c, false);
      whenFalse = evalExpr(m, b);
    },
  ]);
  return joinValues(whenTrue, whenFalse);
}

function evalSet(m: Machine, e: Extract<Expr, { k: 'set' }>): Value {
  let value = evalExpr(m, e.v);
  if (e.op === 'match') value = { ...value, k: undefined };
  else if (e.op !== null) {
    const before = evalExpr(m, e.t);
    const target = before.type === null ? null : (m.file.semantics.numbers?.byName.get(before.type) ?? null);
    const number = calculate(m, e.op, { e: e.t, value: before }, { e: e.v, value }, e, target);
    if (number !== null) {
      assign(m, e.t, number);
      return number;
    }
    // What listens to an event, one more or one less.
    if (value.fns.length > 0 && m.file.semantics.addsListeners)
      value = e.op === '+' ? joinValues(before, value) : before;
    else if (
      e.op === '+' &&
      m.file.semantics.plusIsNumeric &&
      before.objs.length === 0 &&
      before.k === undefined
    )
      value = unknown;
    else if (e.op === '+' || e.op === '.')
      value =
        typeof before.k === 'number' && typeof value.k === 'number'
          ? constant(before.k + value.k)
          : concat(m, [before, value], e);
    else if (e.op === '||' || e.op === '??' || e.op === '&&') value = joinValues(before, value);
    else {
      const folded =
        before.k !== undefined && value.k !== undefined ? foldBinary(e.op, before.k, value.k) : undefined;
      value = folded === undefined ? unknown : constant(folded);
    }
  }
  assign(m, e.t, value);
  return value;
}
