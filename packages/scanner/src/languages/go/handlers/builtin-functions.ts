import type { CallSite } from '../../../flow/call-site.ts';
import { maskOf } from '../../../flow/kinds.ts';
import { joinAll, listOf } from '../../../flow/list-builtins.ts';
import type { Machine } from '../../../flow/machine.ts';
import { cleanTaints, joinTaints, textOfValue, unknown, type Value } from '../../../flow/value.ts';

/** `append(list, x, y)` */
export function appendCall(m: Machine, { name, args }: CallSite): Value | null {
  const [first, ...rest] = args;
  if (name !== 'append' || first === undefined) return null;
  const items = m.s.only(first)?.items;
  if (items) return listOf(m, [...items, ...rest]);
  return { ...unknown, taints: joinTaints(first.taints, joinAll(rest, m).taints) };
}

/** `path.Clean("/" + x)`: below the root, no `..` remains. */
export function cleanedPath(_: Machine, { name, recv, args }: CallSite): Value | null {
  const [first] = args;
  if (
    name !== 'Clean' ||
    first === undefined ||
    !/(?:^|\.)(?:path|filepath|path\/filepath)$/.test(recv?.sym ?? recv?.type ?? '')
  )
    return null;
  return textOfValue(first).startsWith('/')
    ? { ...unknown, taints: cleanTaints(first.taints, maskOf('path')) }
    : null;
}
