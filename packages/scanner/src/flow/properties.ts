import type { Expr, FunctionIr } from '../ir/ir.ts';
import { only } from '../read/only.ts';
import { withCarried } from './carried.ts';
import { findField } from './class-fields.ts';
import { readComputed } from './computed-properties.ts';
import { sizeOf } from './elements.ts';
import { describe } from './language-model.ts';
import type { Machine } from './machine.ts';
import { isScalar } from './scalar-types.ts';
import { sourceValue } from './source-value.ts';
import type { HeapObject } from './state.ts';
import { constant, joinTaints, joinValues, symbol, unknown, type Value } from './value.ts';

/** A field of the objects behind a value; null if none of them is known to have it. */
export function readField(m: Machine, value: Value, name: string): Value | null {
  let found: Value | null = null;
  for (const id of value.objs) {
    const object = m.s.object(id);
    if (object === undefined) continue;
    const field =
      object.fields.get(name) ?? (object.rest !== null && object.kind !== 'buffer' ? object.rest : undefined);
    const given = field ?? lent(m, value, object, name);
    if (given !== null) found = found === null ? given : joinValues(found, given);
    else if (object.cls !== null) {
      const declared = findField(m, object.cls, name);
      if (declared !== null) found = found === null ? declared : joinValues(found, declared);
    }
  }
  return found;
}

/** A field of an embedded object. */
function lent(m: Machine, value: Value, object: HeapObject, name: string): Value | null {
  if (value.type === null || object.cls !== null || !m.file.semantics.embeddedFields) return null;
  for (const cls of m.program.classesOfType(value.type, m.file))
    for (const base of cls.bases) {
      const inner = object.fields.get(base.slice(base.lastIndexOf('.') + 1));
      const field = inner === undefined ? null : readField(m, inner, name);
      if (field !== null) return field;
    }
  return null;
}

const lengths = new Set(['length', 'size', 'count', 'Length', 'Count', 'byteLength']);

export function readProperty(m: Machine, o: Value, name: string, e: Expr, written: string): Value {
  const computedByCode = readComputed(m, o, name, [], e);
  if (computedByCode !== null) return computedByCode;
  const field = readField(m, o, name) ?? m.model.hooks.readPart?.(m, o, name) ?? null;
  return (
    partOfAddress(m, o, name, e, written) ??
    (field === null ? null : valueOfField(m, o, name, field, e)) ??
    (written === 'self' || written === 'this' ? ownMember(m, name, e) : null) ??
    sourceByRules(m, o, name, e, written) ??
    memberOfProgram(m, o, name, e) ??
    sizeByName(m, o, name) ??
    // The main export of a package that is loaded as a whole.
    (name === 'prototype' || (name === 'default' && isPackage(o)) ? o : null) ??
    partOfPath(m, o, name) ??
    (isValidated(m, o, name) || isFixed(m, o, name) ? unknown : null) ??
    m.model.hooks.readProperty?.(m, o, name, e, written) ??
    withCarried(m, o, name, unknownField(m, o, name), { e, written })
  );
}

/** The query of an address is data; the address as a whole leads back to this site. */
function partOfAddress(m: Machine, o: Value, name: string, e: Expr, written: string): Value | null {
  if ((name !== 'query' && name !== 'searchParams') || !isParsedAddress(o, written)) return null;
  const [first] = o.taints;
  if (first !== undefined) return sourceValue(m, 'http_parameter', e, first.source.exposure, '<own>');
  const given = readField(m, o, '<arg0>')?.sym ?? '';
  return o.type === 'URL' && !/location|document|window|^@/.test(given) ? { ...unknown, sym: '<own>' } : null;
}

function valueOfField(m: Machine, o: Value, name: string, field: Value, e: Expr): Value {
  const [getter] = field.fns;
  if (getter !== undefined && isComputed(getter.fn))
    return m.links.invoke(m, getter.fn, getter.self ?? o, [], new Map(), e);
  // The number of elements is not one of them.
  if (field.num !== null && lengths.has(name) && isCollection(m, o)) return unknown;
  return o.taints.length > 0 && o.objs.length === 0
    ? { ...field, taints: joinTaints(field.taints, o.taints) }
    : field;
}

function sourceByRules(m: Machine, o: Value, name: string, e: Expr, written: string): Value | null {
  const rules = m.model.readsByName.get(name) ?? m.model.readsByName.get('*');
  if (rules === undefined) return null;
  const text = describe(o, written);
  const rule = rules.find(({ on }) => on === undefined || on.test(text));
  if (rule === undefined || (rule.name === '*' && isOwnField(m, o, name))) return null;
  const sym = o.sym === null ? null : `${o.sym}.${name}`;
  return sourceValue(m, rule.kind, e, rule.exposure, sym, rule.only);
}

/** Whether a class of the program declares the field, so the name does not come from a request. */
function isOwnField(m: Machine, { cls, objs }: Value, name: string): boolean {
  const own = cls ?? only(objs.flatMap((id) => m.s.object(id)?.cls ?? []));
  return own !== undefined && own !== null && findField(m, own, name) !== null;
}

/** An export, a method, a static field or a nested class. */
function memberOfProgram(m: Machine, o: Value, name: string, e: Expr): Value | null {
  const exported = o.mod === null ? null : m.links.moduleExports(m, o.mod, name);
  if (exported !== null) return exported;
  const method = methodValue(m, o, name);
  if (method !== null) return computed(m, method, e) ?? method;
  if (o.cls === null) return null;
  const declared = findField(m, o.cls, name);
  if (declared !== null) return declared;
  const nested = m.program.classNamed(name, o.cls.file);
  return nested !== null && /^[A-Z]/.test(name) ? { ...unknown, cls: nested, type: name } : null;
}

function sizeByName(m: Machine, o: Value, name: string): Value | null {
  if (!lengths.has(name) || isNamedByRequest(m, o, name)) return null;
  const size = typeof o.k === 'string' ? o.k.length : sizeOf(m, o);
  return size === null ? unknown : constant(size);
}

/** The full path of a class or a module is read part by part. */
function partOfPath(m: Machine, o: Value, name: string): Value | null {
  if (o.sym === null || o.taints.length > 0) return null;
  const { qualifiedNames, moduleProperties } = m.file.semantics;
  if (qualifiedNames && /^[A-Z]/.test(name) && /^[a-z][\w.]*$/.test(o.sym)) {
    const cls = m.program.classNamed(name, m.file);
    return cls !== null ? { ...unknown, cls, type: name } : { ...symbol(`${o.sym}.${name}`), type: name };
  }
  if (!moduleProperties || !/^[\w.]+$/.test(o.sym)) return null;
  // Packages need no file of their own: `package.module` may be a module of the program.
  const path = `${o.sym}.${name}`;
  const target = m.program.importedFile(m.file, path, '*');
  return target === null ? null : { ...unknown, mod: target, sym: path };
}

/** A field of a value of which only the name, the type and the source are known. */
function unknownField(m: Machine, o: Value, name: string): Value {
  const declared = declaredField(m, o, name);
  if (declared !== null && (isScalar(declared.type) || isPlainNumber(declared.type)))
    return { ...unknown, type: declared.type };
  if (o.taints.length > 0 && isBuiltWithNumber(m, o, name)) return unknown;
  const owner = o.sym ?? (m.file.semantics.knownByType && o.taints.length === 0 ? o.type : null);
  const sym = owner !== null ? m.handlers.aliasOf(`${owner}.${name}`) : null;
  return {
    ...unknown,
    taints: o.taints,
    sym: sym !== null && sym.length > 160 ? null : sym,
    type: declared?.type ?? null,
  };
}

/** `def __init__(self, limit: int)`: a framework that fills the object refuses other values. */
function isBuiltWithNumber(m: Machine, o: Value, name: string): boolean {
  if (o.type === null || o.objs.length > 0 || o.cls !== null) return false;
  return m.program
    .classesNamed(o.type, m.file)
    .some((cls) =>
      (cls.methods.get('<init>') ?? []).some(({ params }) =>
        params.some((param) => param.name === name && isPlainNumber(param.type)),
      ),
    );
}

function isCollection(m: Machine, { objs }: Value): boolean {
  return objs.every((id) => m.s.object(id)?.kind !== 'object');
}

/** `order.count()` on a record: the component of this name, even if other types have such a method. */
export function isComponent(m: Machine, o: Value, name: string): boolean {
  return m.file.semantics.recordComponents && o.objs.length === 0 && declaredField(m, o, name) !== null;
}

/** `req.query.size`, `dto.count`: a field from the request, not the number of elements. */
function isNamedByRequest(m: Machine, o: Value, name: string): boolean {
  if (o.taints.length === 0 || name === 'length' || name === 'Length') return false;
  if (/^@(?:req|ctx)(?:\.re(?:q|quest))?\.(?:query|body|params|cookies)(?:\.|$)/.test(o.sym ?? ''))
    return true;
  if (declaredField(m, o, name) !== null) return true;
  return (
    o.objs.length === 0 && /(?:Dto|DTO|Request|Input|Body|Payload|Form|Query|Params)$/.test(o.type ?? '')
  );
}

/** A member that a framework has put into the current object. */
function ownMember(m: Machine, name: string, e: Expr): Value | null {
  let holder: FunctionIr | null = m.frame.fn;
  while (holder !== null && holder.cls === null) holder = holder.parent;
  const cls = holder?.cls ?? null;
  const given = cls === null ? null : (m.model.member?.(cls, name) ?? null);
  if (given === null) return null;
  return given.source === undefined
    ? symbol(given.sym ?? name)
    : sourceValue(m, given.source, e, 'external', given.sym ?? null);
}

/** Whether the decorators of a field only accept numbers, identifiers and fixed choices. */
function isValidated(m: Machine, o: Value, name: string): boolean {
  const checked = m.model.hooks.checkedMarks;
  if (o.type === null || o.taints.length === 0 || o.objs.length > 0 || checked === undefined) return false;
  return m.program
    .classesNamed(o.type, m.file)
    .some((cls) =>
      cls.fields.some(
        (field) => field.name === name && field.annotations.some((entry) => checked.test(entry.name)),
      ),
    );
}

function isFixed(m: Machine, { taints }: Value, name: string): boolean {
  const { isFixed: isFixedIn } = m.model;
  return (
    taints.length > 0 && isFixedIn !== undefined && taints.every(({ source }) => isFixedIn(source, name))
  );
}

function isPackage({ sym, objs, taints, mod }: Value): boolean {
  return mod === null && objs.length + taints.length === 0 && /^@?[a-z][\w./-]*$/.test(sym ?? '');
}

function isParsedAddress(o: Value, written: string): boolean {
  return (
    /url\.parse\(\)|(?:^|\.)URL$|new URL\(|[uU]rl\.parse\(/.test(`${o.sym ?? ''} ${written}`) ||
    o.type === 'URL'
  );
}

function isPlainNumber(type: string | null): boolean {
  return type !== null && /^(?:int|float|bool|date|datetime|UUID|Decimal)$/.test(type);
}

/** The field as declared by the value's type, if the object is otherwise unknown. */
function declaredField(m: Machine, o: Value, name: string): Value | null {
  if (o.type === null || o.objs.length > 0 || o.cls !== null || !m.file.semantics.declaredFields) return null;
  for (const cls of m.program.classesOfType(o.type, m.file)) {
    const field = findField(m, cls, name);
    if (field !== null) return field;
  }
  return null;
}

/** The value of a computed property. Null for a plain method. */
function computed(m: Machine, method: Value, e: Expr): Value | null {
  const [first] = method.fns;
  return first !== undefined && isComputed(first.fn)
    ? m.links.invoke(m, first.fn, first.self, [], new Map(), e)
    : null;
}

function isComputed({ annotations, file }: FunctionIr): boolean {
  const { computedMarks } = file.semantics;
  return computedMarks !== null && annotations.some((entry) => computedMarks.test(entry.name));
}

/** Whether the type of a value declares a scalar under this name. */
export function isScalarField(m: Machine, o: Value, name: string): boolean {
  const declared = declaredField(m, o, name);
  return declared !== null && isScalar(declared.type);
}

/** A method as a value (`this.save`, `handler.handle`). */
function methodValue(m: Machine, o: Value, name: string): Value | null {
  const fns: { fn: FunctionIr; self: Value | null }[] = [];
  for (const id of o.objs) {
    const cls = m.s.object(id)?.cls;
    if (cls) for (const fn of m.program.methodsOf(cls, name)) fns.push({ fn, self: o });
  }
  if (o.cls !== null)
    for (const fn of m.program.methodsOf(o.cls, name)) fns.push({ fn, self: fn.isStatic ? o : null });
  const isNamed =
    o.objs.length === 0 ||
    (m.file.semantics.methodsBesideTypes && o.objs.every((id) => m.s.object(id)?.cls == null));
  if (fns.length === 0 && o.type !== null && isNamed && o.taints.length === 0 && o.cls === null)
    for (const cls of m.program.classesOfType(o.type, m.file))
      for (const fn of m.program.methodsOf(cls, name)) fns.push({ fn, self: o });
  return fns.length === 0 ? null : { ...unknown, fns };
}
