import type { Expr } from '../ir/ir.ts';
import type { CallSite } from './call-site.ts';
import type { Machine } from './machine.ts';
import type { Value } from './value.ts';

/** `$name = 'exec'; $name($x)`, `call_user_func('exec', $x)`: the function that a text names. */
export function calledByText(m: Machine, f: Expr, callee: Value, site: CallSite): CallSite | null {
  if (m.file.language !== 'PHP' || f.k !== 'var') return null;
  const isVariable = m.file.text[f.pos] === '$';
  if (isVariable && typeof callee.k === 'string' && /^\w+$/.test(callee.k))
    return { ...site, name: callee.k };
  const [first, ...args] = site.args;
  return !isVariable && f.name === 'call_user_func' && typeof first?.k === 'string' && /^\w+$/.test(first.k)
    ? { ...site, name: first.k, args }
    : null;
}

export function isPreset(m: Machine, { objs }: Value): boolean {
  return objs.length === 1 && m.s.object(objs[0]!)?.type === '<partial>';
}

/** Arguments that `partial` has fixed come first, and by name. */
export function withPreset(m: Machine, callee: Value, site: CallSite): CallSite {
  if (!isPreset(m, callee)) return site;
  const preset = m.s.object(callee.objs[0]!)!;
  return {
    ...site,
    args: [...(preset.items ?? []), ...site.args],
    named: new Map([...preset.fields, ...site.named]),
  };
}
