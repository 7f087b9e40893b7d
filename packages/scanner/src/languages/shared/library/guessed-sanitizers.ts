import { allKinds, bitOf, maskOf } from '../../../flow/kinds.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { TaintKind } from '../../../types/flow-findings.ts';

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

/** A function outside the program whose name says that it sanitizes data. */
export function guessClean(m: Machine, name: string): { mask: number; weight: number } | null {
  if (m.model.hooks.routeHelper?.test(name))
    return { mask: maskOf('redirect', 'ssrf', 'path', 'xss', 'header'), weight: 1 };
  if (
    !/escape|saniti[sz]e|encode(?!r$|d$)|purify|quote|neutrali[sz]e|(?:^|_)clean/i.test(name) ||
    // Keeps spaces, so options can be injected.
    /un(?:escape|quote)|decode|^escapeshellcmd$/i.test(name)
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
