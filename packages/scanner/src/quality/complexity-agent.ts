import { defineAgent } from '../rules/agent-run.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { qualityDraft } from '../rules/quality-draft.ts';
import { isProductCode } from '../rules/source-view.ts';

/** Functions with so many paths or levels that nobody can keep track of them. */
export const complexityAgent = defineAgent({
  id: 'quality.complexity',
  category: 'quality',
  program: ({ index, files }) => {
    const drafts: FindingDraft[] = [];
    for (const file of index.files) {
      if (!isProductCode(file)) continue;
      for (const one of file.functions) {
        const isTangled = one.cyclomatic > 25 || one.cognitive > 35;
        const isDeep = one.nesting >= 7 && one.cognitive > 15;
        if (!isTangled && !isDeep) continue;
        drafts.push(
          qualityDraft({
            ruleId: isTangled ? 'complexity/tangled-function' : 'complexity/deep-nesting',
            subject: `${one.name}`,
            impact: one.cyclomatic > 50 || one.cognitive > 80 ? 'weakening' : 'hygiene',
            confidence: 0.9,
            file: file.path,
            line: one.line,
            endLine: one.endLine,
            snippet: files.text(file.path)?.split('\n')[one.line - 1] ?? '',
            description: `Cyclomatic complexity ${one.cyclomatic}, cognitive ${one.cognitive}, ${one.linesCode} lines: each change requires understanding all of it, and each path needs a test.`,
            recommendation: 'Extract the inner blocks into named functions, and return early.',
            symbol: one.name,
            sinkTokens: one.name,
          }),
        );
      }
    }
    return { drafts };
  },
});
