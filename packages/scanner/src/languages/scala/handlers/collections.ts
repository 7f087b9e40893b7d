import type { CallSite } from '../../../flow/call-site.ts';
import { deepTaints, readElement, setElement } from '../../../flow/elements.ts';
import { listOf } from '../../../flow/list-builtins.ts';
import type { Machine } from '../../../flow/machine.ts';
import { newObject } from '../../../flow/state.ts';
import { joinItems } from '../../../flow/string-builtins.ts';
import { constant, unknown, type Value } from '../../../flow/value.ts';
import { only } from '../../../read/only.ts';

const lists = /^(?:Seq|List|Vector|Set|Array|IndexedSeq|Nil|Stream|LazyList|Tuple\d)$/;
/** Types with one value or none. */
const holders = /^(?:Some|Option|Right|Success)$/;

/** `xs(0)`, `found("name")`: an element of a collection. */
export function readApplied(m: Machine, callee: Value, { args }: CallSite): Value | null {
  const [key] = args;
  const isHeld = callee.objs.some((id) => m.s.object(id)?.cls === null);
  return key !== undefined && args.length === 1 && isHeld ? readElement(m, callee, key) : null;
}

/** `Seq(a, b).mkString(", ")` */
export function joined(m: Machine, { name, recv, args }: CallSite): Value | null {
  if (name !== 'mkString' || recv === null || recv.objs.length !== 1) return null;
  const separator = args.length === 0 ? '' : only(args)?.k;
  const text = typeof separator === 'string' ? joinItems(m, recv, separator) : null;
  return { ...unknown, taints: deepTaints(m, recv), text };
}

/** `Seq(a, b)`, `Map(a -> b)`, `Some(a)` */
export function makeCollection(m: Machine, { name, args }: CallSite): Value | null {
  if (lists.test(name)) return listOf(m, args);
  const held = only(args);
  if (holders.test(name) && held !== undefined) return held;
  if (name !== 'Map' || args.length === 0) return null;
  const map = { ...unknown, objs: [m.allocate(newObject('map'))] };
  for (const pair of args)
    setElement(m, map, readElement(m, pair, constant(0)), readElement(m, pair, constant(1)));
  return map;
}
