import type { CallSite } from './call-site.ts';
import { deepTaints } from './elements.ts';
import { bitOf } from './kinds.ts';
import { describe } from './language-model.ts';
import type { Machine } from './machine.ts';
import { cleanTaints, unknown, type Value, weaken } from './value.ts';

/** Whether the call is a template with a tag: it ends with the template. */
const isTag = (m: Machine, { e }: CallSite): boolean => m.file.text.charAt(e.end - 1) === '`';

/** The result of a sanitizer. Null if the call is none. */
export function applyClean(m: Machine, site: CallSite): Value | null {
  const rules = m.model.cleansByName.get(site.name);
  let mask = 0;
  if (rules !== undefined) {
    const text = describe(site.recv ?? unknown, site.written);
    for (const rule of rules) {
      if (rule.on !== undefined && !rule.on.test(text)) continue;
      if (rule.when === 'tag' && !isTag(m, site)) continue;
      if (rule.kinds === 'all') return unknown;
      for (const kind of rule.kinds) mask |= bitOf(kind);
    }
  }
  let weight = 1;
  if (mask === 0) {
    const guess = m.handlers.guessClean(m, site.name);
    if (guess === null) return null;
    mask = guess.mask;
    weight = guess.weight;
  }
  let taints = site.recv === null ? [] : deepTaints(m, site.recv);
  for (const value of site.args) taints = [...taints, ...deepTaints(m, value)];
  const cleaned = cleanTaints(taints, mask);
  return { ...unknown, taints: weight === 1 ? cleaned : weaken(cleaned, weight) };
}
