import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';
import { laterCall } from '../../shared/handlers/later-calls.ts';

/** The result of a task is the value it was created with, or the result of its functions. */
export function taskCall(m: Machine, site: CallSite): Value | null {
  const { name, recv } = site;
  return recv !== null && /^(?:ConfigureAwait|GetAwaiter|GetResult|AsTask|WaitAsync)$/.test(name)
    ? recv
    : laterCall(m, site);
}
