import type { CallSite } from './call-site.ts';
import type { Machine } from './machine.ts';
import type { HeapObject } from './state.ts';
import type { Value } from './value.ts';

export function isPreset(m: Machine, value: Value): boolean {
  return presetOf(m, value) !== undefined;
}

function presetOf(m: Machine, value: Value): HeapObject | undefined {
  const object = m.s.only(value);
  return object?.type === '<partial>' ? object : undefined;
}

/** Adds the arguments that `partial` has fixed, by position and by name. */
export function withPreset(m: Machine, callee: Value, site: CallSite): CallSite {
  const preset = presetOf(m, callee);
  if (preset === undefined) return site;
  return {
    ...site,
    args: [...(preset.items ?? []), ...site.args],
    named: new Map([...preset.fields, ...site.named]),
  };
}
