import type { CallSite } from './call-site.ts';
import {
  append,
  deepTaints,
  elementOf,
  listRest,
  loosen,
  readElement,
  setElement,
  sizeOf,
} from './elements.ts';
import type { Machine } from './machine.ts';
import { itemsOf, mapElements } from './map-elements.ts';
import { contentOf, type HeapObject, joinObjects, newObject } from './state.ts';
import { joinItems } from './string-builtins.ts';
import { constant, joinTaints, joinValues, type Taint, unknown, type Value } from './value.ts';

function setItems(m: Machine, recv: Value, items: readonly Value[]): void {
  m.update(recv, (object) => ({ ...object, items }), joinObjects);
}

function isStackFromFront(m: Machine, { type }: HeapObject): boolean {
  const others = m.file.semantics.stacksFromFront;
  return others !== null && !others.test(type ?? '');
}

export function callOnList(m: Machine, site: CallSite, recv: Value, object: HeapObject): Value | null {
  const { args, name } = site;
  const [a, b] = args;
  const items = itemsOf(m, recv);
  switch (name) {
    case 'add':
    case 'Add':
    case 'append':
    case 'push':
    case 'addLast':
    case 'AddLast':
    case 'offer':
    case '<<':
    case 'Enqueue':
    case 'Push':
    case 'addElement':
    case 'push_back':
    case 'offerLast':
    case 'put_nowait':
    case 'put':
      if (args.length === 2 && typeof a?.k === 'number' && b !== undefined && name === 'add')
        return insertAt(m, recv, items, a.k, b);
      // A stack may have its newest at the front, as a list of it has.
      if (name === 'push' && args[0] !== undefined && isStackFromFront(m, object))
        return insertAt(m, recv, items, 0, args[0]);
      for (const value of args) m.update(recv, (before) => append(before, value), joinObjects);
      return name === '<<' ? recv : unknown;
    case 'insert':
    case 'Insert':
      if (typeof a?.k === 'number') return insertAt(m, recv, items, a.k, b ?? unknown);
      m.update(recv, (before) => loosen(before, b ?? unknown), joinObjects);
      return unknown;
    case 'unshift':
    case 'addFirst':
    case 'AddFirst':
    case 'prepend':
    case 'appendleft':
      return insertAt(m, recv, items, 0, a ?? unknown);
    case 'addAll':
    case 'extend':
    case 'AddRange': {
      const more = a === undefined ? null : itemsOf(m, a);
      if (items !== null && more !== null) setItems(m, recv, [...items, ...more]);
      else if (a !== undefined) m.update(recv, (before) => loosen(before, elementOf(m, a)), joinObjects);
      return unknown;
    }
    case 'get':
    case 'elementAt':
    case 'at':
    case 'ElementAt':
    case 'getItem':
      return a === undefined ? elementOf(m, recv) : readElement(m, recv, a);
    case 'set':
      if (a !== undefined && b !== undefined) setElement(m, recv, a, b);
      return unknown;
    case 'remove':
    case 'removeAt':
    case 'RemoveAt':
    case 'delete_at':
      if (items !== null && (typeof a?.k === 'number' || a === undefined)) {
        const at = (a?.k as number | undefined) ?? 0;
        const removed = items.at(at) ?? unknown;
        setItems(
          m,
          recv,
          items.filter((_, index) => index !== (at < 0 ? items.length + at : at)),
        );
        return removed;
      }
      if (items !== null && a?.k !== undefined) {
        const at = items.findIndex((item) => item.k === a.k);
        if (at !== -1)
          setItems(
            m,
            recv,
            items.filter((_, index) => index !== at),
          );
      }
      return elementOf(m, recv);
    case 'pop':
      if (a === undefined && isStackFromFront(m, object))
        return callOnList(m, { ...site, name: 'poll' }, recv, object);
      return callOnList(m, { ...site, name: 'removeLast' }, recv, object);
    case 'removeLast':
    case 'Pop':
    case 'pollLast':
      if (items !== null) {
        const at = typeof a?.k === 'number' ? (a.k < 0 ? items.length + a.k : a.k) : items.length - 1;
        setItems(
          m,
          recv,
          items.filter((_, index) => index !== at),
        );
        return items[at] ?? unknown;
      }
      return elementOf(m, recv);
    case 'shift':
    case 'removeFirst':
    case 'poll':
    case 'popleft':
    case 'Dequeue':
      if (items !== null) {
        setItems(m, recv, items.slice(1));
        return items[0] ?? unknown;
      }
      return elementOf(m, recv);
    case 'first':
    case 'First':
    case 'FirstOrDefault':
    case 'getFirst':
    case 'element':
    case 'peekFirst':
    case 'firstElement':
    case 'front':
      return args[0]?.fns.length ? elementOf(m, recv) : (items?.[0] ?? elementOf(m, recv));
    case 'last':
    case 'Last':
    case 'LastOrDefault':
    case 'getLast':
    case 'lastElement':
    case 'peekLast':
      return args[0]?.fns.length ? elementOf(m, recv) : (items?.at(-1) ?? elementOf(m, recv));
    case 'Peek':
      return /Queue/.test(object.type ?? '')
        ? (items?.[0] ?? elementOf(m, recv))
        : (items?.at(-1) ?? elementOf(m, recv));
    case 'peek':
      if (isStackFromFront(m, object)) return items?.[0] ?? elementOf(m, recv);
      return items?.at(-1) ?? elementOf(m, recv);
    case 'back':
      return items?.at(-1) ?? elementOf(m, recv);
    case 'clear':
    case 'Clear':
      m.update(recv, (before) => ({ ...before, items: [], rest: null }), joinObjects);
      return unknown;
    case 'size':
    case 'length':
    case 'count':
    case 'len': {
      const size = sizeOf(m, recv);
      return size === null ? unknown : constant(size);
    }
    case 'isEmpty': {
      const size = sizeOf(m, recv);
      return size === null ? unknown : constant(size === 0);
    }
    case 'contains':
    case 'includes':
    case 'indexOf':
    case 'has':
    case 'Contains':
      return unknown;
    case 'join':
      return {
        ...unknown,
        taints: deepTaints(m, recv),
        text:
          typeof a?.k === 'string' || a === undefined
            ? joinItems(m, recv, (a?.k as string | undefined) ?? ',')
            : null,
      };
    case 'toString':
    case 'ToString':
      return { ...unknown, taints: deepTaints(m, recv) };
    case 'slice':
    case 'subList':
    case 'concat':
    case 'toArray':
    case 'ToArray':
    case 'ToList':
    case 'reverse':
    case 'sort':
    case 'toList':
    case 'copy':
      return copyList(m, recv, object, args, name);
    default: {
      const mapped = mapElements(m, site, elementOf(m, recv));
      if (mapped !== null) return mapped;
      m.links.runCallbacks(m, { ...site, recv: elementOf(m, recv) });
      const content = { ...contentOf(object), k: undefined };
      if (
        /^(?:map|flatMap|Select|collect|stream|filter|Where|values|entries|iterator|listIterator|elements|sorted|distinct)$/.test(
          name,
        )
      )
        return listRest(m, content);
      return content;
    }
  }
}

function insertAt(m: Machine, recv: Value, items: readonly Value[] | null, at: number, value: Value): Value {
  if (items === null) m.update(recv, (before) => loosen(before, value), joinObjects);
  else setItems(m, recv, [...items.slice(0, at), value, ...items.slice(at)]);
  return unknown;
}

function copyList(m: Machine, recv: Value, object: HeapObject, args: readonly Value[], name: string): Value {
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

/** Objects and lists of a literal, or of arguments that stand for one. */
export function listOf(m: Machine, items: readonly Value[]): Value {
  return { ...unknown, objs: [m.allocate({ ...newObject('list'), items })] };
}

/** What may be in any of the values. */
export function joinAll(args: readonly Value[], m?: Machine): Value {
  let taints: readonly Taint[] = [];
  let objs: readonly number[] = [];
  for (const value of args) {
    taints = joinTaints(taints, m === undefined ? value.taints : deepTaints(m, value));
    if (m === undefined && objs.length === 0) objs = value.objs;
  }
  return { ...unknown, taints, objs };
}
