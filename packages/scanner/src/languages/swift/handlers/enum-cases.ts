import type { CallSite } from '../../../flow/call-site.ts';
import { listOf } from '../../../flow/list-builtins.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';

/** `.found(name)`, `Answer.found(name)`: an enum case holds its arguments, and a pattern extracts them. */
export function enumCase(m: Machine, { e, name, recv, args, named }: CallSite): Value | null {
  if (e.k !== 'call' || e.f.k !== 'get' || !/^[a-z]\w*$/.test(name)) return null;
  const isImplicit = e.f.o.k === 'none' && e.f.o.end <= e.f.o.pos;
  const isCase = recv?.cls?.fields.some(
    (field) =>
      field.isStatic && field.name === name && field.init?.k === 'lit' && field.init.v === `.${name}`,
  );
  if (!isImplicit && isCase !== true) return null;
  const given = [...args, ...named.values()];
  const [only] = given;
  if (only === undefined) return null;
  return given.length === 1 ? only : listOf(m, given);
}
