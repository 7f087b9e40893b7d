import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { cwe } from '../../shared/rules/cwe-page.ts';

/** Calls that are dangerous whatever flows in: unsafe loaders, parsers with entities, shells. */
export const scriptParserRules: readonly TextRule[] = [
  {
    id: 'injection/xxe',
    languages: [...jsLanguages],
    pattern: /\bparseXml(?:String|Async)?\s*\([^;\n]{0,300}\b(?:noent|replaceEntities)\s*:\s*true/g,
    impact: 'disclosure',
    confidence: 0.85,
    cwe: ['CWE-611', 'CWE-827', 'CWE-776'],
    description: 'With noent the parser inserts the content of external entities into the document.',
    recommendation: 'Remove noent.',
    source: 'code',
    references: [cwe(611)],
  },
  {
    id: 'injection/unserialize',
    languages: [...jsLanguages],
    pattern:
      /\b(?:serialize|nodeSerialize|serializer)\.unserialize\s*\(|\brequire\(['"](?:node-serialize|funcster)['"]\)\s*\.\s*(?:unserialize|deepDeserialize)|\bfuncster\.deepDeserialize\s*\(/g,
    impact: 'disclosure',
    confidence: 0.75,
    cwe: ['CWE-502'],
    description: 'This library runs functions that the data contains.',
    recommendation: 'Use JSON.parse.',
    source: 'code',
    references: [cwe(502)],
  },
  {
    id: 'injection/nosql',
    languages: [...jsLanguages],
    pattern:
      /["']?\$(?:where|function|accumulator)["']?\s*:\s*(?:`[^`\n]{0,300}\$\{|["'][^"'\n]{0,300}["']\s*\+\s*\w)/g,
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-943', 'CWE-95', 'CWE-94'],
    description:
      'The text runs as a script in the database; a value with a quotation mark in it becomes part of the script.',
    recommendation: 'Use operators ($gt, $eq) with the value as data.',
    source: 'code',
    references: [cwe(943)],
    refine: (match, view) => {
      const at = match.index ?? 0;
      const line = view.lineText(view.lineAt(at));
      if (/\$\{\s*(?:Number|parseInt|parsed\w*)\b|\+\s*(?:Number|parseInt|parsed\w*)\b/.test(line))
        return false;
      // Variables with fixed text bring nothing in.
      const names = [...line.matchAll(/\$\{\s*([\w$.]+)\s*\}|["']\s*\+\s*([\w$.]+)/g)].map(
        ([, held, added = '']) => held ?? added,
      );
      const before = view.withoutComments.slice(Math.max(0, at - 1_500), at);
      return !names.every((name) =>
        new RegExp(
          String.raw`\b(?:const|let|var)\s+${name.replace(/[.$]/g, '\\$&')}\s*=\s*(["'])[^"'\n]*\1\s*;?`,
        ).test(before),
      );
    },
  },
];
