import { callText } from '../../../rules/call-text.ts';
import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const js = { languages: [...jsLanguages], source: 'code' } as const;

/** Library settings that disable the protection of pages, parsers and browsers. */
export const scriptSettingRules: readonly TextRule[] = [
  {
    ...js,
    id: 'access/escaping-off',
    pattern:
      /\$sceProvider\s*\.\s*enabled\s*\(\s*false\s*\)|\b(?:Mustache|mustache)\.escape\s*=(?!=)\s*(?:function\s*\(\s*(\w+)\s*\)\s*\{\s*return\s+\1\s*;?\s*\}|\(?\s*(\w+)\s*\)?\s*=>\s*\2\b)|\.escapeMarkup\s*=\s*false\b|\bnoEscape\s*:\s*true\b|\bautoescape\s*:\s*false\b/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-79', 'CWE-116'],
    description: 'Every value that a template shows may contain a script, wherever the value comes from.',
    recommendation: 'Leave it on, and mark the few values that are markup.',
  },
  {
    ...js,
    id: 'access/trusted-markup',
    pattern:
      /\$sce\s*\.\s*(?:trustAs(?:Html|Js|Css|Url|ResourceUrl)\s*\(\s*(?!["'`][^"'`$]*["'`]\s*\))|trustAs\s*\(\s*[^,()\n]{1,60},\s*(?!["'`][^"'`$]*["'`]\s*\)))/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-79'],
    description: 'The page shows it unchanged, including any script in it.',
    recommendation: 'Pass it to $sanitize, or show it as text.',
    refine: (match, view) => {
      const given = /([\w$.]+)\s*$/.exec(callText(view, match.index ?? 0))?.[1] ?? '';
      // A constant of this function is not input.
      return !new RegExp(
        String.raw`\b${given.replace(/[$.]/g, '\\$&')}\s*=\s*(["'])[^"'\n]*\1\s*;?\s*$|\$sanitize`,
        'm',
      ).test(view.withoutComments.slice(Math.max(0, (match.index ?? 0) - 1_500), match.index));
    },
  },
  {
    ...js,
    id: 'access/raw-markdown',
    pattern:
      /<(?:React)?Markdown\b[^>]{0,300}?(?:\ballowDangerousHtml\b|\bescapeHtml=\{false\}|\bskipHtml=\{false\}|\brehypePlugins=\{\[\s*rehypeRaw\b(?![^>]{0,200}[sS]anitize))/g,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-79'],
    description: 'A script in the text runs in the browser of whoever reads it.',
    recommendation: 'Remove markup, or sanitize it (rehype-sanitize).',
  },
  {
    ...js,
    id: 'access/raw-serialization',
    pattern: /\bserialize\s*\([^;\n]{1,200}\bunsafe\s*:\s*true\b/g,
    needs: /serialize-javascript/,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-79', 'CWE-80'],
    description: 'A value with </script> in it ends the script, and the rest is read as markup.',
    recommendation: 'Remove the option.',
  },
  {
    ...js,
    id: 'access/open-cors',
    pattern:
      /["'`]Access-Control-Allow-Origin["'`]\s*[,:]\s*(?:(?:req|request|ctx|event|c\.req)\b[\w.?]*(?:\.|\[["']|\(["'])(?:query|body|params|origin)\b[\w.[\]"']*|([a-z]\w*)(?=\s*[,})\]]))/gi,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-942', 'CWE-346'],
    description: 'Any site can name itself and read what this service returns to its visitors.',
    recommendation: 'Accept only origins from a list.',
    refine: ({ 1: name, index = 0 }, view) => {
      const around = view.functionAt(view.lineAt(index));
      const before = view.withoutComments.slice(
        around ? view.offsetOf(around.line) : Math.max(0, index - 600),
        index,
      );
      return (
        (name === undefined ||
          new RegExp(
            String.raw`\b${name}\s*=(?!=)\s*(?:req|request|ctx|event)\b[\w.?]*(?:\.|\[\s*["']|\(\s*["'])(?:query|body|params|origin)\b[^\n;]{0,60}`,
            'i',
          ).test(before)) &&
        !/\b(?:includes|has|indexOf|test|match|some|find)\s*\(|===?\s*["'`\w]|\bswitch\b/.test(
          // Checking that it exists does not check the owner.
          before.replace(/[!=]==?\s*(?:undefined|null|""|'')/g, ''),
        )
      );
    },
  },
  {
    ...js,
    id: 'access/any-origin',
    pattern: /@Header\s*\(\s*["'`]Access-Control-Allow-Origin["'`]\s*,\s*["'`]\*["'`]\s*\)/gi,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-942', 'CWE-346', 'CWE-183'],
    description:
      'If clients are let in by address or network, any page that they open can read the responses.',
    recommendation: 'List the origins that may read the responses.',
  },
  {
    ...js,
    id: 'access/loose-origin',
    pattern: /\b\w*(?:[oO]rigins?|CORS|cors\w*)\s*(?::\s*[\w<>[\]|]{1,30}\s*=|[:=])\s*(?:\[\s*)?\/(?!\/|\*)/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-942', 'CWE-346', 'CWE-183'],
    description:
      'A dot that is not escaped matches any character, so a name that somebody registers can match.',
    recommendation: 'Escape dots, and begin with ^https:// and end with $.',
    refine: (match, view) => {
      const start = (match.index ?? 0) + match[0].length - 1;
      const [rest = ''] = view.withoutComments.slice(start, start + 800).split(/\]\s*;|\n\s*\n/);
      const isList = match[0].includes('[');
      for (const one of rest.matchAll(/(?<![\w)\]/:])\/((?:\\.|\[[^\]\n]*\]|[^/\\\n])+)\/\w*/g)) {
        if (!isList && one.index > 0) break;
        // A letter, an unescaped dot that matches any character, and the end of a name.
        if (!/[a-z0-9)]\.(?![*+?{])[a-z]{2,}/i.test((one[1] ?? '').replace(/\\./g, '~'))) continue;
        const line = view.lineAt(start + one.index);
        return { line, snippet: view.lineText(line) };
      }
      return false;
    },
  },
  {
    ...js,
    id: 'access/filter-off',
    pattern: /@Header\s*\(\s*["'`]X-XSS-Protection["'`]\s*,\s*["'`]0["'`]\s*\)/gi,
    impact: 'hygiene',
    confidence: 0.4,
    cwe: ['CWE-79'],
    description: 'Old browsers run scripts from the address that they would otherwise block.',
    recommendation: 'Set a Content-Security-Policy instead.',
  },
  {
    ...js,
    id: 'limits/all-errors',
    pattern: /\ballErrors\s*:\s*true\b/g,
    needs: /\b[aA]jv\b/,
    refine: (_match, view) => view.exposure !== 'test',
    over: 'code',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-400', 'CWE-770'],
    description: 'A body with many errors produces as many messages, and takes time for each.',
    recommendation: 'Remove allErrors where strangers send the data.',
  },
  {
    ...js,
    id: 'access/remote-debugging',
    pattern:
      /["'`]--remote-debugging-(?:address=0\.0\.0\.0|address=\*)["'`]|["'`]--remote-allow-origins=\*["'`]/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-94', 'CWE-749', 'CWE-489'],
    description: 'Anybody who reaches the port can run scripts in the browser and read its files.',
    recommendation: 'Listen on 127.0.0.1 only, or use a pipe.',
  },
  {
    ...js,
    id: 'access/partial-escape',
    pattern:
      /\.replace\s*\(\s*(["'])(?:\\?["'<>&;$\\]|\.\.\/?|\\[nrt])\1\s*,\s*(["'])(?:\\\\?["']|""|''|\\'\\'|&\w+;|&#\w+;|)\2\s*\)/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-116', 'CWE-20'],
    description: 'A string as the first argument is replaced once; later occurrences stay as they are.',
    recommendation:
      'Use replaceAll, or a pattern with the flag g, or better an escaping function of a library.',
    // One character at the ends is intended: quotes, or a prefix.
    refine: (match, view) =>
      !/\.replace\s*\(\s*\/|\btrim|\bstartsWith|\bendsWith/.test(
        view.lineText(view.lineAt(match.index ?? 0)),
      ) &&
      // A replacement shows that the character is escaped. If it is removed, only a name can show the purpose.
      (!/,\s*(["'])\1\s*\)$/.test(match[0]) ||
        /escap|saniti|encod|quot|clean|strip|filter|html|sql|remove/i.test(
          `${view.functionAt(view.lineAt(match.index ?? 0))?.name ?? ''} ${view.lineText(view.lineAt(match.index ?? 0))}`,
        )),
  },
  {
    ...js,
    id: 'injection/unlimited-entities',
    pattern: /\bnew\s+(?:\w*[eE]xpat)\.Parser\s*\(|\b(?:\w*[eE]xpat|xml2json|parser)\.toJson\s*\(/g,
    needs: /\b(?:node-expat|xml2json)["']/,
    over: 'code',
    impact: 'weakening',
    confidence: 0.55,
    cwe: ['CWE-776', 'CWE-611'],
    description:
      'A short document with nested entities grows to gigabytes while it is read; the library has no option against it.',
    recommendation: 'Read XML with a parser that refuses document types (fast-xml-parser, saxes).',
  },
];
