import { setField } from '../../../flow/assign.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';

/** `x[key]` of a class with its own `__getitem__`. */
export function ownElement(m: Machine, o: Value, key: Value, e: Expr): Value | null {
  for (const id of o.objs) {
    const object = m.s.object(id);
    if (
      object?.type === 'defaultdict' &&
      typeof key.k === 'string' &&
      !object.fields.has(key.k) &&
      object.rest === null
    ) {
      // A `defaultdict` makes missing elements: usually a list, or a number or text that nobody appends to.
      const made = m.make('list');
      setField(m, o, key.k, made);
      return made;
    }
    const cls = object?.cls ?? null;
    const [fn] = cls === null ? [] : m.program.methodsOf(cls, '__getitem__');
    if (fn !== undefined) return m.links.invoke(m, fn, o, [key], new Map(), e);
  }
  return null;
}
