import { compileValidator } from '../../kit/http/index.ts';
import type { WorkflowActions } from './workflow-action.ts';

/** Throws AppError for an input that does not match the action's schema. */
export type CheckInput = (input: unknown) => void;

/** The input checks of actions, each compiled once. */
export class InputChecks {
  readonly #actions: WorkflowActions;
  readonly #checks = new Map<string, CheckInput>();

  constructor(actions: WorkflowActions) {
    this.#actions = actions;
  }

  of(name: string): CheckInput {
    let check = this.#checks.get(name);
    if (check === undefined) {
      const action = this.#actions.get(name);
      check = action === undefined ? () => {} : compileValidator('body', action.inputSchema);
      this.#checks.set(name, check);
    }
    return check;
  }
}
