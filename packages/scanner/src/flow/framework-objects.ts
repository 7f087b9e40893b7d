import type { ClassIr, Expr, FunctionIr } from '../ir/ir.ts';
import { initializeFields, makeOpen } from './construction.ts';
import { invoke } from './invoke.ts';
import type { Machine } from './machine.ts';
import { unknown, type Value } from './value.ts';

/** An instance as the container would make it before it calls `fn`: fields initialized, constructor run with what it is typed for, filled from the request. */
export function selfFor(m: Machine, cls: ClassIr, fn: FunctionIr): Value {
  const { self } = makeOpen(m, cls.name, cls);
  initializeFields(m, cls, self, 0);
  const [setup] = cls.methods.get('<init>') ?? [];
  if (setup !== undefined && setup !== fn) {
    const args = setup.params.map((param): Value => ({ ...unknown, type: param.type }));
    invoke(m, setup, self, args, new Map(), nowhere(setup), true);
  }
  m.program.modelOf(cls.file.language).hooks.prepareObject?.(m, cls, fn, self);
  return self;
}

/** The place of a call that nobody has written. */
export function nowhere(fn: FunctionIr): Expr {
  return { k: 'none', pos: fn.pos, end: fn.pos };
}
