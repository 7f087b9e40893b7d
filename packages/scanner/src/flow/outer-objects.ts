import type { ClassIr } from '../ir/ir.ts';
import type { Machine } from './machine.ts';
import type { Value } from './value.ts';

/** Records the outer object that created an inner one. */
export function keepOuter(m: Machine, cls: ClassIr, id: number): void {
  const { running } = m;
  if (cls.outer !== null && running !== null && running.self !== null && running.fn.cls === cls.outer)
    m.outers.set(id, running.self);
}

/** The outer object that a name of its class belongs to, seen from an inner object; null if unknown. */
export function selfOf(m: Machine, own: ClassIr, cls: ClassIr): Value | null {
  let { self } = m.frame;
  for (let at: ClassIr | null = own; at !== null && at !== cls && self !== null; at = at.outer)
    self = m.outers.get(self.objs[0] ?? -1) ?? null;
  return self;
}

const around = new WeakMap<ClassIr, readonly ClassIr[]>();

/** The class and its enclosing classes, from the inside out. */
export function classesAround(cls: ClassIr): readonly ClassIr[] {
  let found = around.get(cls);
  if (found === undefined) {
    const list: ClassIr[] = [];
    for (let at: ClassIr | null = cls; at !== null && list.length < 4; at = at.outer) list.push(at);
    found = list;
    around.set(cls, found);
  }
  return found;
}
