import type { Machine } from '../../../flow/machine.ts';
import type { Expr } from '../../../ir/ir.ts';

/** libxmljs resolves entities only if an option asks for it. */
export function mayExpandEntities(m: Machine, _: string, e: Expr): boolean {
  const { fn, file } = m.frame;
  const text = file.text.slice(fn.pos, fn.end);
  // The options are in the call, or in a variable before it.
  const call = file.text.slice(e.pos, e.end);
  return /\bnoent\s*(?::(?!\s*false)|[,}])/.test(/\bnoent\b/.test(call) ? call : text);
}
