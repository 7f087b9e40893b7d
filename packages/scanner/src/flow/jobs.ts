import type { CallSite } from './call-site.ts';
import { methodTargets } from './call-targets.ts';
import { instantiate } from './construction.ts';
import type { Machine } from './machine.ts';
import type { Callable, Value } from './value.ts';

/** Deferred work, and how it is started. */
export interface JobRule {
  starts: RegExp;
  method: string;
  /**
   * What is called: an object, a class whose method gets the arguments, or one constructed from them first.
   */
  on: 'object' | 'class' | 'made';
}

/**
 * `Job.perform_later(x)`, `Job::dispatch($x)`, `new Work(x).start()`: the arguments reach the work, whenever
 * it runs.
 */
export function jobOf(
  m: Machine,
  recv: Value,
  site: CallSite,
): { work: readonly Callable[]; site: CallSite } | null {
  const { job } = m.model.hooks;
  if (job === undefined || !job.starts.test(site.name)) return null;
  const given = { ...site, name: job.method };
  if (job.on === 'object')
    return recv.objs.length === 0 ? null : { work: methodTargets(m, recv, given), site: given };
  if (recv.cls === null) return null;
  if (job.on === 'class') return { work: methodTargets(m, recv, given), site: given };
  const self = instantiate(m, recv.cls, site.args, site.named, site.e);
  const bare = { ...given, args: [], named: new Map() };
  return { work: methodTargets(m, self, bare), site: bare };
}
