import type { CallSite } from './call-site.ts';
import { methodTargets } from './call-targets.ts';
import { instantiate } from './construction.ts';
import type { Machine } from './machine.ts';
import type { Callable, Value } from './value.ts';

/** A class of work for later, and how its work begins. */
const jobs: Record<string, { starts: RegExp; method: string }> = {
  Ruby: { starts: /^perform_(?:now|later|async|in|at|bulk)$/, method: 'perform' },
  PHP: { starts: /^dispatch(?:Sync|Now|If|Unless|AfterResponse)?$/, method: 'handle' },
  Java: { starts: /^(?:start|fork)$/, method: 'run' },
};

/** `Job.perform_later(x)`, `Job::dispatch($x)`, `new Work(x).start()`: what was given reaches the work, whenever it runs. */
export function jobOf(
  m: Machine,
  recv: Value,
  site: CallSite,
): { work: readonly Callable[]; site: CallSite } | null {
  const { language } = m.file;
  const job = jobs[language];
  if (job === undefined || !job.starts.test(site.name)) return null;
  const given = { ...site, name: job.method };
  if (language === 'Java')
    return recv.objs.length === 0 ? null : { work: methodTargets(m, recv, given), site: given };
  if (recv.cls === null) return null;
  if (language === 'Ruby') return { work: methodTargets(m, recv, given), site: given };
  const self = instantiate(m, recv.cls, site.args, site.named, site.e);
  const bare = { ...given, args: [], named: new Map() };
  return { work: methodTargets(m, self, bare), site: bare };
}
