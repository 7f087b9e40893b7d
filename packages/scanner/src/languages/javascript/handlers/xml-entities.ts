import type { Machine } from '../../../flow/machine.ts';
import type { Expr } from '../../../ir/ir.ts';

/** libxmljs resolves entities where it is told to. */
export function mayExpandEntities(m: Machine, _: string, e: Expr): boolean {
  const { fn, file } = m.frame;
  const text = file.text.slice(fn.pos, fn.end);
  // The call has its own options, or they are made before it.
  const call = file.text.slice(e.pos, e.end);
  return /\bnoent\s*(?::(?!\s*false)|[,}])/.test(/\bnoent\b/.test(call) ? call : text);
}
