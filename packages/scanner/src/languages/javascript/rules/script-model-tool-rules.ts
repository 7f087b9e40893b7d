import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { toolLibrary } from '../../shared/rules/model-tool-rules.ts';

/** What a language model may do by itself. Its arguments are as trustworthy as the text that it reads. */
export const scriptModelToolRules: readonly TextRule[] = [
  {
    id: 'access/unbounded-model-argument',
    languages: [...jsLanguages],
    impact: 'weakening',
    confidence: 0.6,
    source: 'code',
    cwe: ['CWE-1426', 'CWE-1427', 'CWE-20', 'CWE-840'],
    needs: toolLibrary,
    pattern:
      /\b(\w+)\s*:\s*z\s*\.\s*(?:coerce\s*\.\s*)?(?:number|int|bigint)\s*\(\s*\)((?:\s*\.\s*\w+\s*\((?:[^()]|\([^()]*\)){0,300}\))*)/g,
    refine: (match, view) => {
      if (/\.\s*(?:max|lte|lt|multipleOf|refine|pipe|transform)\s*\(/.test(match[2] ?? '')) return false;
      const at = match.index ?? 0;
      const before = view.withoutComments.slice(Math.max(0, at - 1_200), at);
      const opening = /\b(?:inputSchema|parameters|schema|args)\s*:\s*z\s*\.\s*object\s*\(\s*\{[^}]*$/.test(
        before,
      );
      const after = view.withoutComments.slice(at, at + 1_500);
      const body = /\b(?:execute|func|handler|run|call)\s*(?::|\()[\s\S]{0,1200}/.exec(after)?.[0] ?? '';
      // If the tool only looks something up or counts with it, no value does harm.
      return (
        opening &&
        new RegExp(
          String.raw`\b(?!Number|parseInt|String|Math)(?:\w+\.)?(?:create|generate|issue|grant|apply|pay|refund|transfer|charge|send|set|update|delete|discount|credit|order|buy|place)\w*\s*\([^()]{0,120}\b${match[1]}\b`,
          'i',
        ).test(body)
      );
    },
    description:
      'Whoever writes to the model, or into what it reads, can make it pass any value; limits that are only in its instructions do not prevent that.',
    recommendation:
      'Limit the value in the schema and check in the code of the tool whether this user may use it.',
    references: ['https://cwe.mitre.org/data/definitions/1426.html'],
  },
];
