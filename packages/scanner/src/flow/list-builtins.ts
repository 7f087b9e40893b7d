import { deepTaints } from './elements.ts';
import type { Machine } from './machine.ts';
import { newObject } from './state.ts';
import { joinTaints, type Taint, unknown, type Value } from './value.ts';

/** The list of a literal, or of arguments that form one. */
export function listOf(m: Machine, items: readonly Value[]): Value {
  return { ...unknown, objs: [m.allocate({ ...newObject('list'), items })] };
}

/** The possible content of any of the values. */
export function joinAll(args: readonly Value[], m?: Machine): Value {
  let taints: readonly Taint[] = [];
  let objs: readonly number[] = [];
  for (const value of args) {
    taints = joinTaints(taints, m === undefined ? value.taints : deepTaints(m, value));
    if (m === undefined && objs.length === 0) objs = value.objs;
  }
  return { ...unknown, taints, objs };
}
