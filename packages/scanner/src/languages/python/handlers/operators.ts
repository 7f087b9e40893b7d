import type { Machine } from '../../../flow/machine.ts';
import { mergeInto } from '../../../flow/map-builtins.ts';
import { concat } from '../../../flow/string-builtins.ts';
import type { Value } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';

/** A partly known format, and the union of two dictionaries. */
export function joinBinary(m: Machine, l: Value, r: Value, e: Extract<Expr, { k: 'bin' }>): Value | null {
  // The machine fills a known format.
  if (e.op === '%' && typeof l.k !== 'string' && (l.text !== null || l.taints.length > 0))
    return concat(m, [l, r], e);
  // An unknown format, for example from the settings: names or a tuple of values fill a text, so this is not a
  // modulo.
  if (e.op === '%' && l.k === undefined && l.objs.length === 0 && r.objs.length > 0) return filled(m, r, e);
  // A repeated text.
  if (e.op === '*' && l.text !== null && l.taints.length > 0) return l;
  if (e.op !== '|' || !isMap(m, l) || !isMap(m, r)) return null;
  const united = m.make('map');
  mergeInto(m, united, l);
  mergeInto(m, united, r);
  return united;
}

function filled(m: Machine, values: Value, e: Expr): Value | null {
  const parts = values.objs.flatMap((id) => {
    const { fields, items } = m.s.object(id) ?? {};
    return [...(fields?.values() ?? []), ...(items ?? [])];
  });
  return parts.some(({ taints }) => taints.length > 0) ? concat(m, parts, e) : null;
}

function isMap(m: Machine, { objs }: Value): boolean {
  return objs.length > 0 && objs.every((id) => m.s.object(id)?.kind === 'map');
}
