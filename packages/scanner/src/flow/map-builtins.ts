import type { CallSite } from './call-site.ts';
import { elementOf, entryOf, listRest, pairContent, readElement, setElement } from './elements.ts';
import type { Machine } from './machine.ts';
import { contentOf, type HeapObject, joinObjects, newObject } from './state.ts';
import { constant, joinTaints, joinValues, unknown, type Value } from './value.ts';

export function mergeInto(m: Machine, target: Value, from: Value): void {
  const taints = from.taints;
  m.update(
    target,
    (object) => {
      const fields = new Map(object.fields);
      let { rest, keys } = object;
      for (const id of from.objs) {
        const other = m.s.object(id);
        if (other === undefined) continue;
        keys = joinTaints(keys, other.keys);
        for (const [name, value] of other.fields) fields.set(name, value);
        if (other.rest !== null) rest = rest === null ? other.rest : joinValues(rest, other.rest);
      }
      if (taints.length > 0)
        rest = rest === null ? { ...unknown, taints } : joinValues(rest, { ...unknown, taints });
      return { ...object, fields, rest, keys };
    },
    joinObjects,
  );
}

/** The effect of a call on a map or an object used as one. Null if the call is unknown. */
export function callOnMap(m: Machine, site: CallSite, recv: Value, object: HeapObject): Value | null {
  return changeMap(m, site, recv) ?? readMap(m, site, recv, object);
}

function changeMap(m: Machine, { args, name }: CallSite, recv: Value): Value | null {
  const [a, b, c] = args;
  switch (name) {
    case 'put':
    case 'set':
    case 'Add':
    case 'store':
    case 'setProperty':
    case 'putIfAbsent':
    case 'setdefault':
    case 'TryAdd':
    case 'setItem':
    case 'insert':
      if (a === undefined || b === undefined) return null;
      // A parser of settings has keys in sections.
      if (args.length === 3 && c !== undefined && a.k !== undefined && b.k !== undefined) {
        setElement(m, recv, constant(`${a.k}.${b.k}`), c);
        return unknown;
      }
      setElement(m, recv, a, b);
      return name === 'set' ? recv : unknown;
    case 'remove':
    case 'delete':
    case 'Remove':
      if (typeof a?.k === 'string') withoutKey(m, recv, a.k);
      return unknown;
    case 'putAll':
    case 'update':
    case 'merge':
      if (a === undefined) return null;
      mergeInto(m, recv, a);
      return recv;
    case 'clear':
      m.update(recv, (before) => ({ ...before, fields: new Map(), rest: null, keys: [] }), joinObjects);
      return unknown;
    default:
      return null;
  }
}

function readMap(m: Machine, site: CallSite, recv: Value, object: HeapObject): Value | null {
  const { name } = site;
  const content = (): Value => ({ ...contentOf(object), k: undefined });
  switch (name) {
    case 'get':
    case 'fetch':
    case 'getValue':
    case 'getProperty':
    case 'getOrDefault':
    case 'GetValueOrDefault':
    case 'pop':
    case 'getItem':
      return readKey(m, site, recv, object);
    case 'popitem':
      return elementOf(m, pairsOf(m, recv, object));
    case 'containsKey':
    case 'has':
    case 'ContainsKey':
    case 'isEmpty':
    case 'containsValue':
      return unknown;
    case 'keySet':
    case 'keys':
    case 'Keys':
      return listRest(m, elementOf(m, recv, true));
    case 'entrySet':
      return listRest(
        m,
        m.file.semantics.entryObjects ? entryOf(m, recv, 'key', 'value') : pairContent(object),
      );
    case 'values':
    case 'Values':
    case 'items':
    case 'entries':
      return m.file.semantics.pairMethods.includes(name) ? pairsOf(m, recv, object) : listRest(m, content());
    case 'forEach':
    case 'each':
      m.links.runCallbacks(m, { ...site, recv: pairContent(object) });
      return unknown;
    default:
      return null;
  }
}

function readKey(
  m: Machine,
  { args: [a, b], name }: CallSite,
  recv: Value,
  object: HeapObject,
): Value | null {
  if (a === undefined || object.kind === 'object') return null;
  if (/ConfigParser/.test(object.type ?? '') && b?.k !== undefined)
    return readElement(m, recv, constant(`${a.k}.${b.k}`));
  const value = readElement(m, recv, a);
  if (name === 'pop' && a.k !== undefined) withoutKey(m, recv, String(a.k));
  return b === undefined ? value : joinValues(value, b);
}

function withoutKey(m: Machine, recv: Value, name: string): void {
  m.update(
    recv,
    (before) => ({ ...before, fields: new Map([...before.fields].filter(([key]) => key !== name)) }),
    joinObjects,
  );
}

/** The elements of a loop over a map: pairs of a key and a value. */
export function pairsOf(m: Machine, recv: Value, object: HeapObject): Value {
  const pair = [elementOf(m, recv, true), { ...contentOf(object), k: undefined }];
  return listRest(m, { ...unknown, objs: [m.allocate({ ...newObject('list'), items: pair })] });
}

/** Puts the pairs of a list into a map; false if it has no pairs. */
export function putPairs(m: Machine, map: Value, list: Value | undefined): boolean {
  const object = m.s.only(list);
  if (object?.kind !== 'list') return false;
  const pairs = [...(object.items ?? []).slice(0, 64), ...(object.rest === null ? [] : [object.rest])];
  if (pairs.length === 0 || !pairs.every(({ objs }) => objs.length > 0)) return false;
  for (const pair of pairs)
    setElement(m, map, readElement(m, pair, constant(0)), readElement(m, pair, constant(1)));
  return true;
}
