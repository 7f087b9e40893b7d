import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';

/** `$name = 'exec'; $name($x)`, `call_user_func('exec', $x)`: the function that a string names. */
export function calledByText(m: Machine, f: Expr, callee: Value, site: CallSite): CallSite | null {
  if (f.k !== 'var') return null;
  const isVariable = m.file.text[f.pos] === '$';
  if (isVariable && typeof callee.k === 'string' && /^\w+$/.test(callee.k))
    return { ...site, name: callee.k };
  const [first, ...args] = site.args;
  return !isVariable && f.name === 'call_user_func' && typeof first?.k === 'string' && /^\w+$/.test(first.k)
    ? { ...site, name: first.k, args }
    : null;
}
