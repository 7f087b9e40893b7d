import type { ClassIr, Expr, FunctionIr } from '../ir/ir.ts';
import { methodTargets } from './call-targets.ts';
import { fieldNamed } from './fields-by-name.ts';
import type { Machine } from './machine.ts';
import { joinValues, unknown, type Value } from './value.ts';

const noNames: ReadonlyMap<string, Value> = new Map();

/** The result of a property's getter, or of an indexer. Null if it has no visible code. */
export function readComputed(
  m: Machine,
  o: Value,
  name: string,
  args: readonly Value[],
  e: Expr,
): Value | null {
  return m.program.hasAccessor(name) ? run(m, o, `get_${name}`, args, e) : null;
}

/** Runs a property's setter; false if it has no visible code. */
export function writeComputed(m: Machine, o: Value, name: string, args: readonly Value[], e: Expr): boolean {
  return m.program.hasAccessor(name) && run(m, o, `set_${name}`, args, e) !== null;
}

function run(m: Machine, o: Value, name: string, args: readonly Value[], e: Expr): Value | null {
  if (!m.file.semantics.accessors || (o.objs.length === 0 && o.cls === null && o.type === null)) return null;
  const [target] = methodTargets(m, o, { e, name, recv: o, args, named: noNames, written: '' });
  if (target === undefined) return null;
  return heldField(m, target.fn, target.self) ?? m.links.invoke(m, target.fn, target.self, args, noNames, e);
}

/** A field that has not been set yet. */
function emptyField(cls: ClassIr | null, name: string): Value | null {
  const field = cls === null ? undefined : fieldNamed(cls, name);
  return field === undefined || field.isStatic || field.init !== null
    ? null
    : { ...unknown, type: field.type };
}

/** `get { return name; }` with a known field: nothing has to run. */
function heldField(m: Machine, fn: FunctionIr, self: Value | null): Value | null {
  const [only, more] = fn.body;
  if (self === null || self.objs.length === 0 || more !== undefined || only?.k !== 'return') return null;
  const name = only.e?.k === 'var' && !fn.locals.has(only.e.name) ? only.e.name : null;
  if (name === null || m.program.hasAccessor(name)) return null;
  let found: Value | null = null;
  for (const id of self.objs) {
    const object = m.s.object(id);
    const field = object?.fields.get(name) ?? emptyField(object?.cls ?? null, name);
    if (field === null) return null;
    found = found === null ? field : joinValues(found, field);
  }
  return found;
}

/** The accessor of a property that is used by its bare name in its class. */
export function ownAccessor(
  m: Machine,
  cls: ClassIr,
  kind: 'get' | 'set',
  name: string,
): FunctionIr | undefined {
  return cls.file.semantics.accessors && m.program.hasAccessor(name)
    ? m.program.methodsOf(cls, `${kind}_${name}`)[0]
    : undefined;
}

/** The value of an auto-property in an object initializer. */
export function initializeProperty(m: Machine, o: Value, name: string, value: Value, e: Expr): boolean {
  m.links.checkWrite(m, o, name, value, e);
  return writeComputed(m, o, name, [value], e);
}
