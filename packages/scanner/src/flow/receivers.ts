import type { FunctionIr } from '../ir/ir.ts';
import type { Machine } from './machine.ts';
import { unknown, type Value } from './value.ts';

/** The parameter of a function that is a method of its receiver: extensions, and lambdas of `apply` and the like. */
export const receiverName = '<this>';

/** The object that a bare name may belong to: the receiver of the innermost lambda or extension around. */
export function implicitReceiver(m: Machine): Value | null {
  for (let holder: FunctionIr | null = m.frame.fn; holder !== null; holder = holder.parent) {
    if (!holder.locals.has(receiverName)) continue;
    const value = m.s.get(`${holder.id}:${receiverName}`);
    if (value !== undefined && value !== unknown) return value;
  }
  return null;
}
