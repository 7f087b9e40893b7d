import type { ClassIr } from '../ir/ir.ts';
import { inClass } from './class-fields.ts';
import type { Machine } from './machine.ts';
import { State } from './state.ts';

/**
 * Runs a class's load-time code once, on the lowest layer: its effects apply to everything that runs later.
 */
export function runSetup(m: Machine, cls: ClassIr): void {
  if (cls.setup.length === 0) return;
  m.ledger?.enters(cls.file.path);
  if (m.loaded.has(cls)) return;
  m.loaded.add(cls);
  const outer = m.s;
  let root = m.s;
  while (root.parent !== null) root = root.parent;
  const layer = new State(root);
  m.s = layer;
  try {
    inClass(m, cls, () => m.execStmts(cls.setup));
  } finally {
    m.ledger?.writes(layer);
    for (const [key, value] of layer.vars) root.vars.set(key, value);
    for (const [id, object] of layer.heap) root.heap.set(id, object);
    m.s = outer;
  }
}
