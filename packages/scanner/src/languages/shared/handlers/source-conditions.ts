import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';

/** A `FormRequest` of Laravel is itself the request. */
export function describeReceiver(m: Machine, { written }: CallSite): string {
  return written === '$this' && m.frame.fn.cls?.bases.includes('FormRequest') ? ' Request' : '';
}

/** `System.getProperty("user.dir")`: a property of the machine. */
export function isOfMachine({ args }: CallSite): boolean {
  return (
    typeof args[0]?.k === 'string' && /^(?:java|jdk|sun|os|user|file|line|path|native)\./.test(args[0].k)
  );
}
