import { elementOf, listRest, readElement } from '../../../flow/elements.ts';
import type { Machine } from '../../../flow/machine.ts';
import { contentOf } from '../../../flow/state.ts';
import { constant, type Value } from '../../../flow/value.ts';

/**
 * `pair.Item1`, `pair.Name` of a tuple, `all.First`, `all.Values`, `task.Result`: parts of .NET types. Null for
 * others.
 */
export function heldPart(m: Machine, o: Value, name: string): Value | null {
  if (o.objs.length === 0) return null;
  const object = m.s.first(o);
  if (object === undefined) return null;
  if (object.kind === 'list') return listPart(m, o, name, object.items);
  if (object.kind === 'map' && (name === 'Values' || name === 'Keys')) {
    const rest = name === 'Keys' ? elementOf(m, o, true) : { ...contentOf(object), k: undefined };
    return listRest(m, rest);
  }
  return name === 'Result' || name === 'Value' ? o : null;
}

function listPart(m: Machine, o: Value, name: string, items: readonly Value[] | null): Value | null {
  const place = /^Item([1-8])$/.exec(name)?.[1];
  if (place !== undefined) return readElement(m, o, constant(Number(place) - 1));
  if (name === 'First') return items?.[0] ?? elementOf(m, o);
  if (name === 'Last') return items?.at(-1) ?? elementOf(m, o);
  if (name === 'Result' || name === 'Value') return o;
  // (string Name, string Kind)
  const names = o.type?.startsWith('(') ? o.type.replace(/[()]/g, '').split(',') : [];
  const at = names.findIndex((part) => part.trim().endsWith(` ${name}`));
  return at >= 0 ? readElement(m, o, constant(at)) : null;
}
