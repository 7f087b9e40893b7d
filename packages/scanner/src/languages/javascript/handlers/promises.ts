import { assign } from '../../../flow/assign.ts';
import type { CallSite } from '../../../flow/call-site.ts';
import { invoke } from '../../../flow/invoke.ts';
import type { Machine } from '../../../flow/machine.ts';
import { joinObjects } from '../../../flow/state.ts';
import { joinValues, unknown, type Value } from '../../../flow/value.ts';

const resolver = '<resolver>';
const settled = '<settled>';

/**
 * `new Promise((resolve) => …)`: the function runs immediately, and the promise has the value that it resolves with.
 */
export function promised(m: Machine, site: CallSite): Value {
  const executor = site.args[0]?.fns[0];
  if (executor === undefined) return unknown;
  const resolve = m.make('object', resolver);
  m.branch([
    () => undefined,
    () => void invoke(m, executor.fn, executor.self, [resolve, unknown], new Map(), site.e, true),
  ]);
  return m.s.first(resolve)?.fields.get(settled) ?? unknown;
}

/** `resolve(value)` in that function; null for any other call. */
export function resolvePromise(m: Machine, callee: Value, site: CallSite): Value | null {
  if (callee.type !== resolver || callee.objs.length !== 1) return null;
  const given = site.args[0] ?? unknown;
  m.update(
    callee,
    (object) => {
      const before = object.fields.get(settled);
      const value = before === undefined ? given : joinValues(before, given);
      return { ...object, fields: new Map(object.fields).set(settled, value) };
    },
    joinObjects,
  );
  return unknown;
}

/** Passes the value of the promise to the function. Its result goes to the next one. */
export function callThen(m: Machine, site: CallSite): Value {
  const { recv } = site;
  if (recv === null) return unknown;
  if (site.name !== 'then') {
    m.links.runCallbacks(m, { ...site, recv: unknown });
    return recv;
  }
  let result: Value = { ...unknown, taints: recv.taints };
  const first = site.args[0];
  for (const { fn } of first?.fns ?? []) {
    const runs = (m.runs.get(fn) ?? 0) + 1;
    m.runs.set(fn, runs);
    if (runs > 40) continue;
    const value = m.run(fn, null, () => {
      const [param] = fn.params;
      if (param === undefined) return;
      if (param.pattern !== null) assign(m, param.pattern, recv);
      else m.s.vars.set(`${fn.id}:${param.name}`, recv);
    });
    if (value !== null) result = value;
  }
  if (site.args[1] !== undefined)
    m.links.runCallbacks(m, { ...site, args: site.args.slice(1), recv: unknown });
  return result;
}
