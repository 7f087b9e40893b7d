import type { Expr } from '../ir/ir.ts';
import type { Value } from './value.ts';

export type CallExpr = Extract<Expr, { k: 'call' }>;

/** A call with its evaluated parts. */
export interface CallSite {
  e: Expr;
  name: string;
  recv: Value | null;
  args: readonly Value[];
  /** Named arguments by name. */
  named: ReadonlyMap<string, Value>;
  /** Source text before the name. */
  written: string;
}

/** The name of the callee in findings. */
export function sinkName(site: CallSite): string {
  const owner =
    site.recv?.type ?? site.recv?.cls?.name ?? site.recv?.sym?.replace(/\(\)|^.*\//g, '') ?? site.written;
  return owner === '' || owner.length > 60 ? site.name : `${owner}.${site.name}`;
}
