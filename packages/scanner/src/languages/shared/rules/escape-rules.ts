import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const js = [...jsLanguages];
const base = { impact: 'hygiene', source: 'code' } as const;

/** Filters and escaping that can be bypassed. */
export const escapeRules: readonly TextRule[] = [
  {
    ...base,
    id: 'access/unescaped-backslash',
    needs: /\\\\/,
    languages: [...js, 'Python', 'Ruby', 'PHP', 'Go', 'Java', 'C#'],
    pattern:
      /\.(?:replace(?:All)?|gsub)\s*\(\s*(?:\/\(?\[?\(?(?:["'|\\)]){1,7}\]?\)?\/g?[im]*|(["'])\\?["']\1)\s*,\s*(["'])(?:\\{2,4}(?:\$&|\$1|\\?["']|\\\\[01&]))\2\s*\)|\bstr_replace\s*\(\s*(["'])\\?["']\3\s*,\s*(["'])\\{1,2}\\?["']\4\s*,|\bstrings\.Replace(?:All)?\s*\(\s*[\w.]{1,60}\s*,\s*(?:`["']`|"\\?["']")\s*,\s*(?:`\\["']`|"\\{2}\\?["']")/g,
    confidence: 0.55,
    cwe: ['CWE-116', 'CWE-20'],
    description:
      'If the text has a backslash before the quote, that backslash escapes the added one, and the quote stays active.',
    recommendation: 'Escape backslashes first, or use an escaping function of a library.',
    refine: (match, view) =>
      !/\[[^\]]*\\\\|replace(?:All)?\s*\(\s*(?:\/\\\\\/|\/\[\\\\\]|["']\\\\["'])|gsub\s*\(\s*(?:\/\\\\|["']\\\\["'])|stringify|addslashes|json|Replace(?:All)?\s*\(\s*[\w.]+\s*,\s*(?:`\\`|"\\\\")/i.test(
        nearby(view, match, 5, 1),
      ),
  },
  {
    ...base,
    id: 'access/partial-escape',
    languages: [...js, 'Ruby'],
    pattern:
      /\.(?:replace\s*\(|sub!?[ (])\s*(?:(["'`])(?:\\?["'])\1|\/\\?["']\/[imsuy]{0,4})\s*,\s*(["'`])(?:|\\{1,4}["']|\\{1,2}\$&|\\{2,4}[01&]|["']{2}|&\w{2,5};|&#\w{1,4};)\2\s*\)?/g,
    confidence: 0.5,
    cwe: ['CWE-116', 'CWE-20'],
    description: 'Only the first quote is replaced; later ones stay as they are.',
    recommendation:
      'Replace all of them (the flag g, replaceAll, gsub), or better use an escaping function of a library.',
    refine: (match, view) => {
      const line = view.lineText(view.lineAt(match.index ?? 0));
      return (
        // A replacement at each end, or a repeated one.
        !/\btrim|starts_?[wW]ith|ends_?[wW]ith|start_with|end_with/.test(line) &&
        (line.match(/\.(?:replace|sub)!?[ (]/g) ?? []).length === 1 &&
        !/\b(?:while|until|loop)\b/.test(nearby(view, match, 2, 0))
      );
    },
  },
  {
    ...base,
    id: 'access/double-escape',
    languages: [...js, 'Python', 'Ruby', 'PHP', 'Java', 'Kotlin', 'C#', 'Go'],
    needs: /&amp;?/,
    pattern:
      /(?:replace(?:All)?|Replace(?:All)?|gsub|str_replace)\s*\(\s*(?:[\w.]{1,40}\s*,\s*)?(?:\/&amp;\/g?i?|["'`]&amp;["'`])\s*,\s*["'`]&["'`]|(?:replace(?:All)?|Replace(?:All)?|gsub|str_replace)\s*\(\s*(?:[\w.]{1,40}\s*,\s*)?(?:\/&\/g|["'`]&["'`])\s*,\s*["'`]&amp;["'`]/g,
    confidence: 0.6,
    cwe: ['CWE-116', 'CWE-20', 'CWE-838'],
    description:
      'The other characters are escaped with an ampersand: in the wrong order a text is escaped or unescaped twice, and plain text becomes markup.',
    recommendation: 'Escape & first, and unescape &amp; last.',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const entity = /(?:replace|Replace|gsub)[^\n]{0,60}?["'`/]&(?:lt|gt|quot|apos|#0?39|#x27|nbsp);?/;
      const others = new RegExp(entity.source, 'g');
      const end = at + match[0].length;
      const after = statementAfter(view.withoutComments, end);
      // For escaping, `&` has to come first: entities were written before. For unescaping it has to come last: other
      // entities are read afterwards.
      return /&amp;["'`]$/.test(match[0])
        ? /,\s*["'`]&(?:lt|gt|quot|apos|#0?39|#x27);?["'`]\s*\)\s*(?:\r?\n\s*)?\.?\s*$/.test(
            view.withoutComments.slice(Math.max(0, at - 90), at),
          )
        : others.test(after) && /["'`/]&(?:lt|gt|quot|apos|#0?39|#x27|nbsp);?["'`/]\w*\s*,/.test(after);
    },
  },
  {
    ...base,
    id: 'access/removed-traversal',
    needs: /\.\.|\[\.\]|\\\./,
    languages: [...js, 'Python', 'Ruby', 'PHP', 'Go', 'Java', 'Kotlin', 'C#'],
    pattern:
      /\b(?:replace(?:All|First)?|Replace(?:All)?|g?sub!?|str_replace|preg_replace|re\.sub|ReplaceAllString|RegExp)\s*\(\s*(?:[\w.$]{1,40}\s*,\s*)?@?r?(?:\/(?:\\\.|\[\.\]){2}(?:\\[\\/]|\[[^\]]{1,6}\])?\/g?|(["'`])(?:\.\.|(?:\\\\?\.){2})(?:\/|\\{1,4}\/?)?\1\s*(?:,\s*["']g["']\s*)?\)?)\s*,\s*(["'`])\2/g,
    confidence: 0.6,
    impact: 'hygiene',
    cwe: ['CWE-22', 'CWE-116', 'CWE-184'],
    description: 'If `../` is removed from `....//`, `../` is left.',
    recommendation: 'Refuse such names, or resolve the path and check that it stays inside its folder.',
    refine: (match, view) =>
      !/\b(?:while|until|do|loop|for)\b/.test(nearby(view, match, 2, 1)) &&
      // `../` is also part of the program's own imports and addresses.
      /path|file|name|dir|folder|safe|saniti|clean|param|req|input|upload|url/i.test(
        nearby(view, match, 1, 0),
      ),
  },
  {
    ...base,
    id: 'access/incomplete-scheme-check',
    languages: [...js, 'Python', 'Ruby', 'PHP', 'Go', 'Java', 'Kotlin', 'C#'],
    needs: /javascript:?/i,
    pattern:
      /(?:\.(?:startsWith|startswith|StartsWith|start_with\?|indexOf|includes|contains|Contains|has|test|match)\s*\(\s*|\b(?:HasPrefix|str_starts_with|strpos|stripos|strncasecmp)\s*\(\s*[\w.$>-]{1,60}\s*,\s*|[!=]==?\s*|\bin\s+)["'`/^]{1,2}javascript:?["'`/]|["'`]javascript:?["'`]\s*(?:===?|!==?|,\s*["'`]data:?["'`]\s*\])/gi,
    confidence: 0.55,
    cwe: ['CWE-184', 'CWE-20', 'CWE-79'],
    description: 'Addresses with data: and vbscript: run scripts too, and pass.',
    recommendation: 'Allow only the schemes that you want (http, https, mailto) instead.',
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      const body = around ? view.linesOf(around, 'withoutComments') : nearby(view, match, 6, 6);
      // `javascript` may also be the name of a language.
      return (
        /url|uri|href|scheme|protocol|link|src|javascript:/i.test(body) &&
        /javascript:/i.test(body) &&
        !(/\bdata\b:?/i.test(body) && /vbscript/i.test(body)) &&
        !/["'`/^(|]https?\b/i.test(body)
      );
    },
  },
  {
    ...base,
    id: 'access/incorrect-suffix-check',
    needs: /[iI]ndexOf|\br?find\b/,
    languages: [...js, 'Python', 'Java', 'Kotlin', 'C#'],
    pattern:
      /\b([\w.]{1,60})\.(?:lastIndexOf|indexOf|rfind|find|LastIndexOf|IndexOf)\s*\(\s*([^()\n]{1,60})\)\s*={2,3}\s*(?:\1\.(?:length|Length|length\(\))|len\(\1\))\s*-/g,
    confidence: 0.6,
    cwe: ['CWE-20', 'CWE-697', 'CWE-184'],
    description:
      'The search returns -1 if it finds nothing; for a text one character shorter than the suffix that is the expected position, so it passes.',
    recommendation: 'Use endsWith.',
    refine: (match, view) =>
      !/!==?\s*-1|>=?\s*0|>\s*-1|<\s*0|<=\s*-1|={2,3}\s*-1|^[^"'`]*\(\s*["'`].?["'`]\s*\)/.test(
        `${nearby(view, match, 0, 0)}`,
      ),
  },
  {
    ...base,
    id: 'access/incomplete-redirect-check',
    needs: /["'`]\/\/["'`]|\[1\]|charAt\(1\)/,
    languages: [...js, 'Python', 'Ruby', 'PHP', 'Go', 'Java', 'Kotlin', 'C#'],
    pattern:
      /\b(\w{1,40})\.(?:startsWith|startswith|StartsWith|start_with\?)\s*\(?\s*["'`]\/\/["'`]|\b(?:HasPrefix|str_starts_with)\s*\(\s*\$?(\w{1,40})\s*,\s*["'`]\/\/["'`]|\$?(\w{1,40})\[1\]\s*!==?\s*['"]\/['"]|\b(\w{1,40})\.charAt\(1\)\s*!==?\s*['"]\/['"]/g,
    confidence: 0.55,
    cwe: ['CWE-601', 'CWE-20', 'CWE-184'],
    description:
      'Browsers treat a backslash as a slash: an address that begins with /\\ leads to another host and passes.',
    recommendation:
      'Refuse a backslash as the second character too, or compare the host of the parsed address.',
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      const body = around ? view.linesOf(around, 'withoutComments') : nearby(view, match, 6, 6);
      const name = match.slice(1).find((one) => one !== undefined) ?? '';
      return (
        /redirect|return_?(?:url|to)|next|target|dest|location|goto|continue/i.test(
          `${around?.name ?? ''} ${name} ${/\bredirect|Location\b/.exec(body)?.[0] ?? ''}`,
        ) &&
        /["'`]\/["'`]/.test(body) &&
        !/\\\\|urlparse|new URL|url\.Parse|parse_url|URI\b|getHost|hostname|netloc/.test(body)
      );
    },
  },
];

function nearby(view: SourceView, match: RegExpMatchArray, above: number, below: number): string {
  const line = view.lineAt(match.index ?? 0);
  return view.withoutComments.slice(
    view.offsetOf(Math.max(1, line - above)),
    view.offsetOf(line + below + 1),
  );
}

/** What happens to the same text after an offset: the rest of the statement and the two after it. */
function statementAfter(text: string, from: number): string {
  const rest = text.slice(from, from + 500);
  const end = /\n\s*\n|\n\s*\}|^[ \t]*(?:def|end)\b/m.exec(rest);
  return end === null ? rest : rest.slice(0, end.index);
}
