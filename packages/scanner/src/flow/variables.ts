import { interned } from '../ir/interned.ts';
import type { ClassIr, Expr, FileIr, FunctionIr } from '../ir/ir.ts';
import { findField } from './class-fields.ts';
import { ownAccessor } from './computed-properties.ts';
import { functionsNamed } from './functions-by-name.ts';
import type { Machine } from './machine.ts';
import { classesAround, selfOf } from './outer-objects.ts';
import { readField, readProperty } from './properties.ts';
import { implicitReceiver } from './receivers.ts';
import { isScalar } from './scalar-types.ts';
import { sourceValue } from './source-value.ts';
import { symbol, unknown, type Value } from './value.ts';

/** A variable's key: the innermost function that declares it. Null when none does. */
function keyOf(fn: FunctionIr, name: string): string | null {
  let global = false;
  for (let holder: FunctionIr | null = fn; holder !== null; holder = holder.parent) {
    if (holder.locals.has(`global ${name}`)) {
      global = true;
      continue;
    }
    if (holder.locals.has(`use ${name}`)) continue;
    if (global && holder.parent !== null && !holder.isArrow) continue;
    if (holder.locals.has(name)) return interned(`${holder.id}:${name}`);
  }
  return global ? interned(`${fn.file.top.id}:${name}`) : null;
}

/** The key of a name in the code. A name without a declaration may have become a global of its file. */
export function variableKey(m: Machine, e: Extract<Expr, { k: 'var' }>): string | null {
  const { fn } = m.frame;
  if (e.key === undefined) e.key = keyOf(fn, e.name);
  if (e.key !== null || m.globals.size === 0) return e.key;
  const key = globalKey(fn, e.name);
  return m.globals.has(key) ? key : null;
}

/** The key of an undeclared name of the file. */
export function globalKey({ file }: FunctionIr, name: string): string {
  return interned(`${file.top.id}:${name}`);
}

export function readVariable(m: Machine, e: Extract<Expr, { k: 'var' }>): Value {
  const { fn, file } = m.frame;
  const key = variableKey(m, e);
  if (key !== null) {
    const value = m.s.get(key);
    if (value !== undefined) {
      // Other code may have set a captured flag meanwhile; its first value proves nothing, unless it is a constant.
      const { k } = value;
      const isFlag = k === null || k === false || k === true || k === 0 || k === '';
      return isFlag && !key.startsWith(`${fn.id}:`) && !/^_?[A-Z][A-Z\d_]+$/.test(e.name)
        ? { ...value, k: undefined }
        : value;
    }
  }
  return readGlobal(m, e.name, fn, file, e);
}

function readGlobal(m: Machine, name: string, fn: FunctionIr, file: FileIr, e: Expr): Value {
  const global = m.model.globals.get(name);
  if (global !== undefined) return sourceValue(m, global.kind, e, global.exposure, name);
  const member = readMember(m, name, fn, e);
  if (member !== null) return member;
  const given = m.model.hooks.bareName?.(m, name, fn, e) ?? null;
  if (given !== null) return given;
  const imported = readImport(m, name, file);
  if (imported !== null) return imported;
  const cls =
    /^[A-Z_]/.test(name) || !file.semantics.classesAreCapital ? m.program.classNamed(name, file) : null;
  if (cls !== null) return { ...unknown, cls, type: name };
  const own = functionsNamed(file, name).find((entry) => entry.cls === null);
  if (own !== undefined) return { ...unknown, fns: [{ fn: own, self: null }] };
  if (file.semantics.implicitReceivers && !m.handlers.words.freeFunctions.test(name)) {
    const holder = implicitReceiver(m);
    if (holder !== null && holder.taints.length > 0) return readProperty(m, holder, name, e, '');
  }
  return symbol(name);
}

/** A bare name may be a field of the enclosing class, or of one around that. */
function readMember(m: Machine, name: string, fn: FunctionIr, e: Expr): Value | null {
  let own: ClassIr | null = null;
  for (let holder: FunctionIr | null = fn; holder !== null; holder = holder.parent) {
    if (holder.cls === null || !holder.cls.file.semantics.bareFields) continue;
    own ??= holder.cls;
    for (const cls of classesAround(holder.cls)) {
      const value = memberOf(m, cls, selfOf(m, own, cls), name, e);
      if (value !== null) return value;
    }
  }
  return null;
}

function memberOf(m: Machine, cls: ClassIr, self: Value | null, name: string, e: Expr): Value | null {
  const getter = ownAccessor(m, cls, 'get', name);
  if (getter !== undefined) return m.links.invoke(m, getter, getter.isStatic ? null : self, [], new Map(), e);
  if (self !== null && self.objs.length > 0) {
    const value = readField(m, self, name);
    if (value !== null) return value;
  }
  // The fields of an object from outside are from outside.
  if (self !== null && self.objs.length === 0 && self.taints.length > 0) {
    const declared = cls.fields.find((entry) => entry.name === name && !entry.isStatic);
    if (declared !== undefined)
      return { ...unknown, type: declared.type, taints: isScalar(declared.type) ? [] : self.taints };
  }
  const field = findField(m, cls, name);
  if (field !== null) return field;
  // A method name is a function value.
  const methods = cls.file.semantics.methodsAreValues ? m.program.methodsOf(cls, name) : [];
  return methods.length === 0
    ? null
    : { ...unknown, fns: methods.map((fn) => ({ fn, self: fn.isStatic ? null : self })) };
}

function readImport(m: Machine, name: string, file: FileIr): Value | null {
  const entry = file.imports.find((item) => item.local === name);
  if (entry === undefined) return null;
  if (file.semantics.importsClasses) {
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
  if (!target.semantics.modulesAreObjects) return { ...unknown, mod: target, sym: specifier };
  return m.links.moduleExports(m, target, '*') ?? { ...unknown, mod: target };
}
