import type { QueryRows } from '../../kit/db/index.ts';
import { dropOldest } from '../../kit/drop-oldest.ts';
import type { InputChecks } from './input-checks.ts';
import { type CompiledStep, compileStep } from './run-actions.ts';
import { readRevisions, revisionKey } from './run-queue.repository.ts';
import type { WorkflowActions } from './workflow-action.ts';

const MAX_REVISIONS = 1_000;

/** The compiled actions of workflow revisions. A revision never changes, so the cache stays valid. */
export class StepCache {
  readonly #actions: WorkflowActions;
  readonly #revisions = new Map<string, CompiledStep[]>();
  readonly #checks: InputChecks;

  constructor(actions: WorkflowActions, checks: InputChecks) {
    this.#actions = actions;
    this.#checks = checks;
  }

  /** Reads what is not cached yet. */
  async load(
    query: QueryRows,
    orgId: string,
    wanted: readonly { workflowId: string; revision: number }[],
  ): Promise<void> {
    const missing = new Map(
      wanted
        .map((one) => [revisionKey(one.workflowId, one.revision), one] as const)
        .filter(([key]) => !this.#revisions.has(key)),
    );
    if (missing.size === 0) return;
    for (const [key, steps] of await readRevisions(query, orgId, [...missing.values()])) {
      if (this.#revisions.size >= MAX_REVISIONS) {
        dropOldest(this.#revisions);
      }
      this.#revisions.set(
        key,
        steps.map((step) => compileStep(step, this.#actions.get(step.action), this.#checks.of(step.action))),
      );
    }
  }

  /** Undefined when it was not loaded, or its workflow is gone. */
  get(workflowId: string, revision: number): CompiledStep[] | undefined {
    return this.#revisions.get(revisionKey(workflowId, revision));
  }
}
