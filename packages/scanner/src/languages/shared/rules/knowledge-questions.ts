import type { FindingDraft } from '../../../rules/finding-draft.ts';
import { exposureOf } from '../../../rules/source-view.ts';
import type { AgentInput } from '../../../types/agent.ts';

// Facts about a person that relatives know, that are in profiles and registers, or that have few possible answers.
const knownFact =
  /\b(?:mother|father|grand(?:mother|father|parent)|sibling|brother|sister|cousin|spouse|child)\w*['’]?s?\b[^?"'`\n]{0,40}\b(?:name|birth|born|birthday)|\bmaiden name\b|\b(?:favou?rite|first|last name of)\b[^?"'`\n]{0,40}\b(?:pet|movie|film|book|colou?r|teacher|school|car|food|team|band|song|place|singer|actor|dentist|job|company|employer|friend)|\b(?:pet|dog|cat)['’]?s? name\b|\bcompany (?:you|where you) first\b|\b(?:city|town|hospital) (?:were you|where you were|of (?:your )?birth)|\b(?:street|house) (?:you|where you) (?:grew|lived)|\b(?:zip|postal code)\b[^?"'`\n]{0,40}\b(?:when|where)\b|\b(?:high|elementary|primary) school\b[^?"'`\n]{0,20}\b(?:name|attend|mascot)|\b(?:customer|id) cards?\b/i;

const questionFile =
  /\.(?:ya?ml|json|toml|ts|tsx|js|jsx|mjs|cjs|py|rb|php|java|kt|cs|go|sql|html?|vue|properties|xml)$/i;
const MAX_PER_FILE = 30;

/**
 * Security questions about a person's life instead of a password. A file counts if it has two or more, or calls them
 * security questions.
 */
export function knowledgeQuestions(input: AgentInput): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  for (const file of input.index.files) {
    if (file.isVendored || file.isGenerated || file.sizeBytes > 262_144 || !questionFile.test(file.path))
      continue;
    if (exposureOf(file) !== 'external') continue;
    const isNamed = /(?:security|secret|recovery)[\s_-]?questions?/i.test(file.path);
    // Translations repeat the questions of another file.
    if (/(?:^|\/)(?:i18n|locales?|lang|translations?)\//i.test(file.path)) continue;
    if (file.kind !== 'code' && !isNamed && file.sizeBytes > 65_536) continue;
    const text = input.files.text(file.path);
    if (text === undefined || !/question/i.test(text)) continue;
    const found = text
      .split('\n')
      .flatMap((line, at) =>
        line.length < 400 && /\?/.test(line) && knownFact.test(line) ? [{ line: at + 1, text: line }] : [],
      );
    if (found.length < 2 && !isNamed) continue;
    for (const one of found.slice(0, MAX_PER_FILE)) {
      drafts.push({
        ruleId: 'access/knowledge-question',
        impact: 'weakening',
        exposure: 'external',
        confidence: isNamed ? 0.7 : 0.55,
        cwe: ['CWE-640', 'CWE-287', 'CWE-521'],
        file: file.path,
        line: one.line,
        snippet: one.text,
        description:
          'The answer is in profiles and registers, is known to relatives, or is one of a few: guessing it is enough to take over the account.',
        recommendation:
          'Recover accounts with a link to a confirmed address or with a second factor, and ask no questions (NIST SP 800-63B, 5.1.1.2).',
        references: ['https://cwe.mitre.org/data/definitions/640.html'],
        source: 'code',
        sinkTokens: one.text.trim(),
      });
    }
  }
  return drafts;
}
