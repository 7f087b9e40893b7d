import { findField } from '../../../flow/class-fields.ts';
import { functionsNamed } from '../../../flow/functions-by-name.ts';
import type { Machine } from '../../../flow/machine.ts';
import { readField } from '../../../flow/properties.ts';
import type { Value } from '../../../flow/value.ts';
import type { ClassIr, Expr, FunctionIr } from '../../../ir/ir.ts';
import { readMatch } from './last-match.ts';

/** A name that is not a variable: a part of the last match, or a method. */
export function bareName(m: Machine, name: string, fn: FunctionIr, e: Expr): Value | null {
  return (
    (name.startsWith('$') ? readMatch(m, name) : null) ??
    (/^[A-Z]/.test(name) ? constantOfClass(m, name, fn) : null) ??
    callBareName(m, name, fn, e)
  );
}

/** A constant of the enclosing class that holds functions or data. */
function constantOfClass(m: Machine, name: string, fn: FunctionIr): Value | null {
  const cls = classAround(fn);
  const value = cls === null ? null : findField(m, cls, name);
  return value !== null && (value.fns.length > 0 || value.objs.length > 0) ? value : null;
}

function classAround(fn: FunctionIr): ClassIr | null {
  let { cls } = fn;
  for (let holder = fn.parent; cls === null && holder !== null; holder = holder.parent) cls = holder.cls;
  return cls;
}

/** Calls the method of this name in the class or the file. */
function callBareName(m: Machine, name: string, fn: FunctionIr, e: Expr): Value | null {
  if (!/^[a-z_]/.test(name)) return null;
  const cls = classAround(fn);
  if (cls !== null && m.frame.self !== null && isRead(cls, name)) return readField(m, m.frame.self, name);
  const target =
    (cls === null ? undefined : m.program.methodsOf(cls, name)[0]) ??
    // Defined in a block: `helpers do … end`.
    functionsNamed(fn.file, name).find((entry) => (entry.cls === null || entry.cls === cls) && entry !== fn);
  if (
    target === undefined ||
    target === fn ||
    target.params.some((param) => param.init === null && !param.isRest)
  )
    return null;
  return m.links.invoke(m, target, m.frame.self, [], new Map(), e);
}

const readers = new WeakMap<ClassIr, ReadonlySet<string>>();

/** `attr_reader :name`: the field is read by its bare name. */
function isRead(cls: ClassIr, name: string): boolean {
  let known = readers.get(cls);
  if (known === undefined) {
    known = new Set(
      cls.setup.flatMap((stmt) =>
        stmt.k === 'expr' &&
        stmt.e.k === 'call' &&
        stmt.e.f.k === 'var' &&
        /^(?:attr_(?:reader|accessor)|attr)$/.test(stmt.e.f.name)
          ? stmt.e.args.flatMap((arg) => (arg.k === 'lit' && typeof arg.v === 'string' ? [arg.v] : []))
          : [],
      ),
    );
    readers.set(cls, known);
  }
  return known.has(name);
}
