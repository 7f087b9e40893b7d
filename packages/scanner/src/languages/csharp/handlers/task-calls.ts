import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';
import { laterCall } from '../../shared/handlers/later-calls.ts';

/** What a task gives is what it was made for; else what its functions give. */
export function taskCall(m: Machine, site: CallSite): Value | null {
  const { name, recv } = site;
  return recv !== null && /^(?:ConfigureAwait|GetAwaiter|GetResult|AsTask|WaitAsync)$/.test(name)
    ? recv
    : laterCall(m, site);
}
