import type { QueryRows } from '../../kit/db/index.ts';
import { dropOldest } from '../../kit/drop-oldest.ts';
import { compileValidator } from '../../kit/http/index.ts';
import { type CompiledStep, compileStep } from './run-actions.ts';
import { readRevisions, revisionKey } from './run-queue.repository.ts';
import type { WorkflowActions } from './workflow-action.ts';

const MAX_REVISIONS = 1_000;

type CheckInput = (input: unknown) => void;

/** The actions of workflows' revisions, compiled. A revision never changes, so what was read stays true. */
export class StepCache {
  readonly #actions: WorkflowActions;
  readonly #revisions = new Map<string, CompiledStep[]>();
  readonly #checks = new Map<string, CheckInput>();

  constructor(actions: WorkflowActions) {
    this.#actions = actions;
  }

  /** Reads what is not known yet. */
  async load(query: QueryRows, wanted: readonly { workflowId: string; revision: number }[]): Promise<void> {
    const missing = new Map(
      wanted
        .map((one) => [revisionKey(one.workflowId, one.revision), one] as const)
        .filter(([key]) => !this.#revisions.has(key)),
    );
    if (missing.size === 0) return;
    for (const [key, steps] of await readRevisions(query, [...missing.values()])) {
      if (this.#revisions.size >= MAX_REVISIONS) {
        dropOldest(this.#revisions);
      }
      this.#revisions.set(
        key,
        steps.map((step) => compileStep(step, this.#actions.get(step.action), this.#checkOf(step.action))),
      );
    }
  }

  /** Undefined when it was not loaded, or its workflow is gone. */
  get(workflowId: string, revision: number): CompiledStep[] | undefined {
    return this.#revisions.get(revisionKey(workflowId, revision));
  }

  #checkOf(name: string): CheckInput {
    let check = this.#checks.get(name);
    if (check === undefined) {
      const action = this.#actions.get(name);
      check = action === undefined ? () => {} : compileValidator('body', action.inputSchema);
      this.#checks.set(name, check);
    }
    return check;
  }
}
