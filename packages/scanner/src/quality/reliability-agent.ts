import { defineAgent } from '../rules/agent-run.ts';
import { ownCode } from '../rules/source-view.ts';
import { applyTextRules } from '../rules/text-rule.ts';
import { reliabilityRules } from './reliability-rules.ts';
import { shapeDrafts } from './shape-drafts.ts';

/** Swallowed errors, promises that are not awaited, state that requests share. */
export const reliabilityAgent = defineAgent({
  id: 'quality.reliability',
  category: 'quality',
  program: async (input) => ({
    drafts: [
      ...[...ownCode(input)]
        .filter((view) => view.exposure !== 'test')
        .flatMap((view) => applyTextRules(reliabilityRules, view)),
      ...(await shapeDrafts(input)),
    ],
  }),
});
