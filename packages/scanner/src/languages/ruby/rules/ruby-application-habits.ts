import type { TextRule } from '../../../rules/text-rule.ts';

const ruby = { languages: ['Ruby'], source: 'code' } as const;

/** Parts of statements that cannot be parameters, and calls that make a part safe. */
const harmlessPart =
  /table|column|quote|connection|sanitize|to_i\b|\bid\b|_ids?\b|count|size|limit|offset|sql/i;

/** What web applications in Ruby disclose by themselves. */
export const rubyApplicationHabits: readonly TextRule[] = [
  {
    ...ruby,
    id: 'access/session-cookie',
    pattern:
      /\bsession_store[\s,(]+:\w+[^\n]{0,200}?\b(?:(httponly|http_only)|secure)(?::|["']?\s*=>)\s*false\b/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-614'],
    description: 'A script in a page, or a listener on a plain connection, can read the session.',
    recommendation: 'Leave httponly on, and set secure to true in production.',
    refine: ([, readable]) => ({ cwe: [readable === undefined ? 'CWE-614' : 'CWE-1004'] }),
  },
  {
    ...ruby,
    id: 'access/escaping-off',
    pattern: /\bescape_html_entities_in_json\s*=\s*false\b/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-79', 'CWE-116'],
    description: 'A value with </script> in it ends the script of a page that JSON is inserted into.',
    recommendation: 'Leave it on.',
  },
  {
    ...ruby,
    id: 'injection/sql',
    pattern:
      /\b(?:where|having|find_by_sql|order|reorder|select|group|joins|from|pluck|exists\?|update_all|delete_all)[\s(]\s*"[^"\n]{0,200}#\{\s*(?:params\[)?:?([a-z_]\w*)\]?\s*\}/g,
    impact: 'weakening',
    confidence: 0.5,
    cwe: ['CWE-89'],
    description: 'A value with a quotation mark in it becomes part of what the database runs.',
    recommendation: 'Pass the value as a parameter; choose columns and directions from a list.',
    refine: (match, view) => {
      const name = match[1] ?? '';
      if (!/ActiveRecord|ApplicationRecord|(?:^|\/)app\/(?:models|controllers)\//.test(view.text + view.path))
        return false;
      if (harmlessPart.test(name)) return false;
      const before = view.code.slice(Math.max(0, (match.index ?? 0) - 1_500), match.index);
      // A parameter of the enclosing method or lambda that is not checked before.
      const header = [...before.matchAll(/\bdef\s+[\w.?!]+[ (]([^)\n]*)|->\s*\(([^)\n]*)\)/g)].at(-1);
      if (!header || !new RegExp(String.raw`\b${name}\b`).test(header[1] ?? header[2] ?? '')) return false;
      const looked = String.raw`include\?\s*\(?\s*${name}\b|\b${name}\s*=[^=~]|case\s+${name}\b|\b${name}\.to_sym`;
      return !new RegExp(looked).test(before.slice(header.index + header[0].length));
    },
  },
];
