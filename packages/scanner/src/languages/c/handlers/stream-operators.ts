import { assign } from '../../../flow/assign.ts';
import type { Machine } from '../../../flow/machine.ts';
import { sourceValue } from '../../../flow/source-value.ts';
import { joinTaints, type Value } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';

/** `std::cin >> x` */
export function readInto(m: Machine, e: Extract<Expr, { k: 'bin' }>): boolean {
  if (e.op !== '>>' || !/^(?:std::)?cin\b/.test(m.file.text.slice(e.pos, e.pos + 12))) return false;
  assign(m, e.r, sourceValue(m, 'argument', e.r, 'local'));
  return true;
}

/** Writing into a stream or a list: the result contains the value. */
export function putInto(_: Machine, l: Value, r: Value, e: Extract<Expr, { k: 'bin' }>): Value | null {
  return e.op === '<<' && typeof l.k !== 'number' && r.taints.length > 0
    ? { ...l, k: undefined, taints: joinTaints(l.taints, r.taints) }
    : null;
}
