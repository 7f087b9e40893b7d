import type { Machine } from './machine.ts';
import { contentOf, type HeapObject, joinObjects, newObject } from './state.ts';
import { constant, joinTaints, joinValues, type Source, type Taint, unknown, type Value } from './value.ts';

export function sizeOf(m: Machine, value: Value): number | null {
  if (value.objs.length !== 1) return null;
  const object = m.s.first(value);
  if (object?.size !== undefined) return object.size;
  if (object === undefined || object.rest !== null) return null;
  return object.items?.length ?? (object.kind === 'map' ? object.fields.size : null);
}

/** A list of which only the possible elements are known. */
export function listRest(m: Machine, rest: Value): Value {
  return { ...unknown, objs: [m.allocate({ ...newObject('list'), items: null, rest })] };
}

export function readElement(m: Machine, o: Value, key: Value): Value {
  let found: Value | null = null;
  let isExact = true;
  const add = (value: Value): void => {
    found = found === null ? value : joinValues(found, value);
  };
  for (const id of o.objs) {
    const object = m.s.object(id);
    if (object === undefined) continue;
    if (object.items !== null && typeof key.k === 'number') {
      const item = object.items.at(key.k);
      if (item !== undefined) add(item);
      else if (object.rest !== null) add(object.rest);
      else add(unknown);
    } else if (key.k !== undefined && key.k !== null && object.kind !== 'list') {
      const field = object.fields.get(String(key.k));
      if (field === undefined) isExact = false;
      if (field !== undefined) add(field);
      else if (object.rest !== null) add(object.rest);
      else if (object.isClosed) add(unknown);
    } else {
      isExact = false;
      add({ ...contentOf(object), k: undefined });
    }
  }
  if (typeof o.k === 'string' && typeof key.k === 'number') return constant(o.k.at(key.k) ?? null);
  if (found !== null)
    return o.taints.length > 0 && !isExact
      ? { ...(found as Value), taints: joinTaints((found as Value).taints, o.taints) }
      : found;
  return { ...unknown, taints: o.taints, sym: o.sym === null ? null : `${o.sym}[]` };
}

/** The value that iterating yields. */
export function elementOf(m: Machine, value: Value, keys = false): Value {
  let found: Value | null =
    keys || value.taints.length > 0 ? { ...unknown, taints: keys ? [] : value.taints } : null;
  for (const id of value.objs) {
    const object = m.s.object(id);
    if (object === undefined) continue;
    if (keys && (object.kind !== 'list' || object.keys.length > 0)) {
      // Constant keys are the program's own; other keys may be untrusted.
      const taints = joinTaints(object.keys, object.rest?.taints ?? []);
      if (object.rest !== null) found = joinValues(found ?? unknown, { ...unknown, taints });
      continue;
    }
    found = found === null ? contentOf(object) : joinValues(found, contentOf(object));
  }
  if (keys && value.objs.length === 0) found = { ...unknown, taints: value.taints };
  if (found === null && value.sym !== null && value.sym.length < 150)
    return { ...unknown, sym: `${value.sym}[]` };
  return { ...(found ?? unknown), k: undefined };
}

/** A key of a map with its possible values. */
export function entryOf(m: Machine, map: Value, key: string, value: string): Value {
  const fields = new Map([
    [key, elementOf(m, map, true)],
    [value, elementOf(m, map)],
  ]);
  return { ...unknown, objs: [m.allocate({ ...newObject('object'), fields })] };
}

/** The content of a map, with keys and values together. */
export function pairContent(object: HeapObject): Value {
  const content = { ...contentOf(object), k: undefined };
  return object.keys.length === 0 ? content : { ...content, taints: joinTaints(content.taints, object.keys) };
}

/** The values of a loop over a value. */
export function iteratedOf(m: Machine, value: Value): Value {
  const { mapIteration } = m.file.semantics;
  if (
    mapIteration === 'entries' &&
    value.objs.length > 0 &&
    value.objs.every((id) => m.s.object(id)?.kind === 'map')
  )
    return entryOf(m, value, 'Key', 'Value');
  const isDictionary =
    mapIteration === 'keys' &&
    value.objs.length > 0 &&
    value.objs.every((id) => m.s.object(id)?.kind === 'map');
  const map = m.file.semantics.openObjects ? m.s.only(value) : undefined;
  return map?.kind === 'map' ? pairContent(map) : elementOf(m, value, isDictionary);
}

const MAX_DEPTH = 5;
const MAX_OBJECTS = 200;

/**
 * Calls `visit` with each part of an object that holds data, up to four levels and some hundred objects,
 * until it returns that it has seen enough.
 */
function visitParts(m: Machine, objs: readonly number[], visit: (taints: readonly Taint[]) => boolean): void {
  const seen = new Set<number>();
  let level = objs;
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0 && seen.size < MAX_OBJECTS; depth++) {
    const next: number[] = [];
    for (const id of level) {
      if (seen.has(id)) continue;
      seen.add(id);
      const object = m.s.object(id);
      if (object === undefined) continue;
      const { taints, ids } = holdingsOf(object);
      for (const held of taints) if (visit(held)) return;
      for (const inner of ids) if (!seen.has(inner)) next.push(inner);
    }
    level = next;
  }
}

interface Holdings {
  /** The taints of its parts, in order. */
  taints: readonly (readonly Taint[])[];
  ids: readonly number[];
}

/** Objects are immutable, and queried repeatedly. */
const holdings = new WeakMap<HeapObject, Holdings>();
const nothing: Holdings = { taints: [], ids: [] };

function holdingsOf(object: HeapObject): Holdings {
  const { rest, items, fields, keys } = object;
  if (rest === null && fields.size === 0 && (items === null || items.length === 0)) return nothing;
  let held = holdings.get(object);
  if (held === undefined) {
    const taints: (readonly Taint[])[] = [];
    const ids: number[] = [];
    const take = (part: Value): void => {
      if (part.taints.length > 0) taints.push(part.taints);
      for (const id of part.objs) ids.push(id);
    };
    if (keys.length > 0) taints.push(keys);
    if (rest !== null) take(rest);
    if (items !== null) for (const item of items) take(item);
    for (const field of fields.values()) take(field);
    held = taints.length === 0 && ids.length === 0 ? nothing : { taints, ids };
    holdings.set(object, held);
  }
  return held;
}

/** All taints of a value, including its objects: at most four levels and some hundred objects deep. */
export function deepTaints(m: Machine, value: Value): readonly Taint[] {
  if (value.objs.length === 0) return value.taints;
  let { taints } = value;
  visitParts(m, value.objs, (held) => {
    taints = joinTaints(taints, held);
    return false;
  });
  return taints;
}

/** Whether any of those taints counts. */
export function holdsDeep(m: Machine, value: Value, counts: (source: Source) => boolean): boolean {
  if (value.objs.length === 0) return value.taints.some(({ source }) => counts(source));
  let { taints } = value;
  if (taints.some(({ source }) => counts(source))) return true;
  let found = false;
  visitParts(m, value.objs, (held) => {
    const joined = joinTaints(taints, held);
    found = joined !== taints && joined.some(({ source }) => counts(source));
    taints = joined;
    return found;
  });
  return found;
}

export function append(object: HeapObject, value: Value): HeapObject {
  if (object.items !== null && object.items.length < 64)
    return { ...object, items: [...object.items, value] };
  return loosen(object, value);
}

/** Forgets the positions of its elements. */
export function loosen(object: HeapObject, value: Value): HeapObject {
  let rest = object.rest === null ? value : joinValues(object.rest, value);
  for (const item of object.items ?? []) rest = joinValues(rest, item);
  return { ...object, items: null, rest: { ...rest, k: undefined } };
}

export function setElement(m: Machine, o: Value, key: Value, value: Value): void {
  m.update(
    o,
    (object) => {
      if (key.k === undefined || key.k === null) {
        const rest = object.rest === null ? joinValues(value, unknown) : joinValues(object.rest, value);
        return { ...object, rest, keys: joinTaints(object.keys, key.taints) };
      }
      if (object.items !== null && typeof key.k === 'number') {
        if (key.k < 0 || key.k > 64) return loosen(object, value);
        const items = [...object.items];
        while (items.length < key.k) items.push(unknown);
        items[key.k] = value;
        return { ...object, items };
      }
      const fields = new Map(object.fields);
      fields.set(String(key.k), value);
      return { ...object, fields };
    },
    joinObjects,
  );
}
