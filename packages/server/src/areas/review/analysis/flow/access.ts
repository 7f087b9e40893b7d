import type { ClassIr, Expr, FileIr, FunctionIr } from '../ir/ir.ts';
import { describe } from '../models/model.ts';
import { bitOf } from './kinds.ts';
import type { Machine } from './machine.ts';
import { checkProperty } from './property-misuse.ts';
import { contentOf, type HeapObject, joinObjects, newObject } from './state.ts';
import {
  addStep,
  constant,
  joinTaints,
  joinValues,
  symbol,
  type Taint,
  textOfValue,
  unknown,
  type Value,
} from './value.ts';

/** A variable's key: the innermost function that declares it. Null when none does. */
export function keyOf(fn: FunctionIr, name: string): string | null {
  let global = false;
  for (let holder: FunctionIr | null = fn; holder !== null; holder = holder.parent) {
    if (holder.locals.has(`global ${name}`)) {
      global = true;
      continue;
    }
    if (global && holder.parent !== null && !holder.isArrow) continue;
    if (holder.locals.has(name)) return `${holder.id}:${name}`;
  }
  return global ? `${fn.file.top.id}:${name}` : null;
}

export function readVariable(m: Machine, e: Extract<Expr, { k: 'var' }>): Value {
  const { fn, file } = m.frame!;
  if (e.key === undefined) e.key = keyOf(fn, e.name);
  if (e.key !== null) {
    const value = m.s.get(e.key);
    if (value !== undefined) {
      // Somebody else may have set a captured flag meanwhile; its first value proves nothing.
      const isOwn = e.key.startsWith(`${fn.id}:`);
      if (
        !isOwn &&
        (value.k === null || value.k === false || value.k === true || value.k === 0 || value.k === '')
      )
        return { ...value, k: undefined };
      return value;
    }
  }
  return readGlobal(m, e.name, fn, file, e);
}

function readGlobal(m: Machine, name: string, fn: FunctionIr, file: FileIr, e: Expr): Value {
  const global = m.model.globals[name];
  if (global !== undefined) return sourceValue(m, global.kind, e, global.exposure, name);
  const member = readMember(m, name, fn);
  if (member !== null) return member;
  const imported = readImport(m, name, file);
  if (imported !== null) return imported;
  const cls = /^[A-Z_]/.test(name) || file.language !== 'Java' ? m.program.classNamed(name, file) : null;
  if (cls !== null) return { ...unknown, cls, type: name };
  const own = file.functions.find((entry) => entry.name === name && entry.cls === null);
  if (own !== undefined) return { ...unknown, fns: [{ fn: own, self: null }] };
  return symbol(name);
}

/** In Java, C#, Kotlin and C++ a bare name may be a field of the class around it. */
function readMember(m: Machine, name: string, fn: FunctionIr): Value | null {
  for (let holder: FunctionIr | null = fn; holder !== null; holder = holder.parent) {
    const { cls } = holder;
    if (cls === null || !bareFields.has(cls.file.language)) continue;
    const self = m.frame!.self;
    if (self !== null && self.objs.length > 0) {
      const value = readField(m, self, name);
      if (value !== null) return value;
    }
    // An object that came from outside as a whole has fields from outside.
    if (self !== null && self.objs.length === 0 && self.taints.length > 0) {
      const declared = cls.fields.find((entry) => entry.name === name && !entry.isStatic);
      if (declared !== undefined) return { ...unknown, type: declared.type, taints: self.taints };
    }
    const field = findField(m, cls, name, 0);
    if (field !== null) return field;
  }
  return null;
}

const bareFields = new Set(['Java', 'C#', 'Kotlin', 'C++']);

/** A field as the class declares it: its constant where it cannot change, else its type. */
export function findField(m: Machine, cls: ClassIr, name: string, depth: number): Value | null {
  const field = cls.fields.find((entry) => entry.name === name);
  if (field !== undefined) {
    const key = `field:${cls.file.path}:${cls.name}:${name}`;
    const known = m.s.get(key);
    if (known !== undefined) return known;
    m.s.vars.set(key, { ...unknown, type: field.type });
    if (field.init === null) return { ...unknown, type: field.type };
    const value = inClass(m, cls, () => m.evalExpr(field.init!)) ?? unknown;
    const isMutable = value.k === null || typeof value.k === 'boolean' || value.k === 0 || value.k === '';
    const kept: Value = {
      ...value,
      k: isMutable && !field.isStatic ? undefined : value.k,
      type: value.type ?? field.type,
    };
    m.s.vars.set(key, kept);
    return kept;
  }
  if (depth > 5) return null;
  for (const base of cls.bases) {
    for (const parent of m.program.classesNamed(base, cls.file)) {
      const found = parent === cls ? null : findField(m, parent, name, depth + 1);
      if (found !== null) return found;
    }
  }
  return null;
}

/** Evaluates in the scope of a class's file, outside of any method. */
export function inClass<T>(m: Machine, cls: ClassIr, work: () => T): T | null {
  const outer = m.frame;
  if (outer !== null && outer.depth > 20) return null;
  const { model } = m;
  m.frame = {
    fn: cls.file.top,
    file: cls.file,
    self: null,
    result: null,
    base: m.s,
    exits: [],
    loops: [],
    caller: outer,
    depth: (outer?.depth ?? 0) + 1,
  };
  m.model = m.program.modelOf(cls.file.language);
  try {
    return work();
  } finally {
    m.frame = outer;
    m.model = model;
  }
}

function readImport(m: Machine, name: string, file: FileIr): Value | null {
  const entry = file.imports.find((item) => item.local === name);
  if (entry === undefined) return null;
  if (['Java', 'C#', 'Kotlin', 'PHP'].includes(file.language)) {
    const cls = m.program.classNamed(
      entry.name === '*' ? entry.module.slice(entry.module.lastIndexOf('.') + 1) : entry.name,
      file,
    );
    return cls !== null
      ? { ...unknown, cls, type: cls.name }
      : { ...symbol(entry.module), type: entry.name === '*' ? name : entry.name };
  }
  const target = m.program.importedFile(file, entry.module, entry.name);
  if (target !== null) {
    if (entry.name === '*') return moduleValue(m, target, entry.module);
    const exported = m.links.moduleExports(m, target, entry.name);
    if (exported !== null) return exported;
    if (target.path.includes(`/${entry.name}.`) || target.path.startsWith(`${entry.name}.`))
      return { ...unknown, mod: target };
    return { ...symbol(`${entry.module}.${entry.name}`) };
  }
  const module = entry.module.replace(/^node:/, '');
  return symbol(entry.name === '*' || entry.name === 'default' ? module : `${module}.${entry.name}`);
}

function moduleValue(m: Machine, target: FileIr, specifier: string): Value {
  const isScript = ['JavaScript', 'TypeScript', 'TSX'].includes(target.language);
  if (!isScript) return { ...unknown, mod: target, sym: specifier };
  return m.links.moduleExports(m, target, '*') ?? { ...unknown, mod: target };
}

/** A new source at `e`. */
export function sourceValue(
  m: Machine,
  kind: string,
  e: Expr,
  exposure: 'external' | 'library' | 'local' = 'external',
  sym: string | null = null,
): Value {
  const { file, fn } = m.frame!;
  const key = `${file.path}:${e.pos}:${e.end}`;
  let source = m.program.sources.get(key);
  if (source === undefined) {
    source = { kind, exposure, file, pos: e.pos, end: e.end };
    m.program.sources.set(key, source);
  }
  const taint: Taint = {
    source,
    clean: 0,
    weight: 1,
    step: { file, pos: e.pos, end: e.end, fnId: fn.id, previous: null, depth: 0 },
  };
  return { ...unknown, taints: [taint], sym };
}

/** Field of the objects behind a value; null when none of them is known to have it. */
export function readField(m: Machine, value: Value, name: string): Value | null {
  let found: Value | null = null;
  for (const id of value.objs) {
    const object = m.s.object(id);
    if (object === undefined) continue;
    const field =
      object.fields.get(name) ?? (object.rest !== null && object.kind !== 'buffer' ? object.rest : undefined);
    if (field !== undefined) found = found === null ? field : joinValues(found, field);
    else if (object.cls !== null) {
      const declared = findField(m, object.cls, name, 0);
      if (declared !== null) found = found === null ? declared : joinValues(found, declared);
    }
  }
  return found;
}

const lengths = new Set(['length', 'size', 'count', 'Length', 'Count', 'byteLength']);

export function readProperty(m: Machine, o: Value, name: string, e: Expr, written: string): Value {
  const field = readField(m, o, name);
  if (field !== null)
    return o.taints.length > 0 && o.objs.length === 0
      ? { ...field, taints: joinTaints(field.taints, o.taints) }
      : field;
  const rules = m.model.readsByName.get(name);
  if (rules !== undefined) {
    const text = describe(o, written);
    for (const rule of rules) {
      if (rule.on === undefined || rule.on.test(text))
        return sourceValue(m, rule.kind, e, rule.exposure, o.sym === null ? null : `${o.sym}.${name}`);
    }
  }
  if (o.mod !== null) {
    const exported = m.links.moduleExports(m, o.mod, name);
    if (exported !== null) return exported;
  }
  const method = methodValue(m, o, name);
  if (method !== null) return method;
  if (o.cls !== null) {
    const declared = findField(m, o.cls, name, 0);
    if (declared !== null) return declared;
    const nested = m.program.classNamed(name, o.cls.file);
    if (nested !== null && /^[A-Z]/.test(name)) return { ...unknown, cls: nested, type: name };
  }
  if (lengths.has(name)) {
    const size = typeof o.k === 'string' ? o.k.length : sizeOf(m, o);
    return size === null ? unknown : constant(size);
  }
  if (name === 'prototype') return o;
  // Java's fully qualified names: java.util.Map is read part by part.
  if (
    o.sym !== null &&
    /^[A-Z]/.test(name) &&
    o.taints.length === 0 &&
    /^[a-z][\w.]*$/.test(o.sym) &&
    ['Java', 'Kotlin', 'C#'].includes(m.file.language)
  ) {
    const cls = m.program.classNamed(name, m.file);
    return cls !== null ? { ...unknown, cls, type: name } : { ...symbol(`${o.sym}.${name}`), type: name };
  }
  if (m.file.language === 'Python' && o.sym !== null && o.taints.length === 0 && /^[\w.]+$/.test(o.sym)) {
    // Packages need no file of their own: `package.module` may be one of ours.
    const target = m.program.importedFile(m.file, `${o.sym}.${name}`, '*');
    if (target !== null) return { ...unknown, mod: target, sym: `${o.sym}.${name}` };
  }
  const sym = o.sym !== null ? (aliases[`${o.sym}.${name}`] ?? `${o.sym}.${name}`) : null;
  return { ...unknown, taints: o.taints, sym: sym !== null && sym.length > 160 ? null : sym };
}

/** Frameworks that wrap the request and the response of another one. */
const aliases: Record<string, string> = {
  '@ctx.request': '@req',
  '@ctx.req': '@req',
  '@ctx.response': '@res',
  '@ctx.res': '@res',
  '@req.req': '@req',
  '@req.request': '@req',
  '@req.res': '@res',
  '@req.raw': '@req',
  '@res.raw': '@res',
  '@event.node': '@ctx',
};

/** A method taken as a value (`this.save`, `handler.handle`). */
function methodValue(m: Machine, o: Value, name: string): Value | null {
  const fns: { fn: FunctionIr; self: Value | null }[] = [];
  for (const id of o.objs) {
    const cls = m.s.object(id)?.cls;
    if (cls) for (const fn of m.program.methodsOf(cls, name)) fns.push({ fn, self: o });
  }
  if (o.cls !== null)
    for (const fn of m.program.methodsOf(o.cls, name)) fns.push({ fn, self: fn.isStatic ? o : null });
  return fns.length === 0 ? null : { ...unknown, fns };
}

export function sizeOf(m: Machine, value: Value): number | null {
  if (value.objs.length !== 1) return null;
  const object = m.s.object(value.objs[0]!);
  if (object === undefined || object.rest !== null) return null;
  return object.items?.length ?? (object.kind === 'map' ? object.fields.size : null);
}

export function readElement(m: Machine, o: Value, key: Value): Value {
  let found: Value | null = null;
  let isExact = true;
  const add = (value: Value): void => {
    found = found === null ? value : joinValues(found, value);
  };
  for (const id of o.objs) {
    const object = m.s.object(id);
    if (object === undefined) continue;
    if (object.items !== null && typeof key.k === 'number') {
      const item = object.items.at(key.k);
      if (item !== undefined) add(item);
      else if (object.rest !== null) add(object.rest);
      else add(unknown);
    } else if (key.k !== undefined && key.k !== null && object.kind !== 'list') {
      const field = object.fields.get(String(key.k));
      if (field === undefined) isExact = false;
      if (field !== undefined) add(field);
      else if (object.rest !== null) add(object.rest);
      else if (object.isClosed) add(unknown);
    } else {
      isExact = false;
      add({ ...contentOf(object), k: undefined });
    }
  }
  if (typeof o.k === 'string' && typeof key.k === 'number') return constant(o.k.at(key.k) ?? null);
  if (found !== null)
    return o.taints.length > 0 && !isExact
      ? { ...(found as Value), taints: joinTaints((found as Value).taints, o.taints) }
      : found;
  return { ...unknown, taints: o.taints, sym: o.sym === null ? null : `${o.sym}[]` };
}

/** What iterating gives. */
export function elementOf(m: Machine, value: Value, keys = false): Value {
  let found: Value = keys ? unknown : { ...unknown, taints: value.taints };
  for (const id of value.objs) {
    const object = m.s.object(id);
    if (object === undefined) continue;
    if (keys && object.kind !== 'list') {
      // Keys that were written as constants are nobody else's; others may be.
      if (object.rest !== null) found = joinValues(found, { ...unknown, taints: object.rest.taints });
      continue;
    }
    found = joinValues(found, contentOf(object));
  }
  if (keys && value.objs.length === 0) found = { ...unknown, taints: value.taints };
  return { ...found, k: undefined };
}

/** All data a value may carry, objects included: at most four levels and some hundred objects deep. */
export function deepTaints(m: Machine, value: Value): readonly Taint[] {
  if (value.objs.length === 0) return value.taints;
  const seen = new Set<number>();
  let { taints } = value;
  let level: readonly number[] = value.objs;
  for (let depth = 0; depth < 5 && level.length > 0 && seen.size < 200; depth++) {
    const next: number[] = [];
    const take = (part: Value): void => {
      if (part.taints.length > 0) taints = joinTaints(taints, part.taints);
      for (const id of part.objs) if (!seen.has(id)) next.push(id);
    };
    for (const id of level) {
      if (seen.has(id)) continue;
      seen.add(id);
      const object = m.s.object(id);
      if (object === undefined) continue;
      if (object.rest !== null) take(object.rest);
      for (const item of object.items ?? []) take(item);
      for (const field of object.fields.values()) take(field);
    }
    level = next;
  }
  return taints;
}

// ---- Writing ----

export function assign(m: Machine, target: Expr, value: Value): void {
  switch (target.k) {
    case 'var':
      writeVariable(m, target, value);
      return;
    case 'get': {
      const o = m.evalExpr(target.o);
      m.links.checkWrite(m, o, target.name, value, target);
      checkProperty(m, target.name, value, target.pos, target.end);
      writeField(m, target.o, o, target.name, value);
      return;
    }
    case 'at':
      writeElement(m, target, value);
      return;
    case 'list':
      target.items.forEach((item, index) => {
        if (item.k === 'spread') assign(m, item.e, { ...unknown, taints: deepTaints(m, value) });
        else if (item.k !== 'none') assign(m, item, readElement(m, value, constant(index)));
      });
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
      // A pattern with a default.
      const fallback = m.evalExpr(target.v);
      assign(
        m,
        target.t,
        value.k === undefined &&
          value.taints.length === 0 &&
          value.objs.length === 0 &&
          value.fns.length === 0 &&
          value.sym === null
          ? fallback
          : value,
      );
      return;
    }
    case 'spread':
    case 'cast':
      assign(m, target.e, value);
      return;
    case 'call':
      // A call that gives a reference; what is put behind it is lost but for its effects.
      m.evalExpr(target);
      return;
    default:
  }
}

function writeVariable(m: Machine, target: Extract<Expr, { k: 'var' }>, value: Value): void {
  const { fn } = m.frame!;
  if (target.key === undefined) target.key = keyOf(fn, target.name);
  const stepped =
    value.taints.length > 0
      ? { ...value, taints: addStep(value.taints, m.file, target.pos, target.end, fn.id) }
      : value;
  if (target.key !== null) {
    m.s.vars.set(target.key, stepped);
    return;
  }
  const { self } = m.frame!;
  if (
    fn.cls !== null &&
    bareFields.has(fn.file.language) &&
    fn.cls.fields.some((field) => field.name === target.name)
  ) {
    if (self !== null && self.objs.length > 0) setField(m, self, target.name, stepped);
    else m.s.vars.set(`field:${fn.cls.file.path}:${fn.cls.name}:${target.name}`, stepped);
    return;
  }
  // An assignment to an undeclared name makes a global.
  m.s.vars.set(`${fn.file.top.id}:${target.name}`, stepped);
  fn.file.top.locals.add(target.name);
  target.key = `${fn.file.top.id}:${target.name}`;
}

function writeField(m: Machine, at: Expr, o: Value, name: string, value: Value): void {
  let object = o;
  if (o.objs.length === 0) {
    if (o.cls !== null) {
      m.s.vars.set(`field:${o.cls.file.path}:${o.cls.name}:${name}`, value);
      return;
    }
    const attached = attachObject(m, at, o);
    if (attached === null) return;
    object = attached;
  }
  setField(m, object, name, value);
}

/** Gives a variable, or `this`, an object of its own, so that fields of what came from outside can be told apart. */
function attachObject(m: Machine, at: Expr, o: Value): Value | null {
  const id = m.allocate({ ...newObject('object', o.type), isClosed: false });
  const value: Value = { ...o, objs: [id], k: undefined };
  if (at.k === 'var') {
    if (at.key === undefined) at.key = keyOf(m.frame!.fn, at.name);
    if (at.key === null) return null;
    m.s.vars.set(at.key, value);
    return value;
  }
  if (at.k === 'this') {
    m.frame!.self = value;
    return value;
  }
  if (at.k === 'get') {
    const outer = m.evalExpr(at.o);
    const holder = outer.objs.length > 0 ? outer : attachObject(m, at.o, outer);
    if (holder === null) return null;
    setField(m, holder, at.name, value);
    return value;
  }
  return null;
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
  if (key !== null) {
    checkDynamicWrite(m, o, key, value, target);
    if (key.taints.length > 0 && value.taints.length === 0)
      m.links.checkHeaderWrite(m, o, '', key, target, m.file.text.slice(target.o.pos, target.o.end));
    if (typeof key.k === 'string') {
      checkProperty(m, key.k, value, target.pos, target.end);
      if (value.taints.length > 0 && target.o.pos < target.end)
        m.links.checkHeaderWrite(m, o, key.k, value, target, m.file.text.slice(target.o.pos, target.o.end));
    }
  }
  if (o.objs.length === 0) {
    const attached = attachObject(m, target.o, o);
    if (attached === null) return;
    o = attached;
  }
  if (key === null) m.update(o, (object) => append(object, value), joinObjects);
  else setElement(m, o, key, value);
}

export function append(object: HeapObject, value: Value): HeapObject {
  if (object.items !== null && object.items.length < 64)
    return { ...object, items: [...object.items, value] };
  return loosen(object, value);
}

/** The places are no longer known. */
export function loosen(object: HeapObject, value: Value): HeapObject {
  let rest = object.rest === null ? value : joinValues(object.rest, value);
  for (const item of object.items ?? []) rest = joinValues(rest, item);
  return { ...object, items: null, rest: { ...rest, k: undefined } };
}

export function setElement(m: Machine, o: Value, key: Value, value: Value): void {
  m.update(
    o,
    (object) => {
      if (key.k === undefined || key.k === null) {
        const rest = object.rest === null ? joinValues(value, unknown) : joinValues(object.rest, value);
        // Under a key from outside the key itself is theirs, too.
        return { ...object, rest: { ...rest, taints: joinTaints(rest.taints, key.taints) } };
      }
      if (object.items !== null && typeof key.k === 'number') {
        if (key.k < 0 || key.k > 64) return loosen(object, value);
        const items = [...object.items];
        while (items.length < key.k) items.push(unknown);
        items[key.k] = value;
        return { ...object, items };
      }
      const fields = new Map(object.fields);
      fields.set(String(key.k), value);
      return { ...object, fields };
    },
    joinObjects,
  );
}

/** `target[key][other] = value` with keys from outside reaches the prototype of all objects. */
function checkDynamicWrite(
  m: Machine,
  o: Value,
  key: Value,
  value: Value,
  target: Extract<Expr, { k: 'at' }>,
): void {
  if (!['JavaScript', 'TypeScript', 'TSX'].includes(m.file.language) || key.taints.length === 0) return;
  if (value.taints.length === 0 || !(o.sym?.includes('[!]') ?? false)) return;
  for (const taint of key.taints) {
    if ((taint.clean & prototypeBit) === 0)
      m.report('prototype_pollution', taint, target.pos, target.end, '[]=');
  }
}

const prototypeBit = bitOf('prototype_pollution');
