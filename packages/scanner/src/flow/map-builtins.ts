import type { Expr } from '../ir/ir.ts';
import type { CallSite } from './call-site.ts';
import { elementOf, entryOf, readElement, setElement } from './elements.ts';
import type { Machine } from './machine.ts';
import { contentOf, type HeapObject, joinObjects, newObject } from './state.ts';
import { constant, joinValues, unknown, type Value } from './value.ts';

export function mergeInto(m: Machine, target: Value, from: Value): void {
  const taints = from.taints;
  m.update(
    target,
    (object) => {
      const fields = new Map(object.fields);
      let { rest } = object;
      for (const id of from.objs) {
        const other = m.s.object(id);
        if (other === undefined) continue;
        for (const [name, value] of other.fields) fields.set(name, value);
        if (other.rest !== null) rest = rest === null ? other.rest : joinValues(rest, other.rest);
      }
      if (taints.length > 0)
        rest = rest === null ? { ...unknown, taints } : joinValues(rest, { ...unknown, taints });
      return { ...object, fields, rest };
    },
    joinObjects,
  );
}

export function callOnMap(
  m: Machine,
  site: CallSite,
  recv: Value,
  _target: Expr | null,
  object: HeapObject,
): Value | null {
  const { args, name } = site;
  const [a, b] = args;
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
      if (args.length === 3 && args[2] !== undefined && a.k !== undefined && b.k !== undefined) {
        setElement(m, recv, constant(`${a.k}.${b.k}`), args[2]);
        return unknown;
      }
      setElement(m, recv, a, b);
      return name === 'set' ? recv : unknown;
    case 'get':
    case 'fetch':
    case 'getProperty':
    case 'getOrDefault':
    case 'GetValueOrDefault':
    case 'pop':
    case 'getItem': {
      if (a === undefined || object.kind === 'object') return null;
      if (/ConfigParser/.test(object.type ?? '') && b?.k !== undefined)
        return readElement(m, recv, constant(`${a.k}.${b.k}`));
      const value = readElement(m, recv, a);
      if (name === 'pop' && a.k !== undefined) withoutKey(m, recv, String(a.k));
      return b === undefined ? value : joinValues(value, b);
    }
    case 'remove':
    case 'delete':
    case 'Remove':
      if (typeof a?.k === 'string') withoutKey(m, recv, a.k);
      return unknown;
    case 'popitem':
      return elementOf(m, pairsOf(m, recv, object));
    case 'putAll':
    case 'update':
    case 'merge':
      if (a === undefined) return null;
      mergeInto(m, recv, a);
      return recv;
    case 'containsKey':
    case 'has':
    case 'ContainsKey':
    case 'isEmpty':
    case 'containsValue':
      return unknown;
    case 'keySet':
    case 'keys':
    case 'Keys': {
      const id = m.allocate({ ...newObject('list'), items: null, rest: elementOf(m, recv, true) });
      return { ...unknown, objs: [id] };
    }
    case 'entrySet': {
      const rest = m.file.semantics.entryObjects
        ? entryOf(m, recv, 'key', 'value')
        : { ...contentOf(object), k: undefined };
      return { ...unknown, objs: [m.allocate({ ...newObject('list'), items: null, rest })] };
    }
    case 'values':
    case 'Values':
    case 'items':
    case 'entries': {
      if (m.file.semantics.pairMethods.includes(name)) return pairsOf(m, recv, object);
      const id = m.allocate({
        ...newObject('list'),
        items: null,
        rest: { ...contentOf(object), k: undefined },
      });
      return { ...unknown, objs: [id] };
    }
    case 'clear':
      m.update(recv, (before) => ({ ...before, fields: new Map(), rest: null }), joinObjects);
      return unknown;
    case 'forEach':
    case 'each':
      m.links.runCallbacks(m, { ...site, recv: { ...contentOf(object), k: undefined } });
      return unknown;
    default:
      return null;
  }
}

function withoutKey(m: Machine, recv: Value, name: string): void {
  m.update(
    recv,
    (before) => ({ ...before, fields: new Map([...before.fields].filter(([key]) => key !== name)) }),
    joinObjects,
  );
}

/** What a loop over the entries of a map takes in turn: a key and what stands under it. */
export function pairsOf(m: Machine, recv: Value, object: HeapObject): Value {
  const pair = [elementOf(m, recv, true), { ...contentOf(object), k: undefined }];
  const rest = { ...unknown, objs: [m.allocate({ ...newObject('list'), items: pair })] };
  return { ...unknown, objs: [m.allocate({ ...newObject('list'), items: null, rest })] };
}

/** Puts the pairs of a list under their keys; false where it holds none. */
export function putPairs(m: Machine, map: Value, list: Value | undefined): boolean {
  const object = m.s.only(list);
  if (object?.kind !== 'list') return false;
  const pairs = [...(object.items ?? []).slice(0, 64), ...(object.rest === null ? [] : [object.rest])];
  if (pairs.length === 0 || !pairs.every(({ objs }) => objs.length > 0)) return false;
  for (const pair of pairs)
    setElement(m, map, readElement(m, pair, constant(0)), readElement(m, pair, constant(1)));
  return true;
}
