import type { CallSite } from '../../../flow/call-site.ts';
import { readElement } from '../../../flow/elements.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';

/** `held.dig(:a, :b)` */
export function hashCall(m: Machine, { name, recv, args }: CallSite): Value | null {
  return name === 'dig' && recv !== null && recv.objs.length > 0
    ? args.reduce((held, key) => readElement(m, held, key), recv)
    : null;
}
