import type { ClassIr } from '../ir/ir.ts';
import { inClass } from './class-fields.ts';
import type { Machine } from './machine.ts';

/** Runs what a class does when it is loaded, once, on the lowest layer: it holds for all that runs later. */
export function runSetup(m: Machine, cls: ClassIr): void {
  if (cls.setup.length === 0 || m.loaded.has(cls)) return;
  m.loaded.add(cls);
  const outer = m.s;
  let root = m.s;
  while (root.parent !== null) root = root.parent;
  m.s = root;
  try {
    inClass(m, cls, () => m.execStmts(cls.setup));
  } finally {
    root.dead = false;
    m.s = outer;
  }
}
