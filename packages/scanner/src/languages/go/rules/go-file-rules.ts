import { bodyAfter, fromLast, plain } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const go = { languages: ['Go'], source: 'code', over: 'code' } as const;

/** Files with names that others can take first. */
export const goFileRules: readonly TextRule[] = [
  {
    ...go,
    id: 'access/unsafe-temporary-file',
    over: 'withoutComments',
    pattern:
      /\b(?:os|ioutil)\.(?:WriteFile|Create|OpenFile)\s*\(\s*(?:"\/(?:var\/)?tmp\/[^"*%\n]+"|(?:filepath|path)\.Join\s*\(\s*os\.TempDir\(\)\s*,\s*"[^"\n]+"\s*\)|os\.TempDir\(\)\s*\+\s*"[^"\n]+")/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-377', 'CWE-379'],
    description: 'Another user of the machine can create a link there first.',
    recommendation: 'Use os.CreateTemp.',
    refine: (match, view) => !/O_EXCL/.test(view.lineText(view.lineAt(match.index ?? 0))),
  },
  {
    ...go,
    id: 'access/unsafe-temporary-file',
    over: 'withoutComments',
    pattern:
      /\b(\w+)\s*:?=\s*(?:fmt\.Sprintf\s*\(\s*"\/(?:var\/)?tmp\/|"\/(?:var\/)?tmp\/[^"\n]*"\s*\+|filepath\.Join\s*\(\s*os\.TempDir\(\)\s*,)/g,
    impact: 'weakening',
    confidence: 0.55,
    cwe: ['CWE-377', 'CWE-379'],
    description: 'Another user of the machine can create a link there first.',
    recommendation: 'Use os.CreateTemp.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const use = new RegExp(
        String.raw`\b(?:os|ioutil)\.(?:Create|WriteFile|OpenFile)\s*\(\s*${plain(match[1])}\b[^\n]*`,
      ).exec(rest);
      return (
        use !== null &&
        !/O_EXCL/.test(use[0]) &&
        !/rand|uuid/i.test(view.lineText(view.lineAt(match.index ?? 0))) &&
        fromLast(match, view, use.index + 1)
      );
    },
  },
  {
    ...go,
    id: 'reliability/check-then-use',
    impact: 'hygiene',
    pattern: /\bos\.L?[sS]tat\(\s*([\w.]+)\s*\)/g,
    confidence: 0.45,
    cwe: ['CWE-367', 'CWE-362'],
    description: 'Between the check and the use somebody else can put another file there.',
    recommendation: 'Open it directly with O_CREATE and O_EXCL, and handle the error.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const use = new RegExp(
        String.raw`\bos\.(?:Create|WriteFile|OpenFile)\(\s*${plain(match[1])}\s*[,)][^\n]*`,
      ).exec(rest);
      return use !== null && !/O_EXCL/.test(use[0]) && fromLast(match, view, use.index + 1);
    },
  },
];
