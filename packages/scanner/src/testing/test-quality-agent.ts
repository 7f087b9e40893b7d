import { defineAgent } from '../rules/agent-run.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { qualityDraft } from '../rules/quality-draft.ts';
import type { IndexedFile, TestCaseFact } from '../types/file-facts.ts';

const MAX_OF_KIND = 40;

/** Tests that cannot fail, that keep others from running, or that wait for a fixed time. */
export const testQualityAgent = defineAgent({
  id: 'testing.test-quality',
  category: 'testing',
  program: ({ index, files }) => {
    const tested = index.files.filter((file) => file.testCases.length > 0 && !file.isVendored);
    if (tested.length === 0) return { drafts: [], nothingToCheck: true };
    const drafts: FindingDraft[] = [];
    const counts = new Map<string, number>();
    const add = (
      file: IndexedFile,
      test: TestCaseFact,
      rule: Pick<FindingDraft, 'ruleId' | 'title' | 'description' | 'recommendation'> & Partial<FindingDraft>,
    ) => {
      const count = (counts.get(rule.ruleId) ?? 0) + 1;
      counts.set(rule.ruleId, count);
      if (count > MAX_OF_KIND) return;
      drafts.push(
        qualityDraft({
          file: file.path,
          line: test.line,
          endLine: test.endLine,
          snippet: files.text(file.path)?.split('\n')[test.line - 1] ?? '',
          symbol: test.name,
          sinkTokens: test.name,
          ...rule,
        }),
      );
    };
    for (const file of tested) {
      // If all tests of a file check through helpers, no assertion is visible anywhere.
      const asserting = file.testCases.filter((test) => test.assertions > 0).length;
      for (const test of file.testCases) {
        if (test.marker === 'only')
          add(file, test, {
            ruleId: 'test-quality/only',
            subject: test.name,
            impact: 'weakening',
            exposure: 'external',
            confidence: 0.95,
            description: 'All other tests of the file, or of the run, are skipped and nobody notices.',
            recommendation: 'Remove .only.',
          });
        else if (test.marker === 'skip')
          add(file, test, {
            ruleId: 'test-quality/skipped',
            subject: test.name,
            confidence: 0.9,
            description: 'What it tested is no longer tested.',
            recommendation: 'Fix it, or remove it.',
          });
        else if (
          test.assertions === 0 &&
          asserting >= file.testCases.length * 0.7 &&
          test.endLine - test.line >= 2
        )
          add(file, test, {
            ruleId: 'test-quality/no-assertion',
            subject: test.name,
            confidence: 0.6,
            description: 'It passes whatever the code does, as long as nothing throws.',
            recommendation: 'Check the result.',
          });
        if (test.sleeps)
          add(file, test, {
            ruleId: 'test-quality/sleep',
            subject: test.name,
            confidence: 0.75,
            description: 'On a slow machine it fails, and on a fast one it wastes time.',
            recommendation: 'Wait for the condition, or use a clock that the test controls.',
          });
      }
    }
    return { drafts };
  },
});
