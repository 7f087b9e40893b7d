import type { ClassIr, Expr } from '../ir/ir.ts';
import { leaveElement, leaveField } from './carried.ts';
import { ownAccessor, writeComputed } from './computed-properties.ts';
import { append, deepTaints, readElement, setElement } from './elements.ts';
import { fieldKey, fieldNamed } from './fields-by-name.ts';
import { bitOf } from './kinds.ts';
import type { Machine } from './machine.ts';
import { checkIndex } from './number-sinks.ts';
import { converted } from './numeric.ts';
import { classesAround, selfOf } from './outer-objects.ts';
import { partAt } from './parts.ts';
import { readProperty } from './properties.ts';
import { isScalar } from './scalar-types.ts';
import { leaveOwnScoped } from './scoped-objects.ts';
import { joinObjects, newObject } from './state.ts';
import { addStep, constant, textOfValue, unknown, type Value } from './value.ts';
import { globalKey, variableKey } from './variables.ts';

// ---- Writing ----

export function assign(m: Machine, target: Expr, value: Value): void {
  switch (target.k) {
    case 'var':
      writeVariable(m, target, value);
      return;
    case 'get': {
      const o = m.evalExpr(target.o);
      m.links.checkWrite(m, o, target.name, value, target);
      m.handlers.checkProperty(m, target.name, value, target.pos, target.end);
      leaveField(m, o, target.name, value, textAt(m, target.o));
      writeField(m, target.o, o, target.name, value);
      return;
    }
    case 'at':
      writeElement(m, target, value);
      return;
    case 'list':
      takeApart(m, target.items, value);
      return;
    case 'map':
      for (const { key, value: inner } of target.entries) {
        if (key === null) assign(m, inner, value);
        else {
          const name = key.k === 'lit' ? String(key.v) : textOfValue(m.evalExpr(key));
          assign(m, inner, readProperty(m, value, name, key, ''));
        }
      }
      return;
    case 'set': {
      // A pattern with a default value.
      const fallback = m.evalExpr(target.v);
      assign(m, target.t, isNothing(value) ? fallback : value);
      return;
    }
    case 'cast':
      // The name in a pattern: a number is not text.
      assign(
        m,
        target.e,
        m.file.semantics.positionalPatterns && isScalar(target.type)
          ? { ...unknown, type: target.type }
          : value,
      );
      return;
    case 'spread':
      assign(m, target.e, value);
      return;
    case 'call':
      // A call that returns a reference; only its effects matter.
      m.evalExpr(target);
      // `Current.tenant = name`, where a property is a call without parentheses.
      if (target.f.k === 'get' && target.args.length === 0)
        leaveField(m, m.evalExpr(target.f.o), target.f.name, value, textAt(m, target.f.o));
      return;
    default:
  }
}

const textAt = (m: Machine, { pos, end }: Expr): string => m.file.text.slice(pos, end);

/** The value of `*rest` in a list: the elements that no other name takes, if known. */
function restOf(m: Machine, value: Value, from: number, names: number): Value {
  const object = m.s.only(value);
  if (object?.kind !== 'list' || object.items === null || object.rest !== null)
    return { ...unknown, taints: deepTaints(m, value) };
  const items = object.items.slice(from, object.items.length - (names - from - 1));
  return { ...unknown, objs: [m.allocate({ ...newObject('list'), items })] };
}

function isNothing({ k, taints, objs, fns, sym }: Value): boolean {
  return k === undefined && taints.length === 0 && objs.length === 0 && fns.length === 0 && sym === null;
}

function takeApart(m: Machine, items: readonly Expr[], value: Value): void {
  items.forEach((item, index) => {
    if (item.k === 'spread') assign(m, item.e, restOf(m, value, index, items.length));
    else if (item.k === 'var' && item.name === m.file.semantics.errorVariable) assign(m, item, unknown);
    else if (item.k !== 'none')
      assign(
        m,
        item,
        m.file.semantics.positionalPatterns
          ? partAt(m, value, index)
          : readElement(m, value, constant(index)),
      );
  });
}

/** A number in a variable gets the variable's type. */
export function asDeclared(m: Machine, value: Value, type: string | null): Value {
  const declared = type === null ? undefined : m.file.semantics.numbers?.byName.get(type);
  return value.num === null || declared === undefined || declared === value.num.type
    ? value
    : { ...value, type, num: converted(value.num, declared) };
}

function writeVariable(m: Machine, target: Extract<Expr, { k: 'var' }>, value: Value): void {
  const { fn } = m.frame;
  const key = variableKey(m, target);
  if (value.num !== null && key !== null) {
    m.s.vars.set(key, asDeclared(m, value, m.s.get(key)?.type ?? null));
    return;
  }
  const stepped =
    value.taints.length > 0
      ? { ...value, taints: addStep(value.taints, m.file, target.pos, target.end, fn.id) }
      : value;
  if (key !== null) {
    // A declared type also applies to later assignments.
    const declared =
      stepped.type === null && stepped.objs.length === 0 && fn.file.semantics.declaredVariables
        ? (m.s.get(key)?.type ?? null)
        : null;
    if (declared !== null) {
      m.s.vars.set(key, { ...stepped, type: declared });
      return;
    }
    m.s.vars.set(key, stepped);
    return;
  }
  if (fn.cls !== null && fn.file.semantics.bareFields && writeMember(m, fn.cls, target, stepped)) return;
  // Assigning an undeclared name creates a global.
  const global = globalKey(fn, target.name);
  m.s.vars.set(global, stepped);
  m.globals.add(global);
}

/** A field of the enclosing class, its bases or an outer class; false if there is none. */
function writeMember(m: Machine, own: ClassIr, target: Extract<Expr, { k: 'var' }>, value: Value): boolean {
  for (const cls of classesAround(own)) {
    const self = selfOf(m, own, cls);
    const setter = ownAccessor(m, cls, 'set', target.name);
    if (setter !== undefined) {
      m.links.invoke(m, setter, setter.isStatic ? null : self, [value], new Map(), target);
      return true;
    }
    const found = declaredIn(m, cls, target.name, 0);
    if (found === null) continue;
    const [owner, isStatic] = found;
    if (!isStatic) leaveOwnScoped(m, owner, target.name, value);
    if (!isStatic && self !== null && self.objs.length > 0) setField(m, self, target.name, value);
    else m.s.vars.set(fieldKey(owner, target.name), value);
    return true;
  }
  return false;
}

/** The class that declares a field, and whether it is static. */
function declaredIn(m: Machine, cls: ClassIr, name: string, depth: number): [ClassIr, boolean] | null {
  const field = fieldNamed(cls, name);
  if (field !== undefined) return [cls, field.isStatic];
  if (depth > 4) return null;
  for (const base of cls.bases)
    for (const parent of m.program.classesNamed(base, cls.file)) {
      const found = parent === cls ? null : declaredIn(m, parent, name, depth + 1);
      if (found !== null) return found;
    }
  return null;
}

function writeField(m: Machine, at: Expr, o: Value, name: string, value: Value): void {
  if (writeComputed(m, o, name, [value], at)) return;
  let object = o;
  if (o.objs.length === 0) {
    if (o.cls !== null) {
      m.s.vars.set(fieldKey(o.cls, name), value);
      return;
    }
    const attached = attachObject(m, at, o);
    if (attached === null) return;
    object = attached;
  }
  callSetter(m, object, name, value, at);
  setField(m, object, name, value);
}

/** `set name(value) { … }` of a class. */
function callSetter(m: Machine, object: Value, name: string, value: Value, at: Expr): void {
  for (const id of object.objs) {
    const cls = m.s.object(id)?.cls ?? null;
    if (cls === null || !cls.file.semantics.openObjects) continue;
    for (const fn of m.program.methodsOf(cls, `set ${name}`))
      m.links.invoke(m, fn, object, [value], new Map(), at);
  }
}

/** Gives a variable, or `this`, its own object, so that fields of untrusted values can be distinguished. */
function attachObject(m: Machine, at: Expr, o: Value): Value | null {
  const id = m.allocate({ ...newObject('object', o.type), isClosed: false });
  const value: Value = { ...o, objs: [id], k: undefined };
  if (at.k === 'var') {
    const key = variableKey(m, at);
    if (key === null) return null;
    m.s.vars.set(key, value);
    return value;
  }
  if (at.k === 'this') {
    m.frame.self = value;
    return value;
  }
  if (at.k !== 'get' && at.k !== 'at') return null;
  const outer = m.evalExpr(at.o);
  const holder = outer.objs.length > 0 ? outer : attachObject(m, at.o, outer);
  if (holder === null) return null;
  if (at.k === 'get') setField(m, holder, at.name, value);
  else if (at.i === null) return null;
  else setElement(m, holder, m.evalExpr(at.i), value);
  return value;
}

export function setField(m: Machine, o: Value, name: string, value: Value): void {
  m.update(
    o,
    (object) => {
      const fields = new Map(object.fields);
      fields.set(name, value);
      return { ...object, fields };
    },
    joinObjects,
  );
}

function writeElement(m: Machine, target: Extract<Expr, { k: 'at' }>, value: Value): void {
  let o = m.evalExpr(target.o);
  const key = target.i === null ? null : m.evalExpr(target.i);
  if (key?.num != null) checkIndex(m, o, key, target);
  if (key !== null) {
    checkDynamicWrite(m, o, key, value, target);
    leaveElement(m, o, key, value, textAt(m, target.o));
    if (key.taints.length > 0 && value.taints.length === 0)
      m.handlers.checkHeaderWrite(m, o, '', key, target, m.file.text.slice(target.o.pos, target.o.end));
    if (typeof key.k === 'string') {
      m.handlers.checkProperty(m, key.k, value, target.pos, target.end);
      if (value.taints.length > 0 && target.o.pos < target.end)
        m.handlers.checkHeaderWrite(
          m,
          o,
          key.k,
          value,
          target,
          m.file.text.slice(target.o.pos, target.o.end),
        );
    }
  }
  if (key !== null && writeComputed(m, o, 'Item', [key, value], target)) return;
  if (o.objs.length === 0) {
    const attached = attachObject(m, target.o, o);
    if (attached === null) return;
    o = attached;
  }
  if (key === null) m.update(o, (object) => append(object, value), joinObjects);
  else setElement(m, o, key, value);
}

/** `target[key][other] = value` with untrusted keys can reach the global prototype. */
function checkDynamicWrite(
  m: Machine,
  o: Value,
  key: Value,
  value: Value,
  target: Extract<Expr, { k: 'at' }>,
): void {
  if (!m.file.semantics.openObjects || key.taints.length === 0) return;
  if (!isChosen(o) || (value.taints.length === 0 && !isChosen(value))) return;
  const { fn, file } = m.frame;
  // The keys were compared one by one, in a loop or with a list.
  if (/["'`]__proto__["'`]/.test(file.text.slice(fn.pos, fn.end))) return;
  for (const taint of key.taints) {
    if ((taint.clean & prototypeBit) === 0)
      m.report('prototype_pollution', taint, target.pos, target.end, '[]=');
  }
}

/** A value read with an untrusted key, such as an object's prototype. */
function isChosen({ sym }: Value): boolean {
  return sym?.includes('[!]') ?? false;
}

const prototypeBit = bitOf('prototype_pollution');
