import type { TextRule } from '../../../rules/text-rule.ts';
import { locked, raced, spent, wholeBody } from '../../shared/rules/record-rules.ts';

/** Records that are read, checked and written without a lock, or filled with a whole request. */
export const pythonRecordRules: readonly TextRule[] = [
  {
    ...raced,
    languages: ['Python'],
    pattern: new RegExp(
      String.raw`^[ \t]*(\w+)\.${spent}\s*(?:-=|=\s*\1\.${spent}\s*-|=\s*(?:True|False)\s*$)`,
      'gm',
    ),
    refine: (match, view) => {
      const body = wholeBody(view, match.index ?? 0);
      const [, name = ''] = match;
      return (
        new RegExp(String.raw`\bif\b[^\n]{0,120}\b${name}\.${spent}\b`).test(body) &&
        new RegExp(
          String.raw`\b${name}\s*=\s*[\w.]*(?:\.objects\.|\.query\b|get_object_or_404|session\.|db\.)`,
        ).test(body) &&
        new RegExp(String.raw`\b${name}\.save\s*\(|\.commit\s*\(`).test(body) &&
        !locked.test(body)
      );
    },
  },
];
