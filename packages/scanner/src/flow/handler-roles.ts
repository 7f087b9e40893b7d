import type { FunctionIr } from '../ir/ir.ts';
import type { Machine } from './machine.ts';
import type { Value } from './value.ts';

/** What a parameter is by where its function is handed over, whatever its name: a symbol (`@req`) or a source. */
export interface Role {
  sym?: string;
  source?: string;
}

export type Roles = readonly (Role | null)[];

/** Gives functions the roles that they will be called in. */
export function give(m: Machine, values: readonly Value[], rolesFor: (fn: FunctionIr) => Roles | null): void {
  for (const value of flat(m, values))
    for (const { fn } of value.fns) {
      const roles = rolesFor(fn);
      if (roles !== null) m.shared.setRoles(fn, roles);
    }
}

/** Handlers may be handed over in lists. */
export function flat(m: Machine, values: readonly Value[]): readonly Value[] {
  if (values.every(({ objs }) => objs.length === 0)) return values;
  return values.flatMap((value) => [
    value,
    ...value.objs.flatMap((id) => m.s.object(id)?.items ?? []).slice(0, 20),
  ]);
}

/** The functions in lists among the arguments, which a call hands over as well. */
export function listedFunctions(m: Machine, values: readonly Value[]): readonly Value[] {
  return flat(m, values).filter((value) => value.fns.length > 0 && !values.includes(value));
}
