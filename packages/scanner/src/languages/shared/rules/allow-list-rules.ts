import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

export const js = [...jsLanguages];
export const addressPattern = String.raw`(?:url|uri|origin|redirect|target|link|host|referr?er|domain|next|return_?to|destination)\w{0,30}`;
export const address = String.raw`\w{0,30}${addressPattern}`;
export const allowPattern =
  /allow|white_?list|trust|valid|safe|permit|redirect|cors|origin|same_?site|internal/i;

export const substringText = {
  impact: 'weakening',
  confidence: 0.65,
  source: 'code',
  cwe: ['CWE-601', 'CWE-183', 'CWE-20', 'CWE-697'],
  description:
    'The allowed text may be anywhere in another address, in its query or at the start of a longer host name, and the check passes.',
  recommendation: 'Parse the address and compare its origin or host as a whole with the list.',
} as const;

/** Allow lists of addresses that also accept others. */
export const allowListRules: readonly TextRule[] = [
  {
    ...substringText,
    id: 'access/substring-allow-list',
    languages: ['Java', 'Kotlin', 'C#', 'Go', 'Ruby'],
    pattern: new RegExp(
      String.raw`\b${address}(?:\.toLowerCase\(\))?\.(?:contains|Contains|include\?|indexOf|IndexOf)\s*\(\s*"([^"\n]{1,100})"|\bstrings\.(?:Contains|HasPrefix)\s*\(\s*(?:\w{1,40}\.)?${address}\s*,\s*"([^"\n]{1,100})"`,
      'gi',
    ),
    refine: (match, view) => isHost(match[1] ?? match[2] ?? '') && allowPattern.test(around(match, view)),
  },
  {
    id: 'access/plain-redirect-target',
    languages: [...js, 'Python', 'Java', 'PHP', 'Ruby', 'Go', 'C#'],
    impact: 'hygiene',
    confidence: 0.55,
    source: 'code',
    cwe: ['CWE-319', 'CWE-601'],
    pattern:
      /^[^\S\n]*["'](http:\/\/(?!localhost|127\.)[\w.-]+[^"'\n]{0,150})["']\s*,?\s*(?:\/\/[^\n]*|#[^\n]*)?$/gm,
    refine: (match, view) => {
      const before = view.withoutComments.slice(Math.max(0, (match.index ?? 0) - 1_500), match.index);
      const name =
        [...before.matchAll(/\b(\w+)\s*(?::\s*[\w<>[\]]+\s*)?=\s*(?:new\s+Set\s*\(\s*)?[[({]/g)].at(
          -1,
        )?.[1] ?? '';
      return /redirect|forward|outbound/i.test(name);
    },
    description: 'Anybody on the network path can pretend to be the site that users are sent to.',
    recommendation: 'Send users to https addresses only, and remove targets that are no longer used.',
  },
];

export function isHost(text: string): boolean {
  return (
    /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/|$)/i.test(text) &&
    !/\.(?:js|ts|json|html?|php|png|jpe?g|svg|css|xml|pdf|md)$/i.test(text)
  );
}

export function around(
  match: RegExpMatchArray,
  view: Parameters<NonNullable<TextRule['refine']>>[1],
): string {
  const line = view.lineAt(match.index ?? 0);
  return `${view.symbolAt(line)} ${view.lineText(line)} ${view.lineText(line - 1)} ${view.lineText(line + 1)}`;
}
