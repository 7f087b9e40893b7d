import type { Agent, AgentInput, AgentResult } from '../../types/agent.ts';
import type { Category, DroppedFinding } from '../../types/finding.ts';
import type { FindingDraft } from './finding-draft.ts';
import { finishFindings } from './finish-findings.ts';

/** What a rule program brings back: drafts, and those it took back itself with the reason. */
export interface RuleOutcome {
  drafts: FindingDraft[];
  refused?: { draft: FindingDraft; detail: string }[];
  /** There was nothing of its kind in the application. */
  nothingToCheck?: boolean;
}

type RuleProgram = (input: AgentInput) => RuleOutcome | Promise<RuleOutcome>;

/** An agent that is a rule program over the index. */
export function defineAgent(options: {
  id: string;
  category: Category;
  needsLanguage?: readonly string[];
  program: RuleProgram;
}): Agent {
  const { id, category, needsLanguage, program } = options;
  const owner = { id, category };
  return {
    id,
    category,
    ...(needsLanguage ? { needsLanguage } : {}),
    run: async (input): Promise<AgentResult> => {
      const outcome = await program(input);
      if (outcome.nothingToCheck) {
        return { status: 'skipped', reason: 'nothing_to_check', driver: 'rules', findings: [], dropped: [] };
      }
      const dropped = (outcome.refused ?? []).map(({ draft, detail }): DroppedFinding => {
        const [finding] = finishFindings(owner, [draft]);
        return {
          fingerprint: finding!.fingerprint,
          ruleId: draft.ruleId,
          file: draft.file,
          line: draft.line,
          reason: 'false_positive',
          detail,
        };
      });
      return {
        status: 'completed',
        driver: 'rules',
        findings: finishFindings(owner, outcome.drafts),
        dropped,
        ...(input.options.shouldStop?.() ? { incomplete: true } : {}),
      };
    },
  };
}
