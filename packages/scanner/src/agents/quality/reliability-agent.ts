import { defineAgent } from '../core/agent-run.ts';
import { ownCode } from '../core/source-view.ts';
import { applyTextRules } from '../core/text-rule.ts';
import { reliabilityRules } from './reliability-rules.ts';

/** Errors that vanish, work that nobody waits for, state that requests share. */
export const reliabilityAgent = defineAgent({
  id: 'quality.reliability',
  category: 'quality',
  program: (input) => ({
    drafts: [...ownCode(input)]
      .filter((view) => view.exposure !== 'test')
      .flatMap((view) => applyTextRules(reliabilityRules, view)),
  }),
});
