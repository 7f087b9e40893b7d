import { elementOf, loosen } from './elements.ts';
import type { Machine } from './machine.ts';
import { itemsOf } from './map-elements.ts';
import { contentOf, type HeapObject, joinObjects, newObject } from './state.ts';
import { joinValues, unknown, type Value } from './value.ts';

export function setItems(m: Machine, recv: Value, items: readonly Value[]): void {
  m.update(recv, (object) => ({ ...object, items }), joinObjects);
}

export function insertAt(
  m: Machine,
  recv: Value,
  items: readonly Value[] | null,
  at: number,
  value: Value,
): Value {
  if (items === null) m.update(recv, (before) => loosen(before, value), joinObjects);
  else setItems(m, recv, [...items.slice(0, at), value, ...items.slice(at)]);
  return unknown;
}

export function copyList(
  m: Machine,
  recv: Value,
  object: HeapObject,
  args: readonly Value[],
  name: string,
): Value {
  const [a, b] = args;
  let items = itemsOf(m, recv);
  let { rest } = object;
  if (name === 'slice' || name === 'subList') {
    const known =
      args.every((value) => typeof value.k === 'number' || value.k === undefined) &&
      args.every((value) => value.k !== undefined);
    if (items !== null && known)
      items = items.slice((a?.k as number | undefined) ?? 0, b?.k as number | undefined);
    else if (args.length > 0) {
      rest = contentOf(object);
      items = null;
    }
  } else if (name === 'concat' && a !== undefined) {
    const more = itemsOf(m, a);
    if (items !== null && more !== null) items = [...items, ...more];
    else {
      rest = joinValues(contentOf(object), elementOf(m, a));
      items = null;
    }
  } else if (name === 'reverse' || name === 'sort') {
    rest = contentOf(object);
    items = null;
  }
  const id = m.allocate({
    ...newObject('list'),
    items,
    rest: items === null ? { ...(rest ?? unknown), k: undefined } : rest,
  });
  return { ...unknown, objs: [id] };
}
