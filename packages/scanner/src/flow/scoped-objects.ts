import type { ClassIr, Expr } from '../ir/ir.ts';
import type { CallSite } from './call-site.ts';
import type { Machine } from './machine.ts';
import { isScalar } from './scalar-types.ts';
import { type Taint, unknown, type Value } from './value.ts';

const scoped = new WeakMap<ClassIr, boolean>();

/** Whether a framework creates one shared object of the class for each request or session. */
function isScoped(cls: ClassIr): boolean {
  const { scopeMarks } = cls.file.semantics;
  if (scopeMarks === null || cls.annotations.length === 0) return false;
  let known = scoped.get(cls);
  if (known === undefined) {
    known = cls.annotations.some(({ name, args }) => scopeMarks.test(`${name} ${args}`));
    scoped.set(cls, known);
  }
  return known;
}

const placeIn = (cls: ClassIr, name: string): string => `scope ${cls.file.path} ${cls.name} ${name}`;

/** The scoped class of a value; null for all others. */
function scopedClass(m: Machine, { cls, objs, type }: Value): ClassIr | null {
  const { scopeMarks } = m.file.semantics;
  if (scopeMarks === null || cls !== null) return null;
  const own = objs.length === 0 ? null : (m.s.object(objs[0] ?? -1)?.cls ?? null);
  if (own !== null) return isScoped(own) ? own : null;
  if (type === null) return null;
  return m.program.classesOfType(type, m.file).find(isScoped) ?? null;
}

/** `current.tenant = name`, wherever in the request it is read afterwards. */
export function leaveScoped(m: Machine, o: Value, name: string, value: Value): void {
  if (value.taints.length === 0) return;
  const cls = scopedClass(m, o);
  if (cls !== null) m.carried.leave(m, placeIn(cls, name), value);
}

/** The same for a plain name that is a field of the enclosing class. */
export function leaveOwnScoped(m: Machine, cls: ClassIr, name: string, value: Value): void {
  if (value.taints.length > 0 && isScoped(cls)) m.carried.leave(m, placeIn(cls, name), value);
}

/** Taints that other code stored in the field during the same request. */
export function foundScoped(m: Machine, cls: ClassIr, name: string, type: string | null): readonly Taint[] {
  if (!isScoped(cls) || isScalar(type)) return [];
  const { fn } = m.frame;
  const e: Expr = { k: 'none', pos: fn.pos, end: Math.min(fn.end, fn.pos + 200) };
  return m.carried.find(m, placeIn(cls, name), e);
}

/** `current.setTenant(name)` and `current.getTenant()`, where an annotation writes these methods. */
export function scopedCall(m: Machine, { recv, name, args, e }: CallSite): Value | null {
  if (recv === null || m.file.semantics.scopeMarks === null || args.length > 1) return null;
  const field = /^(?:set|get|is)([A-Z]\w*)$/.exec(name)?.[1];
  const cls = field === undefined ? null : scopedClass(m, recv);
  if (field === undefined || cls === null) return null;
  const place = placeIn(cls, `${field.charAt(0).toLowerCase()}${field.slice(1)}`);
  const [value] = args;
  if (value !== undefined) {
    m.carried.leave(m, place, value);
    return unknown;
  }
  const taints = m.carried.find(m, place, e);
  return taints.length === 0 ? null : { ...unknown, taints };
}
