import type { ClassIr, Expr, FunctionIr } from '../ir/ir.ts';
import { initializeFields, makeOpen } from './construction.ts';
import { invoke } from './invoke.ts';
import type { Machine } from './machine.ts';
import { unknown, type Value } from './value.ts';

/**
 * An instance as the container would create it before calling `fn`: fields initialized, constructor run with
 * values of its parameter types, filled from the request.
 */
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

/** The position of a call that is not in the source. */
export function nowhere(fn: FunctionIr): Expr {
  return { k: 'none', pos: fn.pos, end: fn.pos };
}
