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

type Kind = Expr['k'];
type Of<K extends Kind> = Extract<Expr, { k: K }>;
type Evaluate<K extends Kind> = (m: Machine, e: Of<K>) => Value;

const inside = (m: Machine, { e }: Of<'named' | 'await' | 'spread'>): Value => evalExpr(m, e);

const evaluators: { readonly [K in Kind]: Evaluate<K> } = {
  lit: (_, e) => constant(e.v),
  regex: (_, e) => ({ ...unknown, k: e.source, type: 'RegExp' }),
  var: readVariable,
  this: evalThis,
  super: evalThis,
  get: evalGet,
  at: evalAt,
  call: (m, e) => {
    const value = evalCall(m, e);
    return m.guards && isGetter(e) ? guarded(m, e, value) : value;
  },
  new: evalNew,
  bin: evalBinary,
  un: (m, e) => (e.op === 'yield' ? evalYield(m, e) : evalUnary(m, e)),
  cond: (m, e) => {
    const c = evalExpr(m, e.c);
    if (c.k !== undefined && e.c.k !== 'none') return evalExpr(m, isTrue(c.k) ? e.a : e.b);
    return evalBranches(m, e.c, e.a, e.b);
  },
  cat: evalTemplate,
  list: evalList,
  map: evalMap,
  fn: (m, { fn }) => ({ ...unknown, fns: [{ fn, self: fn.isArrow ? (m.frame.self ?? null) : null }] }),
  cls: (_, { cls }) => ({ ...unknown, cls, type: cls.name }),
  set: evalSet,
  seq: (m, e) => {
    let value = unknown;
    for (const item of e.items) value = evalExpr(m, item);
    return value;
  },
  named: inside,
  await: inside,
  spread: inside,
  cast: evalCast,
  do: evalBlock,
  none: () => unknown,
};

function evalAlone(m: Machine, e: Expr): Value {
  return (evaluators[e.k] as Evaluate<Kind>)(m, e);
}

function evalThis(m: Machine, e: Expr): Value {
  if (isClassVariable(m, e)) return classOf(m);
  return m.frame.self ?? selfOf(m);
}

function evalGet(m: Machine, e: Of<'get'>): Value {
  const known = constantOf(m, e);
  if (known !== null) return known;
  const o = evalExpr(m, e.o);
  if (o.mayBeNull) checkNullUse(m, e.o, e);
  return guarded(m, e, readProperty(m, o, e.name, e, writtenOf(m, e.o)));
}

/** The first 80 characters of an expression's source text. */
function writtenOf({ file }: Machine, { pos, end }: Expr): string {
  return file.text.slice(pos, Math.min(end, pos + 80));
}

function evalAt(m: Machine, e: Of<'at'>): Value {
  const o = evalExpr(m, e.o);
  const key = e.i === null ? unknown : evalExpr(m, e.i);
  m.model.hooks.checkElement?.(m, o, key, e);
  if (key.num !== null) checkIndex(m, o, key, e);
  const isPlain = o.objs.length === 0 && o.taints.length === 0;
  if (typeof key.k === 'string' && isPlain && o.sym !== null && m.model.readsByName.has(key.k))
    return readProperty(m, o, key.k, e, '');
  const own = m.model.hooks.readElement?.(m, o, key, e) ?? null;
  if (own !== null) return own;
  if (isPlain && m.model.readsByName.has('[]')) {
    const value = readProperty(m, o, '[]', e, writtenOf(m, e.o));
    if (value.taints.length > 0) return value;
  }
  const value = readComputed(m, o, 'Item', [key], e) ?? guarded(m, e, readCarried(m, o, key, e));
  // Reached by an untrusted key: a write below it may reach the global prototype.
  return key.taints.length > 0 ? { ...value, sym: '[!]' } : value;
}

/** The consumer of a generator gets its yielded values. */
function evalYield(m: Machine, e: Of<'un'>): Value {
  const given = evalExpr(m, e.e);
  m.give(given);
  // Runners of generators hand back what a promise held.
  return m.file.semantics.generatorsGive ? given : unknown;
}

function evalTemplate(m: Machine, e: Of<'cat'>): Value {
  const parts = e.parts.map((part) => evalExpr(m, part));
  const whole = concat(m, parts, e);
  // A template with a single value is its text: neither an operator nor a list.
  return parts.length === 1 && whole.k === undefined && whole.text === null
    ? { ...whole, text: hole }
    : whole;
}

const plainType =
  /^(?:int|integer|long|short|byte|float|double|bool|boolean|Integer|Long|Double|Boolean|i8|i16|i32|i64|u8|u16|u32|u64|usize|f32|f64|decimal)$/i;

function evalCast(m: Machine, e: Of<'cast'>): Value {
  const value = evalExpr(m, e.e);
  m.handlers.checkLiteral(m, e.type, e, value);
  const number = castNumber(m, value, e);
  if (number !== null) return number;
  if (plainType.test(e.type))
    return typeof value.k === 'number' || typeof value.k === 'boolean' ? value : unknown;
  if (m.file.semantics.fieldsInOrder) nameFields(m, e.type, value);
  // A cast says a narrower type than the one known before.
  const isNarrowed = value.objs.length === 0 && m.file.semantics.knownByType;
  return e.type !== '' && value.k === undefined && (value.type === null || isNarrowed)
    ? { ...value, type: e.type }
    : value;
}

function evalBlock(m: Machine, e: Of<'do'>): Value {
  const frame = m.frame;
  const { result } = frame;
  frame.result = null;
  const last = e.body.at(-1);
  m.execStmts(e.body.slice(0, -1));
  const value = last === undefined ? unknown : lastValue(m, last);
  // A `return` inside remains the function's result.
  const inner = frame.result as Value | null;
  frame.result = inner === null ? result : result === null ? inner : joinValues(result, inner);
  return value;
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

/** The class as the receiver of its own methods. */
function classOf(m: Machine): Value {
  const { self, fn } = m.frame;
  const cls = self?.cls ?? (self === null ? undefined : m.s.first(self)?.cls) ?? fn.cls;
  return cls == null ? (self ?? selfOf(m)) : { ...unknown, cls, type: cls.name };
}

/** Outside a call, only the class of `this` is known. */
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

function evalSet(m: Machine, e: Of<'set'>): Value {
  let value = evalExpr(m, e.v);
  if (e.op === 'match') value = { ...value, k: undefined };
  else if (e.op !== null) {
    const before = evalExpr(m, e.t);
    const target = before.type === null ? null : (m.file.semantics.numbers?.byName.get(before.type) ?? null);
    const number = calculate(m, e.op, { e: e.t, value: before }, { e: e.v, value }, e, target);
    value = number ?? changed(m, before, value, e.op, e);
  }
  assign(m, e.t, value);
  return value;
}

/** What `before op= value` gives. */
function changed(m: Machine, before: Value, value: Value, op: string, e: Expr): Value {
  const { addsListeners, plusIsNumeric } = m.file.semantics;
  // Adds or removes an event listener.
  if (value.fns.length > 0 && addsListeners) return op === '+' ? joinValues(before, value) : before;
  if (op === '+' && plusIsNumeric && before.objs.length === 0 && before.k === undefined) return unknown;
  if (op === '+' || op === '.')
    return typeof before.k === 'number' && typeof value.k === 'number'
      ? constant(before.k + value.k)
      : concat(m, [before, value], e);
  if (op === '||' || op === '??' || op === '&&') return joinValues(before, value);
  const folded =
    before.k !== undefined && value.k !== undefined ? foldBinary(op, before.k, value.k) : undefined;
  return folded === undefined ? unknown : constant(folded);
}
