import type { CallSite } from './call-site.ts';
import type { Machine } from './machine.ts';
import type { Value } from './value.ts';

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
