import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

/** Common mistakes: known passwords, names that are checked before use, fixed nonces. */
export const habitRules: readonly TextRule[] = [
  {
    id: 'access/tag-filter',
    languages: ['Python', ...jsLanguages, 'PHP', 'Ruby'],
    pattern:
      /\b(?:re\.sub|replace|replaceAll|preg_replace|gsub)\s*\(\s*r?(?:["'/])[^"'\n]{0,20}<\\?\/?(?:script|\[\^>\]|iframe)[^\n]{0,80}/gi,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-116', 'CWE-79'],
    description:
      'Browsers run scripts in markup that no such pattern covers (`</script >`, attributes, other tags).',
    recommendation: 'Escape the text, or use a sanitizer that parses.',
    source: 'code',
  },
  {
    id: 'access/user-enumeration',
    languages: [...jsLanguages, 'Python', 'PHP', 'Java', 'Ruby'],
    pattern:
      /["'`](?:invalid (?:user ?name|user|login|e-?mail)|(?:user|user ?name|e-?mail|account)(?: was| is| does)? not (?:found|exist|registered)|no such user|unknown user|user does not exist|(?:user ?name|user|account|e-?mail|#\{\w*(?:email|user|login)\w*\}) (?:doesn't|does not) exist)[.!]?["'`]/gi,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-204', 'CWE-203'],
    description: 'If a wrong name and a wrong password get different answers, names can be tried one by one.',
    recommendation: 'Return the same answer for both.',
    source: 'code',
    refine: (match, view) => {
      if (
        !/["'`](?:(?:invalid|wrong|incorrect) password|password (?:is |was )?(?:not correct|incorrect|wrong|invalid)[\w ]{0,40})[.!]?["'`]/i.test(
          view.text,
        )
      )
        return false;
      const line = usedAt(match.index ?? 0, view);
      return line === undefined || { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    id: 'access/wrong-escaping',
    languages: [...jsLanguages, 'Java', 'PHP', 'C#', 'Python'],
    pattern:
      /\b(?:encodeForHTML|escapeHtml|escapeHTML|htmlspecialchars|htmlEncode|HtmlEncode|html\.escape|escape_html)\s*\(\s*\$?[\w.>[\]'"-]{0,60}\b(?:website|home_?page|web_?url|profile_?url|link_?url|href)\b/gi,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-79', 'CWE-116', 'CWE-838'],
    description:
      'Escaping for text leaves `javascript:` addresses as they are, and a click on the link runs them.',
    recommendation: 'Allow only http and https addresses, then escape for the attribute.',
    source: 'code',
  },
];

/** The line of the first use of a text that is assigned to a name; undefined if it has no name. */
function usedAt(offset: number, view: SourceView): number | undefined {
  const line = view.lineAt(offset);
  const name = /\b(?:const|let|var|final|static|String)\s+(\w+)\s*(?::\s*\w+\s*)?=\s*$/.exec(
    view.withoutComments.slice(Math.max(0, offset - 120), offset),
  )?.[1];
  if (name === undefined) return undefined;
  const from = view.offsetOf(line + 1);
  const use = view.code.slice(from).search(new RegExp(String.raw`\b${name}\b`));
  return use < 0 ? undefined : view.lineAt(from + use);
}
