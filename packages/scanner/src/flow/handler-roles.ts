import type { FunctionIr } from '../ir/ir.ts';
import type { Machine } from './machine.ts';
import type { Value } from './value.ts';

/**
 * The role of a parameter by where its function is registered, whatever its name: a symbol (`@req`) or a
 * source.
 */
export interface Role {
  sym?: string;
  source?: string;
}

export type Roles = readonly (Role | null)[];

/** Assigns the roles in which functions will be called. */
export function assignRolesTo(
  m: Machine,
  values: readonly Value[],
  rolesFor: (fn: FunctionIr) => Roles | null,
): void {
  for (const value of flat(m, values))
    for (const { fn } of value.fns) {
      const roles = rolesFor(fn);
      if (roles !== null) m.shared.setRoles(fn, roles);
    }
}

/** Handlers may be passed in lists. */
export function flat(m: Machine, values: readonly Value[]): readonly Value[] {
  if (values.every(({ objs }) => objs.length === 0)) return values;
  return values.flatMap((value) => [
    value,
    ...value.objs.flatMap((id) => m.s.object(id)?.items ?? []).slice(0, 20),
  ]);
}

/** Functions in lists among the arguments, which a call passes too. */
export function listedFunctions(m: Machine, values: readonly Value[]): readonly Value[] {
  return flat(m, values).filter((value) => value.fns.length > 0 && !values.includes(value));
}
