import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { harmless, marked } from '../../shared/rules/page-part-rules.ts';

/** Whether the name is a parameter of the enclosing method. */
function isGiven(hole: string, match: RegExpMatchArray, view: SourceView): boolean {
  const name = /^\s*([a-z_]\w*)\s*$/.exec(hole)?.[1];
  if (
    name === undefined ||
    harmless.test(name) ||
    /^(?:id|class|css|icon|tag|size|width|height|options)$/.test(name)
  )
    return false;
  const around = view.functionAt(view.lineAt(match.index ?? 0));
  return (
    around !== undefined &&
    new RegExp(String.raw`\bdef\s+[\w?!]+[( ][^\n]*\b${name}\b`).test(view.lineText(around.line))
  );
}

/** Parts of pages that code concatenates and marks as safe. */
export const rubyPagePartRules: readonly TextRule[] = [
  {
    ...marked,
    languages: ['Ruby'],
    pattern:
      /"([^"\n]{0,400}#\{[^"\n]{1,400})"\s*\)?\.html_safe\b|\braw\s*\(?\s*"([^"\n]{0,400}#\{[^"\n]{1,400})"/g,
    refine: (match, view) => {
      const text = match[1] ?? match[2] ?? '';
      const holes = [...text.matchAll(/#\{([^}]*)\}/g)].map(([, hole = '']) => hole);
      if (!text.includes('<')) return false;
      if (holes.some((hole) => /\w+\.\w+|params|@\w/.test(hole) && !harmless.test(hole))) return true;
      // A helper's argument between tags.
      return /\bhelpers\//.test(view.path) && holes.some((hole) => isGiven(hole, match, view))
        ? { impact: 'weakening', confidence: 0.5 }
        : false;
    },
  },
  {
    ...marked,
    languages: ['Ruby'],
    pattern:
      /(?<![\w.])(?:@?\w+\.(?:body|bio|content|description|comment|message|title|name|text|about|summary|note|html)|params\[[^\]\n]{1,30}\])\.html_safe\b/g,
    refine: (_match, view) => !/vendor|lib\/generators/.test(view.path),
  },
  {
    id: 'access/error-details',
    languages: ['Ruby'],
    pattern:
      /\brender\s*\(?[^\n]{0,80}\b(?:e|ex|err|error|exception)\.(?:message|full_message|inspect|backtrace)\b|\b(?:body|halt)\b[^\n]{0,60}\b(?:e|ex|err|error|exception)\.(?:message|backtrace|full_message)\b/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    source: 'code',
    cwe: ['CWE-209'],
    description: 'Messages of the database and of libraries reveal tables, paths and hosts.',
    recommendation: 'Log the details and answer with a reference to the log.',
    refine: (match, view) => {
      const before = view.code.slice(Math.max(0, (match.index ?? 0) - 200), match.index);
      return /rescue\s*(?:=>|StandardError|Exception)|rescue\s*$/m.test(before);
    },
  },
];
