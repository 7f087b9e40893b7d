import type { CallSite } from '../../../flow/call-site.ts';
import { readElement } from '../../../flow/elements.ts';
import type { Machine } from '../../../flow/machine.ts';
import { newObject } from '../../../flow/state.ts';
import { unknown, type Value } from '../../../flow/value.ts';

/** `held.dig(:a, :b)`, `params.permit(:a)` */
export function hashCall(m: Machine, { name, recv, args }: CallSite): Value | null {
  // A selection of parameters is a hash of conditions, and its values are request data.
  if (/^(?:permit|slice)$/.test(name) && recv !== null && recv.taints.length > 0) {
    const held = { ...unknown, taints: recv.taints };
    const keys = args.flatMap(({ k }) => (typeof k === 'string' ? [k] : []));
    const fields = new Map(keys.map((key): [string, Value] => [key, held]));
    if (keys.length > 0) return { ...unknown, objs: [m.allocate({ ...newObject('object'), fields })] };
  }
  if (recv !== null && recv.objs.length > 0 && args.length === 0 && /^(?:freeze|dup|clone)$/.test(name))
    return recv;
  // `lambda { |name| … }`
  const [block] = args;
  if (recv === null && /^(?:lambda|proc)$/.test(name) && block !== undefined && block.fns.length > 0)
    return block;
  return name === 'dig' && recv !== null && recv.objs.length > 0
    ? args.reduce((held, key) => readElement(m, held, key), recv)
    : null;
}
