import { callText } from '../../../rules/call-text.ts';
import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const js = { languages: [...jsLanguages], source: 'code' } as const;

/** Switches of libraries by which pages, parsers and browsers give their protection up. */
export const scriptSettingRules: readonly TextRule[] = [
  {
    ...js,
    id: 'access/escaping-off',
    pattern:
      /\$sceProvider\s*\.\s*enabled\s*\(\s*false\s*\)|\b(?:Mustache|mustache)\.escape\s*=(?!=)\s*(?:function\s*\(\s*(\w+)\s*\)\s*\{\s*return\s+\1\s*;?\s*\}|\(?\s*(\w+)\s*\)?\s*=>\s*\2\b)|\.escapeMarkup\s*=\s*false\b|\bnoEscape\s*:\s*true\b|\bautoescape\s*:\s*false\b/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-79', 'CWE-116'],
    description: 'Every value that a template shows, wherever it comes from, may hold script.',
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
    description: 'The page shows it as it is, with whatever script stands in it.',
    recommendation: 'Give it to $sanitize, or show it as text.',
    refine: (match, view) => {
      const given = /([\w$.]+)\s*$/.exec(callText(view, match.index ?? 0))?.[1] ?? '';
      // A constant of this function is nobody's input.
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
    description: 'Script in the text runs in the browser of whoever reads it.',
    recommendation: 'Leave markup out, or clean it (rehype-sanitize).',
  },
  {
    ...js,
    id: 'access/raw-serialization',
    pattern: /\bserialize\s*\([^;\n]{1,200}\bunsafe\s*:\s*true\b/g,
    needs: /serialize-javascript/,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-79', 'CWE-80'],
    description: 'A value with </script> in it ends the script, and what follows is markup.',
    recommendation: 'Leave the switch out.',
  },
  {
    ...js,
    id: 'access/open-cors',
    pattern:
      /["'`]Access-Control-Allow-Origin["'`]\s*[,:]\s*(?:(?:req|request|ctx|event|c\.req)\b[\w.?]*(?:\.|\[["']|\(["'])(?:query|body|params|origin)\b[\w.[\]"']*|([a-z]\w*)(?=\s*[,})\]]))/gi,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-942', 'CWE-346'],
    description: 'Any site can name itself and read what this service answers to its visitors.',
    recommendation: 'Answer only origins that stand in a list.',
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
          // That there is one says nothing of whose it is.
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
    description: 'Whatever is answered to someone who is let in by address or network is open to any page.',
    recommendation: 'Name the origins that may read the answers.',
  },
  {
    ...js,
    id: 'access/loose-origin',
    pattern: /\b\w*(?:[oO]rigins?|CORS|cors\w*)\s*(?::\s*[\w<>[\]|]{1,30}\s*=|[:=])\s*(?:\[\s*)?\/(?!\/|\*)/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-942', 'CWE-346', 'CWE-183'],
    description: 'A dot that is not escaped stands for any sign, so that a name that somebody buys fits.',
    recommendation: 'Escape dots, and begin with ^https:// and end with $.',
    refine: (match, view) => {
      const start = (match.index ?? 0) + match[0].length - 1;
      const [rest = ''] = view.withoutComments.slice(start, start + 800).split(/\]\s*;|\n\s*\n/);
      const isList = match[0].includes('[');
      for (const one of rest.matchAll(/(?<![\w)\]/:])\/((?:\\.|\[[^\]\n]*\]|[^/\\\n])+)\/\w*/g)) {
        if (!isList && one.index > 0) break;
        // A letter, a dot that stands for any sign, and the end of a name.
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
    description: 'Old browsers show script in addresses that they would have stopped.',
    recommendation: 'Set a policy of contents instead.',
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
    description: 'A body with a fault in each place costs as many messages, and time with them.',
    recommendation: 'Leave allErrors out where strangers send the data.',
  },
  {
    ...js,
    id: 'access/remote-debugging',
    pattern:
      /["'`]--remote-debugging-(?:address=0\.0\.0\.0|address=\*)["'`]|["'`]--remote-allow-origins=\*["'`]/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-94', 'CWE-749', 'CWE-489'],
    description: 'Whoever reaches the port runs script in the browser and reads its files.',
    recommendation: 'Listen on 127.0.0.1 alone, or use a pipe.',
  },
  {
    ...js,
    id: 'access/partial-escape',
    pattern:
      /\.replace\s*\(\s*(["'])(?:\\?["'<>&;$\\]|\.\.\/?|\\[nrt])\1\s*,\s*(["'])(?:\\\\?["']|""|''|\\'\\'|&\w+;|&#\w+;|)\2\s*\)/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-116', 'CWE-20'],
    description: 'A text as the first argument is replaced once; the second such sign stays as it is.',
    recommendation: 'Use replaceAll, or a pattern with the flag g; better an escaping function of a library.',
    // One sign at the ends is meant: quotes around, a mark before.
    refine: (match, view) =>
      !/\.replace\s*\(\s*\/|\btrim|\bstartsWith|\bendsWith/.test(
        view.lineText(view.lineAt(match.index ?? 0)),
      ) &&
      // What is put in the place of a sign tells that it is escaped; where nothing is, a name has to.
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
      'A short document with entities in entities grows to gigabytes while it is read; the library has no switch against it.',
    recommendation: 'Read XML by a parser that refuses document types (fast-xml-parser, saxes).',
  },
];
