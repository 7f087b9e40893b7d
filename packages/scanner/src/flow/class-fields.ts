import type { ClassIr, Expr, FieldIr, FunctionIr } from '../ir/ir.ts';
import { fieldKey, fieldNamed } from './fields-by-name.ts';
import type { Machine } from './machine.ts';
import { isScalar } from './scalar-types.ts';
import { foundScoped } from './scoped-objects.ts';
import { sourceValue } from './source-value.ts';
import { unknown, type Value } from './value.ts';

/** A field as declared by the class or a base: its constant if immutable, otherwise its type. */
export function findField(m: Machine, of: ClassIr, name: string): Value | null {
  const cls = m.program.ownerOf(of, name);
  const field = cls === null ? undefined : fieldNamed(cls, name);
  if (cls === null || field === undefined) return null;
  m.ledger?.enters(cls.file.path);
  if (field.isStatic && cls.setup.length > 0 && cls.file.semantics.bareFields) m.links.runSetup(m, cls);
  const left = field.isStatic ? [] : foundScoped(m, cls, name, field.type);
  if (left.length > 0) return { ...unknown, type: field.type, taints: left };
  const key = fieldKey(cls, name);
  const known = m.s.get(key);
  if (known !== undefined) return known;
  m.s.vars.set(key, { ...unknown, type: field.type });
  const bound = boundField(m, cls, field);
  if (bound !== null) {
    m.s.vars.set(key, bound);
    return bound;
  }
  if (field.init === null) return { ...unknown, type: field.type };
  const { init } = field;
  const value = inClass(m, cls, () => m.evalExpr(init)) ?? unknown;
  const isMutable = value.k === null || typeof value.k === 'boolean' || value.k === 0 || value.k === '';
  const kept: Value = {
    ...value,
    k: isMutable && !field.isStatic ? undefined : value.k,
    type: value.type ?? field.type,
  };
  m.s.vars.set(key, kept);
  return kept;
}

/** What a framework binds to a field from a request; null if nothing. */
export function boundField(m: Machine, cls: ClassIr, field: FieldIr): Value | null {
  if (isScalar(field.type) || !field.annotations.some((entry) => m.handlers.isFilledField(entry.name)))
    return null;
  const at: Expr = { k: 'none', pos: cls.pos, end: cls.pos + 1 };
  return inClass(m, cls, () => sourceValue(m, 'http_parameter', at));
}

const scopes = new WeakMap<ClassIr, FunctionIr>();

/** The file's top-level code as a scope inside the class, so that bare names may be its fields. */
function scopeOf(cls: ClassIr): FunctionIr {
  let scope = scopes.get(cls);
  if (scope === undefined) {
    scope = { ...cls.file.top, cls };
    scopes.set(cls, scope);
  }
  return scope;
}

/** Evaluates in the scope of a class's file, outside any method. */
export function inClass<T>(m: Machine, cls: ClassIr, work: () => T): T | null {
  const outer = m.running;
  if (outer !== null && outer.depth > 20) return null;
  const { model } = m;
  m.ledger?.enters(cls.file.path);
  m.running = {
    fn: scopeOf(cls),
    file: cls.file,
    self: null,
    result: null,
    base: m.s,
    exits: [],
    loops: [],
    caller: outer,
    call: null,
    passed: [],
    depth: (outer?.depth ?? 0) + 1,
  };
  m.model = m.program.modelOf(cls.file.language);
  try {
    return work();
  } finally {
    m.running = outer;
    m.model = model;
  }
}
