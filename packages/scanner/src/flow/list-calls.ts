import { byName } from './by-name.ts';
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
import { copyList, insertAt, setItems } from './list-changes.ts';
import type { Machine } from './machine.ts';
import { itemsOf, mapElements } from './map-elements.ts';
import { contentOf, type HeapObject, joinObjects } from './state.ts';
import { joinItems } from './string-builtins.ts';
import { constant, unknown, type Value } from './value.ts';

/** A call on a list, with what is known of both. */
interface ListCall {
  m: Machine;
  site: CallSite;
  recv: Value;
  object: HeapObject;
  /** Null if the elements are unknown. */
  items: readonly Value[] | null;
  a: Value | undefined;
  b: Value | undefined;
}

type Operation = (call: ListCall) => Value;

/** The operations, with their names in the libraries of all languages. */
const operations = byName<Operation>([
  ['add Add append push addLast AddLast offer << Enqueue Push addElement', add],
  ['push_back offerLast put_nowait put', add],
  ['insert Insert', insert],
  ['unshift addFirst AddFirst prepend appendleft', addFirst],
  ['addAll extend AddRange', addAll],
  ['get elementAt at ElementAt getItem', get],
  ['set', set],
  ['remove removeAt RemoveAt delete_at', remove],
  ['pop', pop],
  ['removeLast Pop pollLast', removeLast],
  ['shift removeFirst poll popleft Dequeue', removeFirst],
  ['first First FirstOrDefault getFirst element peekFirst firstElement front', first],
  ['last Last LastOrDefault getLast lastElement peekLast', last],
  ['back', lastOf],
  ['Peek', (call) => (/Queue/.test(call.object.type ?? '') ? firstOf(call) : lastOf(call))],
  ['peek', (call) => (isStackFromFront(call.m, call.object) ? firstOf(call) : lastOf(call))],
  ['clear Clear', clear],
  ['size length count len', size],
  ['isEmpty', isEmpty],
  ['contains includes indexOf has Contains', () => unknown],
  ['join', join],
  ['toString ToString', ({ m, recv }) => ({ ...unknown, taints: deepTaints(m, recv) })],
  ['slice subList concat toArray ToArray ToList reverse sort toList copy', copy],
]);

const returnsList =
  /^(?:map|flatMap|Select|collect|stream|filter|Where|values|entries|iterator|listIterator|elements|sorted|distinct)$/;

export function callOnList(m: Machine, site: CallSite, recv: Value, object: HeapObject): Value {
  const operation = operations.get(site.name);
  if (operation !== undefined) {
    const [a, b] = site.args;
    return operation({ m, site, recv, object, items: itemsOf(m, recv), a, b });
  }
  const element = elementOf(m, recv);
  const mapped = mapElements(m, site, element);
  if (mapped !== null) return mapped;
  m.links.runCallbacks(m, { ...site, recv: element });
  const content = { ...contentOf(object), k: undefined };
  return returnsList.test(site.name) ? listRest(m, content) : content;
}

function isStackFromFront(m: Machine, { type }: HeapObject): boolean {
  const others = m.file.semantics.stacksFromFront;
  return others !== null && !others.test(type ?? '');
}

function add({ m, site: { args, name }, recv, object, items, a, b }: ListCall): Value {
  if (args.length === 2 && typeof a?.k === 'number' && b !== undefined && name === 'add')
    return insertAt(m, recv, items, a.k, b);
  // A stack may have its newest element at the front, depending on the list behind it.
  if (name === 'push' && a !== undefined && isStackFromFront(m, object))
    return insertAt(m, recv, items, 0, a);
  for (const value of args) m.update(recv, (before) => append(before, value), joinObjects);
  return name === '<<' ? recv : unknown;
}

function insert({ m, recv, items, a, b = unknown }: ListCall): Value {
  if (typeof a?.k === 'number') return insertAt(m, recv, items, a.k, b);
  m.update(recv, (before) => loosen(before, b), joinObjects);
  return unknown;
}

function addFirst({ m, recv, items, a = unknown }: ListCall): Value {
  return insertAt(m, recv, items, 0, a);
}

function addAll({ m, recv, items, a }: ListCall): Value {
  const more = a === undefined ? null : itemsOf(m, a);
  if (items !== null && more !== null) setItems(m, recv, [...items, ...more]);
  else if (a !== undefined) m.update(recv, (before) => loosen(before, elementOf(m, a)), joinObjects);
  return unknown;
}

function get({ m, recv, a }: ListCall): Value {
  return a === undefined ? elementOf(m, recv) : readElement(m, recv, a);
}

function set({ m, recv, a, b }: ListCall): Value {
  if (a !== undefined && b !== undefined) setElement(m, recv, a, b);
  return unknown;
}

function remove({ m, recv, items, a }: ListCall): Value {
  if (items !== null && (typeof a?.k === 'number' || a === undefined)) {
    const at = (a?.k as number | undefined) ?? 0;
    setItems(m, recv, without(items, at < 0 ? items.length + at : at));
    return items.at(at) ?? unknown;
  }
  if (items !== null && a?.k !== undefined) {
    const at = items.findIndex((item) => item.k === a.k);
    if (at !== -1) setItems(m, recv, without(items, at));
  }
  return elementOf(m, recv);
}

function pop(call: ListCall): Value {
  return call.a === undefined && isStackFromFront(call.m, call.object) ? removeFirst(call) : removeLast(call);
}

function removeLast({ m, recv, items, a }: ListCall): Value {
  if (items === null) return elementOf(m, recv);
  const at = typeof a?.k === 'number' ? (a.k < 0 ? items.length + a.k : a.k) : items.length - 1;
  setItems(m, recv, without(items, at));
  return items[at] ?? unknown;
}

function removeFirst({ m, recv, items }: ListCall): Value {
  if (items === null) return elementOf(m, recv);
  setItems(m, recv, items.slice(1));
  return items[0] ?? unknown;
}

function without(items: readonly Value[], at: number): Value[] {
  return items.filter((_, index) => index !== at);
}

/** The first element that a function accepts, or the first. */
function first(call: ListCall): Value {
  return call.a?.fns.length ? elementOf(call.m, call.recv) : firstOf(call);
}

function last(call: ListCall): Value {
  return call.a?.fns.length ? elementOf(call.m, call.recv) : lastOf(call);
}

function firstOf({ m, recv, items }: ListCall): Value {
  return items?.[0] ?? elementOf(m, recv);
}

function lastOf({ m, recv, items }: ListCall): Value {
  return items?.at(-1) ?? elementOf(m, recv);
}

function join({ m, recv, a }: ListCall): Value {
  const isKnown = typeof a?.k === 'string' || a === undefined;
  return {
    ...unknown,
    taints: deepTaints(m, recv),
    text: isKnown ? joinItems(m, recv, (a?.k as string | undefined) ?? ',') : null,
  };
}

function clear({ m, recv }: ListCall): Value {
  m.update(recv, (before) => ({ ...before, items: [], rest: null }), joinObjects);
  return unknown;
}

function size({ m, recv }: ListCall): Value {
  const known = sizeOf(m, recv);
  return known === null ? unknown : constant(known);
}

function isEmpty({ m, recv }: ListCall): Value {
  const known = sizeOf(m, recv);
  return known === null ? unknown : constant(known === 0);
}

function copy({ m, recv, object, site: { args, name } }: ListCall): Value {
  return copyList(m, recv, object, args, name);
}
