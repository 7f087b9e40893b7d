import type { TextRule } from '../../../rules/text-rule.ts';
import { raced, rest, wholeBody } from '../../shared/rules/record-rules.ts';

/** Records that are read, checked and written without a lock, or filled with a whole request. */
export const rubyRecordRules: readonly TextRule[] = [
  {
    ...raced,
    languages: ['Ruby'],
    pattern: /(?<![\w.@])(@?\w+)\.update!?\s*\(?\s*(\w+):\s*\1\.\2\s*[-+]|(?<![\w.@])(@?\w+)\.(\w+)\s*[-+]=/g,
    refine: (match, view) => {
      const at = match.index ?? 0;
      const [name, field] = [match[1] ?? match[3], match[2] ?? match[4]];
      const body = wholeBody(view, at);
      const asked = new RegExp(
        String.raw`\b(?:if|unless)\b[^\n]{0,120}(?<!\w)${name}\.${field}\b\s*(?:[<>]|==|\.(?:zero|positive|negative)\?)|(?:[<>]=?|==)\s*${name}\.${field}\b`,
      );
      return (
        asked.test(body) &&
        !/with_lock|\block!|\.lock\b|advisory_lock|lock_version|Redlock|mutex|synchronize/i.test(body) &&
        (match[1] !== undefined || new RegExp(String.raw`(?<!\w)${name}\.save\b`).test(rest(view, at)))
      );
    },
  },
];
