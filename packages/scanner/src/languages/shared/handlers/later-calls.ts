import { assign } from '../../../flow/assign.ts';
import type { CallSite } from '../../../flow/call-site.ts';
import { invoke } from '../../../flow/invoke.ts';
import { callOnList } from '../../../flow/list-calls.ts';
import type { Machine } from '../../../flow/machine.ts';
import { joinValues, unknown, type Value } from '../../../flow/value.ts';

/** `all.TryDequeue(out x)` */
function dequeueInto(m: Machine, site: CallSite): Value | null {
  const { recv, name } = site;
  const object = m.s.only(recv);
  const target = site.e.k === 'call' ? site.e.args[0] : undefined;
  if (object?.kind !== 'list' || recv === null || target === undefined) return null;
  const taken = name === 'TryTake' ? 'Dequeue' : name.slice('Try'.length);
  assign(m, target, callOnList(m, { ...site, name: taken, args: [] }, recv, object));
  return unknown;
}

/** `pool.submit(() -> x)`, `future.thenApply(f)`, `task.ContinueWith(f)`: the result of the function. */
export function laterCall(m: Machine, site: CallSite): Value | null {
  const { name, recv, args, e } = site;
  if (/^Try(?:Dequeue|Pop|Peek|Take)$/.test(name)) return dequeueInto(m, site);
  const [first] = args;
  const callable = first?.fns[0];
  if (recv === null || callable === undefined) return null;
  const { fn, self } = callable;
  if (/^(?:submit|schedule|supplyAsync)$/.test(name) && fn.params.length === 0)
    return invoke(m, fn, self, [], new Map(), e, true);
  if (/^(?:then(?:Apply|Compose|Accept)(?:Async)?|ContinueWith|orElseGet)$/.test(name)) {
    const given = invoke(m, fn, self, [recv], new Map(), e, true);
    return name === 'orElseGet' ? joinValues(recv, given) : given;
  }
  return null;
}
