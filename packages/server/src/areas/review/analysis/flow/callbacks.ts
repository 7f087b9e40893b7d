import type { FunctionIr, Param } from '../ir/ir.ts';
import type { CallSite } from './call-site.ts';
import { listedFunctions } from './handler-roles.ts';
import { invoke, parameterValue } from './invoke.ts';
import type { Machine } from './machine.ts';
import { type Taint, unknown, type Value } from './value.ts';

/** Functions that are handed to code we do not see are run with what they are likely to get. */
export function runCallbacks(m: Machine, site: CallSite, given: readonly Taint[] = []): void {
  const values = [...site.args, ...site.named.values()];
  for (const value of [...values, ...listedFunctions(m, values)]) {
    for (const { fn, self } of value.fns) runCallback(m, fn, self, site, given);
  }
}

function runCallback(
  m: Machine,
  fn: FunctionIr,
  self: Value | null,
  site: CallSite,
  given: readonly Taint[],
): void {
  if ((m.runs.get(fn) ?? 0) > 40) return;
  const outer = m.s;
  m.s = m.fork();
  const handed: Value =
    given.length > 0
      ? { ...unknown, taints: given }
      : site.recv === null
        ? unknown
        : { ...unknown, taints: site.recv.taints };
  const args = fn.params.map((param, index) => {
    const known = parameterValue(m, fn, param, index);
    if (known !== null && (known.sym !== null || known.taints.length > 0 || param.type !== null))
      return known;
    return isError(param) ? unknown : handed;
  });
  const layer = m.s;
  invoke(m, fn, self, args, new Map(), site.e, true);
  m.s = outer;
  // It may run or not, now or later.
  m.branch([
    () => undefined,
    () => {
      for (const [key, value] of layer.vars) m.s.vars.set(key, value);
      for (const [id, object] of layer.heap) m.s.heap.set(id, object);
    },
  ]);
}

function isError(param: Param): boolean {
  return /^_?(?:e|err|error|ex|exception)$/i.test(param.name);
}
