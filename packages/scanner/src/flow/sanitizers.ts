import type { TaintKind } from '../types/flow-findings.ts';
import type { CallSite } from './call-site.ts';
import { deepTaints } from './elements.ts';
import { allKinds, bitOf, maskOf } from './kinds.ts';
import { describe } from './language-model.ts';
import type { Machine } from './machine.ts';
import { cleanTaints, unknown, type Value, weaken } from './value.ts';

/** What a sanitizer leaves of the data. Null when the call is none. */
export function applyClean(m: Machine, site: CallSite): Value | null {
  const rules = m.model.cleansByName.get(site.name);
  let mask = 0;
  if (rules !== undefined) {
    const text = describe(site.recv ?? unknown, site.written);
    for (const rule of rules) {
      if (rule.on !== undefined && !rule.on.test(text)) continue;
      if (rule.kinds === 'all') return unknown;
      for (const kind of rule.kinds) mask |= bitOf(kind);
    }
  }
  let weight = 1;
  if (mask === 0) {
    const guess = guessSanitizer(site.name, m.file.language);
    if (guess === null) return null;
    mask = guess.mask;
    weight = guess.weight;
  }
  let taints = site.recv === null ? [] : deepTaints(m, site.recv);
  for (const value of site.args) taints = [...taints, ...deepTaints(m, value)];
  const cleaned = cleanTaints(taints, mask);
  return { ...unknown, taints: weight === 1 ? cleaned : weaken(cleaned, weight) };
}

const guesses: [RegExp, TaintKind[]][] = [
  [/html|xss/i, ['xss']],
  [/sql/i, ['sql']],
  [/ldap|dn$/i, ['ldap']],
  [/xpath|xml/i, ['xpath', 'xss']],
  [/shell|cmd|command|arg/i, ['command']],
  [/path|file/i, ['path']],
  [/url|uri/i, ['redirect', 'ssrf', 'header', 'path', 'xss']],
  [/regex/i, ['regex']],
  [/js|javascript|css/i, ['xss', 'code']],
  [/header|crlf|log/i, ['header', 'log']],
];

/** A function of somebody else's whose name says that it makes data safe. */
function guessSanitizer(name: string, language: string): { mask: number; weight: number } | null {
  // Rails makes the addresses of routes.
  if (language === 'Ruby' && /^(?!(?:expand|absolute|real|temp|file)_)[a-z]\w*_(?:path|url)$/.test(name))
    return { mask: maskOf('redirect', 'ssrf', 'path', 'xss', 'header'), weight: 1 };
  if (
    !/escape|saniti[sz]e|encode(?!r$|d$)|purify|quote|neutrali[sz]e|(?:^|_)clean/i.test(name) ||
    /un(?:escape|quote)|decode/i.test(name)
  )
    return null;
  let mask = 0;
  for (const [pattern, kinds] of guesses)
    if (pattern.test(name)) for (const kind of kinds) mask |= bitOf(kind);
  if (mask !== 0) return { mask, weight: 1 };
  if (/^(?:escape|sanitize|sanitise|purify|clean)$/i.test(name))
    return { mask: allKinds & ~bitOf('command') & ~bitOf('path') & ~bitOf('code'), weight: 0.5 };
  return /^encode$/i.test(name) ? null : { mask: 0, weight: 0.5 };
}
