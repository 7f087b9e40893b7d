import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';
import { sourceValue } from '../../../flow/source-value.ts';
import { symbol, type Value } from '../../../flow/value.ts';
import type { Expr, FunctionIr } from '../../../ir/ir.ts';
import { scalaMember } from '../library/scala-parameters.ts';

/** `request`, `params` in a Scalatra servlet or filter, which are members of its class. */
export function servletMember(m: Machine, name: string, fn: FunctionIr, e: Expr): Value | null {
  let holder: FunctionIr | null = fn;
  while (holder !== null && holder.cls === null) holder = holder.parent;
  const given = holder === null || holder.cls === null ? null : scalaMember(holder.cls, name);
  if (given === null) return null;
  return given.source === undefined ? symbol(given.sym ?? name) : sourceValue(m, given.source, e);
}

/** `params("name")` */
export function servletCall(m: Machine, { name, e, recv }: CallSite): Value | null {
  return recv === null ? servletMember(m, name, m.frame.fn, e) : null;
}
