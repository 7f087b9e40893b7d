import type { FunctionIr } from '../ir/ir.ts';
import type { Machine } from './machine.ts';
import { unknown, type Value } from './value.ts';

/** The parameter for the receiver: of extensions, and of lambdas for `apply` and the like. */
export const receiverName = '<this>';

/** The object that a bare name may belong to: the receiver of the innermost lambda or extension. */
export function implicitReceiver(m: Machine): Value | null {
  for (let holder: FunctionIr | null = m.frame.fn; holder !== null; holder = holder.parent) {
    if (!holder.locals.has(receiverName)) continue;
    const value = m.s.get(`${holder.id}:${receiverName}`);
    if (value !== undefined && value !== unknown) return value;
  }
  return null;
}
