import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';

/** Laravel's requests with rules of their own are requests to themselves. */
export function describeReceiver(m: Machine, { written }: CallSite): string {
  return written === '$this' && m.frame.fn.cls?.bases.includes('FormRequest') ? ' Request' : '';
}

/** `System.getProperty("user.dir")`: what the machine says of itself. */
export function isOfMachine({ args }: CallSite): boolean {
  return (
    typeof args[0]?.k === 'string' && /^(?:java|jdk|sun|os|user|file|line|path|native)\./.test(args[0].k)
  );
}
