import type { ClassIr, Expr, FileIr, FunctionIr } from '../ir/ir.ts';
import { joinTaints, joinValues, type Taint, unknown, type Value } from './value.ts';

/** An object, list, map or string buffer. Immutable: a write stores a new one under the same id. */
export interface HeapObject {
  kind: 'object' | 'list' | 'map' | 'buffer';
  cls: ClassIr | null;
  type: string | null;
  fields: ReadonlyMap<string, Value>;
  /** Elements in order while their positions are known, otherwise null. */
  items: readonly Value[] | null;
  /** Possible values at any other position or key; null if there are none. */
  rest: Value | null;
  /** Taints of untrusted keys under which values were stored. A value found there is not the key. */
  keys: readonly Taint[];
  /** The number of elements at creation, if the elements do not show it; null if unknown. */
  size: number | null | undefined;
  /** Created by visible code, so a missing field is known to be missing. */
  isClosed: boolean;
}

/** A function being run. */
export interface Frame {
  fn: FunctionIr;
  file: FileIr;
  self: Value | null;
  result: Value | null;
  /** State at entry; what `return` leaves is kept as layers over it. */
  base: State;
  exits: State[];
  loops: { base: State; exits: State[]; isSwitch: boolean }[];
  caller: Frame | null;
  /** The call in the caller's code, if there is one. */
  call: Expr | null;
  /** Untrusted arguments: as the call gives them, and as the parameters hold them. */
  passed: { bound: Value; given: Value }[];
  depth: number;
}

export function newFrame(fn: FunctionIr, run: Pick<Frame, 'self' | 'base' | 'caller' | 'depth'>): Frame {
  return { fn, file: fn.file, result: null, exits: [], loops: [], call: null, passed: [], ...run };
}

export function newObject(
  kind: HeapObject['kind'],
  type: string | null = null,
  cls: ClassIr | null = null,
): HeapObject {
  return {
    kind,
    cls,
    type,
    fields: new Map(),
    items: kind === 'list' ? [] : null,
    rest: null,
    keys: [],
    size: undefined,
    isClosed: true,
  };
}

/** Variables and objects at one point of the program, as a layer over what held before a branch. */
export class State {
  readonly parent: State | null;
  readonly vars = new Map<string, Value>();
  readonly heap = new Map<number, HeapObject>();
  /** Control does not pass this point. */
  dead = false;
  /** Called for each object that is read, on the lowest layer. */
  reads: ((id: number) => void) | null = null;

  constructor(parent: State | null) {
    this.parent = parent;
  }

  get(key: string): Value | undefined {
    for (let state: State | null = this; state !== null; state = state.parent) {
      const value = state.vars.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  object(id: number): HeapObject | undefined {
    for (let state: State | null = this; state !== null; state = state.parent) {
      const value = state.heap.get(id);
      if (value === undefined) continue;
      if (state.reads !== null) state.reads(id);
      return value;
    }
    return undefined;
  }

  /** The first object that a value may be. */
  first(value: Value | null | undefined): HeapObject | undefined {
    const id = value?.objs[0];
    return id === undefined ? undefined : this.object(id);
  }

  /** The object of a value, if it can be no other. */
  only(value: Value | null | undefined): HeapObject | undefined {
    return value?.objs.length === 1 ? this.first(value) : undefined;
  }
}

/** Everything written between `base` and `from`, as one layer over `base`. */
export function flatten(from: State, base: State): State {
  const result = new State(base);
  const layers: State[] = [];
  for (let state: State | null = from; state !== null && state !== base; state = state.parent)
    layers.push(state);
  for (const layer of layers.reverse()) {
    for (const [key, value] of layer.vars) result.vars.set(key, value);
    for (const [id, object] of layer.heap) result.heap.set(id, object);
  }
  return result;
}

/**
 * Writes to `base` what holds after any of `branches`, each a layer over it. Dead branches do not count; if
 * all are dead, so is `base`.
 */
export function joinInto(base: State, branches: readonly State[]): void {
  const alive = branches.filter((branch) => !branch.dead);
  const [first, second] = alive;
  if (first === undefined) {
    base.dead = true;
    return;
  }
  if (second === undefined) {
    for (const [key, value] of first.vars) base.vars.set(key, value);
    for (const [id, object] of first.heap) base.heap.set(id, object);
    return;
  }
  // Handles each name at the first branch that writes it. A set of all names would be most of the cost of a join.
  for (const layer of alive) {
    for (const key of layer.vars.keys())
      if (!isWrittenBefore(alive, layer, key)) joinVariable(base, alive, key);
    for (const id of layer.heap.keys()) if (!isHeldBefore(alive, layer, id)) joinHeld(base, alive, id);
  }
}

function isWrittenBefore(branches: readonly State[], layer: State, key: string): boolean {
  for (const branch of branches) {
    if (branch === layer) return false;
    if (branch.vars.has(key)) return true;
  }
  return false;
}

function isHeldBefore(branches: readonly State[], layer: State, id: number): boolean {
  for (const branch of branches) {
    if (branch === layer) return false;
    if (branch.heap.has(id)) return true;
  }
  return false;
}

function joinVariable(base: State, branches: readonly State[], key: string): void {
  const before = base.get(key);
  // A check counts after a join only if all paths passed one.
  if (before === undefined && key.startsWith('guard:') && branches.some((branch) => !branch.vars.has(key)))
    return;
  let merged: Value | undefined;
  for (const branch of branches) {
    const value = branch.vars.get(key) ?? before;
    // A variable that only one branch declares is not visible to the others.
    if (value === undefined) continue;
    merged = merged === undefined ? value : joinValues(merged, value);
  }
  if (merged !== undefined) base.vars.set(key, merged);
}

function joinHeld(base: State, branches: readonly State[], id: number): void {
  const before = base.object(id);
  let merged: HeapObject | undefined;
  for (const branch of branches) {
    const object = branch.heap.get(id) ?? before;
    if (object === undefined) continue;
    merged = merged === undefined ? object : joinObjects(merged, object);
  }
  if (merged !== undefined) base.heap.set(id, merged);
}

export function joinObjects(a: HeapObject, b: HeapObject): HeapObject {
  if (a === b) return a;
  const fields = a.fields === b.fields ? a.fields : joinFields(a.fields, b.fields);
  let items: readonly Value[] | null = null;
  let rest = a.rest === null ? b.rest : b.rest === null ? a.rest : joinValues(a.rest, b.rest);
  const others = b.items;
  if (a.items !== null && a.items.length === others?.length) {
    items = a.items.map((value, index) => {
      const other = others[index];
      return other === undefined ? value : joinValues(value, other);
    });
  } else {
    for (const value of [...(a.items ?? []), ...(b.items ?? [])])
      rest = rest === null ? value : joinValues(rest, value);
  }
  return {
    ...a,
    fields,
    items,
    rest,
    keys: joinTaints(a.keys, b.keys),
    size: a.size === b.size ? a.size : null,
    isClosed: a.isClosed && b.isClosed,
    cls: a.cls ?? b.cls,
    type: a.type ?? b.type,
  };
}

function joinFields(a: HeapObject['fields'], b: HeapObject['fields']): HeapObject['fields'] {
  const fields = new Map(a);
  for (const [name, value] of b) {
    const known = fields.get(name);
    if (known === value) continue;
    fields.set(name, joinValues(known ?? value, known === undefined ? unknown : value));
  }
  for (const [name, value] of a) if (!b.has(name)) fields.set(name, joinValues(value, unknown));
  return fields;
}

/** All possible contents of the object. */
export function contentOf(object: HeapObject): Value {
  let value = object.rest;
  for (const part of [...(object.items ?? []), ...object.fields.values()])
    value = value === null ? part : joinValues(value, part);
  return value ?? unknown;
}

/** Drops variables that can no longer be read. */
export function dropLocals(state: State, fn: FunctionIr): void {
  const prefix = `${fn.id}:`;
  for (const key of state.vars.keys()) if (key.startsWith(prefix)) state.vars.delete(key);
}
