import type { Agent, AgentInput, AgentResult, InspectionInput } from '../types/agent.ts';
import type { IndexedFile } from '../types/file-facts.ts';
import type { Category, DroppedFinding } from '../types/finding.ts';
import type { FindingDraft } from './finding-draft.ts';
import { finishFindings } from './finish-findings.ts';

/** The result of a rule program: drafts, and those that it refused, with the reason. */
export interface RuleOutcome {
  drafts: FindingDraft[];
  refused?: { draft: FindingDraft; detail: string }[];
  /** The application had nothing to check. */
  nothingToCheck?: boolean;
}

/** Checks a single file. Two threads share the files, so the result is plain data. */
type FileInspection<Found> = (file: IndexedFile, input: InspectionInput) => Found | undefined;

/** `inspected` has the results for single files, in file order. */
type RuleProgram<Found> = (
  input: AgentInput,
  inspected: readonly Found[],
) => RuleOutcome | Promise<RuleOutcome>;

/** An agent that runs a rule program over the index. */
export function defineAgent<Found = never>(options: {
  id: string;
  category: Category;
  needsLanguage?: readonly string[];
  inspectFile?: FileInspection<Found>;
  program: RuleProgram<Found>;
}): Agent {
  const { id, category, needsLanguage, inspectFile, program } = options;
  const owner = { id, category };
  return {
    id,
    category,
    ...(needsLanguage ? { needsLanguage } : {}),
    ...(inspectFile ? { inspectFile } : {}),
    run: async (input): Promise<AgentResult> => {
      const outcome = await program(input, inspectFile ? inspectAll(id, inspectFile, input) : []);
      if (outcome.nothingToCheck) {
        return { status: 'skipped', reason: 'nothing_to_check', driver: 'rules', findings: [], dropped: [] };
      }
      const dropped = (outcome.refused ?? []).flatMap(({ draft, detail }) =>
        finishFindings(owner, [draft]).map(
          ({ fingerprint }): DroppedFinding => ({
            fingerprint,
            ruleId: draft.ruleId,
            file: draft.file,
            line: draft.line,
            reason: 'false_positive',
            detail,
          }),
        ),
      );
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

function inspectAll<Found>(id: string, inspectFile: FileInspection<Found>, input: AgentInput): Found[] {
  const all: Found[] = [];
  for (const file of input.index.files) {
    if (input.options.shouldStop?.()) break;
    const known = input.inspections?.get(file.path);
    const found = known === undefined ? inspectFile(file, input) : (known[id] as Found | undefined);
    if (found !== undefined) all.push(found);
  }
  return all;
}
