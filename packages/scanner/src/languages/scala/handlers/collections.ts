import type { CallSite } from '../../../flow/call-site.ts';
import { readElement, setElement } from '../../../flow/elements.ts';
import { listOf } from '../../../flow/list-builtins.ts';
import type { Machine } from '../../../flow/machine.ts';
import { newObject } from '../../../flow/state.ts';
import { constant, unknown, type Value } from '../../../flow/value.ts';

const lists = /^(?:Seq|List|Vector|Set|Array|IndexedSeq|Nil|Stream|LazyList|Tuple\d)$/;
/** What holds one value, or none. */
const holders = /^(?:Some|Option|Right|Success)$/;

/** `Seq(a, b)`, `Map(a -> b)`, `Some(a)` */
export function makeCollection(m: Machine, { name, args }: CallSite): Value | null {
  if (lists.test(name)) return listOf(m, args);
  if (holders.test(name) && args.length === 1) return args[0]!;
  if (name !== 'Map' || args.length === 0) return null;
  const map = { ...unknown, objs: [m.allocate(newObject('map'))] };
  for (const pair of args)
    setElement(m, map, readElement(m, pair, constant(0)), readElement(m, pair, constant(1)));
  return map;
}
