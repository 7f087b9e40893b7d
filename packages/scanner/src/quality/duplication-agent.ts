import { defineAgent } from '../rules/agent-run.ts';
import { qualityDraft } from '../rules/quality-draft.ts';
import { isProductCode } from '../rules/source-view.ts';

const MIN_LINES = 15;
const MAX_FINDINGS = 50;

/** Duplicated code. */
export const duplicationAgent = defineAgent({
  id: 'quality.duplication',
  category: 'quality',
  program: ({ index, files }) => {
    const own = new Set(index.files.filter(isProductCode).map((file) => file.path));
    const clones = index.duplication.clones
      .map((clone) => ({ ...clone, places: clone.places.filter((place) => own.has(place.file)) }))
      .filter((clone) => clone.places.length > 1 && clone.lines >= MIN_LINES)
      .sort((a, b) => b.tokens * b.places.length - a.tokens * a.places.length)
      .slice(0, MAX_FINDINGS);
    return {
      drafts: clones.flatMap((clone) => {
        const [first, ...others] = clone.places;
        if (first === undefined) return [];
        return qualityDraft({
          ruleId: 'duplication/clone',
          subject: `${clone.lines} lines in ${clone.places.length} places`,
          confidence: 0.9,
          file: first.file,
          line: first.line,
          endLine: first.endLine,
          snippet: files.text(first.file)?.split('\n')[first.line - 1] ?? '',
          description: `Also in ${others
            .slice(0, 4)
            .map((place) => `${place.file}:${place.line}`)
            .join(
              ', ',
            )}${others.length > 4 ? ', …' : ''}. A bug that is fixed in one place stays in the others.`,
          recommendation: 'Extract one function.',
          evidence: others
            .slice(0, 10)
            .map((place) => ({ file: place.file, line: place.line, role: 'step', snippet: '' })),
          sinkTokens: others.map((place) => place.file).join(' '),
        });
      }),
    };
  },
});
