import { readElement } from './elements.ts';
import type { Machine } from './machine.ts';
import { constant, joinValues, type Value } from './value.ts';

/**
 * The value at a position of a destructured value: an element of a tuple, a component of a record, a key or a value.
 */
export function partAt(m: Machine, value: Value, index: number): Value {
  let found: Value | null = null;
  for (const id of value.objs) {
    const object = m.s.object(id);
    if (object === undefined || object.kind === 'list') continue;
    const name =
      object.cls?.methods.get('<init>')?.[0]?.params[index]?.name ?? [...object.fields.keys()][index];
    const part = name === undefined ? undefined : object.fields.get(name);
    if (part !== undefined) found = found === null ? part : joinValues(found, part);
  }
  return found ?? readElement(m, value, constant(index));
}
