import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const js = [...jsLanguages];
const base = { impact: 'hygiene', source: 'code' } as const;

/** Filters and escapes that leave a way around. */
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
      'A backslash before the quote, which the text may bring along, makes the escape a backslash and the quote a quote.',
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
    description: 'The first quote alone is replaced; the second stays as it is.',
    recommendation:
      'Replace all of them (the flag g, replaceAll, gsub); better an escaping function of a library.',
    refine: (match, view) => {
      const line = view.lineText(view.lineAt(match.index ?? 0));
      return (
        // One at each end, or again and again.
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
      'The ampersand is the sign that the others are written with: in the wrong order a text is escaped or unescaped twice, and markup comes out of what was plain text.',
    recommendation: 'Escape & first, and unescape &amp; last.',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const entity = /(?:replace|Replace|gsub)[^\n]{0,60}?["'`/]&(?:lt|gt|quot|apos|#0?39|#x27|nbsp);?/;
      const others = new RegExp(entity.source, 'g');
      const end = at + match[0].length;
      const after = statementAfter(view.withoutComments, end);
      // Escaped: entities were written before. Unescaped: entities are read behind.
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
    description: 'What is left of `....//` once `../` is taken out is `../`.',
    recommendation: 'Refuse such names, or resolve the path and check that it stays below its folder.',
    refine: (match, view) =>
      !/\b(?:while|until|do|loop|for)\b/.test(nearby(view, match, 2, 1)) &&
      // Steps up of the program's own imports and addresses.
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
    description: 'Addresses with data: and vbscript: run script too, and pass.',
    recommendation: 'Allow the schemes that are wanted (http, https, mailto) instead.',
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      const body = around ? view.linesOf(around, 'withoutComments') : nearby(view, match, 6, 6);
      // What is compared may also be the name of a language.
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
      'What is not found stands at -1, and so does the end of a text that is one sign shorter than what is looked for: it passes.',
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
      'Browsers take a backslash for a slash: an address that begins with /\\ leads to another host and passes.',
    recommendation: 'Refuse a backslash at the second place too, or compare the host of the parsed address.',
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

/** What is done with the same text behind an offset: the rest of the statement, and the two that follow. */
function statementAfter(text: string, from: number): string {
  const rest = text.slice(from, from + 500);
  const end = /\n\s*\n|\n\s*\}|^[ \t]*(?:def|end)\b/m.exec(rest);
  return end === null ? rest : rest.slice(0, end.index);
}
