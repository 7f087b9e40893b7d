import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { locked, raced, rest, spent, wholeBody } from '../../shared/rules/record-rules.ts';

const languages = [...jsLanguages];

/** Records that are read, checked and written without a lock, or filled with a whole request. */
export const scriptRecordRules: readonly TextRule[] = [
  {
    ...raced,
    languages,
    pattern: new RegExp(
      String.raw`\b(?:const|let|var)\s+(\w+)\s*=\s*await\s+[\w.]+\.(?:findUnique\w*|findFirst\w*|findOne\w*|findByPk|findById|first)\s*\([^;]{0,300}\)\s*;(?=[^;]{0,200}\bif\s*\([^;{]{0,160}\b\1[?!]?\.${spent}\b)`,
      'g',
    ),
    refine: (match, view) => {
      const body = rest(view, match.index ?? 0);
      return (
        /\bawait\s+[\w.]+\.(?:update\w*|save|decrement|increment|findByIdAndUpdate|findOneAndUpdate)\s*\(/.test(
          body,
        ) && !locked.test(wholeBody(view, match.index ?? 0))
      );
    },
  },
  {
    id: 'access/mass-assignment',
    languages,
    // A body without a type that lists its fields, passed on as a whole to code that writes records.
    pattern:
      /@Body\(\s*\)\s*(\w+)\s*:\s*(?:any|unknown|object|Record<[^>]{1,40}>|Partial<[^>]{1,40}>|[A-Z]\w*Entity)\b[^{]{0,300}\{/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-915'],
    source: 'code',
    description: 'A request can set fields that no form offers, such as a role or an owner.',
    recommendation: 'Copy the allowed fields one by one, or use a class with validation and a whitelist.',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const from = at + match[0].length;
      const around = view.functionAt(view.lineAt(from));
      const end = around ? view.offsetOf(around.endLine + 1) : from + 1_000;
      const use = new RegExp(
        String.raw`\.(?:update|save|create|insert|upsert|merge|preload|patch)\s*\((?:[^()]|\([^()]*\)){0,200}?(?:[,(]\s*|\.\.\.|\bdata\s*:\s*)${match[1]}\s*[,)}]`,
      ).exec(view.code.slice(from, end));
      if (!use) return false;
      const line = view.lineAt(from + use.index);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
];
